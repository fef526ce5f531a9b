//! The JSON that programs read. The keys are stable: keys may be added, but no key is removed or gets another
//! meaning.

mod difference;

use std::{
    borrow::Cow,
    fmt::{self, Debug, Write as _},
};

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::value::RawValue;
use url_diff::Disagreement;
use url_facade::{
    ParseError, Profile, Reason, Source, Span, escape_invisible,
    trace::{Recorded, RecordedStep, Recorder, Truncated},
    with_default_scheme,
};

pub(crate) use difference::{
    ClusterShape, Counted, DifferenceShape, ExampleShape, ImpactShape, ProfileRun, ReportShape, RunShape,
};

use crate::{operation::Outcome, record_location::RecordLocation};

/// The answer of a command for one URL: the result, shown in the form `T`, or the error.
#[derive(Debug, Serialize)]
pub(crate) struct Answer<'a, T = &'a Outcome> {
    #[serde(flatten)]
    pub(crate) place: Option<RecordLocation>,
    pub(crate) ok: bool,
    #[serde(flatten)]
    pub(crate) result: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<ErrorShape<'a>>,
}

impl<'a> Answer<'a> {
    pub(crate) fn failed(error: ErrorShape<'a>) -> Self {
        Self { place: None, ok: false, result: None, error: Some(error) }
    }

    /// Creates the answer for `result`. If it is flagged as invalid, the reason is left out.
    pub(crate) fn from_result(result: &'a Result<Outcome, ParseError>) -> Self {
        match result {
            Ok(outcome) => Self::of(outcome),
            Err(fault) => Self::failed(ErrorShape::of(*fault)),
        }
    }
}

impl<'a, T> Answer<'a, T> {
    pub(crate) fn of(result: T) -> Self {
        Self { place: None, ok: true, result: Some(result), error: None }
    }

    pub(crate) fn with_reason(self, invalid: Option<ErrorShape<'a>>) -> Self {
        Self { error: invalid.or(self.error), ..self }
    }
}

impl Serialize for Outcome {
    /// Writes the result as the string `href`, and each component that is present under its name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.invalid().is_some() {
            map.serialize_entry("invalid", &true)?;
        }
        for (name, text) in self.href().map(|href| ("href", href)).into_iter().chain(self.components()) {
            map.serialize_entry(name, text)?;
        }
        map.end()
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Reply<'a, A> {
    id: &'a RawValue,
    #[serde(flatten)]
    answer: A,
}

