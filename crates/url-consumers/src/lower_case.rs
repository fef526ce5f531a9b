//! Conversion to lower case by Unicode 14 (Python 3.11 and Perl 5.36) and Unicode 16 (Python 3.14).

use std::ops::RangeInclusive;

/// The letters with case added in Unicode 15 to 17, with the version. Programs with older tables leave them
/// unchanged.
const LATER: [(RangeInclusive<char>, u8); 11] = [
    ('\u{1C89}'..='\u{1C8A}', 16),
    ('\u{A7CB}'..='\u{A7CD}', 16),
    ('\u{A7CE}'..='\u{A7CF}', 17),
    ('\u{A7D2}'..='\u{A7D2}', 17),
    ('\u{A7D4}'..='\u{A7D4}', 17),
    ('\u{A7DA}'..='\u{A7DC}', 16),
    ('\u{10D50}'..='\u{10D65}', 16),
    ('\u{10D70}'..='\u{10D85}', 16),
    ('\u{16EA0}'..='\u{16EB8}', 17),
    ('\u{16EBB}'..='\u{16ED3}', 17),
    ('\u{1DF25}'..='\u{1DF2A}', 15),
];

/// Returns true if `c` was added after Unicode `version`.
fn is_later(c: char, version: u8) -> bool {
    LATER.iter().any(|(letters, since)| *since > version && letters.contains(&c))
}

/// Returns `text` in lower case by Unicode `version`.
pub(crate) fn to_lower_case(text: &str, version: u8) -> String {
    let is_later = |c| is_later(c, version);
    let mut lower = String::with_capacity(text.len());
    // A capital sigma is final if no letter follows, and an unassigned character is not a letter.
    for piece in text.split_inclusive(is_later) {
        let letters = piece.strip_suffix(is_later).unwrap_or(piece);
        lower.push_str(&letters.to_lowercase());
        lower.push_str(&piece[letters.len()..]);
    }
    lower
}

/// Returns `c` in lower case by Unicode 14, regardless of the characters around it.
pub(crate) fn lower(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(move |lower| if is_later(c, 14) { c } else { lower })
}

#[cfg(test)]
mod tests {
    use super::{lower, to_lower_case};

    #[test]
    fn later_letters_stay_as_they_are() {
        assert_eq!(to_lower_case("ÄΑΣ\u{A7CB}ΑΣΑ\u{10D50}Σ", 14), "äας\u{A7CB}ασα\u{10D50}σ");
        assert_eq!(to_lower_case("Σ\u{1C89}Σ\u{A7CE}", 16), "σ\u{1C8A}ς\u{A7CE}");
        assert_eq!(to_lower_case("\u{2C2F}\u{10570}", 14), "\u{2C5F}\u{10597}");
        assert!(lower('\u{16EA0}').eq(['\u{16EA0}']) && lower('İ').eq(['i', '\u{307}']));
    }
}
