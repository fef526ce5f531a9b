//! Traces: every step of a run, with its rule, its place and its text.
//!
//! A [`Trace`] receives the events of a run, of which [`Recorder`] keeps a part. Closures implement it too:
//!
//! ```
//! use url_facade::{Component, Parser, Profile, Span, trace::Event};
//! // Find the place of the host, and the rules that changed it.
//! let (mut place, mut rules) = (None, Vec::new());
//! let mut trace = |event: Event<'_>| match event {
//!     Event::Found(found) if found.component == Component::Host => place = Some(found.span),
//!     Event::Step(step) if step.made.is_some() && Some(step.span) == place => rules.push(step.section.id()),
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

/// Returns `trace` for a run on the base of another run: the source of its events is [`Source::Base`].
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

/// An event kept by a [`Recorder`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recorded {
    /// A step that works on text.
    Step(RecordedStep),
    /// A step that does not work on text.
    Visited(Visited),
    /// A step that answers a question.
    Decision(RecordedDecision),
    /// A component that is omitted.
    Omitted(Omitted),
    /// A violation.
    Violation(Violation),
}

/// A step that works on text, as kept by a [`Recorder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// The rule.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the text that the step worked on, in bytes of the original string.
    pub span: Span,
    /// The text before the step, cut to at most [`Recorder::TEXT_LIMIT`] bytes.
    pub saw: String,
    /// The length of the text before the step, in bytes, without the cut.
    pub saw_len: usize,
    /// The text after the step, cut in the same way; `None` if the text did not change.
    pub made: Option<String>,
    /// The length of the text after the step, in bytes, without the cut; 0 if `made` is `None`.
    pub made_len: usize,
    /// The code of the reading that decided the step, if one did.
    pub reading: Option<&'static str>,
}

/// A step that answers a question, as kept by a [`Recorder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedDecision {
    /// The rule.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The place of the text that the decision depends on, in bytes of that string.
    pub span: Span,
    /// The text that the decision depends on, cut to at most [`Recorder::TEXT_LIMIT`] bytes.
    pub saw: String,
    /// The length of that text, in bytes, without the cut.
    pub saw_len: usize,
    /// True if the condition holds.
    pub holds: bool,
}

impl Recorded {
    /// Returns the rule.
    pub fn section(&self) -> Section {
        self.head().0
    }

    /// Returns the string that [`Recorded::span`] refers to.
    pub fn source(&self) -> Source {
        self.head().1
    }

    /// Returns the place of the event, in bytes of the original string.
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

    fn of(event: Event<'_>) -> Option<Self> {
        Some(match event {
            Event::Step(Step { section, source, span, saw, made, reading }) => Self::Step(RecordedStep {
                section,
                source,
                span,
                saw: start_of(saw),
                saw_len: saw.len(),
                made: made.map(start_of),
                made_len: made.map_or(0, str::len),
                reading,
            }),
            Event::Visited(visited) => Self::Visited(visited),
            Event::Decided(Decided { section, source, span, saw, holds }) => {
                let (saw, saw_len) = (start_of(saw), saw.len());
                Self::Decision(RecordedDecision { section, source, span, saw, saw_len, holds })
            }
            Event::Omitted(omitted) => Self::Omitted(omitted),
            Event::Violation(violation) => Self::Violation(violation),
            _ => return None,
        })
    }
}

fn start_of(text: &str) -> String {
    let limit = text.len().min(Recorder::TEXT_LIMIT);
    let end = (0..=limit).rfind(|&at| text.is_char_boundary(at));
    text[..end.unwrap_or_default()].into()
}

/// The events of one kind that were omitted because there were too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// The first event that was omitted.
    pub first: Recorded,
    /// The span from the first to the last byte of all omitted events, in the source of the first one.
    pub span: Span,
    /// The number of events that were omitted.
    pub times: u64,
}

