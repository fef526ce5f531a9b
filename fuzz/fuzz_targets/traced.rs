//! Every profile: a run with a trace returns what one without returns, and every place that either reports is one.
//!
//! Fields: the input; the base, if there is one; the encoding of queries.

#![no_main]

use libfuzzer_sys::fuzz_target;
use url_facade::{Encoding, Parser, Recorder, Reference, Url};
use urlspec_fuzz::{Fields, Places, Strings, specs};

const ENCODINGS: [&str; 8] =
    ["utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "utf-16", "euc-kr", "x-user-defined"];

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields::new(data);
    let (input, base) = (fields.text(), fields.optional_text());
    let encoding = Encoding::for_label(fields.choice(&ENCODINGS)).unwrap();
    for &profile in specs() {
        check(Parser::new(profile).with_encoding(encoding), &input, base.as_deref());
    }
});

fn check(parser: Parser<'_>, input: &str, base: Option<&str>) {
    let alone = Strings { input, base: None };
    let untraced = parser.parse_reference(input).unwrap();
    assert_eq!(Ok(&untraced), parser.parse_reference_traced(input, &mut Places(alone)).as_ref());
    if let Some(error) = untraced.invalid() {
        alone.assert_error_in(&error);
    }
    let Some(base) = base else { return run(parser, alone) };

    // A reference as it was parsed: its places are those of the string that it was parsed from.
    let reference = parser.parse_reference(base).unwrap();
    run(parser.with_base(&reference), Strings { input, base: Some(base) });
    // One that was resolved, and a URL: their places are those of their own string.
    if let Ok(resolved) = parser.with_base(&reference).resolve_reference(base) {
        run(parser.with_base(&resolved), Strings { input, base: Some(resolved.as_str()) });
    }
    if let Ok(url) = parser.parse(base) {
        run(parser.with_base(&url), Strings { input, base: Some(url.as_str()) });
    }
    // One of another profile.
    if let Ok(url) = Url::parse(base) {
        run(parser.with_base(&url), Strings { input, base: Some(url.as_str()) });
    }
}

/// Resolves and parses the input, with and without a trace.
fn run(parser: Parser<'_>, strings: Strings<'_>) {
    let Strings { input, .. } = strings;
    let resolved = parser.resolve_reference(input);
    assert_eq!(resolved, parser.resolve_reference_traced(input, &mut Places(strings)), "{parser:?}");
    let invalid = resolved.as_ref().map_or_else(|error| Some(*error), Reference::invalid);
    if let Some(error) = invalid {
        strings.assert_error_in(&error);
    }

    let url = parser.parse(input);
    assert_eq!(url, parser.parse_traced(input, &mut Places(strings)), "{parser:?}");
    assert_eq!(url.as_ref().map(Url::components), parser.parse_ref(input).as_ref().map(Url::components));
    assert_eq!(url.is_ok(), parser.can_parse(input), "{parser:?}");
    let mut buffer = String::from("x");
    let into = parser.parse_into(input, &mut buffer).map(|url| url.as_str().to_owned());
    assert_eq!(url.as_ref().map(Url::as_str), into.as_deref().map_err(|error| error));
    let mut column = String::from("x");
    let appended = parser.append_into(input, &mut column);
    assert_eq!(url.as_ref().map(Url::components), appended.as_ref().map(|components| *components));
    assert_eq!(column.strip_prefix('x'), Some(url.as_ref().map(Url::as_str).unwrap_or_default()));
    if let Err(error) = url {
        strings.assert_error_in(&error);
    }

    let mut recorder = Recorder::default();
    let _ = parser.parse_traced(input, &mut recorder);
    for event in recorder.events() {
        strings.assert_in(event.source(), event.span(), event);
    }
    for left_out in recorder.left_out() {
        strings.assert_in(left_out.first.source(), left_out.span, left_out);
    }
}
