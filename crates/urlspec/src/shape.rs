//! The JSON for other programs, whose keys `INTERFACE.md` describes. Keys may be added, but no key is removed
//! or gets another meaning.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{self, Debug, Write as _},
    str::FromStr,
};

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::value::RawValue;
use url_diff::{Difference, Outcome as Did, Run, Side};
use url_facade::{
    Component, ParseError, Profile, Reason, Section, Source, Span, escape_invisible,
    sections::{self, barth_01, manakai, rfc3986, whatwg},
    trace::{Recorded, RecordedDecision, RecordedStep, Recorder, Truncated},
    with_default_scheme,
};
use url_guard::Disagreement;

use crate::{
    operation::{Connection, Outcome, resolves},
    published::{Reading, href},
};

/// The answer of a command for one URL: the result in the form `T`, or the error.
#[derive(Debug, Serialize)]
pub(crate) struct Answer<'a, T = &'a Outcome> {
    #[serde(flatten)]
    pub(crate) place: Option<Place>,
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

    /// Creates the answer for `result`. If the result is flagged as invalid, the reason is left out.
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
    /// Writes the serialized result as `href`, and, under its name, each component that the result has.
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

/// Returns `shape` as one line of JSON. The `id` of a request may contain line ends, which become spaces.
pub(crate) fn to_line(shape: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    write_line(&mut line, shape);
    line.iter_mut().rev().skip(1).filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    line
}

pub(crate) fn write_line(out: &mut Vec<u8>, shape: &impl Serialize) {
    // This cannot fail: every key is a string, and writing to memory always succeeds.
    let _ = serde_json::to_writer(&mut *out, shape);
    out.push(b'\n');
}

/// Appends `text` as a JSON string. FAST: most texts need no escapes; a test compares this with `serde_json`.
pub(crate) fn push_string(out: &mut Vec<u8>, text: &str) {
    let is_escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    if text.bytes().fold(0, |any, byte| any | u8::from(is_escaped(byte))) > 0 {
        return serde_json::to_writer(out, text).unwrap_or_default();
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ErrorShape<'a> {
    pub(crate) kind: &'static str,
    pub(crate) message: Cow<'a, str>,
    #[serde(serialize_with = "serialize_id")]
    section: Option<Section>,
    #[serde(flatten)]
    location: SourceSpan,
    /// The section in the published text.
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<Box<Cow<'static, str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hazard: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cwe: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) setting: Option<Box<Cow<'static, str>>>,
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn serialize_id<S: Serializer>(section: &Option<Section>, serializer: S) -> Result<S::Ok, S::Error> {
    section.map(Section::id).serialize(serializer)
}

/// Returns advice if `error` may be due to brackets around the URL or to a missing scheme.
pub(crate) fn hint(error: ParseError, input: &str) -> Option<String> {
    if error.span_source() != Source::Input {
        return None;
    }
    let text = input.trim_start_matches(|c| c <= ' ');
    let inside = text.trim_start_matches(['<', '(', '[', '{', '"', '\'', '`', '«', '“', '‘', '„']);
    if inside.len() < text.len() && (scheme_of(inside).is_some() || is_completed(inside)) {
        return Some("the URL is in brackets or quotation marks: remove them".into());
    }
    if error.reason() == Reason::MissingScheme { hint_of_host(input).map(Into::into) } else { None }
}

/// Returns advice if `input` begins with a host instead of a scheme.
pub(crate) fn hint_of_host(input: &str) -> Option<&'static str> {
    let is_host = is_completed(input) && !input.starts_with('/');
    is_host.then_some("for a host, put `https://` in front, as `canon --default-scheme https` does")
}

pub(crate) fn hint_of_scheme(input: &str) -> Option<String> {
    let scheme = scheme_of(input).filter(|_| is_completed(input))?;
    Some(format!(
        "hint: `{scheme}` was taken as a scheme: for a host, put `https://` in front, as `canon --default-scheme https` does"
    ))
}

/// True if `input` begins with a host instead of a scheme, so that `--default-scheme` would change `input`.
fn is_completed(input: &str) -> bool {
    matches!(with_default_scheme(input, "https"), Cow::Owned(_))
}

fn scheme_of(input: &str) -> Option<&str> {
    let (scheme, _) = input.split_once(':')?;
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let begins = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    Some(scheme).filter(|scheme| begins && scheme.bytes().all(is_scheme))
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct SourceSpan {
    span: Option<[u32; 2]>,
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
    /// Writes the span as a range, such as `7..11`; if the span is in the base, as `base 7..11`.
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
            section: Some(error.section()),
            location,
            href: href(error.section()).map(|href| Box::new(href.into())),
            ..Self::of_request(reason.name(), reason.sentence())
        }
    }

    pub(crate) fn at(self, section: &'static str, span: Span) -> Self {
        let section = sections::find(section);
        Self { section, location: SourceSpan::new(Source::Input, span), ..self }
    }

    pub(crate) fn in_input(error: ParseError, input: &'a str) -> Self {
        let shape = Self::of(error);
        let message = hint(error, input).map(|hint| format!("{}; {hint}", shape.message).into());
        Self { message: message.unwrap_or(shape.message), ..shape }
    }

    pub(crate) fn into_owned(self) -> ErrorShape<'static> {
        ErrorShape { message: self.message.into_owned().into(), ..self }
    }

