//! Properties of every URL under every profile. The inputs are the project's own vectors, and short, long and
//! random strings.
//!
//! All methods that parse, resolve or canonicalize return equal results (`ways.rs`). Every span of an event
//! or an error lies in the string that it refers to, at character boundaries. Each component of a result was
//! reported, and each text that the input does not contain was reported as the result of a step.

use std::borrow::Cow;

use serde_json::Value;
use url_core::{Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe};
use url_facade::{
    Component, Encoding, ParseError, Parser, Profile, Reference, Source, Url, WebUrl,
    api::{ApiError, Failure},
    consumers::exposed_parts,
    trace::{Event, Trace},
};
use url_host::manakai::{HostProfile, canonical_host};
use url_path::manakai::PathKind;
use url_testdata::{
    hostile::{Dice, SHAPES, STARTS, Shape, short_strings},
    json_lines_files, own_vectors, read_json_lines, read_vectors,
};

use crate::{
    runs::{Strings, check_against, check_runs},
    ways::{any_parser, any_string},
};

#[derive(Default)]
struct Work {
    steps: usize,
    bytes: usize,
}

impl Trace for Work {
    fn record(&mut self, event: Event<'_>) {
        self.steps += usize::from(matches!(event, Event::Step(_) | Event::Visited(_)));
        if let Event::Step(step) = event {
            self.bytes += step.input.len() + step.output.map_or(0, str::len);
        }
    }
}

fn check(profile: Profile, input: &str, base: Option<&str>, encoding: Encoding) {
    let parser = Parser::new(profile).with_encoding(encoding);
    let parsed = check_parsed(parser, input);
    let alone = check_runs(parser, input, None);
    // Consumers report ports that the string does not contain. State machines change reported components.
    if let (Ok(url), true) = (&alone, is_literal(profile)) {
        check_changes(&parser, input, url);
    }
    let Some(base) = base else { return check_url(alone, input, &parsed) };
    let (of_reference, reference) = check_against(parser, input, base);
    check_url(of_reference, input, &reference);
}

fn is_literal(profile: Profile) -> bool {
    !profile.is_consumer() && !matches!(profile, Profile::Whatwg | Profile::Whatwg202602 | Profile::Webspecs)
}

fn check_parsed(parser: Parser<'_>, input: &str) -> Reference {
    let (profile, parsed) = (parser.profile(), parser.parse_reference(input).unwrap());
    let strings = Strings { profile, input, base: None };
    let mut found = Vec::new();
    let mut find = |event: Event<'_>| {
        let mut strings = strings;
        strings.record(event);
        if let Event::Found(at) = event {
            found.push((at.component, at.text.to_owned()));
        }
    };
    assert_eq!(parsed, parser.parse_reference_traced(input, &mut find).unwrap(), "{input:?} by {parser:?}");
    strings.check_error(parsed.invalid());
    assert_eq!(assemble_reference(&parsed), parsed.as_str());
    let is_tested = is_literal(profile) && parsed.invalid().is_none();
    for component in Component::ALL.into_iter().filter(|_| is_tested) {
        let text = parsed.get(component).filter(|text| !text.is_empty());
        let is_found = text.is_none_or(|text| found.contains(&(component, text.to_owned())));
        assert!(is_found, "{profile}: {component:?} of {input:?}: {found:?}");
    }
    parsed
}

/// Joins the components of `reference`. Adds the brackets that some consumers remove from an IPv6 address.
fn assemble_reference(reference: &Reference) -> String {
    let get = |component| reference.get(component).map(String::from);
    let is_bare = |text: &str| text.contains(':') && !text.starts_with('[');
    let profile = reference.profile();
    if !profile.is_consumer() {
        return assemble(profile, None, get);
    }
    let authority = exposed_parts(reference).into_iter().flatten().find(|(name, _)| *name == "authority");
    assemble(profile, authority.map(|(_, text)| text), |component| match (component, get(component)) {
        (Component::Host, Some(host)) if is_bare(&host) => Some(format!("[{host}]")),
        (_, text) => text,
    })
}

