//! What holds of every URL under every profile: on the project's own vectors and on random strings.

use std::{borrow::Cow, path::Path};

use proptest::prelude::*;
use url_core::{Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe};
use url_facade::{Component, Encoding, Event, Parser, Profile, Recorder, Reference, Span, Trace};
use url_host::HostProfile;
use url_path::PathKind;
use url_testdata::{
    Record,
    hostile::{SHAPES, Shape, short_strings},
    json_lines_files, own_vectors, read_json_lines,
};

use crate::reassembly::{reassemble, reassemble_reference};

/// What URLs are made of, and what their parsers stumble over.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "http:", "file:", "FILE:", "mailto:", "data:", "foo:", "c:", "C|", "/", "//", "///", "\\", "\\\\", "?",
    "#", "@", ":", ".", "..", "%2e", "%2E", "%2F", "%5c", "%", "%4", "%41", "%34", "%63", "%7C", "%3F",
    "%3f", "%5B", "%00", "localhost", "LOCALHOST", "%6cocalhost", "a", "B", "xn--", "1", "0", "0x", "08",
    "256", "80", "65536", "[", "]", "::1", " ", "\t", "\n", "\u{B}", "\u{FFFF}", "\u{85}", "é", "É", "ａ",
    "．", "。", "㏇", "％", "％AD", "％6c", "xn--bcher-kva", "一", "jp", ".jp", "\u{9C7}\u{301}", "\u{9BE}",
    "\u{1100}\u{1161}\u{301}", "\u{11A8}", "loc", "alhost", "ß", "\u{AD}", "א", "ا", "\u{E000}",
    "\u{1E049}", "<", "'", "{", "~", "%7e", "%e9", "%C3%A9", ";", ",", "=",
];

/// URLs as most are, and with a little that keeps them from being canonical as they stand.
fn plain_urls() -> impl Strategy<Value = String> {
    let scheme = prop::sample::select(vec!["http:", "https:", "file:", "file:", "ftp:", "HTTP:", "data:"]);
    let slashes = prop::sample::select(vec!["//", "//", "//", "//", "/", "///", "////", "/\\", ""]);
    let host = prop::sample::select(vec![
        "a",
        "b.test",
        "c-d.test",
        "b.test",
        "",
        "A",
        "1",
        "a.1",
        "xn--",
        "a.xn--b",
        "localhost",
        "c:",
        "c|",
        "u@a",
        "a:80",
        "a%41",
        ".",
        "é",
    ]);
    let rest = prop::collection::vec(
        prop::sample::select(vec![
            "/", "/", "/", "/a", "/b.html", "?", "#", "=", "&", "~", "+", ",", "'", "[", "..", ".", "/c:",
            "/d|", "%41", "%2F", "\\", "\"", " ", "\n", "{", "é", "\u{FFFF}",
        ]),
        0..5,
    );
    (scheme, slashes, host, rest)
        .prop_map(|(scheme, slashes, host, rest)| format!("{scheme}{slashes}{host}{}", rest.concat()))
}

/// Strings of tokens, URLs as most are, and any strings.
pub(crate) fn strings() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => plain_urls(),
        8 => prop::collection::vec(prop::sample::select(TOKENS), 0..12).prop_map(|tokens| tokens.concat()),
        1 => any::<String>(),
    ]
}