    /// Creates an error of the request or the input, which does not come from a specification.
    pub(crate) fn of_request(kind: &'static str, message: impl Into<Cow<'a, str>>) -> Self {
        let (message, location) = (message.into(), SourceSpan::default());
        Self { kind, message, section: None, location, href: None, hazard: None, cwe: None, setting: None }
    }

    pub(crate) fn of_disagreement(disagreement: &Disagreement) -> Self {
        let (kind, divergence) = match disagreement {
            Disagreement::Rejected { error, .. } => return Self::of(*error),
            Disagreement::Hazardous { hazard, source, span } => {
                let location = SourceSpan::new(*source, *span);
                return Self { location, ..Self::of_request(hazard.name(), disagreement.to_string()) };
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

    /// Returns the source and the span of the error, if it has a span.
    pub(crate) fn place(&self) -> Option<(Source, Span)> {
        let [start, end] = self.location.span?;
        let of_base = self.location.source == Some(Source::Base.name());
        Some((if of_base { Source::Base } else { Source::Input }, Span { start, end }))
    }

    /// Appends the error of the record at `place` as a line: with `json`, as JSON; if not, as the location,
    /// the kind, the section, the span and the message, separated by tabs.
    pub(crate) fn write_line(self, place: Place, json: bool, out: &mut Vec<u8>) {
        if json {
            return write_line(out, &Answer { place: Some(place), ..Answer::failed(self) });
        }
        let Self { kind, message, section, location, .. } = self;
        let (section, message) = (section.map_or("-", Section::id), escape_invisible(&message));
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
    /// True if the profile resolves references.
    pub(crate) resolves: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) edition_of: Option<&'static str>,
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
            resolves: resolves(profile),
            edition_of: Some(profile.newest().name()).filter(|newest| *newest != profile.name()),
            reference: match profile {
                Profile::Candidate(candidate) => Some(candidate.reference()),
                _ => None,
            },
        };
        Profile::available().iter().copied().chain(Profile::candidates()).map(shape).collect()
    }
}

/// The input of a trace and its settings, so that the trace describes itself.
#[derive(Debug, Serialize)]
pub(crate) struct About<'a> {
    pub(crate) input: &'a str,
    pub(crate) base: Option<&'a str>,
    pub(crate) profile: &'static str,
    /// The title of the text, with its date.
    pub(crate) edition: &'static str,
    pub(crate) encoding: &'static str,
    pub(crate) version: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct TraceJson<'a> {
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<About<'a>>,
    pub(crate) steps: Vec<StepShape<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<TruncatedShape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Answer<'a>>,
}

impl<'a> TraceJson<'a> {
    pub(crate) fn of(recorder: &'a Recorder, detail: Detail) -> Self {
        let left_out = recorder.left_out().filter(|left| detail.has(&left.first));
        let events = recorder.events().zip(recorder.depths()).filter(|(event, _)| detail.has(event));
        let step = |(event, depth): (&'a Recorded, usize)| {
            let (section, location) = (event.section(), SourceSpan::new(event.span_source(), event.span()));
            let (href, reading) = (href(section), reading_of(event));
            StepShape { section: section.id(), title: section.title(), href, depth, location, event, reading }
        };
        let left_out = left_out.map(TruncatedShape::of).collect();
        Self { steps: events.map(step).collect(), left_out, result: None, about: None }
    }

