//! The JSON that programs read. These shapes are stable: keys may be added, but none is removed or changes its meaning.

mod agreement;
mod comparison;
mod difference;
mod object;
mod report;
mod risk;

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use url_facade::{Kept, LeftOut, Profile, Recorder, Source, Span};

pub(crate) use agreement::AgreementShape;
pub(crate) use comparison::{Comparison, GroupShape, ResultShape};
pub(crate) use difference::DifferenceShape;
pub(crate) use object::ObjectAnswer;
pub(crate) use report::{ClusterShape, ExampleShape, MinimalShape, PairsShape, ReportShape, RunShape};
pub(crate) use risk::RiskShape;

use crate::{
    operation::{Fault, Outcome},
    place::Place,
};

/// The result for one URL: the answer of every command that takes URLs.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Answer<'a> {
    /// In commands over many lines.
    #[serde(flatten)]
    place: Option<&'a Place>,
    ok: bool,
    /// Only `true`, and only for `parse` and `resolve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<&'a str>,
    #[serde(flatten)]
    components: Option<Components<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorShape<'a>>,
}

impl<'a> Answer<'a> {
    /// Success, with the result. If that is flagged as invalid, the reason is left out.
    pub(crate) fn of(outcome: &'a Outcome) -> Self {
        Self {
            ok: true,
            invalid: outcome.invalid().map(|_| true),
            href: outcome.href(),
            components: Some(Components(outcome)),
            ..Self::default()
        }
    }

    /// Failure.
    pub(crate) fn failed(error: ErrorShape<'a>) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// The result of an operation.
    pub(crate) fn from_result(result: &'a Result<Outcome, Fault>) -> Self {
        match result {
            Ok(outcome) => Self::of(outcome),
            Err(fault) => Self::failed(ErrorShape::of(*fault)),
        }
    }

    /// The same, for what is at this place, if it is to be shown.
    pub(crate) fn at(self, place: Option<&'a Place>) -> Self {
        Self { place, ..self }
    }

    /// The same, with the reason why the result is flagged as invalid.
    pub(crate) fn with_reason(self, invalid: Option<Fault>) -> Self {
        let error = invalid.map(ErrorShape::of).or(self.error);
        Self { error, ..self }
    }
}

/// The components that are present, each under its name.
#[derive(Debug)]
struct Components<'a>(&'a Outcome);

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.components())
    }
}

/// In `batch`: the answer to the request with this id.
#[derive(Debug, Serialize)]
pub(crate) struct Reply<'a, A> {
    /// As it was written.
    id: &'a RawValue,
    #[serde(flatten)]
    answer: A,
}

impl<'a, A> Reply<'a, A> {
    pub(crate) fn new(id: Option<&'a RawValue>, answer: A) -> Self {
        Self { id: id.unwrap_or(RawValue::NULL), answer }
    }
}

/// What is known of a URL without its components.
#[derive(Debug, Serialize)]
pub(crate) struct Known {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absolute: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorShape<'static>>,
}

impl Known {
    /// Whether it is valid.
    pub(crate) fn valid(valid: bool) -> Self {
        Self { ok: true, valid: Some(valid), absolute: None, error: None }
    }

    /// Whether it is valid, and the first fault if not.
    pub(crate) fn checked(checked: Result<(), Fault>) -> Self {
        Self { error: checked.err().map(ErrorShape::of), ..Self::valid(checked.is_ok()) }
    }

    /// Whether it is absolute.
    pub(crate) fn absolute(absolute: bool) -> Self {
        Self { ok: true, valid: None, absolute: Some(absolute), error: None }
    }
}

/// `shape` as one line. A value that is returned as it was written may have been on several, between its tokens.
#[cfg(feature = "serve")]
pub(crate) fn to_line(shape: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    write_line(&mut line, shape);
    line.iter_mut().rev().skip(1).filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    line
}

/// Appends `shape` as one line.
pub(crate) fn write_line(out: &mut Vec<u8>, shape: &impl Serialize) {
    let start = out.len();
    if serde_json::to_writer(&mut *out, shape).is_err() {
        // Cannot happen: every key is a string, and writing to memory does not fail.
        out.truncate(start);
    }
    out.push(b'\n');
}

/// Why a URL, or a request, has no result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ErrorShape<'a> {
    kind: &'static str,
    message: Cow<'a, str>,
    /// The rule that found it; null where no specification was involved.
    section: Option<&'static str>,
    /// Its place, in bytes; null where no specification was involved.
    span: Option<[u32; 2]>,
    /// `base` where the span is in the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

impl<'a> ErrorShape<'a> {
    pub(crate) fn of(Fault { error, source }: Fault) -> Self {
        Self {
            kind: error.reason().name(),
            message: Cow::Borrowed(error.reason().sentence()),
            section: Some(error.section().id()),
            span: Some(ends(error.span())),
            source: base_only(source),
        }
    }

