//! Runs one profile on an input. Records its result, its trace, and where it found each component.

use url_facade::{
    Component, ParseError, Parser, Profile, Reason, Reference, Section, Source, Span, Url,
    sections::callers_of,
    trace::{Event, NoTrace, Recorded, RecordedStep, Recorder, Trace, of_base},
};

use crate::alignment::{covers, decoded};

/// The URL that a run produced.
#[derive(Clone, Debug)]
pub enum Product {
    /// A canonical URL.
    Url(Url),
    /// A valid reference that the profile parsed or resolved, but did not canonicalize.
    Reference(Reference),
}

impl Product {
    /// Returns the text of `component`, or `None` if it is missing.
    pub fn get(&self, component: Component) -> Option<&str> {
        match self {
            Self::Url(url) => url.get(component),
            Self::Reference(reference) => reference.get(component),
        }
    }

    /// Returns the whole URL.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Url(url) => url.as_str(),
            Self::Reference(reference) => reference.as_str(),
        }
    }

    pub(crate) fn place(&self, component: Component) -> Option<Span> {
        Span::locate(self.get(component)?, self.as_str())
    }
}

pub(crate) type RunResult = Result<Product, ParseError>;

/// A run of one profile on the input: its result, and its trace.
#[derive(Clone, Debug)]
pub struct Run {
    /// The profile.
    pub profile: Profile,
    /// True if the profile's document or program defines parsing only.
    pub parse_only: bool,
    /// The result: the URL, or the error by which the input was rejected.
    pub result: Result<Product, ParseError>,
    /// The events of the run. The events of parsing the base come first.
    pub trace: Recorder,
    /// The spans at which the run found each component in the input and in the base.
    pub(crate) places: Places,
    /// The events by the sections of the profile's document, each with an index in the trace: see
    /// [`own_events`].
    events: Vec<(usize, Option<Box<Recorded>>)>,
}

impl Run {
    /// Runs `parser` on `input` with a trace. If there is a base, a program only resolves the input. Any
    /// other run also canonicalizes the input. If the profile's document or program defines parsing only, the
    /// run only parses the input.
    pub fn new(input: &str, base: Option<&str>, parser: Parser<'_>) -> Self {
        let mut watcher = Watcher::default();
        let mut result = whole_result(input, base, parser, &mut watcher);
        let parse_only = stops_at_parsing(&result);
        if parse_only {
            // Discard the steps on the base: the profile only parses the input.
            watcher = Watcher::default();
            result = parser.parse_reference_traced(input, &mut watcher).and_then(valid);
        }
        let Watcher { run: trace, mut places, .. } = watcher;
        // A program that parses the joined text may report components that are not in the input.
        let is_joined = base.is_some() && parser.profile().is_consumer();
        for place in places[Source::Input as usize].iter_mut().filter(|_| is_joined) {
            place.take_if(|place| place.text.as_deref() != Some(place.span.of(input)));
        }
        let events = own_events(&trace);
        Self { profile: parser.profile(), parse_only, result, trace, places, events }
    }

    /// Returns the events by the sections of the profile's document, each with an index in the trace.
    pub(crate) fn events(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, &Recorded)> + ExactSizeIterator + Clone {
        let all = self.trace.events().as_slice();
        self.events.iter().map(|(index, own)| (*index, own.as_deref().unwrap_or(&all[*index])))
    }

    /// Returns the bytes from which `component` of the result was read: in the input, or else in the base.
    pub(crate) fn place(&self, component: Component) -> Option<(Source, Span)> {
        [Source::Input, Source::Base].into_iter().find_map(|source| {
            let found = self.places[source as usize][component as usize].as_ref()?;
            Some((source, found.span))
        })
    }
}

/// Returns the indices of the events of `trace`. If a step refers to an algorithm of another document, each
/// step of that algorithm on the text of this step becomes a step of this section, which is also returned.
fn own_events(trace: &Recorder) -> Vec<(usize, Option<Box<Recorded>>)> {
    let mut referring: Option<(usize, &RecordedStep)> = None;
    let mut events = Vec::new();
    for (index, event) in trace.events().enumerate() {
        let section = event.section();
        let is_caller = |by: Section| {
            by.spec() != section.spec() && callers_of(section.algorithm()).contains(&by.algorithm())
        };
        referring = referring.filter(|(_, by)| is_caller(by.section));
        match (event, referring) {
            (Recorded::Step(step), Some((at, by))) if covers(by.span, step.span) => {
                let step = RecordedStep { section: by.section, ..step.clone() };
                events.push((at, Some(Recorded::Step(step).into())));
            }
            (_, Some(_)) => {}
            (_, None) => {
                let step = if let Recorded::Step(step) = event { Some(step) } else { None };
                referring = step.filter(|step| step.output.is_none()).map(|step| (index, step));
                events.push((index, None));
            }
        }
    }
    events
}

