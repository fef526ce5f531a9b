//! Traces: receivers of each step of a parser, with the section of the spec and the text of the step.
//!
//! A [`Trace`] receives the events of one parse. [`Recorder`] stores the events. A closure is also a trace:
//!
//! ```
//! use url_facade::{Component, Parser, Profile, Span, trace::Event};
//! // Find the place of the host, and the rules that changed it.
//! let (mut place, mut rules) = (None, Vec::new());
//! let mut trace = |event: Event<'_>| match event {
//!     Event::Found(found) if found.component == Component::Host => place = Some(found.span),
//!     Event::Step(step) if step.output.is_some() && Some(step.span) == place => rules.push(step.section.id()),
//!     _ => {}
//! };
//! let url = Parser::new(Profile::Whatwg).parse_traced("http://EX%41MPLE.com/", &mut trace)?;
//! assert_eq!((url.as_str(), place), ("http://example.com/", Some(Span::new(7, 20))));
//! assert!(rules.contains(&"whatwg#concept-host-parser-5"));
//! # Ok::<(), url_facade::ParseError>(())
//! ```

use std::{collections::HashMap, slice};

pub use url_core::{Decided, Event, Found, NoTrace, Omitted, Step, Trace, Visited};
use url_core::{Report as _, Section, Source, Span, Violation, sections::callers_of};

/// Returns a trace for parsing a base URL, which passes each event to `trace` with [`Source::Base`].
///
/// # Examples
/// ```
/// use url_facade::{Parser, Source, trace::{self, Recorder}};
/// let mut recorder = Recorder::default();
/// let _ = Parser::default().parse_traced("http://a.test/", &mut trace::of_base(&mut recorder));
/// assert!(recorder.steps().any(|step| step.source == Source::Base));
/// ```
pub fn of_base<T: Trace>(trace: &mut T) -> impl Trace {
    trace.of_base()
}

/// An event that a [`Recorder`] stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recorded {
    /// A step that reads or changes text.
    Step(RecordedStep),
    /// A step that does not read text.
    Visited(Visited),
    /// A step that tests a condition.
    Decision(RecordedDecision),
    /// A step that leaves a component out of the URL.
    Omitted(Omitted),
    /// A violation of the spec's rules for authors, after which the parser continues.
    Violation(Violation),
}

/// A step that reads or changes text, as a [`Recorder`] stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// The section of the spec that defines the step.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The range of the text that the step works on, in bytes of the string that `source` names.
    pub span: Span,
    /// The text before the step, cut to at most [`Recorder::TEXT_LIMIT`] bytes.
    pub input: String,
    /// The length of the whole text before the step, in bytes.
    pub input_len: usize,
    /// The text after the step, cut in the same way as `input`, or `None` if the step did not change the
    /// text.
    pub output: Option<String>,
    /// The length of the whole text after the step, in bytes, or 0 if `output` is `None`.
    pub output_len: usize,
    /// The code of our interpretation of an unclear sentence of the spec, if the step depends on one.
    pub reading: Option<&'static str>,
}

/// A step that tests a condition, as a [`Recorder`] stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedDecision {
    /// The section of the spec that defines the condition.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The range of the tested text, in bytes of the string that `source` names.
    pub span: Span,
    /// The tested text, cut to at most [`Recorder::TEXT_LIMIT`] bytes.
    pub input: String,
    /// The length of the whole tested text, in bytes.
    pub input_len: usize,
    /// The result of the test: true if the condition is met.
    pub holds: bool,
}

/// Gives recorded steps the accessors that [`ParseError`](crate::ParseError) has.
macro_rules! accessors {
    ($($step:ident)*) => {$(
        impl $step {
            /// Returns the section of the spec that defines the step.
            pub const fn section(&self) -> Section {
                self.section
            }

            /// Returns the string that [`span`](Self::span) refers to: the input, the base or the output.
            pub const fn span_source(&self) -> Source {
                self.source
            }

            /// Returns the range of the step's text, in bytes of the string that `span_source` names.
            pub const fn span(&self) -> Span {
                self.span
            }
        }
    )*};
}

accessors! { RecordedDecision RecordedStep }

impl Recorded {
    /// Returns the section of the spec that defines the step.
    pub fn section(&self) -> Section {
        self.head().0
    }

    /// Returns the string that [`Recorded::span`] refers to.
    pub fn span_source(&self) -> Source {
        self.head().1
    }

    /// Returns the range of the event's text, in bytes of the string that [`Recorded::span_source`] names.
    pub fn span(&self) -> Span {
        self.head().2
    }

    fn head(&self) -> (Section, Source, Span) {
        match *self {
            Self::Step(RecordedStep { section, source, span, .. })
            | Self::Visited(Visited { section, source, span })
            | Self::Decision(RecordedDecision { section, source, span, .. })
            | Self::Omitted(Omitted { section, source, span, .. })
            | Self::Violation(Violation { section, source, span, .. }) => (section, source, span),
        }
    }

    fn what(&self) -> What {
        let name = match self {
            Self::Omitted(omitted) => omitted.component.name(),
            Self::Violation(violation) => violation.name,
            _ => "",
        };
        let (section, source, _) = self.head();
        (section, matches!(self, Self::Step(_)), name, source)
    }