    /// An error of the request, not of a specification.
    pub(crate) fn of_request(kind: &'static str, message: impl Into<Cow<'a, str>>) -> Self {
        Self { kind, message: message.into(), section: None, span: None, source: None }
    }

    /// The error for a line that is longer than `limit` bytes, and was not read.
    pub(crate) fn too_long(limit: usize) -> Self {
        Self::of_request("line-too-long", format!("the line is longer than {limit} bytes"))
    }

    /// The error for a line whose bytes from the offset `at` on are not UTF-8.
    pub(crate) fn not_utf8(at: usize) -> Self {
        Self::of_request("not-utf-8", format!("byte {} of the line is not UTF-8", at + 1))
    }

    /// The error for a file of an index that is not beside it.
    pub(crate) fn missing_file(name: &str) -> Self {
        Self::of_request("missing-file", format!("there is no file {name:?} beside the index"))
    }

    /// The error for a text in a document that is longer than `limit` bytes, and was not kept.
    pub(crate) fn text_too_long(limit: usize) -> Self {
        Self::of_request("too-long", format!("it is longer than {limit} bytes"))
    }

    /// The error for a text with a reference to an entity that XML does not define.
    pub(crate) fn undefined_entity(name: &str) -> Self {
        Self::of_request("undefined-entity", format!("XML does not define {:?}", format!("&{name};")))
    }

    /// The error for a result that holds `end`, the end of a line, so that it would be read as two lines.
    pub(crate) fn not_one_line(end: u8) -> Self {
        let name = if end == 0 { "NUL" } else { "LF" };
        let message = format!("the result contains {name}, which ends lines: use --json");
        Self::of_request("not-one-line", message)
    }

    /// Its stable name.
    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }

    /// What it says to people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// As a line for people and simple programs: kind, section, span and message, separated by tabs.
    pub(crate) fn to_tabs(&self) -> String {
        let section = self.section.unwrap_or("-");
        let span = self.span.map_or_else(|| "-".into(), |span| place(self.source, span));
        format!("{}\t{section}\t{span}\t{}", self.kind, self.message)
    }
}

/// A span as an array.
fn ends(span: Span) -> [u32; 2] {
    [span.start, span.end]
}

fn base_only(source: Source) -> Option<&'static str> {
    (source != Source::Input).then_some(source.name())
}

/// One entry of `profiles`.
#[derive(Debug, Serialize)]
pub(crate) struct ProfileShape {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Whether it is the default.
    pub(crate) default: bool,
    /// Only `true`: whether it is a real program, and no specification.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) consumer: bool,
}

impl ProfileShape {
    /// All of them, in the order of `Profile::ALL`.
    pub(crate) fn all() -> Vec<Self> {
        Profile::ALL.iter().copied().map(Into::into).collect()
    }
}

impl From<Profile> for ProfileShape {
    fn from(profile: Profile) -> Self {
        let default = profile == Profile::default();
        let consumer = profile.is_consumer();
        Self { name: profile.name(), title: profile.title(), default, consumer }
    }
}

/// Where `serve` listens.
#[cfg(feature = "serve")]
#[derive(Debug, Serialize)]
pub(crate) struct Listening<'a> {
    pub(crate) listening: &'a str,
}

/// The answer of `explain`.
#[derive(Debug, Serialize)]
pub(crate) struct Explanation<'a> {
    #[serde(flatten)]
    pub(crate) story: &'a Story<'a>,
    pub(crate) result: Answer<'a>,
}

/// The steps of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Story<'a> {
    pub(crate) steps: Vec<StepShape<'a>>,
    /// What the recorder counted without keeping it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<LeftOutShape>,
}

impl<'a> Story<'a> {
    /// The events that `recorder` kept, as far as `detail` includes them.
    pub(crate) fn of(recorder: &'a Recorder, detail: Detail) -> Self {
        let left_out = recorder.left_out().filter(|left| detail.has(&left.first));
        let events = recorder.events().zip(recorder.depths()).filter(|(event, _)| detail.has(event));
        Self {
            steps: events.map(|(event, depth)| StepShape::of(event, depth)).collect(),
            left_out: left_out.map(LeftOutShape::of).collect(),
        }
    }

    /// Truncates the steps to `room` bytes. Returns how many were dropped, if any.
    #[cfg(feature = "serve")]
    pub(crate) fn cut(&mut self, mut room: usize) -> Option<usize> {
        let mut fits = |step: &StepShape<'_>| {
            let left = room.checked_sub(step.size());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let kept = self.steps.iter().take_while(|step| fits(step)).count();
        let dropped = self.steps.len() - kept;
        self.steps.truncate(kept);
        (dropped > 0).then_some(dropped)
    }
}

/// How much of a run is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The steps that change a text or find a component, the components that are omitted, and the violations.
    Changes,
    /// The steps that work on text, the components that are omitted, and the violations.
    Work,
    /// Every step.
    Every,
}