/// Joins components to a URL. `authority` is `Some` only for consumers that do not split the authority.
fn assemble(profile: Profile, authority: Option<&str>, get: impl Fn(Component) -> Option<String>) -> String {
    let part = |before: &str, component, after: &str| {
        get(component).map_or_else(String::new, |text| format!("{before}{text}{after}"))
    };
    let has = |components: &[Component]| components.iter().any(|&component| get(component).is_some());
    let mut out = part("", Component::Scheme, ":");
    if has(&[Component::User, Component::Password, Component::Host, Component::Port]) {
        out += "//";
        if has(&[Component::User, Component::Password]) {
            out += &(part("", Component::User, "") + &part(":", Component::Password, "") + "@");
        }
        out += &(part("", Component::Host, "") + &part(":", Component::Port, ""));
    } else if let Some(authority) = authority {
        out += "//";
        out += authority;
    } else if matches!(profile, Profile::Whatwg | Profile::Whatwg202602)
        && part("", Component::Path, "").starts_with("//")
    {
        // Step 3 of the URL serializer: without "/.", a parser would take the start of the path as a host.
        out += "/.";
    }
    out + &part("", Component::Path, "")
        + &part("?", Component::Query, "")
        + &part("#", Component::Fragment, "")
}

fn check_url(url: Result<Url, ParseError>, input: &str, base: &Reference) {
    let Ok(url) = url else { return };
    let profile = url.profile();
    assert_eq!(assemble(profile, None, |component| url.get(component).map(Into::into)), url.as_str());
    // Exceptions to idempotence are documented for `manakai` only.
    if profile == Profile::Manakai && !may_not_be_idempotent(input, base, url.path()) {
        assert_eq!(Parser::new(profile).parse(url.as_str()).as_ref(), Ok(&url), "not idempotent");
    }
}

fn check_changes(parser: &Parser<'_>, input: &str, url: &Url) {
    let is_changed = |component: Component| {
        let text = url.get(component).filter(|text| !input.contains(text));
        // The scheme may be that of the base. Some changes to the path of a `file:` URL are not reported.
        text.filter(|_| {
            component != Component::Scheme && (component != Component::Path || url.scheme() != "file")
        })
    };
    let mut left: Vec<_> = Component::ALL.into_iter().filter_map(is_changed).collect();
    let mut account = |event: Event<'_>| {
        if let Event::Step(step) = event
            && step.source != Source::Output
        {
            left.retain(|text| step.output != Some(text));
        }
    };
    if url.as_str() != input {
        let _ = parser.parse_traced(input, &mut account);
        assert!(left.is_empty(), "{parser:?}: no step made {left:?} of {input:?}");
    }
}

/// Returns true if canonicalizing the canonical URL may change it again (docs/conformance/manakai.md).
fn may_not_be_idempotent(input: &str, base: &Reference, canonical_path: &str) -> bool {
    let base_path = base.get(Component::Path).unwrap_or_default();
    let holds = |path: &str, escapes: &[&str]| {
        let path = path.to_ascii_lowercase();
        escapes.iter().any(|escape| path.contains(escape))
    };
    // Escaped slashes are decoded in the path of a reference, but not in the path of a `file:` base.
    let escaped_slash_in_base = holds(base_path, &["%2f", "%5c"]);
    // Unreserved escapes are decoded once, and the result may contain new escapes.
    let still_to_decode = matches!(url_path::manakai::decode_unreserved(canonical_path, 1), Cow::Owned(_));
    // A reference that is only a query or a fragment keeps the dot-segments and backslashes of the base.
    let trimmed = input.trim_start_matches([' ', '\t', '\n', '\r', '\u{B}', '\u{C}']);
    let keeps_base_path = trimmed.is_empty() || trimmed.starts_with(['?', '#']) || trimmed.ends_with(':');
    let has_dot_segments = holds(base_path, &["/.", "/%2", "\\"]) || base_path.starts_with(['.', '%']);
    escaped_slash_in_base || still_to_decode || (keeps_base_path && has_dot_segments)
}

#[test]
fn hostpath_loop_is_the_literal_one() {
    let mut dice = Dice::new(3);
    for _ in 0..4096 {
        let input = format!("file:{}", any_string(&mut dice));
        for (profile, literal) in [
            (Profile::Manakai, literal_file(Manakai, &input)),
            (Profile::ManakaiChrome, literal_file(ManakaiChrome, &input)),
            (Profile::ManakaiGecko, literal_file(ManakaiGecko, &input)),
            (Profile::ManakaiIe, literal_file(ManakaiIe, &input)),
        ] {
            let canonical = Parser::new(profile).parse(&input);
            assert_eq!(canonical.map(Url::into_string).ok(), literal, "{profile}: {input:?}");
        }
    }
}