impl<'a, A> Reply<'a, A> {
    pub(crate) fn new(id: Option<&'a RawValue>, answer: A) -> Self {
        Self { id: id.unwrap_or(RawValue::NULL), answer }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Known {
    Valid(bool),
    Absolute(bool),
}

/// Returns `shape` as one line. Line ends between the tokens of a request's id become spaces.
pub(crate) fn to_line(shape: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    write_line(&mut line, shape);
    line.iter_mut().rev().skip(1).filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    line
}

pub(crate) fn write_line(out: &mut Vec<u8>, shape: &impl Serialize) {
    // Every key is a string, and writing to memory cannot fail, so this cannot fail.
    let _ = serde_json::to_writer(&mut *out, shape);
    out.push(b'\n');
}

/// Appends `text` as a JSON string.
///
/// FAST: most texts contain nothing to escape; a test compares the result with `serde_json`.
pub(crate) fn push_string(out: &mut Vec<u8>, text: &str) {
    let is_escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    if text.bytes().fold(0, |any, byte| any | u8::from(is_escaped(byte))) > 0 {
        // Writing to memory cannot fail.
        return serde_json::to_writer(out, text).unwrap_or_default();
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ErrorShape<'a> {
    /// The name of the error, which is stable.
    pub(crate) kind: &'static str,
    /// A message for people. Its words may change.
    pub(crate) message: Cow<'a, str>,
    /// The section of the rule that was broken; null if the error does not come from a specification.
    section: Option<&'static str>,
    #[serde(flatten)]
    location: SourceSpan,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hazard: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cwe: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) setting: Option<Box<Cow<'static, str>>>,
}

/// Returns advice if `error` suggests a common mistake: brackets around the URL, or a missing scheme.
pub(crate) fn hint(error: ParseError, input: &str) -> Option<String> {
    if error.span_source() != Source::Input {
        return None;
    }
    let text = input.trim_start_matches(|c| c <= ' ');
    let inside = text.trim_start_matches(['<', '(', '[', '{', '"', '\'', '`', '«', '“', '‘', '„']);
    if inside.len() < text.len() && (scheme_of(inside).is_some() || is_completed(inside)) {
        return Some("the URL is in brackets or quotation marks: remove them".into());
    }
    let is_host = error.reason() == Reason::MissingScheme && is_completed(input);
    is_host.then(|| "for a host, put `https://` in front, as --default-scheme https does".into())
}

pub(crate) fn hint_of_scheme(input: &str) -> Option<String> {
    let scheme = scheme_of(input).filter(|_| is_completed(input))?;
    Some(format!(
        "hint: `{scheme}` was taken as a scheme: for a host, put `https://` in front, as --default-scheme https does"
    ))
}

/// True if `input` begins with a host, so that adding a scheme would complete it.
fn is_completed(input: &str) -> bool {
    matches!(with_default_scheme(input, "https"), Cow::Owned(_))
}

/// Returns the text before the colon of `input`, if it has the syntax of a scheme.
fn scheme_of(input: &str) -> Option<&str> {
    let (scheme, _) = input.split_once(':')?;
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let begins = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    Some(scheme).filter(|scheme| begins && scheme.bytes().all(is_scheme))
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct SourceSpan {
    /// The range in bytes; null if the error does not come from a specification.
    span: Option<[u32; 2]>,
    /// The string that contains the span: `base` or `output`; missing for the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

impl SourceSpan {
    pub(crate) fn new(source: Source, span: Span) -> Self {
        let other = (source != Source::Input).then_some(source.name());
        Self { span: Some([span.start, span.end]), source: other }
    }
}

impl fmt::Display for SourceSpan {
    /// Writes the range, such as `7..11`, or `base 7..11` if it is not in the input.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some([start, end]) = self.span else { return f.pad("-") };
        let source = self.source.map(|source| format!("{source} ")).unwrap_or_default();
        f.pad(&format!("{source}{start}..{end}"))
    }
}

impl<'a> ErrorShape<'a> {
    pub(crate) fn of(error: ParseError) -> Self {
        let (reason, location) = (error.reason(), SourceSpan::new(error.span_source(), error.span()));
        Self {
            section: Some(error.section().id()),
            location,
            ..Self::of_request(reason.name(), reason.sentence())
        }
    }

    /// Creates the shape of `error`, which occurred in `input`, with advice if there is any.
    pub(crate) fn in_input(error: ParseError, input: &'a str) -> Self {
        let shape = Self::of(error);
        let message = hint(error, input).map(|hint| format!("{}; {hint}", shape.message).into());
        Self { message: message.unwrap_or(shape.message), ..shape }
    }

    pub(crate) fn into_owned(self) -> ErrorShape<'static> {
        ErrorShape { message: self.message.into_owned().into(), ..self }
    }

    /// Creates an error of the request itself, not of a specification.
    pub(crate) fn of_request(kind: &'static str, message: impl Into<Cow<'a, str>>) -> Self {
        let (message, location) = (message.into(), SourceSpan::default());
        Self { kind, message, section: None, location, hazard: None, cwe: None, setting: None }
    }

    pub(crate) fn of_disagreement(disagreement: &Disagreement) -> Self {
        let (kind, divergence) = match disagreement {
            Disagreement::Rejected { error, .. } => return Self::of(*error),
            Disagreement::Hazardous { hazard, source, span } => {
                let location = SourceSpan::new(*source, *span);
                return Self { location, ..Self::of_request(hazard.name(), hazard.to_string()) };
            }
            Disagreement::Blank => ("blank", None),
            Disagreement::UnusablePort { .. } => ("unusable-port", None),
            Disagreement::Diverged { divergence, .. } => ("parted", divergence.as_ref()),
            Disagreement::DivergedOnHref { .. } => ("parted-on-href", None),
            _ => ("disagreement", None),
        };
        let location = divergence.map(|divergence| SourceSpan::new(divergence.source, divergence.span));
        Self { location: location.unwrap_or_default(), ..Self::of_request(kind, disagreement.to_string()) }
    }

    /// Appends the error of the record at `place` as a line. This is JSON, or the place, kind, section, span
    /// and message, separated by tabs.
    pub(crate) fn write_line(self, place: RecordLocation, json: bool, out: &mut Vec<u8>) {
        if json {
            return write_line(out, &Answer { place: Some(place), ..Answer::failed(self) });
        }
        let Self { kind, message, section, location, .. } = self;
        let (section, message) = (section.unwrap_or("-"), escape_invisible(&message));
        out.extend_from_slice(format!("{place}\t{kind}\t{section}\t{location}\t{message}\n").as_bytes());
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct ProfileShape {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) default: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) consumer: bool,
    /// For an older edition of a consumer, the newest edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) edition_of: Option<&'static str>,
    /// For a candidate, the address of the discussion about its change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<&'static str>,
}

impl ProfileShape {
    pub(crate) fn all() -> Vec<Self> {
        let shape = |profile: Profile| Self {
            name: profile.name(),
            title: profile.title(),
            default: profile == Profile::default(),
            consumer: profile.is_consumer(),
            edition_of: Some(profile.newest().name()).filter(|newest| *newest != profile.name()),
            reference: match profile {
                Profile::Candidate(candidate) => Some(candidate.reference()),
                _ => None,
            },
        };
        Profile::available().iter().copied().chain(Profile::candidates()).map(shape).collect()
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct TraceJson<'a> {
    pub(crate) steps: Vec<StepShape<'a>>,
    /// The steps that were only counted, since they occurred too often to keep each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<TruncatedShape>,
    /// In `explain`, the result of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Answer<'a>>,
}

impl<'a> TraceJson<'a> {
    pub(crate) fn of(recorder: &'a Recorder, detail: Detail) -> Self {
        let left_out = recorder.left_out().filter(|left| detail.has(&left.first));
        let events = recorder.events().zip(recorder.depths()).filter(|(event, _)| detail.has(event));
        let step = |(event, depth): (&'a Recorded, usize)| {
            let (section, location) = (event.section(), SourceSpan::new(event.source(), event.span()));
            StepShape { section: section.id(), title: section.title(), depth, location, event }
        };
        let left_out = left_out.map(TruncatedShape::of).collect();
        Self { steps: events.map(step).collect(), left_out, result: None }
    }

    /// Drops steps at the end until the others fit into `room` bytes. Returns how many were dropped, if any.
    #[cfg(feature = "serve")]
    pub(crate) fn cut(&mut self, mut room: usize) -> Option<usize> {
        let mut fits = |step: &StepShape<'_>| {
            let texts: usize = texts(step.event).iter().flatten().map(|(text, _)| text.len()).sum();
            let name = if let Recorded::Violation(violation) = step.event { violation.name } else { "" };
            let left = room.checked_sub(step.section.len() + step.title.len() + texts + name.len());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let kept = self.steps.iter().take_while(|step| fits(step)).count();
        let dropped = self.steps.len() - kept;
        self.steps.truncate(kept);
        (dropped > 0).then_some(dropped)
    }
}

/// The kinds of events of a run that are reported. Violations and omitted components always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The steps that change a text or find a component, the components that are omitted, and the violations.
    Changes,
    /// The steps that work on text, the components that are omitted, and the violations.
    Work,
    Every,
}

impl Detail {
    pub(crate) fn of(every: bool) -> Self {
        if every { Self::Every } else { Self::Work }
    }

    pub(crate) fn has(self, event: &Recorded) -> bool {
        match event {
            Recorded::Visited(_) | Recorded::Decision(_) => self == Self::Every,
            Recorded::Step(step) => self != Self::Changes || step.made.is_some() || step.reading.is_some(),
            _ => true,
        }
    }
}

/// One step of a run, or one violation of the rules for valid URLs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct StepShape<'a> {
    pub(crate) section: &'static str,
    pub(crate) title: &'static str,
    /// The number of algorithms that were running when the step was reported, each called by the one before.
    pub(crate) depth: usize,
    #[serde(flatten)]
    pub(crate) location: SourceSpan,
    #[serde(flatten, serialize_with = "serialize_effect")]
    pub(crate) event: &'a Recorded,
}

/// Returns the text that a step worked on and the text that it produced, each with its full length in bytes,
/// since the recorded text may be cut. The second is `None` if the text is unchanged. Both are `None` for a
/// violation, and for a step that does not work on text.
fn texts(event: &Recorded) -> [Option<(&str, usize)>; 2] {
    match event {
        Recorded::Step(step) => {
            [Some((&step.saw, step.saw_len)), step.made.as_deref().map(|made| (made, step.made_len))]
        }
        Recorded::Decision(decision) => [Some((&decision.saw, decision.saw_len)), None],
        _ => [None, None],
    }
}

fn serialize_effect<S: Serializer>(event: &Recorded, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    let names = [["saw", "saw_bytes"], ["made", "made_bytes"]];
    for ([name, bytes], text) in names.into_iter().zip(texts(event)) {
        let Some((text, len)) = text else { continue };
        map.serialize_entry(name, text)?;
        if text.len() < len {
            map.serialize_entry(bytes, &len)?;
        }
    }
    match event {
        // The interpretation that was chosen where the specification is silent or ambiguous.
        Recorded::Step(RecordedStep { reading: Some(reading), .. }) => {
            map.serialize_entry("reading", reading)?;
        }
        // The answer of a step that tests a condition.
        Recorded::Decision(decision) => map.serialize_entry("holds", &decision.holds)?,
        Recorded::Omitted(omitted) => map.serialize_entry("omits", omitted.component.name())?,
        Recorded::Violation(violation) => map.serialize_entry("violation", violation.name)?,
        _ => {}
    }
    map.end()
}

/// Steps or violations of one kind, which occurred too often to keep each of them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TruncatedShape {
    pub(crate) section: &'static str,
    title: &'static str,
    /// The range from the first byte of the first occurrence to the last byte of the last one.
    #[serde(flatten)]
    pub(crate) location: SourceSpan,
    pub(crate) times: u64,
    /// The name of the violations; left out for steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) violation: Option<&'static str>,
}

impl TruncatedShape {
    pub(crate) fn of(Truncated { first, span, times, .. }: &Truncated) -> Self {
        Self {
            section: first.section().id(),
            title: first.section().title(),
            location: SourceSpan::new(first.source(), *span),
            times: *times,
            violation: if let Recorded::Violation(violation) = first { Some(violation.name) } else { None },
        }
    }
}

/// Groups profiles by the text that they read. Groups are in the order of their first profiles.
pub(crate) fn by_reading<'p>(read: impl IntoIterator<Item = (String, &'p str)>) -> Vec<(String, String)> {
    let mut readings: Vec<(String, String)> = Vec::new();
    for (text, profile) in read {
        match readings.iter_mut().find(|(known, _)| *known == text) {
            Some((_, profiles)) => profiles.extend([", ", profile]),
            None => readings.push((text, profile.into())),
        }
    }
    readings
}

/// Returns the name of an enum's variant in lower case with hyphens, without its fields.
pub(crate) fn name_of(variant: impl Debug) -> String {
    let (mut text, mut name) = (String::with_capacity(64), String::with_capacity(32));
    // Writing to memory cannot fail.
    let _ = write!(text, "{variant:?}");
    for letter in text.bytes().take_while(u8::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase().into());
    }
    name
}