impl Detail {
    /// [`Every`](Self::Every) if `every` is set.
    pub(crate) fn of(every: bool) -> Self {
        if every { Self::Every } else { Self::Work }
    }

    /// Whether it includes `event`.
    pub(crate) fn has(self, event: &Kept) -> bool {
        match event {
            Kept::Taken(_) | Kept::Decision(_) => self == Self::Every,
            Kept::Step(step) => self != Self::Changes || step.made.is_some() || step.reading.is_some(),
            _ => true,
        }
    }
}

/// One step of a run, or one violation that was found in it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct StepShape<'a> {
    pub(crate) section: &'static str,
    pub(crate) title: &'static str,
    /// How many algorithms called each other to reach that of the section.
    pub(crate) depth: usize,
    /// `base` or `output` where the span is in that.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    span: [u32; 2],
    /// The text that the step worked on; missing in a violation, and in a step that works on no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) saw: Option<&'a str>,
    /// The length of that text in bytes, where `saw` is only its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    saw_bytes: Option<usize>,
    /// The text that it made of it; missing where that is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) made: Option<&'a str>,
    /// The length of that text in bytes, where `made` is only its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_bytes: Option<usize>,
    /// The answer of a step that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) holds: Option<bool>,
    /// The component that the step omits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) omits: Option<&'static str>,
    /// The reading that decided where the specification does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading: Option<&'static str>,
    /// The name of the violation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) violation: Option<&'static str>,
}

impl<'a> StepShape<'a> {
    /// The shape of `event`.
    pub(crate) fn of(event: &'a Kept, depth: usize) -> Self {
        let shape = Self {
            depth,
            section: event.section().id(),
            title: event.section().title(),
            source: base_only(event.source()),
            span: ends(event.span()),
            saw: None,
            saw_bytes: None,
            made: None,
            made_bytes: None,
            holds: None,
            omits: None,
            reading: None,
            violation: violation(event),
        };
        let step = match event {
            Kept::Step(step) => step,
            Kept::Decision(decision) => {
                return Self {
                    saw: Some(&decision.saw),
                    saw_bytes: whole_if_cut(&decision.saw, decision.saw_len),
                    holds: Some(decision.holds),
                    ..shape
                };
            }
            Kept::Omitted(omitted) => return Self { omits: Some(omitted.component.name()), ..shape },
            _ => return shape,
        };
        let made = step.made.as_deref();
        Self {
            saw: Some(&step.saw),
            saw_bytes: whole_if_cut(&step.saw, step.saw_len),
            made,
            made_bytes: made.and_then(|made| whole_if_cut(made, step.made_len)),
            reading: step.reading,
            ..shape
        }
    }

    /// How many bytes its texts take.
    #[cfg(feature = "serve")]
    fn size(&self) -> usize {
        let texts = [Some(self.section), Some(self.title), self.saw, self.made, self.violation];
        texts.into_iter().flatten().map(str::len).sum()
    }

    /// The full length of the text that it saw.
    pub(crate) fn saw_len(&self) -> usize {
        self.saw_bytes.unwrap_or_else(|| self.saw.map_or(0, str::len))
    }

    /// The full length of the text that it made.
    pub(crate) fn made_len(&self) -> usize {
        self.made_bytes.unwrap_or_else(|| self.made.map_or(0, str::len))
    }

    /// Its place as text: `7..11`, or `base 7..11`.
    pub(crate) fn place(&self) -> String {
        place(self.source, self.span)
    }
}

/// Steps, or violations, that occurred too often to keep each one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LeftOutShape {
    pub(crate) section: &'static str,
    title: &'static str,
    /// `base` where the span is in the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    /// From the first byte of any of them to the last.
    span: [u32; 2],
    /// How many there are.
    pub(crate) times: u64,
    /// The name of the violations; missing where they are steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) violation: Option<&'static str>,
}

impl LeftOutShape {
    pub(crate) fn of(left_out: &LeftOut) -> Self {
        Self {
            section: left_out.first.section().id(),
            title: left_out.first.section().title(),
            source: base_only(left_out.first.source()),
            span: ends(left_out.span),
            times: left_out.times,
            violation: violation(&left_out.first),
        }
    }

    /// Their place as text.
    pub(crate) fn place(&self) -> String {
        place(self.source, self.span)
    }
}

/// The name of the violation, if `event` is one.
fn violation(event: &Kept) -> Option<&'static str> {
    if let Kept::Violation(violation) = event { Some(violation.name) } else { None }
}

/// A place as text.
fn place(source: Option<&str>, [start, end]: [u32; 2]) -> String {
    let source = source.map(|source| format!("{source} ")).unwrap_or_default();
    format!("{source}{start}..{end}")
}

/// `len`, if `start` is not the whole text.
fn whole_if_cut(start: &str, len: usize) -> Option<usize> {
    (start.len() < len).then_some(len)
}
