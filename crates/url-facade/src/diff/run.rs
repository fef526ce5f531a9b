//! One profile on one input, with its trace and the places of the components.

use crate::Profile;
use url_core::{Component, Event, Reason, Source, Span, Trace};

use crate::{ParseError, Parser, Recorder, Reference, Url, url::Shape};

/// What one profile made of the input, and every step of it.
#[derive(Clone, Debug)]
pub struct Run {
    /// The profile.
    pub profile: Profile,
    /// Whether the document of the profile stops at parsing: then the result is what it parsed, which is not canonical.
    pub parse_only: bool,
    /// The URL, or why there is none.
    pub result: Result<Url, ParseError>,
    /// The steps, those of parsing the base first.
    pub trace: Recorder,
    /// Where each component of the input, and of the base, was found.
    pub(super) places: [[Option<Place>; Component::ALL.len()]; 2],
}

/// Where a component was found: from the first piece to the last.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) span: Span,
    /// Its text as the layers had it; `None` where it was found in pieces.
    pub(super) text: Option<String>,
}

/// Keeps steps and places.
#[derive(Default)]
struct Watcher {
    run: Recorder,
    places: [[Option<Place>; Component::ALL.len()]; 2],
    /// Whether the base was parsed, and its components found.
    has_base: bool,
}

impl Trace for Watcher {
    fn record(&mut self, event: Event<'_>) {
        let Event::Found(found) = event else { return self.run.record(event) };
        match &mut self.places[found.source as usize][found.component as usize] {
            // What is taken over from the base was found when that was parsed.
            Some(_) if found.source == Source::Base && self.has_base => {}
            Some(place) if place.span == found.span => {}
            Some(place) => {
                place.span.start = place.span.start.min(found.span.start);
                place.span.end = place.span.end.max(found.span.end);
                place.text = None;
            }
            missing => *missing = Some(Place { span: found.span, text: Some(found.text.into()) }),
        }
    }
}

/// Canonicalizes `input` under `parser`, with a trace.
pub(super) fn run(input: &str, base: Option<&str>, parser: Parser) -> Run {
    let mut watcher = Watcher::default();
    let base = base.map(|base| parser.parse_reference_traced(base, &mut watcher.of_base()));
    watcher.has_base = true;
    let result =
        base.transpose().and_then(|base| parser.with_base(base.as_ref()).parse_traced(input, &mut watcher));
    let parse_only = stops_at_parsing(&result);
    let result = if parse_only {
        // The base does not count, nor what was tried with it.
        watcher = Watcher::default();
        as_url(parser.parse_reference_traced(input, &mut watcher))
    } else {
        result
    };
    let Watcher { run: trace, places, .. } = watcher;
    Run { profile: parser.profile(), parse_only, result, trace, places }
}

/// What [`run`] results in, without a trace.
pub(super) fn result(input: &str, base: Option<&str>, parser: Parser<'_>) -> Result<Url, ParseError> {
    let base = base.map(|base| parser.parse_reference(base)).transpose();
    let result = base.and_then(|base| parser.with_base(base.as_ref()).parse(input));
    if stops_at_parsing(&result) { as_url(parser.parse_reference(input)) } else { result }
}

/// Whether there is no result because the document of the profile stops at parsing.
fn stops_at_parsing(result: &Result<Url, ParseError>) -> bool {
    result.as_ref().is_err_and(|error| error.reason() == Reason::NotInThisSpec)
}

/// What was parsed, as it was written, if it is valid.
fn as_url(parsed: Result<Reference, ParseError>) -> Result<Url, ParseError> {
    let parsed = parsed?;
    if let Some(error) = parsed.invalid() {
        return Err(error);
    }
    let Reference { text: href, components, profile, hierarchical, .. } = parsed;
    Ok(Url { href, shape: Shape { components, profile, hierarchical } })
}
