//! Fuzzes the functions that compare profiles: `diff`, `differ`, `divergences`, `minimize` and `agree`.
//!
//! The fields of the fuzz input are the string to parse, two profiles, and the base, if there is one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use url_diff::{Difference, diff, differ, divergences, minimize};
use url_facade::{Host, Parser, Profile};
use url_guard::{Disagreement, agree};
use urlspec_fuzz::{Fields, specs};

#[path = "../../crates/url-facade/tests/facade/runs.rs"]
#[allow(dead_code)]
mod runs;
use runs::Strings;

/// The maximum length of strings for `minimize`, which compares the results for many substrings.
const MINIMIZED: usize = 48;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields::new(data);
    let input = fields.text();
    let [a, b] = [fields.choice(specs()), fields.choice(specs())];
    let base = fields.optional_text();
    let strings = Strings { profile: a, input: &input, base: base.as_deref() };
    compare(strings, a, b);
    agreement(strings, a, b);
});

fn compare(strings: Strings<'_>, a: Profile, b: Profile) {
    let Strings { input, base, .. } = strings;
    let [of_a, of_b] = [a, b].map(Parser::new);
    let difference = diff(input, base, of_a, of_b);
    let is_different = differ(input, base, of_a, of_b);
    assert_eq!(difference.divergence.is_some(), is_different, "{a} {b} {strings:?}");
    assert_eq!(is_different, differ(input, base, of_b, of_a), "{a} {b} {strings:?}");
    let found: Vec<_> = divergences(input, base, of_a, &[of_b, of_a]).collect();
    assert_eq!(found, [difference.divergence.clone(), None], "{a} {b} {strings:?}");
    check(strings, &difference);

    let len = input.chars().count();
    if len > MINIMIZED {
        return;
    }
    let Some(minimal) = minimize(input, base, of_a, of_b) else { return assert!(!is_different) };
    let rules = |difference: &Difference| {
        let divergence = difference.divergence.as_ref().unwrap();
        (divergence.a.section, divergence.b.section)
    };
    assert_eq!(rules(&difference), rules(&minimal.difference), "{a} {b} {strings:?}");
    assert!(minimal.input.chars().count() <= len && !minimal.gave_up, "{a} {b} {strings:?}");
    check(Strings { input: &minimal.input, ..strings }, &minimal.difference);
}

fn check(strings: Strings<'_>, difference: &Difference) {
    let Some(divergence) = &difference.divergence else { return };
    strings.check(divergence.source, divergence.span, divergence);
    for (side, run) in [(&divergence.a, &difference.a), (&divergence.b, &difference.b)] {
        if let Some(step) = side.step {
            assert_eq!(run.trace.events().nth(step).map(|event| event.section()), Some(side.section));
        }
    }
    assert!(!divergence.to_string().is_empty());
}

/// If `agree` succeeds for `a` and `b`, or for all specs that canonicalize, their results must be the same.
fn agreement(strings: Strings<'_>, a: Profile, b: Profile) {
    let Strings { input, base, .. } = strings;
    let seen = |profile| {
        let parser = Parser::new(profile);
        let base = base.map(|base| parser.parse_reference(base)).transpose()?;
        parser.with_base(base.as_ref()).parse(input)
    };
    let of_both = agree(input, base, &[a, b]);
    match (&of_both, seen(a), seen(b)) {
        (Ok(agreed), Ok(of_a), Ok(of_b)) => {
            // Origins are not compared, because the opaque origins of two equal URLs are not equal.
            assert_eq!(
                (&*agreed.href, agreed.port, &*agreed.path),
                (of_a.as_str(), of_a.port_or_known_default(), of_a.path())
            );
            assert!(agreed.scheme.eq_ignore_ascii_case(of_b.scheme()), "{a} {b} {strings:?}");
            assert_eq!(name(agreed.host.as_ref().map(Host::as_deref)), name(of_b.host()), "{strings:?}");
        }
        (Ok(_), ..) => panic!("{a} and {b} agree on what one of them rejects: {strings:?}"),
        (Err(Disagreement::Rejected { .. }), of_a, of_b) => assert!(of_a.is_err() && of_b.is_err()),
        (Err(disagreement), ..) => assert!(!disagreement.to_string().is_empty()),
    }
    if agree(input, base, specs()).is_ok() {
        panic!("barth-2010 defines parsing only, so not everybody agrees: {strings:?}");
    }
    let most: Vec<_> = specs().iter().copied().filter(|&profile| profile != Profile::Barth2010).collect();
    if let Ok(agreed) = agree(input, base, &most) {
        let host = name(agreed.host.as_ref().map(Host::as_deref));
        for &profile in &most {
            assert_eq!(host, name(seen(profile).unwrap().host()), "{profile} {strings:?}");
        }
    }
}

/// Returns the text of `host` that a client uses to connect, or `None` if the host is empty or missing.
fn name(host: Option<Host<&str>>) -> Option<String> {
    host.filter(|host| !host.is_empty()).map(|host| match host {
        Host::Domain(name) | Host::Opaque(name) => name.to_ascii_lowercase(),
        host => host.to_string(),
    })
}
