//! A trace that keeps the events of a run, for showing to people: how much of them, and what it says of the rest.

use std::{
    collections::{HashMap, hash_map::Entry},
    slice,
};

use url_core::{Event, Section, Source, Span, Step, Taken, Trace, Violation};

/// An event that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kept {
    /// A step that works on text.
    Step(KeptStep),
    /// A step that works on no text.
    Taken(Taken),
    /// A violation.
    Violation(Violation),
}

/// One step that works on text, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptStep {
    /// The rule.
    pub section: Section,
    /// Which of the given strings `span` counts in.
    pub source: Source,
    /// What the step worked on, in bytes of the string as it was given.
    pub span: Span,
    /// The text that it worked on, as it stood when the step began: no more than [`Recorder::TEXT_LIMIT`] bytes of it.
    pub saw: String,
    /// The length of that whole text in bytes.
    pub saw_len: usize,
    /// What the step made of it; `None` = nothing new. No more than [`Recorder::TEXT_LIMIT`] bytes.
    pub made: Option<String>,
    /// The length of all that it made in bytes; 0 where that is nothing new.
    pub made_len: usize,
    /// The code of the reading that decided the step, if one did.
    pub reading: Option<&'static str>,
}

impl Kept {
    /// The rule.
    pub fn section(&self) -> Section {
        match self {
            Self::Step(step) => step.section,
            Self::Taken(taken) => taken.section,
            Self::Violation(violation) => violation.section,
        }
    }

    /// Which of the given strings [`Kept::span`] counts in.
    pub fn source(&self) -> Source {
        match self {
            Self::Step(step) => step.source,
            Self::Taken(taken) => taken.source,
            Self::Violation(violation) => violation.source,
        }
    }

    /// Where, in bytes of the string as it was given.
    pub fn span(&self) -> Span {
        match self {
            Self::Step(step) => step.span,
            Self::Taken(taken) => taken.span,
            Self::Violation(violation) => violation.span,
        }
    }

    /// What is kept of `event`, if that is of a kind that is kept.
    fn of(event: Event<'_>) -> Option<Self> {
        match event {
            Event::Step(step) => Some(Self::Step(KeptStep::of(&step))),
            Event::Taken(taken) => Some(Self::Taken(taken)),
            Event::Violation(violation) => Some(Self::Violation(violation)),
            _ => None,
        }
    }
}

impl KeptStep {
    fn of(step: &Step<'_>) -> Self {
        let start_of = |text: &str| {
            let limit = text.len().min(Recorder::TEXT_LIMIT);
            let end = (0..=limit).rfind(|&at| text.is_char_boundary(at));
            text[..end.unwrap_or_default()].into()
        };
        Self {
            section: step.section,
            source: step.source,
            span: step.span,
            saw: start_of(step.saw),
            saw_len: step.saw.len(),
            made: step.made.map(start_of),
            made_len: step.made.map_or(0, str::len),
            reading: step.reading,
        }
    }
}

/// What a run did too often to keep each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The first one that was left out.
    pub first: Kept,
    /// From the first byte that one of them worked on to the last, in the source of the first.
    pub span: Span,
    /// How many were left out.
    pub times: u64,
}

/// Keeps the steps and violations of a run, within bounds.
///
/// An input of megabytes may take a step for each of its bytes. Of each section, the first [`Recorder::TIMES_LIMIT`] steps
/// of either kind are kept (and as many violations of a name), and of each text, the first [`Recorder::TEXT_LIMIT`] bytes;
/// [`Recorder::left_out`] and the lengths in [`KeptStep`] say what is missing. So a trace takes memory in the number of
/// sections that took part, not in the length of the input.
///
/// # Examples
/// ```
/// use url_facade::{Kept, Parser, Profile, Recorder};
/// let mut recorder = Recorder::default();
/// Parser::new(Profile::Whatwg).parse_traced("http://a.test/%", &mut recorder)?;
/// assert!(recorder.steps().any(|step| step.section.id() == "whatwg#concept-host-parser-5"));
/// assert!(recorder.events().any(|event| matches!(event, Kept::Violation(_))));
/// assert_eq!(recorder.left_out().len(), 0);
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    events: Vec<Kept>,
    left_out: Vec<LeftOut>,
    times: HashMap<What, Times>,
}

/// What is counted together: a section, whether the event is a step that works on text, the name of the violation or
/// nothing, and where it is.
type What = (&'static str, bool, &'static str, Source);

/// How often something of one kind was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    /// So often, and it was kept each time.
    Kept(usize),
    /// More often than is kept: the place in `left_out`.
    LeftOut(usize),
}

impl Recorder {
    /// How many steps of one section on one of the given strings are kept, and how many violations of one name.
    pub const TIMES_LIMIT: usize = 256;

    /// How many bytes are kept of a text, at most: fewer where that would split a character.
    pub const TEXT_LIMIT: usize = 2048;

    /// All that was kept, in the order in which it was reported.
    pub fn events(&self) -> slice::Iter<'_, Kept> {
        self.events.iter()
    }

    /// The steps that work on text, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &KeptStep> + Clone {
        self.events.iter().filter_map(|event| if let Kept::Step(step) = event { Some(step) } else { None })
    }

    /// The violations, in order.
    pub fn violations(&self) -> impl DoubleEndedIterator<Item = &Violation> + Clone {
        self.events
            .iter()
            .filter_map(|event| if let Kept::Violation(violation) = event { Some(violation) } else { None })
    }

    /// What was not kept, in the order in which that began.
    pub fn left_out(&self) -> slice::Iter<'_, LeftOut> {
        self.left_out.iter()
    }
}

impl Trace for Recorder {
    fn record(&mut self, event: Event<'_>) {
        let (section, is_step, name) = match event {
            Event::Step(step) => (step.section, true, ""),
            Event::Taken(taken) => (taken.section, false, ""),
            Event::Violation(violation) => (violation.section, false, violation.name),
            _ => return,
        };
        match self.times.entry((section.id(), is_step, name, event.source())) {
            Entry::Vacant(entry) => {
                entry.insert(Times::Kept(1));
                self.events.extend(Kept::of(event));
            }
            Entry::Occupied(mut entry) => match *entry.get() {
                Times::Kept(times) if times < Self::TIMES_LIMIT => {
                    entry.insert(Times::Kept(times + 1));
                    self.events.extend(Kept::of(event));
                }
                Times::Kept(_) => {
                    entry.insert(Times::LeftOut(self.left_out.len()));
                    let span = event.span();
                    self.left_out.extend(Kept::of(event).map(|first| LeftOut { first, span, times: 1 }));
                }
                Times::LeftOut(at) => {
                    if let Some(LeftOut { span, times, .. }) = self.left_out.get_mut(at) {
                        *times += 1;
                        span.start = span.start.min(event.span().start);
                        span.end = span.end.max(event.span().end);
                    }
                }
            },
        }
    }
}