/// The components that a run found: first those of the input, then those of the base.
type Places = [[Option<FoundComponent>; Component::ALL.len()]; 2];

/// A component of the input or the base. If a run found it in several pieces, the span contains all pieces.
#[derive(Clone, Debug)]
pub(crate) struct FoundComponent {
    pub(crate) span: Span,
    /// The text of the component; `None` if the run found it in several pieces.
    pub(crate) text: Option<String>,
}

#[derive(Default)]
struct Watcher {
    run: Recorder,
    places: Places,
    /// True after the base was parsed. If a component of the base is found later, it is being copied.
    has_base: bool,
}

impl Trace for Watcher {
    fn record(&mut self, event: Event<'_>) {
        self.has_base |= event.source() == Source::Input;
        let Event::Found(found) = event else { return self.run.record(event) };
        if found.source == Source::Output {
            return;
        }
        match &mut self.places[found.source as usize][found.component as usize] {
            // A copied component of the base already has its place, from when the base was parsed.
            Some(_) if found.source == Source::Base && self.has_base => {}
            Some(place) if place.span == found.span => {}
            // The component was found again in the joined text, where it may be escaped.
            Some(place)
                if found.span.start <= place.span.start
                    && place.span.end <= found.span.end
                    && place.text.as_ref().is_some_and(|text| decoded(text) == decoded(found.text)) => {}
            Some(place) => {
                place.span.start = place.span.start.min(found.span.start);
                place.span.end = place.span.end.max(found.span.end);
                place.text = None;
            }
            missing => *missing = Some(FoundComponent { span: found.span, text: Some(found.text.into()) }),
        }
    }
}

pub(crate) fn result(input: &str, base: Option<&str>, parser: Parser<'_>) -> RunResult {
    let result = whole_result(input, base, parser, &mut NoTrace);
    if stops_at_parsing(&result) { parser.parse_reference(input).and_then(valid) } else { result }
}

fn whole_result<T: Trace>(input: &str, base: Option<&str>, parser: Parser<'_>, trace: &mut T) -> RunResult {
    let is_joined = base.is_some() && parser.profile().is_consumer();
    let base = base.map(|base| parser.parse_reference_traced(base, &mut of_base(trace))).transpose()?;
    let parser = parser.with_base(base.as_ref());
    if is_joined {
        return parser.resolve_reference_traced(input, trace).and_then(valid);
    }
    parser.parse_traced(input, trace).map(Product::Url)
}

/// Returns true if the result is an error because the document or program of the profile defines parsing
/// only.
fn stops_at_parsing(result: &RunResult) -> bool {
    let only_parses = |reason| matches!(reason, Reason::NotInThisSpec | Reason::NotInThisConsumer);
    result.as_ref().is_err_and(|error| only_parses(error.reason()))
}

fn valid(parsed: Reference) -> RunResult {
    parsed.invalid().map_or(Ok(Product::Reference(parsed)), Err)
}

/// Returns the first component in which two URLs differ. If the serialized URLs are equal, a missing
/// component equals an empty one, and a path equals the same path after `/.`, which separates a path from an
/// authority. If only the serialized URLs differ, returns the path, since the serializers write different
/// text before it.
pub(crate) fn first_different(a: &Product, b: &Product) -> Option<Component> {
    let same_text = a.as_str() == b.as_str();
    let differs = |component: &Component| {
        let (a, b) = (a.get(*component), b.get(*component));
        let (text_a, text_b) = (a.unwrap_or_default(), b.unwrap_or_default());
        let is_apart = text_a.strip_prefix("/.") == Some(text_b) || text_b.strip_prefix("/.") == Some(text_a);
        a != b && (!same_text || text_a != text_b && !is_apart)
    };
    let component = Component::ALL.into_iter().find(differs);
    component.or_else(|| (!same_text).then_some(Component::Path))
}
