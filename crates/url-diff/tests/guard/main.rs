//! The guard of `docs/security.md` over all recorded inputs: which host each real program sees in what is passed on.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "consumers")]
mod advisories;

use std::{collections::HashMap, fmt::Write as _, net::IpAddr};

use serde_json::Value;
use url_diff::{AgreeOptions, Agreement};
use url_facade::{Component, Host, Parser, Profile};
use url_testdata::{Record, read_json_lines, shared_suites};

const PAGE: &str = include_str!("../../../../docs/security.md");

// The guard of the page.

/// The specs that programs follow, and the programs themselves.
const EVERYBODY: [Profile; 14] = [
    Profile::Whatwg,
    Profile::Rfc3986,
    Profile::Webspecs,
    Profile::Manakai,
    Profile::NodeUrlParse,
    Profile::PerlUri,
    Profile::Curl,
    Profile::GoNetUrl,
    Profile::PhpParseUrl,
    Profile::PythonUrlsplit,
    Profile::PythonUrllib3,
    Profile::JavaNetUrl,
    Profile::JavaNetUri,
    Profile::RubyUri,
];

/// What `input` leads to, if this guard accepts it: everybody sees the same URL in `href`, which is what to pass on, and
/// `allows` its host.
fn guard(
    input: &str,
    base: Option<&str>,
    allows: impl Fn(&Host<String>) -> bool,
) -> Result<Agreement, String> {
    let agreed =
        AgreeOptions::strict().agree(input, base, &EVERYBODY).map_err(|refused| refused.to_string())?;
    match &agreed.host {
        _ if !matches!(&*agreed.scheme, "http" | "https") => Err("neither http: nor https:".into()),
        Some(host) if allows(host) => Ok(agreed),
        host => Err(format!("not a host to connect to: {host:?}")),
    }
}

// End of the guard.

/// The specs alone, as a guard without the simulated programs would ask them.
const SPECS: [Profile; 4] = [Profile::Whatwg, Profile::Rfc3986, Profile::Webspecs, Profile::Manakai];

/// What the real programs answered to each input.
struct Recorded {
    seen: HashMap<String, Record>,
}

/// What passes a guard: on how many strings a program sees another host, if it is handed the input, or the guard's URL.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    pass: usize,
    by_input: usize,
    by_href: usize,
}

impl Recorded {
    fn read() -> Option<Self> {
        let file = shared_suites("consumers")?.join("recorded.jsonl");
        let seen = read_json_lines(&file).unwrap().into_iter().map(|record| {
            (record["input"].as_str().unwrap().to_owned(), record["seen"].as_object().unwrap().clone())
        });
        Some(Self { seen: seen.collect() })
    }

    /// The first program that sees a host other than `host` in `given`: as recorded, or else as its profile has it, which equals the
    /// recorded answers.
    fn misled(&self, given: &str, host: &Host<String>) -> Option<Profile> {
        let recorded = self.seen.get(given);
        let seen = |profile: Profile| match recorded.and_then(|seen| seen.get(profile.name())) {
            Some(answer) => as_recorded(answer),
            None => as_simulated(profile, given),
        };
        let mut consumers = Profile::ALL.iter().copied().filter(|profile| profile.is_consumer());
        consumers.find(|&profile| seen(profile).is_some_and(|seen| !is_same(&seen, host)))
    }

    fn count(&self, guard: impl Fn(&str) -> Option<Agreement>) -> Counts {
        let mut counts = Counts::default();
        for input in self.seen.keys() {
            let Some(Agreement { href, host: Some(host), .. }) = guard(input) else { continue };
            counts.pass += 1;
            counts.by_input += usize::from(self.misled(input, &host).is_some());
            let misled = self.misled(&href, &host);
            counts.by_href += usize::from(misled.is_some());
        }
        counts
    }
}

/// The host that a program sees, which may be empty; `None` if it refuses the string.
fn as_recorded(answer: &Value) -> Option<String> {
    let host = answer.get("host").and_then(Value::as_str).unwrap_or_default();
    answer.get("error").is_none().then(|| host.to_owned())
}

fn as_simulated(profile: Profile, given: &str) -> Option<String> {
    let parsed =
        Parser::new(profile).parse_reference(given).ok().filter(|parsed| parsed.invalid().is_none())?;
    Some(parsed.get(Component::Host).unwrap_or_default().to_owned())
}

/// Whether a program that exposes `seen` connects to `host`. No host at all is another one.
fn is_same(seen: &str, host: &Host<String>) -> bool {
    let bare = seen.strip_prefix('[').and_then(|seen| seen.strip_suffix(']')).unwrap_or(seen);
    match host {
        Host::Domain(name) | Host::Opaque(name) => name.eq_ignore_ascii_case(seen),
        Host::Ipv4(address) => bare.parse() == Ok(IpAddr::V4(*address)),
        Host::Ipv6(address) => bare.parse() == Ok(IpAddr::V6(*address)),
        Host::Empty => seen.is_empty(),
    }
}

fn is_web(agreed: &Agreement) -> bool {
    matches!(&*agreed.scheme, "http" | "https")
}

/// The table of the page.
fn table(rows: &[(&str, Counts)]) -> String {
    let mut table = String::new();
    for (name, Counts { pass, by_input, by_href }) in rows {
        writeln!(table, "| {name} | {pass} | {by_input} | {by_href} |").unwrap();
    }
    table
}

#[test]
fn the_guard_is_that_of_the_page() {
    let (_, after) = include_str!("main.rs").split_once("// The guard of the page.\n\n").unwrap();
    let (guard, _) = after.split_once("\n// End of the guard.").unwrap();
    assert!(guard.contains("fn guard(") && PAGE.contains(guard), "docs/security.md has another guard");
}

/// No input passes on which a program sees another host in what the guard passes on.
#[test]
fn nobody_is_misled_by_what_the_guard_hands_on() {
    let Some(recorded) = Recorded::read() else { return };
    assert!(recorded.seen.len() >= 3395);
    let by_specs =
        |options: AgreeOptions| move |input: &str| options.agree(input, None, &SPECS).ok().filter(is_web);
    let rows = [
        ("the four specs agree", recorded.count(by_specs(AgreeOptions::new()))),
        ("the four specs agree, `strict`", recorded.count(by_specs(AgreeOptions::strict()))),
        (
            "everybody agrees",
            recorded.count(|input| {
                AgreeOptions::new().only_href(true).agree(input, None, &EVERYBODY).ok().filter(is_web)
            }),
        ),
        ("this guard: everybody agrees, `strict`", recorded.count(|input| guard(input, None, |_| true).ok())),
    ];
    println!("{}", table(&rows));
    let [.., (_, of_guard)] = &rows;
    assert_eq!(of_guard.by_href, 0);
    assert!(of_guard.pass >= 100, "only {} inputs pass", of_guard.pass);
    assert!(PAGE.contains(&table(&rows)), "docs/security.md has other counts:\n{}", table(&rows));
}