pub(crate) fn encodings() -> impl Strategy<Value = Encoding> {
    prop::sample::select(vec!["utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "utf-16"])
        .prop_map(|label| Encoding::for_label(label).unwrap())
}

/// The profiles of the manakai document.
const OF_MANAKAI: [Profile; 4] =
    [Profile::Manakai, Profile::ManakaiChrome, Profile::ManakaiGecko, Profile::ManakaiIe];

pub(crate) fn profiles() -> impl Strategy<Value = Profile> {
    prop::sample::select(Profile::ALL)
}

/// Counts what a run reports: its steps, and the bytes that they looked at.
#[derive(Default)]
struct Work {
    steps: usize,
    bytes: usize,
}

impl Trace for Work {
    fn record(&mut self, event: Event<'_>) {
        self.steps += usize::from(matches!(event, Event::Step(_) | Event::Taken(_)));
        if let Event::Step(step) = event {
            self.bytes += step.saw.len() + step.made.map_or(0, str::len);
        }
    }
}

/// What must hold of `input` against `base`, whatever they are.
fn check(profile: Profile, input: &str, base: Option<&str>, encoding: Encoding) {
    let parser = Parser::new(profile).with_encoding(encoding);
    let is_in_given = |source: url_facade::Source, span: Span, output: &str| {
        let given = match source {
            url_facade::Source::Base => base.unwrap(),
            url_facade::Source::Output => output,
            _ => input,
        };
        given.get(span.start as usize..span.end as usize).is_some()
    };
    let base = base.map(|base| parser.parse_reference(base).unwrap());

    let parsed = parser.parse_reference(input).unwrap();
    let mut found = Vec::new();
    let mut find = |event: Event<'_>| {
        if let Event::Found(at) = event {
            found.push((at.component, at.text.to_owned()));
        }
    };
    let traced = parser.parse_reference_traced(input, &mut find).unwrap();
    assert_eq!(parsed, traced, "traced and untraced parse differ");
    assert_eq!(reassemble_reference(&parsed), parsed.as_str());
    // Consumers know ports that are not written, and the states find components before they change them.
    let is_literal = !profile.is_consumer()
        && !matches!(profile, Profile::Whatwg | Profile::Whatwg202602 | Profile::Webspecs);
    for component in Component::ALL.into_iter().filter(|_| is_literal && parsed.invalid().is_none()) {
        let text = parsed.get(component).filter(|text| !text.is_empty());
        let is_found = text.is_none_or(|text| found.contains(&(component, text.to_owned())));
        assert!(is_found, "{profile}: {component:?} of {input:?}: {found:?}");
    }

    if let Some(base) = &base {
        let resolved = parser.with_base(base).resolve_reference(input);
        let traced = parser.with_base(base).resolve_reference_traced(input, &mut Recorder::default());
        assert_eq!(resolved, traced, "traced and untraced resolve differ");
    }

    let mut recorder = Recorder::default();
    let canonical = parser.with_base(base.as_ref()).parse(input);
    let traced = parser.with_base(base.as_ref()).parse_traced(input, &mut recorder);
    assert_eq!(canonical, traced, "traced and untraced canonicalize differ");
    let output = canonical.as_ref().map_or("", |url| url.as_str());
    for event in recorder.events() {
        assert!(is_in_given(event.source(), event.span(), output), "{event:?} is out of its string");
    }
    match canonical {
        Ok(url) => {
            if base.is_none() && is_literal {
                check_changes(&parser, input, &url);
            }
            assert_eq!(
                reassemble(profile, None, |component| url.get(component).map(Into::into)),
                url.as_str()
            );
            // What is idempotent, and why the rest is not, is known of this profile only.
            if profile == Profile::Manakai
                && !may_not_be_idempotent(input, base.as_ref().unwrap_or(&parsed), url.path())
            {
                assert_eq!(parser.parse(url.as_str()).as_ref(), Ok(&url), "not idempotent");
            }
        }
        Err(error) => {
            assert!(is_in_given(error.span_source(), error.span(), ""), "{error} is out of the given string");
        }
    }
}

/// What `url` has and its input has not, a step made.
fn check_changes(parser: &Parser<'_>, input: &str, url: &url_facade::Url) {
    let is_changed = |component: Component| {
        let text = url.get(component).filter(|text| !input.contains(text));
        // A URL without a scheme gets one from its base; and the path of a file: URL changes in rounds, of which not all are told.
        text.filter(|_| {
            component != Component::Scheme && (component != Component::Path || url.scheme() != "file")
        })
    };
    let mut left: Vec<_> = Component::ALL.into_iter().filter_map(is_changed).collect();
    let mut account = |event: Event<'_>| match event {
        Event::Step(step) if step.source != url_facade::Source::Output => {
            left.retain(|text| step.made != Some(text));
        }
        _ => {}
    };
    if url.as_str() != input {
        let _ = parser.parse_traced(input, &mut account);
        assert!(left.is_empty(), "{parser:?}: no step made {left:?} of {input:?}");
    }
}