    /// Removes steps at the end until the remaining steps fit into `room` bytes. Returns the number of
    /// removed steps, or `None` if all steps fit.
    #[cfg(feature = "serve")]
    pub(crate) fn cut(&mut self, mut room: usize) -> Option<usize> {
        let mut fits = |step: &StepShape<'_>| {
            let texts: usize = texts(step.event).iter().flatten().map(|(text, _)| text.len()).sum();
            let name = if let Recorded::Violation(violation) = step.event { violation.name } else { "" };
            let href = step.href.as_ref().map_or(0, String::len);
            let left = room.checked_sub(step.section.len() + step.title.len() + href + texts + name.len());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let kept = self.steps.iter().take_while(|step| fits(step)).count();
        let dropped = self.steps.len() - kept;
        self.steps.truncate(kept);
        (dropped > 0).then_some(dropped)
    }
}

/// The decisions whose answer no decides the result. Of other decisions, only a yes leads to other steps.
const BY_NO: [Section; 4] = [
    manakai::CANONICALIZE_HOST_20,
    manakai::CANONICALIZE_HOST_20_2_2_5,
    manakai::RELATIVE_RESOLUTION_1,
    rfc3986::AUTHORITY_2_1,
];
/// The same for the rules of programs, which have no constants here.
const BY_NO_OF_PROGRAMS: [&str; 4] =
    ["curl#hostname-check-3", "curl#ipv4-normalize-1", "java-net-uri#server-4", "ruby-uri#authority-4"];

/// The events of parsing that are shown. Violations, omitted components, and decisions with the answer yes
/// are always shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The steps that change a text or that follow an interpretation of an unclear specification.
    Changes,
    /// All steps that work on a text, even if they leave it unchanged.
    Work,
    Every,
}

impl Detail {
    pub(crate) fn of(every: bool) -> Self {
        if every { Self::Every } else { Self::Work }
    }

