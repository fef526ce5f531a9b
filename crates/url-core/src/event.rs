//! Events that a parser or another algorithm reports while it runs: steps, violations, and found components.

use crate::{Component, Section, Span};

/// The string that a span refers to: a string that the caller passed in, or the serialized URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The URL, or the relative reference, that is parsed.
    #[default]
    Input,
    /// The base URL, as a string. If the caller passed a parsed URL, its serialization.
    Base,
    /// The serialized URL. At the time of the event, only a part of it may have been written.
    Output,
}

impl Source {
    /// Returns the name of the string, in lower case: `input`, `base` or `output`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Base => "base",
            Self::Output => "output",
        }
    }
}

/// A step of a spec's algorithm that reads or changes text, as a [`Trace`](crate::Trace) receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range of the text that the step received.
    pub span: Span,
    /// The text that the step received.
    pub input: &'a str,
    /// The result of the step: the changed text, or the component that the step found. `None` if the step
    /// neither changed nor found anything.
    pub output: Option<&'a str>,
    /// The code of the reading (our interpretation of an unclear sentence of the spec) that decided the step.
    pub reading: Option<&'static str>,
}

/// A breach of a rule that the spec states for authors of URLs. The parser continues after a violation,
/// except that a parser that fails may report a violation as its last event.
///
/// Spec: webspecs#url-writing-1
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Violation {
    /// The name in the spec, or a stable name chosen by this project if the spec has none.
    pub name: &'static str,
    /// The section of the spec that states the rule or reports the violation.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range of the text that breaches the rule.
    pub span: Span,
}

/// A component that a parser found. The parser reports it in one event, or piece by piece in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The component.
    pub component: Component,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range of the component, without the delimiters around it.
    pub span: Span,
    /// The text of the component at the time of the event.
    pub text: &'a str,
}

/// A step that neither receives nor returns text: for example, it increments a counter or sets a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range that the algorithm processes when it takes the step.
    pub span: Span,
}

/// A step that tests a condition on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided<'a> {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range of the text.
    pub span: Span,
    /// The text that the condition is tested on.
    pub input: &'a str,
    /// True if the condition is true for the text.
    pub holds: bool,
}

/// A component that a step leaves out of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// The component.
    pub component: Component,
    /// The section of the spec that defines the step that leaves out the component.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range of the component. In [`Source::Output`], the empty range at the place for the
    /// component.
    pub span: Span,
}

/// An event that an algorithm reports to a [`Trace`](crate::Trace). A parser of one part of a URL reports
/// offsets in that part, which its caller converts to offsets in the URL: see [`Moved`](crate::Moved).
///
/// # Examples
/// ```
/// use url_core::{Event, Source, Span, Visited, sections::manakai};
/// let visited = Visited { section: manakai::PREPROCESSING_3, source: Source::Input, span: Span::new(0, 2) };
/// let event = Event::Visited(visited).with_place(Source::Base, Span::new(7, 9));
/// assert_eq!(event.section(), Some(manakai::PREPROCESSING_3));
/// assert_eq!((event.source(), event.span()), (Source::Base, Span::new(7, 9)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A step that receives text.
    Step(Step<'a>),
    /// A step that neither receives nor returns text.
    Visited(Visited),
    /// A step that tests a condition.
    Decided(Decided<'a>),
    /// A component that a step leaves out of the result.
    Omitted(Omitted),
    /// A breach of a rule that the spec states for authors of URLs.
    Violation(Violation),
    /// A component that a parser found.
    Found(Found<'a>),
}

impl Event<'_> {
    /// Returns the section of the spec that the event belongs to. Returns `None` for [`Event::Found`],
    /// because the byte range of a component does not depend on a single section.
    pub fn section(&self) -> Option<Section> {
        match *self {
            Self::Step(Step { section, .. })
            | Self::Visited(Visited { section, .. })
            | Self::Decided(Decided { section, .. })
            | Self::Omitted(Omitted { section, .. })
            | Self::Violation(Violation { section, .. }) => Some(section),
            Self::Found(_) => None,
        }
    }

    /// Returns the string that [`Event::span`] refers to.
    pub fn source(&self) -> Source {
        self.place().0
    }

    /// Returns the byte range of the event in the string that [`Event::source`] returns.
    pub fn span(&self) -> Span {
        self.place().1
    }

    fn place(&self) -> (Source, Span) {
        match *self {
            Self::Step(Step { source, span, .. })
            | Self::Visited(Visited { source, span, .. })
            | Self::Decided(Decided { source, span, .. })
            | Self::Omitted(Omitted { source, span, .. })
            | Self::Violation(Violation { source, span, .. })
            | Self::Found(Found { source, span, .. }) => (source, span),
        }
    }

    /// Returns a copy of the event with its span replaced by `span`, in the string `source`.
    #[must_use]
    pub fn with_place(self, source: Source, span: Span) -> Self {
        match self {
            Self::Step(step) => Self::Step(Step { source, span, ..step }),
            Self::Visited(visited) => Self::Visited(Visited { source, span, ..visited }),
            Self::Decided(decided) => Self::Decided(Decided { source, span, ..decided }),
            Self::Omitted(omitted) => Self::Omitted(Omitted { source, span, ..omitted }),
            Self::Violation(violation) => Self::Violation(Violation { source, span, ..violation }),
            Self::Found(found) => Self::Found(Found { source, span, ..found }),
        }
    }
}