/// The three classes of URLs whose canonicalization the readings (section 2, 5) say is not idempotent. Without a base, a
/// URL is its own.
fn may_not_be_idempotent(input: &str, base: &Reference, canonical_path: &str) -> bool {
    let base_path = base.get(Component::Path).unwrap_or_default();
    let holds = |path: &str, escapes: &[&str]| {
        let path = path.to_ascii_lowercase();
        escapes.iter().any(|escape| path.contains(escape))
    };
    // Escaped slashes in the path of a file: base are not decoded, but in the reference's path they are.
    let escaped_slash_in_base = holds(base_path, &["%2f", "%5c"]);
    // Unreserved escapes are decoded in one pass, which can make new ones.
    let still_to_decode = matches!(url_path::decode_unreserved(canonical_path, 1), Cow::Owned(_));
    // References that are only a query or a fragment keep the dot-segments and backslashes of the base's path.
    let trimmed = input.trim_start_matches([' ', '\t', '\n', '\r', '\u{B}', '\u{C}']);
    let keeps_base_path = trimmed.is_empty() || trimmed.starts_with(['?', '#']) || trimmed.ends_with(':');
    let has_dot_segments = holds(base_path, &["/.", "/%2", "\\"]) || base_path.starts_with(['.', '%']);
    escaped_slash_in_base || still_to_decode || (keeps_base_path && has_dot_segments)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn holds_without_a_base(profile in profiles(), input in strings(), encoding in encodings()) {
        check(profile, &input, None, encoding);
    }

    #[test]
    fn holds_with_a_base(profile in profiles(), input in strings(), base in strings(), encoding in encodings()) {
        check(profile, &input, Some(&base), encoding);
    }

    #[test]
    fn hostpath_loop_is_the_literal_one(input in strings()) {
        let input = format!("file:{input}");
        let literal = [
            literal_file::<Manakai>(&input),
            literal_file::<ManakaiChrome>(&input),
            literal_file::<ManakaiGecko>(&input),
            literal_file::<ManakaiIe>(&input),
        ];
        for (profile, literal) in OF_MANAKAI.into_iter().zip(literal) {
            let canonical = Parser::new(profile).parse(&input);
            prop_assert_eq!(canonical.map(url_facade::Url::into_string).ok(), literal, "{}", profile);
        }
    }
}

/// The canonical form of a `file:` URL by the HOSTPATH loop turn after turn, as the document has it.
fn literal_file<P: HostProfile>(input: &str) -> Option<String> {
    let trace = &mut url_facade::NoTrace;
    // The profiles parse and resolve alike.
    let parser = Parser::new(Profile::Manakai);
    let base = parser.parse_reference(input).ok()?;
    let url = parser.with_base(&base).resolve_reference(input).ok()?;
    if url.invalid().is_some() {
        return None;
    }
    let mut host = url.get(Component::Host).map(String::from);
    let mut path = url.get(Component::Path).unwrap().to_owned();
    loop {
        let original = (host.clone(), path.clone());
        if let Some(drive_host) = host.clone().filter(|host| url_path::is_drive_specification(host)) {
            let slash = if path.starts_with(['/', '\\']) { "" } else { "/" };
            path = format!("/{drive_host}{slash}{path}");
            host = Some(String::new());
        } else {
            host = host.filter(|host| host != "localhost").or(Some(String::new()));
            let slashes = path.bytes().take_while(|byte| b"/\\".contains(byte)).count();
            if host.as_deref() == Some("") && slashes >= 3 {
                let rest = path.split_off(slashes);
                let (taken, rest) = rest.split_at(rest.find(['/', '\\']).unwrap_or(rest.len()));
                (host, path) = (Some(taken.into()), rest.into());
            }
            if let Some(settled) = url_path::path_with_drive(&path) {
                path = settled;
                host = host.filter(|host| host != "%3F").or(Some(String::new()));
            }
        }
        let canonical = url_host::canonicalize_host::<P, _>(host.unwrap(), "file", trace).ok()?;
        host = Some(canonical.into_owned());
        path = url_path::canonicalize_path(path, PathKind::Hierarchical, trace).into_owned();
        if (&host, &path) == (&original.0, &original.1) {
            break;
        }
    }
    let guard = if path.starts_with("//") && host.as_deref() == Some("") { "/." } else { "" };
    let mut out = format!("file://{}{guard}{path}", host.unwrap());
    if let Some(query) = url.get(Component::Query) {
        out += "?";
        out += &url_query::canonicalize_query(query, Encoding::UTF_8, trace);
    }
    if let Some(fragment) = url.get(Component::Fragment) {
        out += "#";
        out += &url_query::canonicalize_fragment(fragment, trace);
    }
    Some(out)
}

#[test]
fn holds_on_own_vectors() {
    // The recorded answers of consumers are too many to run every profile on.
    let files = |name: &str| json_lines_files(&own_vectors(name)).unwrap();
    let specs = Profile::ALL.iter().filter(|profile| !profile.is_consumer()).map(|profile| profile.name());
    let is_recorded = |file: &Path| file.ends_with("recorded.jsonl");
    for file in specs.chain(["consumers"]).flat_map(files).filter(|file| !is_recorded(file)) {
        for record in read_json_lines(&file).unwrap() {
            let text = |record: &Record, key: &str| record.get(key)?.as_str().map(String::from);
            let encoding = text(&record, "encoding")
                .map_or(Encoding::UTF_8, |label| Encoding::for_label(&label).unwrap());
            // Vectors of setters have a URL, and what an attribute of it is set to.
            let input = text(&record, "input").or(text(&record, "url")).unwrap();
            for &profile in Profile::ALL {
                check(profile, &input, text(&record, "base").as_deref(), encoding);
            }
        }
    }
}