    pub(crate) fn has(self, event: &Recorded) -> bool {
        match event {
            Recorded::Visited(_) => self == Self::Every,
            // A serializer asks for each component.
            Recorded::Decision(RecordedDecision { holds, source, section, .. }) => {
                let is_shown = *holds || BY_NO.contains(section) || BY_NO_OF_PROGRAMS.contains(&section.id());
                is_shown && *source != Source::Output || self == Self::Every
            }
            Recorded::Step(step) => self != Self::Changes || step.output.is_some() || step.reading.is_some(),
            _ => true,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct StepShape<'a> {
    pub(crate) section: &'static str,
    pub(crate) title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) href: Option<String>,
    pub(crate) depth: usize,
    #[serde(flatten)]
    pub(crate) location: SourceSpan,
    #[serde(flatten, serialize_with = "serialize_effect")]
    pub(crate) event: &'a Recorded,
    /// The interpretation of an unclear sentence that decided the step.
    #[serde(rename = "interpretation", skip_serializing_if = "Option::is_none")]
    pub(crate) reading: Option<Reading>,
}

/// Returns the reading that `event` names, or the reading of its section if the event changes a text.
fn reading_of(event: &Recorded) -> Option<Reading> {
    match event {
        Recorded::Step(RecordedStep { reading: Some(name), .. }) => Reading::named(name),
        Recorded::Step(RecordedStep { section, output: Some(_), .. }) => Reading::of(*section),
        _ => None,
    }
}

/// Returns the texts before and after a step, each with its full length in bytes, because the recorded text
/// may be truncated. The text after is `None` if it is unchanged. Both texts are `None` for an event that
/// does not work on text, such as a violation.
fn texts(event: &Recorded) -> [Option<(&str, usize)>; 2] {
    match event {
        Recorded::Step(step) => {
            [Some((&step.input, step.input_len)), step.output.as_deref().map(|made| (made, step.output_len))]
        }
        Recorded::Decision(decision) => [Some((&decision.input, decision.input_len)), None],
        _ => [None, None],
    }
}

/// The steps that set a component to null, or remove it, if they leave no text.
const TO_NULL: [Section; 9] = [
    barth_01::CANONICALIZING_A_URL_4_6,
    whatwg::PORT_STATE_2_1_3,
    whatwg::RELATIVE_STATE_5_4_1,
    whatwg::FILE_STATE_4_4_1,
    manakai::CANONICALIZATION_3_1,
    manakai::CANONICALIZATION_3_2,
    manakai::CANONICALIZATION_7_1,
    manakai::CANONICALIZATION_7_2_2,
    manakai::RELATIVE_RESOLUTION_6_5_2_1,
];

/// True if the result of the step is null, which is not the empty string.
pub(crate) fn makes_null(step: &RecordedStep) -> bool {
    step.output.as_deref() == Some("") && TO_NULL.contains(&step.section)
}

fn serialize_effect<S: Serializer>(event: &Recorded, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    let names = [["saw", "saw_bytes"], ["made", "made_bytes"]];
    for ([name, bytes], text) in names.into_iter().zip(texts(event)) {
        let Some((text, len)) = text else { continue };
        if name == "made" && matches!(event, Recorded::Step(step) if makes_null(step)) {
            map.serialize_entry(name, &())?;
            continue;
        }
        map.serialize_entry(name, text)?;
        if text.len() < len {
            map.serialize_entry(bytes, &len)?;
        }
    }
    match event {
        // The interpretation that was chosen because the specification is silent or ambiguous.
        Recorded::Step(RecordedStep { reading: Some(reading), .. }) => {
            map.serialize_entry("reading", reading)?;
        }
        Recorded::Decision(decision) => map.serialize_entry("holds", &decision.holds)?,
        Recorded::Omitted(omitted) => map.serialize_entry("omits", omitted.component.name())?,
        Recorded::Violation(violation) => map.serialize_entry("violation", violation.name)?,
        _ => {}
    }
    map.end()
}

/// Steps of one section, or violations of one name, that occurred too often to record each of them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TruncatedShape {
    pub(crate) section: &'static str,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(flatten)]
    pub(crate) location: SourceSpan,
    pub(crate) times: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) violation: Option<&'static str>,
}

impl TruncatedShape {
    pub(crate) fn of(Truncated { first, span, times, .. }: &Truncated) -> Self {
        Self {
            section: first.section().id(),
            title: first.section().title(),
            href: href(first.section()),
            location: SourceSpan::new(first.span_source(), *span),
            times: *times,
            violation: if let Recorded::Violation(violation) = first { Some(violation.name) } else { None },
        }
    }
}

/// Puts profiles that find the same text, such as a host, in one group. Groups are in the order of their
/// first profiles. Returns the text of each group, and the names of its profiles.
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

/// Returns the name of an enum's variant in lower case with hyphens, without its fields, such as `not-a-url`.
pub(crate) fn name_of(variant: impl Debug) -> String {
    let (mut text, mut name) = (String::with_capacity(64), String::with_capacity(32));
    let _ = write!(text, "{variant:?}");
    for letter in text.bytes().take_while(u8::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase().into());
    }
    name
}

#[derive(Debug, Serialize)]
pub(crate) struct DifferenceShape {
    profiles: [&'static str; 2],
    agree: bool,
    #[serde(flatten)]
    divergence: Option<DivergenceShape>,
    /// The readings by which steps of the two runs changed text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<UsedReading>,
    /// The data that candidates among the profiles change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alterations: Vec<String>,
}

/// A reading by which a step of a run changed text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct UsedReading {
    pub(crate) profile: &'static str,
    pub(crate) section: &'static str,
    #[serde(flatten)]
    pub(crate) reading: Reading,
}

/// Returns the readings by which steps of the runs changed text, each once.
pub(crate) fn readings_used(runs: [&Run; 2]) -> Vec<UsedReading> {
    let mut used: Vec<UsedReading> = Vec::new();
    for run in runs {
        for event in run.trace.events() {
            let is_change = matches!(event, Recorded::Step(RecordedStep { input, output: Some(output), .. })
                if output != input);
            let Some(reading) = reading_of(event).filter(|_| is_change) else { continue };
            let new = UsedReading { profile: run.profile.name(), section: event.section().id(), reading };
            if !used.iter().any(|known| (known.profile, known.reading) == (new.profile, reading)) {
                used.push(new);
            }
        }
    }
    used
}

