//! The runs of two profiles, and the rules by which they differ.

use std::fmt;

use url_facade::{Component, Reason, Section, Source, Span};

use crate::{
    alignment::{Piece, align, decoded, within},
    run::Run,
};

/// The results of two profiles on one input, and the rules by which they differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The first profile's run.
    pub a: Run,
    /// The second profile's run.
    pub b: Run,
    /// The first divergence; `None` if the results agree.
    pub divergence: Option<Divergence>,
}

/// The first divergence of two profiles: the bytes that they read differently, and each profile's rule.
///
/// Its [`Display`](std::fmt::Display) is a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The first component in which the results differ, or in which one profile rejected the input; `None` if
    /// a rejection is not about one component.
    pub component: Option<Component>,
    /// The string that `span` refers to: the input or the base.
    pub source: Source,
    /// The bytes that the profiles read differently; empty for an insertion or an empty component.
    pub span: Span,
    /// The first profile's rule and its effect.
    pub a: Side,
    /// The second profile's rule and its effect.
    pub b: Side,
}

impl Divergence {
    pub(crate) fn swapped(self) -> Self {
        Self { a: self.b, b: self.a, ..self }
    }

    /// If both sides changed the same text, returns the divergence of the first character that they changed
    /// differently.
    pub(crate) fn narrowed_to_character(&self) -> Option<Self> {
        let (Outcome::Changed { from, to: a }, Outcome::Changed { from: text, to: b }) =
            (&self.a.outcome, &self.b.outcome)
        else {
            return None;
        };
        let outputs = |(one, other): &(Piece, Piece)| (&a[one.output.clone()], &b[other.output.clone()]);
        let is_same = |both: &(Piece, Piece)| both.0.raw == both.1.raw && outputs(both).0 == outputs(both).1;
        let both = align(from, a).zip(align(text, b)).filter(|_| from == text).find(|both| !is_same(both))?;
        let (one, other) = &both;
        let is_character = |piece: &Piece| piece.exact && !piece.same;
        let is_part = is_character(one) && is_character(other) && one.raw == other.raw;
        let side = |side: &Side, output: &str| Side {
            outcome: Outcome::changed(&from[one.raw.clone()], output),
            ..*side
        };
        let (a, b) = outputs(&both);
        (is_part && from.len() == self.span.len()).then(|| Self {
            span: within(self.span, &one.raw),
            a: side(&self.a, a),
            b: side(&self.b, b),
            ..*self
        })
    }
}

/// The rule by which one profile differs from another, and the effect of the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The rule.
    pub section: Section,
    /// The index of the step in [`Recorder::events`](url_facade::trace::Recorder::events) of the run; `None`
    /// if the trace does not contain the step. A trace contains few steps that reject the input.
    pub step: Option<usize>,
    /// The effect of the rule.
    pub outcome: Outcome,
}

impl Side {
    pub(crate) fn dropped(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Changed { from, to } if to.is_empty() => Some(from),
            _ => None,
        }
    }

    /// Sets the outcome to [`Outcome::Kept`] if the rule only decoded an escaped text, and the result is
    /// `raw`.
    pub(crate) fn with_restored_text_kept(self, raw: &str) -> Self {
        match self.outcome {
            Outcome::Changed { from, to } if to == raw && decoded(&from) == decoded(&to) => {
                Self { outcome: Outcome::Kept(to), ..self }
            }
            outcome => Self { outcome, ..self },
        }
    }
}

/// The effect of a rule on the bytes of [`Divergence::span`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The rule rejected the input because of the bytes.
    Rejected(Reason),
    /// The rule changed the bytes to another text, or removed the bytes. In that case, `to` is empty.
    Changed {
        /// The text before the rule.
        from: String,
        /// The text after the rule.
        to: String,
    },
    /// The rule left the bytes unchanged.
    Kept(String),
    /// The rule read the bytes as this component.
    ReadAs(Component),
    /// The rule skipped the bytes, for example as a delimiter.
    Passed,
    /// The rule omitted [`Divergence::component`].
    Omitted,
    /// The rule decided to take the components that the input lacks from the base.
    UsedBase,
    /// The rule decided that the input needs no base.
    IgnoredBase,
}

impl Outcome {
    pub(crate) fn changed(from: impl Into<String>, to: impl Into<String>) -> Self {
        Self::Changed { from: from.into(), to: to.into() }
    }
}

const SHOWN: usize = 40;

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, span, a, b, component } = self;
        // The sentence says "it" for the bytes; if there are none, it names the component.
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

fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
