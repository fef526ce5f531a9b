//! Events that a run reports: steps, violations, and the places of components.

use crate::{Component, Section, Span};

/// A string that spans refer to: one that the caller passed in, or the serialized result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The URL or reference itself.
    #[default]
    Input,
    /// The base: the string that it was parsed from, or, if it was passed as a URL, its serialization.
    Base,
    /// The serialized URL, as written so far.
    Output,
}

impl Source {
    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Base => "base",
            Self::Output => "output",
        }
    }
}

/// A step that a run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the text that the step worked on.
    pub span: Span,
    /// The text that the step worked on, as it was when the step began.
    pub saw: &'a str,
    /// The result of the step: the changed text, or the component that it found. `None` if the step changed
    /// and found nothing.
    pub made: Option<&'a str>,
    /// The code of the reading that decided the step, where the spec is silent or contradicts itself.
    pub reading: Option<&'static str>,
}

/// A breach of a spec's rules for authors. The parser continues after it, unless it is the last violation of
/// a run that fails.
///
/// Spec: webspecs#url-writing-1
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Violation {
    /// The name in the spec, or a stable name chosen by this project if the spec has none.
    pub name: &'static str,
    /// The section that reports the violation.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the violation.
    pub span: Span,
}

/// The place of a component. A component is reported whole, or piece by piece in several events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The component.
    pub component: Component,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the component, without the surrounding delimiters.
    pub span: Span,
    /// The text of the component at the time of the event.
    pub text: &'a str,
}

/// A step that does not work on text: it decides, counts, or sets a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place that the algorithm looked at.
    pub span: Span,
}

/// A decision: a step that tests a condition on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided<'a> {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the text.
    pub span: Span,
    /// The text that the decision depends on.
    pub saw: &'a str,
    /// True if the condition of the section holds.
    pub holds: bool,
}

/// A component that a step omits from the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// The component.
    pub component: Component,
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the component, or the place that it would have in the output.
    pub span: Span,
}

/// An event that a run reports to a [`Trace`](crate::Trace). Layers report offsets in their own input; the
/// caller maps them.
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
    /// A step that works on text.
    Step(Step<'a>),
    /// A step that does not work on text.
    Visited(Visited),
    /// A step that tests a condition.
    Decided(Decided<'a>),
    /// A component that is omitted.
    Omitted(Omitted),
    /// A violation.
    Violation(Violation),
    /// The place of a component.
    Found(Found<'a>),
}

impl Event<'_> {
    /// Returns the section that was followed; `None` for the place of a component, which no single section
    /// determines.
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

    /// Returns the place, in bytes of the string that [`Event::source`] names.
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

    /// Returns the same event at `span` of `source`.
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
