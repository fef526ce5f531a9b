//! One profile on one input, with its trace and the places of the components.

use crate::Profile;
use url_core::{Component, Found, Reason, Source, Span, Step, Taken, Trace, Violation};

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

/// A result without a trace.
pub(super) struct Outcome {
    pub(super) parse_only: bool,
    pub(super) result: Result<Url, ParseError>,
}

/// Keeps steps and places.
#[derive(Default)]
struct Watcher {
    run: Recorder,
    places: [[Option<Place>; Component::ALL.len()]; 2],
    /// Whether it is the base that is being parsed, on its own.
    in_base: bool,
}

impl Watcher {
    fn source(&self, source: Source) -> Source {
        if self.in_base { Source::Base } else { source }
    }
}

impl Trace for Watcher {
    const ENABLED: bool = true;

    fn record(&mut self, step: Step<'_>) {
        self.run.record(Step { source: self.source(step.source), ..step });
    }

    fn record_taken(&mut self, taken: Taken) {
        self.run.record_taken(Taken { source: self.source(taken.source), ..taken });
    }

    fn record_violation(&mut self, violation: Violation) {
        self.run.record_violation(Violation { source: self.source(violation.source), ..violation });
    }

    fn record_found(&mut self, found: Found<'_>) {
        let source = self.source(found.source);
        match &mut self.places[source as usize][found.component as usize] {
            // What is taken over from the base was found when that was parsed.
            Some(_) if source == Source::Base && !self.in_base => {}
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
    let Outcome { parse_only, result } = outcome(input, base, parser, &mut watcher, |watcher, in_base| {
        watcher.in_base = in_base;
    });
    let Watcher { run: trace, places, .. } = watcher;
    Run { profile: parser.profile(), parse_only, result, trace, places }
}

/// Canonicalizes `input` under `parser`; where its document stops at parsing, parses it. `turn` is told when what follows
/// is about the base, and when that is over.
pub(super) fn outcome<T: Trace + Default>(
    input: &str,
    base: Option<&str>,
    parser: Parser,
    trace: &mut T,
    turn: impl Fn(&mut T, bool),
) -> Outcome {
    let base = base.map(|base| {
        turn(trace, true);
        let parsed = parser.parse_reference_traced(base, trace);
        turn(trace, false);
        parsed
    });
    let result = base.transpose().and_then(|base| parser.with_base(base.as_ref()).parse_traced(input, trace));
    match result {
        Err(error) if error.reason() == Reason::NotInThisSpec => {
            // The base does not count, nor what was tried with it.
            *trace = T::default();
            let parsed = parser.parse_reference_traced(input, trace).and_then(as_url);
            Outcome { parse_only: true, result: parsed }
        }
        result => Outcome { parse_only: false, result },
    }
}

/// What was parsed, as it was written, if it is valid.
fn as_url(parsed: Reference) -> Result<Url, ParseError> {
    if let Some(error) = parsed.invalid() {
        return Err(error);
    }
    let Reference { text: href, components, profile, hierarchical, .. } = parsed;
    Ok(Url { href, shape: Shape { components, profile, hierarchical } })
}