/// Returns a sentence on the data that each candidate among the profiles of `runs` changes.
pub(crate) fn alterations(runs: [&Run; 2]) -> Vec<String> {
    let candidate = |run: &Run| match run.profile {
        Profile::Candidate(candidate) => Some(format!("{}: {}", run.profile, candidate.change())),
        _ => None,
    };
    runs.into_iter().filter_map(candidate).collect()
}

#[derive(Debug, Serialize)]
struct DivergenceShape {
    message: String,
    component: Option<&'static str>,
    #[serde(flatten)]
    location: SourceSpan,
    sides: [SideShape; 2],
}

#[derive(Debug, Serialize)]
struct SideShape {
    section: &'static str,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    step: Option<usize>,
    did: &'static str,
    #[serde(flatten)]
    with: BTreeMap<&'static str, String>,
    #[serde(rename = "interpretation", skip_serializing_if = "Option::is_none")]
    reading: Option<Reading>,
}

/// Returns the reading that decided the rule of a side.
pub(crate) fn reading_of_side(side: &Side, run: &Run) -> Option<Reading> {
    let event = side.step.and_then(|step| run.trace.events().nth(step));
    let named = event.and_then(|event| match event {
        Recorded::Step(RecordedStep { reading: Some(name), .. }) => Reading::named(name),
        _ => None,
    });
    named.or_else(|| Reading::of(side.section))
}