/// What a traced run does grows with its input and not with the square of it: its steps, and the bytes that they look at, all
/// together. Of untraced runs, `cargo xtask bench --instructions` counts the instructions.
fn is_linear(run: impl Fn(&str, &mut Work), shape: &Shape) -> bool {
    let [small, large] = [1_000, 16_000].map(|len| shape.of_len(len));
    let [few, many] = [&small, &large].map(|input| {
        let mut work = Work::default();
        run(input, &mut work);
        work
    });
    let growth = large.len().div_ceil(small.len()) + 1;
    many.bytes <= growth * (few.bytes + 4_000) && many.steps <= growth * (few.steps + 8)
}

#[test]
fn work_is_linear() {
    for &profile in Profile::ALL {
        for shape in SHAPES {
            let run = |input: &str, work: &mut Work| {
                let parser = Parser::new(profile);
                // Whether they are URLs does not matter here.
                let _ = parser.parse_traced(input, work);
                let base = parser.parse_reference(input).unwrap();
                let _ = parser.with_base(&base).parse_traced("x/../y?z", work);
            };
            assert!(is_linear(run, shape), "{profile}: {shape:?}");
        }
    }
}

#[test]
fn quadratic_work_is_seen() {
    let look = |input: &str, work: &mut Work| {
        (0..input.len()).for_each(|start| work.bytes += input.len() - start);
    };
    let step = |input: &str, work: &mut Work| work.steps += input.len().pow(2);
    assert!(!is_linear(look, &SHAPES[0]) && !is_linear(step, &SHAPES[0]));
    assert!(is_linear(|input, work| work.bytes += 1_000 * input.len(), &SHAPES[0]));
}

/// What holds of every URL holds of long ones.
#[test]
fn holds_on_hostile_shapes() {
    let encoding = Encoding::for_label("iso-2022-jp").unwrap();
    for &profile in Profile::ALL {
        for shape in SHAPES {
            let input = shape.of_len(20_000);
            check(profile, &input, None, encoding);
            check(profile, "x/../y?z", Some(&input), encoding);
        }
    }
}

/// What means something somewhere in a URL.
pub(crate) const CHARACTERS: &str = "/\\.:@?#%[]|\t0aé";

/// What short strings are behind.
pub(crate) const STARTS: [&str; 10] =
    ["", "a:", "http:", "http://", "http://a", "http://a/%2", "http://u:", "file:", "file://", "mailto:"];

/// What holds of every URL holds of every short string.
#[test]
fn holds_on_short_strings() {
    for text in short_strings(CHARACTERS, 2) {
        for start in STARTS {
            for &profile in Profile::ALL {
                check(profile, &format!("{start}{text}"), None, Encoding::UTF_8);
                check(profile, &text, Some(&format!("{start}{text}")), Encoding::UTF_8);
            }
        }
    }
}

/// Found by chance, and rarely: places that were told in another string, or not without a trace.
#[test]
fn places_hold_on_rebuilt_paths() {
    for &profile in Profile::ALL {
        for input in ["file:.///%", "\\\\\u{FFFF}?"] {
            check(profile, input, None, Encoding::UTF_8);
        }
        for (input, base) in [("", " "), ("®", "c:\u{FFFF}  ")] {
            check(profile, input, Some(base), Encoding::UTF_8);
        }
    }
}

/// CanonicalizeHost works more than once on the host of a `file:` URL: each time where that host stands.
#[test]
fn hosts_keep_their_place_through_the_hostpath_loop() {
    for profile in Profile::ALL.iter().copied().filter(|profile| profile.to_string().starts_with("manakai")) {
        for (input, host) in [
            ("file://EXAMPLE/x/../y", Span::new(7, 14)),
            ("file:////h%41/x", Span::new(9, 13)),
            ("file://%3F/c|/d", Span::new(7, 10)),
        ] {
            let mut recorder = Recorder::default();
            Parser::new(profile).parse_traced(input, &mut recorder).unwrap();
            let mut spans = recorder
                .steps()
                .filter(|event| event.section.id().starts_with("manakai#canonicalize-host"))
                .map(|event| event.span);
            assert!(spans.clone().count() > 1, "{profile}: {input}");
            assert!(spans.all(|span| span == host), "{profile}: {input}");
        }
    }
    // The Nameprep of GECKO makes a space of U+FE70, which the next turn of the loop rejects.
    let input = "file://a\u{FE70}/x/../y";
    let error = Parser::new(Profile::ManakaiGecko).parse(input).unwrap_err();
    assert_eq!(error.span(), Span::new(7, 11));
}
