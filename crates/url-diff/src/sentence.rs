//! A parting as a sentence.

use std::fmt;

use url_facade::Source;

use crate::difference::{Fate, Parting, Side};

/// The number of characters of a text that a sentence shows.
const SHOWN: usize = 40;

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, span, a, b, .. } = self;
        write!(f, "{a}; {b}, at ")?;
        if *source == Source::Base {
            f.write_str("base ")?;
        }
        if span.is_empty() { write!(f, "byte {}", span.start) } else { write!(f, "bytes {span}") }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let section = self.section;
        match &self.fate {
            Fate::Rejected(reason) => write!(f, "{section} rejected it ({})", reason.name()),
            Fate::Changed { from, to } if to.is_empty() => write!(f, "{section} dropped {}", quoted(from)),
            Fate::Changed { from, to } if from.is_empty() => write!(f, "{section} put in {}", quoted(to)),
            Fate::Changed { from, to } => write!(f, "{section} made {} of {}", quoted(to), quoted(from)),
            Fate::Kept(text) if text.is_empty() => write!(f, "{section} left it empty"),
            Fate::Kept(text) => write!(f, "{section} kept {}", quoted(text)),
            Fate::ReadAs(component) => write!(f, "{section} read it as the {}", component.name()),
            Fate::Passed => write!(f, "{section} passed over it"),
            Fate::UsedBase => write!(f, "{section} went on with the base"),
            Fate::IgnoredBase => write!(f, "{section} left the base aside"),
            Fate::LeftOut => write!(f, "{section} left it out"),
        }
    }
}

/// `text` in quotes, truncated, with escapes for invisible characters.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
