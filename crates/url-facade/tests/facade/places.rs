//! Every place that a run reports, or that an error has, lies in the string that it names, on the boundaries of characters: in the
//! input, or in the base, whose string `Parser::with_base` defines.

use proptest::prelude::*;
use serde_json::{Value, json};
use url_facade::{
    Encoding, Event, ParseError, Parser, Profile, Recorder, Reference, Source, Span, Trace, Url, WebUrl,
};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines};

use crate::properties::{encodings, profiles, strings};

/// The strings that places refer to; as a trace, it asserts that of every event.
#[derive(Clone, Copy)]
struct Strings<'s> {
    profile: Profile,
    input: &'s str,
    base: Option<&'s str>,
}

impl Strings<'_> {
    fn check(&self, source: Source, span: Span, what: &dyn std::fmt::Debug) {
        let Self { profile, input, base } = *self;
        let string = if source == Source::Base { base } else { Some(input) };
        let place = string.and_then(|string| string.get(span.start as usize..span.end as usize));
        assert!(
            place.is_some(),
            "{profile} {input:?} {base:?}: {span} is no place in the {source:?}: {what:?}"
        );
    }

    fn check_error(&self, error: Option<ParseError>) {
        if let Some(error) = error {
            self.check(error.span_source(), error.span(), &error);
        }
    }
}

impl Trace for Strings<'_> {
    fn record(&mut self, event: Event<'_>) {
        // Of the output, which does not exist yet, `properties.rs` checks them.
        if event.source() != Source::Output {
            self.check(event.source(), event.span(), &event);
        }
    }
}

/// Spec: whatwg#shorten-a-urls-path-4, whatwg#authority-state-1.2
#[test]
fn what_a_step_is_about_is_its_place() {
    for (input, id, places) in [
        ("http://h/a/b/../../c", "whatwg#shorten-a-urls-path-4", &["b", "a"]),
        ("file:///C:/../..", "whatwg#shorten-a-urls-path-3", &["C:", "C:"]),
        ("http://u@v@w@h/", "whatwg#authority-state-1.2", &["@", "@"]),
    ] {
        let mut recorder = Recorder::default();
        Parser::new(Profile::Whatwg).parse_traced(input, &mut recorder).unwrap();
        let of_step = recorder.events().filter(|event| event.section().id() == id);
        assert_eq!(of_step.map(|event| event.span().of(input)).collect::<Vec<_>>(), places, "{input}");
    }
}

/// Checks the runs of `parser`, which has `base`, on `input`.
fn check_runs<'s>(parser: Parser<'s>, input: &'s str, base: Option<&'s str>) {
    let strings = Strings { profile: parser.profile(), input, base };
    let resolved = parser.resolve_reference_traced(input, &mut { strings });
    strings.check_error(resolved.as_ref().map_or_else(|error| Some(*error), Reference::invalid));
    let untraced = parser.resolve_reference(input);
    strings.check_error(untraced.map_or_else(Some, |reference| reference.invalid()));
    strings.check_error(parser.parse_traced(input, &mut { strings }).err());
    strings.check_error(parser.parse(input).err());
    let mut recorder = Recorder::default();
    strings.check_error(parser.parse_traced(input, &mut recorder).err());
    for left_out in recorder.left_out().filter(|left_out| left_out.first.source() != Source::Output) {
        strings.check(left_out.first.source(), left_out.span, left_out);
    }
}