impl DifferenceShape {
    pub(crate) fn of(Difference { a, b, divergence }: &Difference, detail: Detail) -> Self {
        let side = |(side, run): (&Side, &Run)| {
            let (did, with) = match side.outcome.clone() {
                Did::Rejected(reason) => ("rejected", [("reason", reason.name().into())].into()),
                Did::Changed { from, to } => ("changed", [("from", from), ("to", to)].into()),
                Did::Kept(from) => ("kept", [("from", from)].into()),
                Did::ReadAs(component) => ("read-as", [("component", component.name().into())].into()),
                Did::Passed => ("passed", BTreeMap::new()),
                Did::Omitted => ("left-out", BTreeMap::new()),
                Did::UsedBase => ("used-base", BTreeMap::new()),
                Did::IgnoredBase => ("ignored-base", BTreeMap::new()),
                _ => ("other", BTreeMap::new()),
            };
            // The index of a step in the list of the events that `detail` includes.
            let index = |step| run.trace.events().take(step).filter(|event| detail.has(event)).count();
            let (section, step) = (side.section, side.step.map(index));
            let (href, reading) = (href(section), reading_of_side(side, run));
            SideShape { section: section.id(), title: section.title(), href, step, did, with, reading }
        };
        let divergence = divergence.as_ref().map(|divergence| DivergenceShape {
            message: divergence.to_string(),
            component: divergence.component.map(Component::name),
            location: SourceSpan::new(divergence.source, divergence.span),
            sides: [(&divergence.a, a), (&divergence.b, b)].map(side),
        });
        let (agree, runs) = (divergence.is_none(), [a, b]);
        let readings = if agree { Vec::new() } else { readings_used(runs) };
        let profiles = runs.map(|run| run.profile.name());
        Self { profiles, agree, divergence, readings, alterations: alterations(runs) }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct RunShape<'a> {
    profile: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<char>,
    op: &'static str,
    #[serde(flatten)]
    answer: Answer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connects_to: Option<Connection>,
}

#[derive(Debug)]
pub(crate) struct ProfileRun {
    pub(crate) profile: Profile,
    pub(crate) parse_only: bool,
    pub(crate) result: Result<Outcome, ParseError>,
}

impl From<&Run> for ProfileRun {
    fn from(&Run { profile, parse_only, ref result, .. }: &Run) -> Self {
        Self { profile, parse_only, result: result.clone().map(Outcome::from) }
    }
}

impl ProfileRun {
    pub(crate) fn shape(&self, group: Option<char>) -> RunShape<'_> {
        let op = match self.parse_only {
            true => "parse",
            false if self.profile.is_consumer() => "resolve",
            false => "canon",
        };
        let (profile, answer) = (self.profile.name(), Answer::from_result(&self.result));
        let connects_to =
            self.result.as_ref().ok().filter(|_| group.is_some()).and_then(Outcome::connects_to);
        RunShape { profile, group, op, answer, connects_to }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct ReportShape {
    pub(crate) profiles: Vec<&'static str>,
    pub(crate) lines: u64,
    pub(crate) differ: u64,
    pub(crate) bad: u64,
    #[serde(flatten)]
    pub(crate) impact: Option<ImpactShape>,
    pub(crate) clusters: Vec<ClusterShape>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ImpactShape {
    pub(crate) interval: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<[&'static str; 2]>,
    /// The data that the candidate alters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alteration: Option<String>,
    pub(crate) kinds: Vec<Counted>,
    pub(crate) schemes: Vec<Counted>,
    pub(crate) domains: Vec<Counted>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Counted {
    pub(crate) name: String,
    pub(crate) count: u64,
}

/// The lines on which two profiles differ by the same pair of rules.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ClusterShape {
    pub(crate) profiles: [&'static str; 2],
    pub(crate) sections: [&'static str; 2],
    pub(crate) titles: [&'static str; 2],
    pub(crate) hrefs: [Option<String>; 2],
    pub(crate) count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) minimal: Option<String>,
    pub(crate) examples: Vec<ExampleShape>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ExampleShape {
    #[serde(flatten)]
    pub(crate) place: Place,
    pub(crate) input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input_bytes: Option<usize>,
    pub(crate) message: String,
    /// The results of both profiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) results: Option<[String; 2]>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    pub(crate) line: u64,
    /// The column of the URL in its line, in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
    /// The part of a document that contains the URL, such as its element; empty without `--json`.
    #[serde(flatten, serialize_with = "serialize_pairs")]
    pub(crate) inside: Vec<(&'static str, String)>,
}

fn serialize_pairs<S: Serializer>(pairs: &[(&str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, text)| (name, text)))
}

impl From<u64> for Place {
    fn from(line: u64) -> Self {
        Self { line, ..Self::default() }
    }
}

impl Place {
    /// Passes the location to `write` in pieces, such as `a.txt`, `:` and `3`. Control characters in a file
    /// name are escaped, so that the location stays on one line.
    pub(crate) fn write(&self, mut write: impl FnMut(&str)) {
        let mut number = itoa::Buffer::new();
        if let Some(file) = &self.file {
            if file.contains(char::is_control) {
                write(&file.escape_debug().to_string());
            } else {
                write(file);
            }
            write(":");
        }
        write(number.format(self.line));
        if let Some(column) = self.column {
            write(":");
            write(number.format(column));
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        self.write(|text| result = result.and_then(|()| f.write_str(text)));
        result
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (rest, last) = last_number(text).ok_or(())?;
        let (file, line, column) = match last_number(rest) {
            Some((file, line)) => (file, line, Some(last)),
            None => (rest, last, None),
        };
        Ok(Self {
            file: Some(file).filter(|file| !file.is_empty()).map(Into::into),
            line,
            column,
            inside: Vec::new(),
        })
    }
}

/// Splits `text` at its last colon. Returns the text before the colon (empty without a colon), and the
/// unsigned number after the colon.
fn last_number(text: &str) -> Option<(&str, u64)> {
    let (rest, last) = text.rsplit_once(':').unwrap_or(("", text));
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    Some((rest, last.parse().ok().filter(|_| is_number)?))
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn locations_round_trip() {
        assert_eq!("7:5".parse(), Ok(Place { column: Some(5), ..Place::from(7) }));
        let place = Place { file: Some("c:a:b".into()), column: Some(4), ..Place::from(3) };
        assert_eq!("c:a:b:3:4".parse(), Ok(place));
        for text in ["7", "7:5", "src/a.txt:1:2", "a b:3", "c:a:b:3:4"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        let odd = Place { file: Some("a\t\u{1b}".into()), ..Place::from(1) };
        assert_eq!(odd.to_string(), "a\\t\\u{1b}:1");
        for text in ["", ":", "a", "a:", ":a", "+1", "1:-2", "http://a.test/", "a:1:b"] {
            assert_eq!(text.parse::<Place>(), Err(()), "{text}");
        }
    }
}
