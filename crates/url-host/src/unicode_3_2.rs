//! Unicode 3.2 as RFC 3454 and IDNA2003 freeze it, in terms of the current tables: NFKC and the check bidi step.
//! Decides where the two differ: unassigned code points, five corrected mappings, a few changed classes.

use alloc::string::String;

use icu_properties::{CodePointMapData, props::BidiClass};
use stringprep::tables::unassigned_code_point;
use unicode_normalization::UnicodeNormalization as _;

/// NFKC of Unicode 3.2: code points unassigned there stand for themselves, and the mappings that Corrigendum 4
/// corrected afterwards are the old ones.
///
/// Spec: none (Unicode Standard Annex #15 with Corrigendum 4)
///
/// # Examples
/// ```
/// assert_eq!(url_host::nfkc_3_2("ﬁ\u{2F868}"), "fi\u{2136A}");
/// assert_eq!(url_host::nfkc_3_2("\u{A770}"), "\u{A770}"); // assigned later
/// ```
pub fn nfkc_3_2(s: &str) -> String {
    let mut normalized = String::with_capacity(s.len());
    // A code point without properties neither decomposes, nor composes, nor is reordered; so it parts its neighbours.
    for run in s.split_inclusive(unassigned_code_point) {
        let (assigned, unassigned) = match run.char_indices().next_back() {
            Some((at, last)) if unassigned_code_point(last) => run.split_at(at),
            _ => (run, ""),
        };
        normalized.extend(assigned.chars().map(before_corrigendum_4).nfkc());
        normalized.push_str(unassigned);
    }
    normalized
}

/// What Unicode 3.2 maps `c` to where Corrigendum 4 has changed the mapping; else `c`.
///
/// Spec: none (Corrigendum 4)
fn before_corrigendum_4(c: char) -> char {
    match c {
        '\u{2F868}' => '\u{2136A}',
        '\u{2F874}' => '\u{5F33}',
        '\u{2F91F}' => '\u{43AB}',
        '\u{2F95F}' => '\u{7AAE}',
        '\u{2F9BF}' => '\u{4D57}',
        _ => c,
    }
}

/// Whether `label` keeps the rules of RFC 3454 section 6 for its tables D.1 and D.2.
///
/// Spec: none (RFC 3454 section 6)
pub(crate) fn passes_check_bidi_3_2(label: &str) -> bool {
    // 2. If a string contains any RandALCat character, the string MUST NOT contain any LCat character.
    // 3. [...] a RandALCat character MUST be the first [...] and the last character of the string.
    !label.contains(is_r_and_al_cat)
        || (!label.contains(is_l_cat)
            && label.starts_with(is_r_and_al_cat)
            && label.ends_with(is_r_and_al_cat))
}

/// Table D.1. The current classes differ in U+06DD and U+070F only, which Nameprep prohibits before anyone asks.
///
/// Spec: none (RFC 3454 section D.1)
fn is_r_and_al_cat(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::RightToLeft | BidiClass::ArabicLetter) && !unassigned_code_point(c)
}

/// Table D.2, for characters that are their own NFKC.
///
/// Spec: none (RFC 3454 section D.2)
fn is_l_cat(c: char) -> bool {
    match c {
        // Left-to-right in Unicode 3.2, but no longer.
        '\u{17B4}' | '\u{17B5}' | '\u{1885}' | '\u{1886}' => true,
        // Left-to-right since then.
        '\u{CBF}'
        | '\u{CC6}'
        | '\u{1734}'
        | '\u{2132}'
        | '\u{2800}'..='\u{28FF}'
        | '\u{302E}'
        | '\u{302F}' => false,
        _ => bidi_class(c) == BidiClass::LeftToRight && !unassigned_code_point(c),
    }
}

/// The class of `c` in the current Unicode.
///
/// Spec: none (a table)
fn bidi_class(c: char) -> BidiClass {
    CodePointMapData::<BidiClass>::new().get(c)
}

#[cfg(test)]
mod tests {
    use super::{is_l_cat, is_r_and_al_cat, nfkc_3_2};

    /// The tables of RFC 3454 have not moved with those in use: D.1 holds 1,044 code points (counting U+070F for
    /// U+06DD), and D.2 227,925, of which NFKC maps ten away.
    #[test]
    fn tables_have_their_sizes() {
        let count = |test: fn(char) -> bool| ('\0'..=char::MAX).filter(|&c| test(c)).count();
        assert_eq!(count(is_r_and_al_cat), 1044);
        assert_eq!(count(is_l_cat), 227_915);
    }

    #[test]
    fn nfkc_stops_at_unassigned_code_points() {
        // U+08E3, assigned later, has a combining class now; in 3.2 it stands between what it parts.
        assert_eq!(nfkc_3_2("a\u{8E3}\u{301}"), "a\u{8E3}\u{301}");
        assert_eq!(nfkc_3_2("a\u{301}\u{8E3}"), "\u{E1}\u{8E3}");
        for (c, old) in [('\u{2F868}', '\u{2136A}'), ('\u{2F874}', '\u{5F33}'), ('\u{2F91F}', '\u{43AB}')] {
            assert_eq!(nfkc_3_2(&c.to_string()), old.to_string());
        }
    }
}