    fn of(event: Event<'_>) -> Option<Self> {
        Some(match event {
            Event::Step(Step { section, source, span, input, output, reading }) => Self::Step(RecordedStep {
                section,
                source,
                span,
                input: start_of(input),
                input_len: input.len(),
                output: output.map(start_of),
                output_len: output.map_or(0, str::len),
                reading,
            }),
            Event::Visited(visited) => Self::Visited(visited),
            Event::Decided(Decided { section, source, span, input, holds }) => {
                let (input, input_len) = (start_of(input), input.len());
                Self::Decision(RecordedDecision { section, source, span, input, input_len, holds })
            }
            Event::Omitted(omitted) => Self::Omitted(omitted),
            Event::Violation(violation) => Self::Violation(violation),
            _ => return None,
        })
    }
}

fn start_of(text: &str) -> String {
    let mut end = text.len().min(Recorder::TEXT_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].into()
}

/// A summary of the events of one kind that a [`Recorder`] left out because there were too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// The first event that was left out.
    pub first: Recorded,
    /// The range from the first to the last byte of all events that were left out, in the source of `first`.
    pub span: Span,
    /// The number of events that were left out.
    pub times: u64,
}

/// A trace that stores a limited number of the steps and violations of one parse.
///
/// A recorder stores the first [`Recorder::TIMES_LIMIT`] steps of each section and violations of each name,
/// and the first [`Recorder::TEXT_LIMIT`] bytes of each text, so that its size does not grow with the input.
/// [`Recorder::left_out`] and the lengths in [`RecordedStep`] describe the rest.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, trace::Recorder};
/// let mut recorder = Recorder::default();
/// Parser::new(Profile::Whatwg).parse_traced("http://a.test/%", &mut recorder)?;
/// assert!(recorder.steps().any(|step| step.section().id() == "whatwg#concept-host-parser-5"));
/// assert_eq!((recorder.violations().count(), recorder.left_out().len()), (1, 0));
/// let mut steps = recorder.events().zip(recorder.depths());
/// let (_, depth) = steps.find(|(event, _)| event.section().id() == "whatwg#host-state-3.3").unwrap();
/// assert_eq!(depth, 2); // in the basic URL parser, which is in the URL parser
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    events: Vec<Recorded>,
    left_out: Vec<Truncated>,
    /// For each kind of event: the number of events, and the index in `left_out` if there were too many.
    /// Empty until there are [`Self::TIMES_LIMIT`] events, because only then can there be too many of one
    /// kind.
    times: HashMap<What, (usize, usize)>,
}

/// A kind of event: the section, true if the event is an [`Event::Step`], the name of the violation
/// or of the omitted component (empty for other events), and the source.
type What = (Section, bool, &'static str, Source);

impl Recorder {
    /// The maximum number of steps stored for one section and source, and of violations stored for one name.
    pub const TIMES_LIMIT: usize = 256;

    /// The maximum number of bytes stored of one text. A character is stored as a whole or not at all.
    pub const TEXT_LIMIT: usize = 2048;

    /// Returns all stored events, in the order in which they were reported.
    pub fn events(&self) -> slice::Iter<'_, Recorded> {
        self.events.iter()
    }

    /// Returns the call depth of the algorithm that each stored event belongs to: 0 for an algorithm that no
    /// other algorithm called. See [`Recorder`] for an example.
    pub fn depths(&self) -> impl Iterator<Item = usize> + '_ {
        // The stack of active algorithms, outermost first.
        let mut entered = Vec::new();
        self.events.iter().map(move |event| {
            let algorithm = event.section().algorithm();
            // A step of an algorithm on the stack ends the calls that it made.
            if let Some(depth) = entered.iter().rposition(|other| *other == algorithm) {
                entered.truncate(depth + 1);
                return depth;
            }
            // Any other algorithm was called by the innermost algorithm on the stack that may call it.
            let callers = callers_of(algorithm);
            let caller = entered.iter().rposition(|other| callers.contains(other));
            entered.truncate(caller.map_or(0, |caller| caller + 1));
            entered.push(algorithm);
            entered.len() - 1
        })
    }

    /// Returns the stored steps that read or change text, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &RecordedStep> + Clone {
        self.events().filter_map(|event| if let Recorded::Step(step) = event { Some(step) } else { None })
    }

    /// Returns the stored violations, in order.
    pub fn violations(&self) -> impl DoubleEndedIterator<Item = &Violation> + Clone {
        self.events().filter_map(|kept| if let Recorded::Violation(it) = kept { Some(it) } else { None })
    }

    /// Returns a summary of the events left out for each kind of event, in the order of the first of them.
    pub fn left_out(&self) -> slice::Iter<'_, Truncated> {
        self.left_out.iter()
    }
}

impl Trace for Recorder {
    fn record(&mut self, event: Event<'_>) {
        // Events for found components have no section, and are not stored.
        let Some(recorded) = Recorded::of(event) else { return };
        if self.events.is_empty() {
            // FAST: most parses have more events.
            self.events.reserve(64);
        }
        if self.events.len() < Self::TIMES_LIMIT {
            return self.events.push(recorded);
        }
        if self.times.is_empty() {
            for earlier in &self.events {
                self.times.entry(earlier.what()).or_default().0 += 1;
            }
        }
        let (times, at) = self.times.entry(recorded.what()).or_default();
        *times += 1;
        let place = recorded.span();
        if *times <= Self::TIMES_LIMIT {
            self.events.push(recorded);
        } else if *times == Self::TIMES_LIMIT + 1 {
            *at = self.left_out.len();
            self.left_out.push(Truncated { first: recorded, span: place, times: 1 });
        } else if let Some(Truncated { span, times, .. }) = self.left_out.get_mut(*at) {
            *times += 1;
            span.start = span.start.min(place.start);
            span.end = span.end.max(place.end);
        }
    }
}