fn literal_file(profile: impl HostProfile, input: &str) -> Option<String> {
    let trace = &mut url_facade::trace::NoTrace;
    // All profiles of the manakai document parse and resolve in the same way.
    let parser = Parser::new(Profile::Manakai);
    let base = parser.parse_reference(input).ok()?;
    let url = parser.with_base(&base).resolve_reference(input).ok().filter(|url| url.invalid().is_none())?;
    let mut host = url.get(Component::Host).map(String::from);
    let mut path = url.get(Component::Path).unwrap().to_owned();
    loop {
        let original = (host.clone(), path.clone());
        if let Some(drive_host) = host.clone().filter(|host| url_path::manakai::is_drive_specification(host))
        {
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
            if let Some(settled) = url_path::manakai::path_with_drive(&path) {
                path = settled;
                host = host.filter(|host| host != "%3F").or(Some(String::new()));
            }
        }
        let canonical = canonical_host(profile, host.unwrap(), "file").ok()?;
        host = Some(canonical.into_owned());
        path = url_path::manakai::canonicalize_path(path, PathKind::Hierarchical, trace).into_owned();
        if (&host, &path) == (&original.0, &original.1) {
            break;
        }
    }
    let guard = if path.starts_with("//") && host.as_deref() == Some("") { "/." } else { "" };
    let mut out = format!("file://{}{guard}{path}", host.unwrap());
    if let Some(query) = url.get(Component::Query) {
        out = out + "?" + &url_query::manakai::canonicalize_query(query, Encoding::UTF_8, trace);
    }
    if let Some(fragment) = url.get(Component::Fragment) {
        out = out + "#" + &url_query::manakai::canonicalize_fragment(fragment, trace);
    }
    Some(out)
}

#[test]
fn holds_on_own_vectors() {
    let specs = Profile::available().iter().filter(|profile| !profile.is_consumer());
    let mut records: Vec<_> = specs.flat_map(|profile| read_vectors(profile.name()).unwrap()).collect();
    // The recorded answers of consumers are too many to parse under every profile.
    for file in json_lines_files(&own_vectors("consumers")).unwrap() {
        if !file.ends_with("recorded.jsonl") {
            records.extend(read_json_lines(&file).unwrap());
        }
    }
    for record in records {
        let text = |key: &str| record.get(key).and_then(Value::as_str);
        let encoding = text("encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
        let (input, base) = (text("input").or(text("url")).unwrap(), text("base"));
        for &profile in Profile::available() {
            check(profile, input, base, encoding);
        }
        check_object(Profile::Whatwg, input, base.unwrap_or(" HTTP:\\\\\té.test/b/../c?d#e "));
    }
}

#[test]
fn holds_on_random_strings() {
    let mut dice = Dice::new(4);
    for _ in 0..4096 {
        let (parser, input, base) = (any_parser(&mut dice), any_string(&mut dice), any_string(&mut dice));
        check(parser.profile(), &input, Some(&base), parser.encoding());
        for profile in [Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs] {
            check_object(profile, &input, &base);
        }
    }
}

#[test]
fn holds_on_hostile_shapes() {
    let encoding = Encoding::for_label("iso-2022-jp").unwrap();
    for &profile in Profile::available() {
        for shape in SHAPES {
            let input = shape.of_len(3_000);
            check(profile, &input, None, encoding);
            check(profile, "x/../y?z", Some(&input), encoding);
        }
    }
}

#[test]
fn holds_on_short_strings() {
    for text in short_strings("/\\.:@?#%[]|\t0aé", 2) {
        for start in STARTS {
            for &profile in Profile::available() {
                check(profile, &format!("{start}{text}"), None, Encoding::UTF_8);
            }
        }
    }
}

/// Returns true if the number of steps and the length of their texts grow linearly with the input of `run`.
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
    for &profile in Profile::available() {
        for shape in SHAPES {
            let run = |input: &str, work: &mut Work| {
                let parser = Parser::new(profile);
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

fn check_object(profile: Profile, input: &str, base: &str) {
    let strings = Strings { profile, input, base: Some(base) };
    let made = WebUrl::new(profile, input, Some(base));
    let of_failure = made.as_ref().err().into_iter().flat_map(|failure| &failure.violations);
    for violation in made.iter().flat_map(WebUrl::violations).chain(of_failure) {
        strings.check(violation.source, violation.span, violation);
    }
    if let Err(Failure { error: ApiError::NotUrl(error), .. }) = made {
        strings.check_error(Some(error));
    }
}

/// Inputs that random tests found. For each, a parser once reported a span in the wrong string.
#[test]
fn places_hold_on_rebuilt_paths() {
    for (input, base) in [
        ("file:.///%", None),
        ("\\\\\u{FFFF}?", None),
        ("FILE://:@\\a/b/c/\u{b}\n/\u{FFFF}#", None),
        ("", Some(" ")),
        ("®", Some("c:\u{FFFF}  ")),
        ("  \n", Some("http://:81@h:81")),
        ("(g#s/./x", Some("http://;a/b/c/d;p?q")),
    ] {
        for &profile in Profile::available() {
            check(profile, input, base, Encoding::UTF_8);
        }
    }
}