/// Checks `input` against every kind of base that `base` makes.
fn check(profile: Profile, input: &str, base: &str, encoding: Encoding) {
    let parser = Parser::new(profile).with_encoding(encoding);
    let alone = Strings { profile: parser.profile(), input, base: None };
    let parsed = parser.parse_reference_traced(input, &mut { alone }).unwrap();
    alone.check_error(parsed.invalid());
    check_runs(parser, input, None);
    // A reference that was parsed, here or under another profile: the string that it was parsed from.
    let other = Parser::new(Profile::Whatwg).parse_reference(base).unwrap();
    check_runs(parser.with_base(&other), input, Some(base));
    let reference = parser.parse_reference(base).unwrap();
    check_runs(parser.with_base(&reference), input, Some(base));
    // One that was resolved, and a URL: its own string.
    if let Ok(resolved) = parser.with_base(&reference).resolve_reference(base) {
        check_runs(parser.with_base(&resolved), input, Some(resolved.as_str()));
    }
    if let Ok(url) = parser.parse(base) {
        check_runs(parser.with_base(&url), input, Some(url.as_str()));
    }
    if let Ok(url) = Url::parse(base) {
        check_runs(parser.with_base(&url), input, Some(url.as_str()));
    }
}

/// Checks the violations and errors of a URL object: those in the base are places of the given base.
fn check_object(profile: Profile, input: &str, base: &str) {
    let strings = Strings { profile, input, base: Some(base) };
    match WebUrl::new(profile, input, Some(base)) {
        Ok(object) => {
            for violation in object.violations() {
                strings.check(violation.source, violation.span, violation);
            }
        }
        Err(failure) => {
            for violation in &failure.violations {
                strings.check(violation.source, violation.span, violation);
            }
            if let url_facade::api::ApiError::NotUrl(error) = &failure.error {
                strings.check_error(Some(*error));
            }
        }
    }
}

/// The vectors of each spec have the reason, the section and the place of each error.
#[test]
fn errors_are_where_the_vectors_have_them() {
    let (mut failures, mut count) = (Vec::new(), 0);
    for &profile in Profile::ALL.iter().filter(|profile| !profile.is_consumer()) {
        for record in json_lines_files(&own_vectors(profile.name()))
            .unwrap()
            .iter()
            .flat_map(|file| read_json_lines(file).unwrap())
        {
            let text = |key| record.get(key).and_then(Value::as_str);
            let encoding =
                text("encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
            let parser = Parser::new(profile).with_encoding(encoding);
            let base = text("base").map(|base| parser.parse_reference(base).unwrap());
            let (Some(input), None) = (text("input"), record.get("attr")) else { continue };
            let error = match text("op").or(text("kind")) {
                Some("parse") => parser.parse_reference(input).unwrap().invalid(),
                Some("canon" | "resolve") => parser.with_base(base.as_ref()).parse(input).err(),
                _ => continue,
            };
            let of = |error: ParseError| {
                let Span { start, end } = error.span();
                json!({"reason": error.reason().name(), "section": error.section().id(), "span": [start, end]})
            };
            let (expected, got) = (record.get("error"), error.map(of));
            count += usize::from(got.is_some());
            if expected != got.as_ref() {
                failures.push(json!([profile.name(), record["id"], input, got]).to_string());
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 300, "only {count} errors");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn places_are_in_the_strings_that_they_name(
        profile in profiles(), input in strings(), base in strings(), encoding in encodings(),
    ) {
        check(profile, &input, &base, encoding);
    }

    #[test]
    fn places_of_objects_are_in_the_strings_that_were_given(input in strings(), base in strings()) {
        for profile in [Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs] {
            check_object(profile, &input, &base);
        }
    }
}

#[test]
fn places_on_own_vectors() {
    let files = |&profile: &Profile| {
        json_lines_files(&own_vectors(profile.name())).unwrap().into_iter().map(move |file| (profile, file))
    };
    // The vectors of consumers are those of all of them, and `url-consumers` checks the places.
    let specs = Profile::ALL.iter().filter(|profile| !profile.is_consumer());
    for (profile, file) in specs.flat_map(files) {
        for record in read_json_lines(&file).unwrap() {
            let text = |record: &Record, key: &str| record.get(key)?.as_str().map(String::from);
            let input = text(&record, "input").or(text(&record, "url")).unwrap();
            let base = text(&record, "base").unwrap_or_else(|| " HTTP:\\\\\té.test/b/../c?d#e ".into());
            check(profile, &input, &base, Encoding::UTF_8);
            check_object(Profile::Whatwg, &input, &base);
        }
    }
}
