//! The direction of characters in the version of Unicode that a profile uses. Contains the data of manakai
//! "The Nameprep algorithm" step 11.

use icu_properties::{CodePointMapData, props::BidiClass};

use super::{Direction, stringprep_tables::unassigned_code_point};

/// An unassigned code point has the default direction of its block.
///
/// Spec: manakai#nameprep-11.1, manakai#nameprep-11.2
pub(crate) fn latest(c: char) -> Direction {
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Direction::RightToLeft,
        BidiClass::LeftToRight => Direction::LeftToRight,
        _ => Direction::Other,
    }
}

/// Returns the direction by tables D.1 and D.2 of RFC 3454: the current `Bidi_Class`, or that of
/// `UnicodeData-3.2.0.txt` if it has changed since. A test compares all characters.
///
/// Spec: manakai#nameprep-11.3
pub(crate) fn unicode_3_2(c: char) -> Direction {
    match c {
        _ if unassigned_code_point(c) => Direction::Other,
        '\u{6DD}' => Direction::RightToLeft,
        '\u{17B4}' | '\u{17B5}' | '\u{1885}' | '\u{1886}' | '\u{1D6C1}' | '\u{1D6DB}' | '\u{1D6FB}'
        | '\u{1D715}' | '\u{1D735}' | '\u{1D74F}' | '\u{1D76F}' | '\u{1D789}' | '\u{1D7A9}' | '\u{1D7C3}' => {
            Direction::LeftToRight
        }
        '\u{70F}'
        | '\u{CBF}'
        | '\u{CC6}'
        | '\u{1734}'
        | '\u{2132}'
        | '\u{2800}'..='\u{28FF}'
        | '\u{302E}'
        | '\u{302F}' => Direction::Other,
        c => latest(c),
    }
}
