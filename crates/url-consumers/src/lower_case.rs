//! Lower case by Unicode 14, which Python 3.11 and Perl 5.36 have.

use alloc::string::String;
use core::ops::RangeInclusive;

/// The letters with case that came after Unicode 14, up to 17: unassigned to programs that have no later one.
const LATER: [RangeInclusive<char>; 10] = [
    '\u{1C89}'..='\u{1C8A}',
    '\u{A7CB}'..='\u{A7CF}',
    '\u{A7D2}'..='\u{A7D2}',
    '\u{A7D4}'..='\u{A7D4}',
    '\u{A7DA}'..='\u{A7DC}',
    '\u{10D50}'..='\u{10D65}',
    '\u{10D70}'..='\u{10D85}',
    '\u{16EA0}'..='\u{16EB8}',
    '\u{16EBB}'..='\u{16ED3}',
    '\u{1DF25}'..='\u{1DF2A}',
];

fn is_later(c: char) -> bool {
    LATER.iter().any(|letters| letters.contains(&c))
}

/// `text` in lower case.
pub(crate) fn to_lower_case(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    // What is unassigned is not a letter beside a sigma.
    for piece in text.split_inclusive(is_later) {
        let letters = piece.strip_suffix(is_later).unwrap_or(piece);
        lower.push_str(&letters.to_lowercase());
        lower.push_str(&piece[letters.len()..]);
    }
    lower
}

/// `c` in lower case, by itself.
pub(crate) fn lower(c: char) -> impl Iterator<Item = char> {
    let later = is_later(c).then_some(c);
    let others = (!is_later(c)).then(|| c.to_lowercase());
    later.into_iter().chain(others.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::{lower, to_lower_case};

    #[test]
    fn later_letters_stay_as_they_are() {
        assert_eq!(to_lower_case("ÄΑΣ\u{A7CB}ΑΣΑ\u{10D50}Σ"), "äας\u{A7CB}ασα\u{10D50}σ");
        assert_eq!(to_lower_case("\u{2C2F}\u{10570}"), "\u{2C5F}\u{10597}");
        assert!(lower('\u{16EA0}').eq(['\u{16EA0}']) && lower('İ').eq(['i', '\u{307}']));
    }
}
