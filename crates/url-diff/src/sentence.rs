//! Formats a divergence as a sentence.

use std::fmt;

use url_facade::Source;

use crate::difference::{Divergence, Outcome, Side};

/// The maximum number of characters of a text that a sentence shows.
const SHOWN: usize = 40;

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, span, a, b, component } = self;
        // If there are no bytes, "it" is the component.
        let what = component.filter(|_| span.is_empty()).map(|component| format!("the {}", component.name()));
        let what = what.as_deref().unwrap_or("it");
        a.write(what, f)?;
        f.write_str("; ")?;
        b.write(what, f)?;
        f.write_str(if *source == Source::Base { ", at base " } else { ", at " })?;
        if span.is_empty() { write!(f, "byte {}", span.start) } else { write!(f, "bytes {span}") }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("it", f)
    }
}

impl Side {
    /// Writes the effect of the rule on `what`.
    fn write(&self, what: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let section = self.section;
        match &self.outcome {
            Outcome::Rejected(reason) => write!(f, "{section} rejected it ({})", reason.name()),
            Outcome::Changed { from, to } if to.is_empty() => write!(f, "{section} dropped {}", quoted(from)),
            Outcome::Changed { from, to } if from.is_empty() => {
                write!(f, "{section} inserted {}", quoted(to))
            }
            Outcome::Changed { from, to } => {
                write!(f, "{section} changed {} to {}", quoted(from), quoted(to))
            }
            Outcome::Kept(text) if text.is_empty() => write!(f, "{section} left {what} empty"),
            Outcome::Kept(text) => write!(f, "{section} kept {}", quoted(text)),
            Outcome::ReadAs(component) => write!(f, "{section} read it as the {}", component.name()),
            Outcome::Passed => write!(f, "{section} skipped it"),
            Outcome::UsedBase => write!(f, "{section} used the base"),
            Outcome::IgnoredBase => write!(f, "{section} ignored the base"),
            Outcome::Omitted => write!(f, "{section} left {what} out"),
        }
    }
}

/// Formats `text` in quotes, truncated, with escapes for invisible characters.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
