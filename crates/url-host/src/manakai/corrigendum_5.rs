//! Composition before Corrigendum #5. Implements manakai "The Nameprep algorithm" step 4.

use alloc::string::String;

use unicode_normalization::char::{canonical_combining_class, compose};

use super::nfkc::is_assigned_in_4_1;

/// Swaps the last two parts of every Corrigendum 5 sequence in `s`: a starter, one or more characters with a
/// combining class, and a starter that composes with the first.
///
/// UAX #15 lists them by their first character, intervening characters and last character. The swap puts the
/// last character next to the first, so that the two combine as they did before that corrigendum.
///
/// Spec: manakai#nameprep-4
pub(crate) fn swap_corrigendum_5_sequences(s: &str) -> String {
    let mut swapped = String::with_capacity(s.len());
    // The starter that may start a sequence, and the offset in `swapped` after it.
    let mut first: Option<(char, usize)> = None;
    for c in s.chars() {
        if is_assigned_in_4_1(c) && canonical_combining_class(c) != 0 {
            swapped.push(c);
            continue;
        }
        match first {
            Some((starter, end))
                if end < swapped.len() && is_assigned_in_4_1(c) && compose(starter, c).is_some() =>
            {
                swapped.insert(end, c);
                first = None;
            }
            _ => {
                swapped.push(c);
                first = Some((c, swapped.len()));
            }
        }
    }
    swapped
}
