//! The guard on all recorded inputs of the consumers: the host that each real program sees in the URL that is
//! passed on.

use std::{collections::HashMap, fmt::Write as _, net::IpAddr};

use serde_json::Value;
use url_diff::Hazard;
use url_facade::{Component, Host, Parser, Profile};
use url_guard::{Guard, GuardBuilder, Permitted};
use url_testdata::{Record, consumers::answer_of, own_vectors, read_json_lines};

use crate::PAGE;

/// The recorded answers of the real programs, by input.
struct Recorded {
    seen: HashMap<String, Record>,
}

/// Counts of the strings that pass a guard, and of those in which a program sees another host if it receives
/// the input or the guard's URL.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    pass: usize,
    by_input: usize,
    by_href: usize,
}

impl Recorded {
    fn read() -> Self {
        let file = own_vectors("consumers").join("recorded.jsonl");
        let seen = read_json_lines(&file).unwrap().into_iter();
        let seen = seen.map(|record| (record["input"].as_str().unwrap().to_owned(), record));
        Self { seen: seen.collect() }
    }

    /// Returns the first program that sees another host in `given` than the permitted one. Uses the recorded
    /// answer, or else the profile, which equals the recorded answers.
    fn misled(&self, given: &str, permitted: &Permitted) -> Option<Profile> {
        let recorded = self.seen.get(given);
        let seen = |profile: Profile| match recorded.and_then(|seen| answer_of(seen, profile.name())) {
            Some(answer) => as_recorded(profile, &answer),
            None => as_simulated(profile, given),
        };
        Profile::consumers()
            .find(|&profile| seen(profile).is_some_and(|seen| !is_same(&seen, permitted.host())))
    }

    fn count(&self, guard: &Guard) -> Counts {
        let mut counts = Counts::default();
        for input in self.seen.keys() {
            let Ok(permitted) = guard.check(input, None) else { continue };
            counts.pass += 1;
            counts.by_input += usize::from(self.misled(input, &permitted).is_some());
            counts.by_href += usize::from(self.misled(permitted.href(), &permitted).is_some());
        }
        counts
    }
}

/// Returns the host that a program sees, which may be empty; `None` if the program or its client refuses the
/// string. Java's client refuses it if `java.net.URI` finds an authority that is not a host.
fn as_recorded(profile: Profile, answer: &Record) -> Option<String> {
    let part = |name: &str| answer.get(name).and_then(Value::as_str);
    let is_refused = profile == Profile::JavaNetUri && part("host").is_none() && part("authority").is_some();
    (answer.get("error").is_none() && !is_refused).then(|| part("host").unwrap_or_default().to_owned())
}

fn as_simulated(profile: Profile, given: &str) -> Option<String> {
    let parsed =
        Parser::new(profile).parse_reference(given).ok().filter(|parsed| parsed.invalid().is_none())?;
    let is_refused = profile == Profile::JavaNetUri && parsed.host().is_none();
    (!is_refused).then(|| parsed.get(Component::Host).unwrap_or_default().to_owned())
}

/// Returns true if a program that exposes `seen` connects to `host`. A missing host is a different one.
fn is_same(seen: &str, host: Host<&str>) -> bool {
    let bare = seen.strip_prefix('[').and_then(|seen| seen.strip_suffix(']')).unwrap_or(seen);
    match host {
        Host::Domain(name) | Host::Opaque(name) => name.eq_ignore_ascii_case(seen),
        Host::Ipv4(address) => bare.parse() == Ok(IpAddr::V4(address)),
        Host::Ipv6(address) => bare.parse() == Ok(IpAddr::V6(address)),
        Host::Empty => seen.is_empty(),
    }
}

/// Formats the table of the page.
fn table(rows: &[(&str, Counts)]) -> String {
    let mut table = String::new();
    for (name, Counts { pass, by_input, by_href }) in rows {
        writeln!(table, "| {name} | {pass} | {by_input} | {by_href} |").unwrap();
    }
    table
}

#[test]
fn permitted_urls_mislead_no_program() {
    let recorded = Recorded::read();
    assert!(recorded.seen.len() >= 3395);
    let every_hazard = Hazard::ALL.into_iter().fold(Guard::builder(), GuardBuilder::permit);
    let rows = [
        ("the default", recorded.count(&Guard::default())),
        ("on any port", recorded.count(&Guard::builder().any_port().build().unwrap())),
        ("on any port, with every hazard", recorded.count(&every_hazard.any_port().build().unwrap())),
    ];
    for (name, counts) in &rows {
        assert!(counts.by_href == 0 && counts.pass >= 50, "{name}: {counts:?}");
    }
    assert!(PAGE.contains(&table(&rows)), "docs/security.md has other counts:\n{}", table(&rows));
}
