//! Steps whose printed number is not their place among those around them.

use super::findings::Findings;
use crate::spec::outline::{Section, is_number};

/// Compares the printed numbers of siblings: each is to be one more than the one before it, the first one 1.
pub(super) fn check(sections: &[Section], findings: &mut Findings) {
    for section in sections {
        let Some((parent, ordinal)) = section.id.rsplit_once(['-', '.']) else { continue };
        let (Some(printed), Ok(ordinal)) = (printed(&section.text), ordinal.parse::<usize>()) else {
            continue;
        };
        // What stands before it in the same place, back to the nearest that has a number.
        let before = (1..ordinal).rev().find_map(|place| {
            let separators = ['-', '.'].map(|separator| format!("{parent}{separator}{place}"));
            let sibling = sections.iter().find(|sibling| separators.contains(&sibling.id))?;
            Some((self::printed(&sibling.text)?, ordinal - place))
        });
        match before {
            Some((before, 1)) if printed != before + 1 => {
                findings.add(&section.id, format!("is numbered {printed}, after {before}"));
            }
            None if printed != 1 => {
                findings.add(&section.id, format!("is numbered {printed}, and is the first"));
            }
            _ => {}
        }
    }
}

/// The last part of the number at the start of `text`: 2 of `3.2. Return`.
fn printed(text: &str) -> Option<usize> {
    let number = text.split_whitespace().next()?.strip_suffix('.')?;
    let last = number.rsplit('.').next().filter(|_| number.split('.').all(is_number))?;
    last.parse().ok()
}