/// A trace that keeps a bounded number of the steps and violations of a run.
///
/// A recorder keeps the first [`Recorder::TIMES_LIMIT`] steps of each kind in each section, as many
/// violations of each name, and the first [`Recorder::TEXT_LIMIT`] bytes of each text, so that its memory
/// does not grow with the input. [`Recorder::left_out`] and the lengths in [`RecordedStep`] report the rest.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, trace::Recorder};
/// let mut recorder = Recorder::default();
/// Parser::new(Profile::Whatwg).parse_traced("http://a.test/%", &mut recorder)?;
/// assert!(recorder.steps().any(|step| step.section.id() == "whatwg#concept-host-parser-5"));
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
    /// The number of events of each kind, and the index in `left_out` if there were too many.
    times: HashMap<What, (usize, usize)>,
}

/// The section; true for a step that works on text; the name of the violation or omitted component, or an
/// empty one; and the source.
type What = (&'static str, bool, &'static str, Source);

impl Recorder {
    /// The limit on the steps kept for one section and one source, and on the violations kept for one name.
    pub const TIMES_LIMIT: usize = 256;

    /// The limit on the bytes kept of a text. Fewer are kept to avoid splitting a character.
    pub const TEXT_LIMIT: usize = 2048;

    /// Returns all kept events, in the order in which they were reported.
    pub fn events(&self) -> slice::Iter<'_, Recorded> {
        self.events.iter()
    }

    /// Returns the depth of each kept event in calls of algorithms: 0 in an algorithm that no other called.
    /// See [`Recorder`] for an example.
    pub fn depths(&self) -> impl Iterator<Item = usize> + '_ {
        // The stack of running algorithms, outermost first.
        let mut entered = Vec::new();
        self.events.iter().map(move |event| {
            let algorithm = event.section().algorithm();
            // A step of an algorithm on the stack ends the calls that it made.
            if let Some(depth) = entered.iter().rposition(|other| *other == algorithm) {
                entered.truncate(depth + 1);
                return depth;
            }
            // Other steps begin a call from the innermost algorithm on the stack that calls theirs.
            let callers = callers_of(algorithm);
            let caller = entered.iter().rposition(|other| callers.contains(other));
            entered.truncate(caller.map_or(0, |caller| caller + 1));
            entered.push(algorithm);
            entered.len() - 1
        })
    }

    /// Returns the kept steps that work on text, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &RecordedStep> + Clone {
        self.events().filter_map(|event| if let Recorded::Step(step) = event { Some(step) } else { None })
    }

    /// Returns the kept violations, in order.
    pub fn violations(&self) -> impl DoubleEndedIterator<Item = &Violation> + Clone {
        self.events().filter_map(|kept| if let Recorded::Violation(it) = kept { Some(it) } else { None })
    }

    /// Returns the omitted events, in the order of the first omission of each kind.
    pub fn left_out(&self) -> slice::Iter<'_, Truncated> {
        self.left_out.iter()
    }
}

impl Trace for Recorder {
    fn record(&mut self, event: Event<'_>) {
        // The place of a found component has no section.
        let Some(section) = event.section() else { return };
        let is_step = matches!(event, Event::Step(_));
        let name = match event {
            Event::Omitted(omitted) => omitted.component.name(),
            Event::Violation(violation) => violation.name,
            _ => "",
        };
        if self.times.is_empty() {
            // FAST: most runs have fewer kinds.
            self.times.reserve(56);
        }
        let (times, at) = self.times.entry((section.id(), is_step, name, event.source())).or_default();
        *times += 1;
        let place = event.span();
        if *times <= Self::TIMES_LIMIT {
            self.events.extend(Recorded::of(event));
        } else if *times == Self::TIMES_LIMIT + 1 {
            *at = self.left_out.len();
            let first = Recorded::of(event);
            self.left_out.extend(first.map(|first| Truncated { first, span: place, times: 1 }));
        } else if let Some(Truncated { span, times, .. }) = self.left_out.get_mut(*at) {
            *times += 1;
            span.start = span.start.min(place.start);
            span.end = span.end.max(place.end);
        }
    }
}
