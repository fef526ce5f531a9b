//! Checks that hold for every parser, input and base. The fuzz targets also use these checks.

use url_facade::{
    Components, ParseError, Parser, Profile, Reference, Source, Span, Url, fast,
    trace::{Event, Recorder, Trace},
};

type Made = Result<(String, Components), ParseError>;
type Outcome = Result<Url, ParseError>;
type Way = fn(Parser<'_>, &str) -> Made;

const WAYS: [(&str, Way); 4] = [
    ("parse", |parser, input| parser.parse(input).map(|url| parts(&url))),
    ("parse_ref", |parser, input| {
        let made = parser.parse_ref(input)?;
        assert!(!made.is_borrowed() || made.as_str() == input);
        Ok(parts(&made))
    }),
    ("parse_into", |parser, input| {
        let mut buffer = "before".to_owned();
        let made = parser.parse_into(input, &mut buffer).map(|url| parts(&url));
        assert!(made.is_ok() || buffer.is_empty(), "{buffer:?} is left");
        made
    }),
    ("append_into", |parser, input| {
        let mut column = "before".to_owned();
        let made = parser.append_into(input, &mut column);
        let behind = column.strip_prefix("before").unwrap();
        assert!(made.is_ok() || behind.is_empty(), "{behind:?} is left");
        made.map(|components| (behind.to_owned(), components))
    }),
];

fn parts<S: AsRef<str>>(url: &Url<S>) -> (String, Components) {
    (url.as_str().to_owned(), url.components())
}

pub(crate) fn agree(parser: Parser<'_>, input: &str) -> Result<Url, ParseError> {
    // A parser with a trace does every literal step, even if the trace ignores the events.
    let literal = parser.parse_traced(input, &mut |_: Event<'_>| {});
    let expected = literal.as_ref().map(parts).map_err(Clone::clone);
    for (name, way) in WAYS {
        assert_eq!(way(parser, input), expected, "{name}: {input:?} by {parser:?}");
    }
    assert_eq!(parser.can_parse(input), literal.is_ok(), "{input:?} by {parser:?}");
    // The string does not show whether the path is opaque.
    let is_opaque = |url: Result<Url, ParseError>| url.map(|url| url.has_opaque_path());
    assert_eq!(is_opaque(parser.parse(input)), is_opaque(literal.clone()), "{input:?} by {parser:?}");
    if fast::scan(&parser, input) == Some(true) {
        assert_eq!(literal.as_ref().map(Url::as_str), Ok(input), "{input:?} by {parser:?}");
    }
    literal
}

/// The strings that spans refer to. Its [`Trace`] asserts that each event's span is a range of its string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strings<'s> {
    pub(crate) profile: Profile,
    pub(crate) input: &'s str,
    pub(crate) base: Option<&'s str>,
}

impl Strings<'_> {
    pub(crate) fn check(&self, source: Source, span: Span, what: &dyn std::fmt::Debug) {
        let Self { profile, input, base } = *self;
        let string = if source == Source::Base { base } else { Some(input) };
        let place = string.and_then(|string| string.get(span.start as usize..span.end as usize));
        assert!(place.is_some(), "{profile} {input:?} {base:?}: {span} of the {source:?}: {what:?}");
    }

    pub(crate) fn check_error(&self, error: Option<ParseError>) {
        if let Some(error) = error {
            self.check(error.span_source(), error.span(), &error);
        }
    }
}

impl Trace for Strings<'_> {
    fn record(&mut self, event: Event<'_>) {
        // At the time of the event, the output is not complete.
        if event.source() != Source::Output {
            self.check(event.source(), event.span(), &event);
        }
    }
}

/// Compares the results of all methods of `parser` for `input`. The base of `parser` was parsed from `base`.
pub(crate) fn check_runs(parser: Parser<'_>, input: &str, base: Option<&str>) -> Result<Url, ParseError> {
    let strings = Strings { profile: parser.profile(), input, base };
    let resolved = parser.resolve_reference(input);
    assert_eq!(resolved, parser.resolve_reference_traced(input, &mut { strings }), "{input:?} by {parser:?}");
    strings.check_error(resolved.map_or_else(Some, |reference| reference.invalid()));
    let url = agree(parser, input);
    strings.check_error(url.as_ref().err().copied());
    let mut recorder = Recorder::default();
    let mut record = |event: Event<'_>| {
        let mut strings = strings;
        strings.record(event);
        recorder.record(event);
    };
    let _ = parser.parse_traced(input, &mut record);
    let output = Strings { input: url.as_ref().map_or("", Url::as_str), ..strings };
    let (kept, left_out) = (recorder.events(), recorder.left_out());
    let places = kept.map(|kept| (kept, kept.span())).chain(left_out.map(|left| (&left.first, left.span)));
    for (kept, span) in places {
        let strings = if kept.span_source() == Source::Output { output } else { strings };
        strings.check(kept.span_source(), span, kept);
    }
    url
}

/// Checks `input` with each type of base that `base` can be parsed to. `input` and `base` may be invalid.
pub(crate) fn check_against(parser: Parser<'_>, input: &str, base: &str) -> (Outcome, Reference) {
    // The bases are a resolved reference and a URL. Spans in such a base refer to its own string.
    let reference = parser.parse_reference(base).unwrap();
    if let Ok(resolved) = parser.with_base(&reference).resolve_reference(base) {
        let _ = check_runs(parser.with_base(&resolved), input, Some(resolved.as_str()));
    }
    if let Ok(url) = parser.parse(base) {
        let _ = check_runs(parser.with_base(&url), input, Some(url.as_str()));
    }
    // The base may be of another profile than the parser.
    let other = Parser::new(Profile::Whatwg).parse_reference(base).unwrap();
    let _ = check_runs(parser.with_base(&other), input, Some(base));
    if let Ok(url) = Url::parse(base) {
        let _ = check_runs(parser.with_base(&url), input, Some(url.as_str()));
    }
    // This base is a parsed reference. Spans in this base refer to the string that was parsed.
    (check_runs(parser.with_base(&reference), input, Some(base)), reference)
}
