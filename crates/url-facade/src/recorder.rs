//! A trace that keeps the steps of a run, for showing to people: how much of them, and what it says of the rest.

use std::collections::{HashMap, hash_map::Entry};

use url_core::{Section, Source, Span, Step, Taken, Trace, Violation};

/// One step that works on text, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
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

/// What can be told of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MomentKind {
    /// A step that works on text.
    Step,
    /// A step that works on none.
    Taken,
    /// The violation of this name.
    Violation(&'static str),
}

/// What a run did too often to keep each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The rule.
    pub section: Section,
    /// What it is that was left out.
    pub kind: MomentKind,
    /// Which of the given strings `span` counts in.
    pub source: Source,
    /// From the first byte that one of them worked on to the last.
    pub span: Span,
    /// How many were left out.
    pub times: u64,
}

/// What a run did at one point of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment<'r> {
    /// It took a step that works on text.
    Step(&'r Event),
    /// It took a step that works on none.
    Taken(&'r Taken),
    /// It found a violation.
    Violation(&'r Violation),
}

impl Moment<'_> {
    /// What it was.
    pub fn kind(self) -> MomentKind {
        match self {
            Self::Step(_) => MomentKind::Step,
            Self::Taken(_) => MomentKind::Taken,
            Self::Violation(violation) => MomentKind::Violation(violation.name),
        }
    }
}

/// Keeps the steps of a run, within bounds.
///
/// An input of megabytes may take a step for each of its bytes. Of each section, the first
/// [`Recorder::TIMES_LIMIT`] steps of a [`MomentKind`] are kept (and as many violations of a name), and of each text, the first
/// [`Recorder::TEXT_LIMIT`] bytes; [`Recorder::left_out`] and the lengths in [`Event`] say what is missing. So a trace
/// takes memory in the number of sections that took part, not in the length of the input.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, Recorder};
/// let mut recorder = Recorder::default();
/// Parser::new(Profile::Whatwg).parse_traced("http://a.test", &mut recorder)?;
/// assert!(recorder.events.iter().any(|event| event.section.id() == "whatwg#host-state-3.5"));
/// assert!(recorder.left_out.is_empty());
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    /// The steps that work on text, in the order in which they were taken.
    pub events: Vec<Event>,
    /// The other steps, in the order in which they were taken.
    pub taken: Vec<Taken>,
    /// The violations, in the order in which they were found.
    pub violations: Vec<Violation>,
    /// What was not kept, in the order in which that began.
    pub left_out: Vec<LeftOut>,
    /// Of all three, which came when.
    order: Vec<MomentKind>,
    times: HashMap<(&'static str, MomentKind, Source), Times>,
}

/// How often something of one kind was told.
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

    /// Steps of both kinds and violations together, in order.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Moment, Parser, Profile, Recorder};
    /// let mut recorder = Recorder::default();
    /// Parser::new(Profile::Whatwg).parse_traced("http://a.test/%", &mut recorder)?;
    /// assert!(recorder.moments().any(|moment| matches!(moment, Moment::Violation(_))));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn moments(&self) -> impl Iterator<Item = Moment<'_>> {
        let (mut events, mut taken, mut violations) =
            (self.events.iter(), self.taken.iter(), self.violations.iter());
        self.order.iter().filter_map(move |kind| match kind {
            MomentKind::Step => events.next().map(Moment::Step),
            MomentKind::Taken => taken.next().map(Moment::Taken),
            MomentKind::Violation(_) => violations.next().map(Moment::Violation),
        })
    }

    /// Whether one more at `span` is kept; notes when it came, or counts it.
    fn keeps(&mut self, section: Section, kind: MomentKind, source: Source, span: Span) -> bool {
        let kept = match self.times.entry((section.id(), kind, source)) {
            Entry::Vacant(entry) => {
                entry.insert(Times::Kept(1));
                true
            }
            Entry::Occupied(mut entry) => match *entry.get() {
                Times::Kept(times) if times < Self::TIMES_LIMIT => {
                    entry.insert(Times::Kept(times + 1));
                    true
                }
                Times::Kept(_) => {
                    entry.insert(Times::LeftOut(self.left_out.len()));
                    self.left_out.push(LeftOut { section, kind, source, span, times: 1 });
                    false
                }
                Times::LeftOut(at) => {
                    if let Some(left_out) = self.left_out.get_mut(at) {
                        left_out.times += 1;
                        left_out.span.start = left_out.span.start.min(span.start);
                        left_out.span.end = left_out.span.end.max(span.end);
                    }
                    false
                }
            },
        };
        if kept {
            self.order.push(kind);
        }
        kept
    }
}

/// As much of `text` as is kept: whole characters.
fn start_of(text: &str) -> String {
    let limit = text.len().min(Recorder::TEXT_LIMIT);
    let end = (0..=limit).rfind(|&at| text.is_char_boundary(at));
    text[..end.unwrap_or_default()].into()
}

impl Trace for Recorder {
    const ENABLED: bool = true;

    fn record(&mut self, step: Step<'_>) {
        if self.keeps(step.section, MomentKind::Step, step.source, step.span) {
            self.events.push(Event {
                section: step.section,
                source: step.source,
                span: step.span,
                saw: start_of(step.saw),
                saw_len: step.saw.len(),
                made: step.made.map(start_of),
                made_len: step.made.map_or(0, str::len),
                reading: step.reading,
            });
        }
    }

    fn record_taken(&mut self, taken: Taken) {
        if self.keeps(taken.section, MomentKind::Taken, taken.source, taken.span) {
            self.taken.push(taken);
        }
    }

    fn record_violation(&mut self, violation: Violation) {
        let kind = MomentKind::Violation(violation.name);
        if self.keeps(violation.section, kind, violation.source, violation.span) {
            self.violations.push(violation);
        }
    }
}
