//! A trace that keeps the events of a run within bounds, and counts those that it omits.

use std::{
    collections::{HashMap, hash_map::Entry},
    slice,
};

use url_core::{
    Decided, Event, Omitted, Section, Source, Span, Step, Taken, Trace, Violation, sections::callers_of,
};

/// An event kept by a [`Recorder`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recorded {
    /// A step that works on text.
    Step(RecordedStep),
    /// A step that works on no text.
    Taken(Taken),
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
    /// The place of what the step worked on, in bytes of the original string.
    pub span: Span,
    /// The text at the start of the step: at most [`Recorder::TEXT_LIMIT`] bytes of it.
    pub saw: String,
    /// The length of the whole text, in bytes.
    pub saw_len: usize,
    /// The text that the step made of it, at most [`Recorder::TEXT_LIMIT`] bytes; `None` if the text did not change.
    pub made: Option<String>,
    /// The length of all of the text that the step made, in bytes; 0 if `made` is `None`.
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
    /// The place of what the decision depends on, in bytes of that string.
    pub span: Span,
    /// The text that it depends on: at most [`Recorder::TEXT_LIMIT`] bytes of it.
    pub saw: String,
    /// The length of the whole text, in bytes.
    pub saw_len: usize,
    /// The answer.
    pub holds: bool,
}

impl Recorded {
    /// The rule.
    pub fn section(&self) -> Section {
        self.head().0
    }

    /// The string that [`Recorded::span`] refers to.
    pub fn source(&self) -> Source {
        self.head().1
    }

    /// The place of the event, in bytes of the original string.
    pub fn span(&self) -> Span {
        self.head().2
    }

    fn head(&self) -> (Section, Source, Span) {
        match *self {
            Self::Step(RecordedStep { section, source, span, .. })
            | Self::Taken(Taken { section, source, span })
            | Self::Decision(RecordedDecision { section, source, span, .. })
            | Self::Omitted(Omitted { section, source, span, .. })
            | Self::Violation(Violation { section, source, span, .. }) => (section, source, span),
        }
    }

    /// What is kept of `event`; `None` if events of its kind are not kept.
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
            Event::Taken(taken) => Self::Taken(taken),
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

/// As much of `text` as is kept.
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
    /// From the first byte of any of them to the last, in the source of the first.
    pub span: Span,
    /// The number of events that were omitted.
    pub times: u64,
}

/// A trace that keeps the steps and violations of a run, within bounds.
///
/// An input of megabytes may take a step for each of its bytes. A recorder keeps the first [`Recorder::TIMES_LIMIT`] steps
/// of either kind for each section, as many violations of each name, and the first [`Recorder::TEXT_LIMIT`] bytes of each
/// text. [`Recorder::left_out`] and the lengths in [`RecordedStep`] report what is missing. So its memory grows with the number
/// of sections that ran, not with the length of the input.
///
/// # Examples
/// ```
/// use url_facade::{Recorded, Parser, Profile, Recorder};
/// let mut recorder = Recorder::default();
/// Parser::new(Profile::Whatwg).parse_traced("http://a.test/%", &mut recorder)?;
/// assert!(recorder.steps().any(|step| step.section.id() == "whatwg#concept-host-parser-5"));
/// assert!(recorder.events().any(|event| matches!(event, Recorded::Violation(_))));
/// assert_eq!(recorder.left_out().len(), 0);
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    events: Vec<Recorded>,
    left_out: Vec<Truncated>,
    times: HashMap<What, Times>,
}

/// The kind by which events are counted: the section, whether the event is a step that works on text, the name of a
/// violation or an empty one, and the source.
type What = (&'static str, bool, &'static str, Source);

/// How often an event of one kind was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    /// This many times, and all were kept.
    Recorded(usize),
    /// More often than is kept: the index in `left_out`.
    Truncated(usize),
}

impl Recorder {
    /// The limit on the steps kept for one section and one source, and on the violations kept for one name.
    pub const TIMES_LIMIT: usize = 256;

    /// The limit on the bytes kept of a text; fewer are kept if it would split a character.
    pub const TEXT_LIMIT: usize = 2048;

    /// All kept events, in the order in which they were reported.
    pub fn events(&self) -> slice::Iter<'_, Recorded> {
        self.events.iter()
    }

    /// For each of the kept events, how many algorithms are around that of its section: 0 in one that nothing of the run
    /// called, 1 in one that this one called, and so on.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Parser, Profile, Recorder};
    /// let mut recorder = Recorder::default();
    /// Parser::new(Profile::Whatwg).parse_traced("http://a.test/", &mut recorder)?;
    /// let mut steps = recorder.events().zip(recorder.depths());
    /// let (_, depth) = steps.find(|(event, _)| event.section().id() == "whatwg#host-state-3.3").unwrap();
    /// assert_eq!(depth, 2); // in the basic URL parser, which is in the URL parser
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn depths(&self) -> impl Iterator<Item = usize> + '_ {
        // The algorithms that the run is in, outermost first. The registries name the callers of each.
        let mut entered = Vec::new();
        self.events.iter().map(move |event| {
            let algorithm = event.section().algorithm();
            // A step of an algorithm that the run is in ends those inside of it.
            if let Some(depth) = entered.iter().rposition(|other| *other == algorithm) {
                entered.truncate(depth + 1);
                return depth;
            }
            // A step of another one begins a call from the innermost algorithm that calls it.
            let callers = callers_of(algorithm);
            let caller = entered.iter().rposition(|other| callers.contains(other));
            entered.truncate(caller.map_or(0, |caller| caller + 1));
            entered.push(algorithm);
            entered.len() - 1
        })
    }

    /// The kept steps that work on text, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &RecordedStep> + Clone {
        self.events().filter_map(|event| if let Recorded::Step(step) = event { Some(step) } else { None })
    }

    /// The kept violations, in order.
    pub fn violations(&self) -> impl DoubleEndedIterator<Item = &Violation> + Clone {
        self.events()
            .filter_map(|event| if let Recorded::Violation(found) = event { Some(found) } else { None })
    }

    /// The omitted events, in the order of the first omission of each kind.
    pub fn left_out(&self) -> slice::Iter<'_, Truncated> {
        self.left_out.iter()
    }
}

impl Trace for Recorder {
    fn record(&mut self, event: Event<'_>) {
        // The place of a component has no section.
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
        match self.times.entry((section.id(), is_step, name, event.source())) {
            Entry::Vacant(entry) => {
                entry.insert(Times::Recorded(1));
                self.events.extend(Recorded::of(event));
            }
            Entry::Occupied(mut entry) => match *entry.get() {
                Times::Recorded(times) if times < Self::TIMES_LIMIT => {
                    entry.insert(Times::Recorded(times + 1));
                    self.events.extend(Recorded::of(event));
                }
                Times::Recorded(_) => {
                    entry.insert(Times::Truncated(self.left_out.len()));
                    let span = event.span();
                    let first = Recorded::of(event);
                    self.left_out.extend(first.map(|first| Truncated { first, span, times: 1 }));
                }
                Times::Truncated(at) => {
                    if let Some(Truncated { span, times, .. }) = self.left_out.get_mut(at) {
                        *times += 1;
                        span.start = span.start.min(event.span().start);
                        span.end = span.end.max(event.span().end);
                    }
                }
            },
        }
    }
}
