//! The direction of characters in the version of Unicode that a profile uses. Holds the data of manakai "The Nameprep
//! algorithm" step 11.

use icu_properties::{CodePointMapData, props::BidiClass};

use super::{
    Direction,
    unicode_tables::{BIDI_L_3_2, BIDI_R_OR_AL_3_2, contains},
};

/// Returns the direction of `c` in the latest version of Unicode; for an unassigned code point, the default of its
/// block.
///
/// Spec: manakai#nameprep-11.1, manakai#nameprep-11.2
pub(crate) fn latest(c: char) -> Direction {
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Direction::RightToLeft,
        BidiClass::LeftToRight => Direction::LeftToRight,
        _ => Direction::Other,
    }
}

/// Returns the direction of `c` in Unicode 3.2.0: tables D.1 and D.2 of RFC 3454.
///
/// Spec: manakai#nameprep-11.3
pub(crate) fn unicode_3_2(c: char) -> Direction {
    if contains(&BIDI_R_OR_AL_3_2, c) {
        Direction::RightToLeft
    } else if contains(&BIDI_L_3_2, c) {
        Direction::LeftToRight
    } else {
        Direction::Other
    }
}
