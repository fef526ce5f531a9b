//! What a run reports: steps, violations, and where components were found.

use crate::{Component, Section, Span};

/// Which of the strings that a person gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The URL or reference itself.
    #[default]
    Input,
    /// The base URL.
    Base,
}

impl Source {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Base => "base",
        }
    }
}

/// One step that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The rule.
    pub section: Section,
    /// Which string `span` counts in.
    pub source: Source,
    /// What it worked on. A layer counts in the string that it was given; its caller moves the span.
    pub span: Span,
    /// The text it worked on, as it stood when the step began.
    pub saw: &'a str,
    /// What the step made of it: the changed text, or the component that it found. `None` = nothing new.
    pub made: Option<&'a str>,
    /// The code of the reading that decided the step, where the spec itself is silent or contradicts itself.
    pub reading: Option<&'static str>,
}

/// A breach of a spec's rules for authors. It does not stop the parser, unless it is the last one of a run that fails.
///
/// Spec: webspecs#url-writing-1
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Its name in the spec, or a stable name of ours where the spec gives none.
    pub name: &'static str,
    /// The rule that found it.
    pub section: Section,
    /// Which string `span` counts in.
    pub source: Source,
    /// Where. A layer counts in the string that it was given; its caller moves the span.
    pub span: Span,
}

/// Where a component was found: all that a parser took for it, or one piece after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The component.
    pub component: Component,
    /// Which string `span` counts in.
    pub source: Source,
    /// Where, without the delimiters around it. A layer counts in the string that it was given; its caller moves the
    /// span.
    pub span: Span,
    /// What stood there when it was found.
    pub text: &'a str,
}

/// A step that was taken and works on no text: it decides, counts, or sets a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The rule.
    pub section: Section,
    /// Which string `span` counts in.
    pub source: Source,
    /// What the algorithm looked at then. A layer counts in the string that it was given; its caller moves the span.
    pub span: Span,
}

/// What a run reports to a [`Trace`](crate::Trace).
///
/// # Examples
/// ```
/// use url_core::{Event, Source, Span, Taken, sections::manakai};
/// let taken = Taken { section: manakai::PREPROCESSING_3, source: Source::Input, span: Span::new(0, 2) };
/// let event = Event::Taken(taken).with_place(Source::Base, Span::new(7, 9));
/// assert_eq!(event.section(), Some(manakai::PREPROCESSING_3));
/// assert_eq!((event.source(), event.span()), (Source::Base, Span::new(7, 9)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A step that works on text was taken.
    Step(Step<'a>),
    /// A step that works on no text was taken.
    Taken(Taken),
    /// A violation was found.
    Violation(Violation),
    /// A component was found.
    Found(Found<'a>),
}

impl Event<'_> {
    /// The rule that was followed; no rule by itself finds a component.
    pub fn section(&self) -> Option<Section> {
        match self {
            Self::Step(step) => Some(step.section),
            Self::Taken(taken) => Some(taken.section),
            Self::Violation(violation) => Some(violation.section),
            Self::Found(_) => None,
        }
    }

    /// Which string [`Event::span`] counts in.
    pub fn source(&self) -> Source {
        match self {
            Self::Step(step) => step.source,
            Self::Taken(taken) => taken.source,
            Self::Violation(violation) => violation.source,
            Self::Found(found) => found.source,
        }
    }

    /// Where, in bytes of the string that [`Event::source`] names.
    pub fn span(&self) -> Span {
        match self {
            Self::Step(step) => step.span,
            Self::Taken(taken) => taken.span,
            Self::Violation(violation) => violation.span,
            Self::Found(found) => found.span,
        }
    }

    /// The same, at `span` of `source`.
    #[must_use]
    pub fn with_place(self, source: Source, span: Span) -> Self {
        match self {
            Self::Step(step) => Self::Step(Step { source, span, ..step }),
            Self::Taken(taken) => Self::Taken(Taken { source, span, ..taken }),
            Self::Violation(violation) => Self::Violation(Violation { source, span, ..violation }),
            Self::Found(found) => Self::Found(Found { source, span, ..found }),
        }
    }
}
