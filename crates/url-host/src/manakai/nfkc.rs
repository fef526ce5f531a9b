//! NFKC in old versions of Unicode. Implements the variants of manakai "The Nameprep algorithm" step 7.
//!
//! The normalization of an assigned character never changes, except for a few corrections. An unassigned code
//! point is its own normalization, does not combine, and prevents characters from combining across it. So the
//! NFKC of an old version is today's NFKC, with the corrections undone, of each stretch between code points
//! that were unassigned then.
//!
//! Outside the specs: `nfkc_of_version`.

use alloc::string::String;

use stringprep::tables::unassigned_code_point;
use unicode_normalization::UnicodeNormalization as _;

use super::unicode_tables::{ADDED_AFTER_3_2_UP_TO_4_1, contains};

/// Spec: manakai#nameprep-7.1
pub(crate) fn latest(s: &str) -> String {
    s.nfkc().collect()
}

/// The document says 4.0.0 with Corrigendum #5; the author's tests used 4.1, which includes it.
///
/// Spec: manakai#nameprep-7.2
pub(crate) fn unicode_4_1(s: &str) -> String {
    nfkc_of_version(s, is_assigned_in_4_1, |c| c)
}

/// Applies Corrigendum #3 (which 3.2.0 includes) and #5, but not #4.
///
/// Spec: manakai#nameprep-7.3, manakai#nameprep-7.4
pub(crate) fn unicode_3_2(s: &str) -> String {
    nfkc_of_version(s, |c| !unassigned_code_point(c), before_corrigendum_4)
}

/// Spec: manakai#nameprep-7.2
pub(crate) fn is_assigned_in_4_1(c: char) -> bool {
    !unassigned_code_point(c) || contains(&ADDED_AFTER_3_2_UP_TO_4_1, c)
}

/// Source: `NormalizationCorrections.txt` of the Unicode Character Database, field "original (erroneous)
/// decomposition". Each is a unified ideograph, so that no further step of normalization concerns it.
///
/// Spec: manakai#nameprep-7.3, manakai#nameprep-7.4
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

/// Returns the NFKC of `s`, corrected, in the version of Unicode that assigned the characters of
/// `is_assigned`.
fn nfkc_of_version(s: &str, is_assigned: fn(char) -> bool, correct: fn(char) -> char) -> String {
    let mut out = String::with_capacity(s.len());
    for stretch in s.split_inclusive(|c| !is_assigned(c)) {
        let unassigned = stretch.chars().next_back().filter(|&c| !is_assigned(c));
        let assigned = &stretch[..stretch.len() - unassigned.map_or(0, char::len_utf8)];
        out.extend(assigned.chars().map(correct).nfkc());
        out.extend(unassigned);
    }
    out
}
