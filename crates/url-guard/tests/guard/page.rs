//! Checks inputs of real advisories and attacks, everyday URLs, and the recorded inputs of the consumers. The
//! tables in `docs/security.md` contain the results.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::Write as _,
    fs,
    net::IpAddr,
    path::PathBuf,
};

use serde_json::Value;
use url_facade::{Component, Host, Parser, Profile, Reference, Url};
use url_guard::{Guard, GuardBuilder, Hazard, Permitted};
use url_testdata::{Record, consumers::answer_of, own_vectors, read_json_lines, shared_suites, text};

const PAGE: &str = include_str!("../../../../docs/security.md");

fn folders() -> impl Iterator<Item = PathBuf> {
    [Some(own_vectors("guard")), shared_suites("guard")].into_iter().flatten()
}

#[test]
fn advisories_are_refused_and_everyday_urls_permitted() {
    let guard = Guard::default();
    for folder in folders() {
        let records = read_json_lines(&folder.join("advisories.jsonl")).unwrap();
        assert!(records.len() >= 82);
        for record in &records {
            let (input, base) = (text(record, "input").unwrap(), text(record, "base"));
            let checked = guard.check(input, base);
            assert_eq!(checked.is_ok(), text(record, "expect") == Some("accept"), "{record:?}: {checked:?}");
        }
    }
}

/// Everyday URLs are permitted without a change, except that a fragment with a number sign is removed.
#[test]
fn everyday_urls_are_permitted() {
    let guard = Guard::default();
    for folder in folders() {
        let urls = fs::read_to_string(folder.join("everyday-urls.txt")).unwrap();
        assert!(urls.lines().count() >= 221);
        for url in urls.lines() {
            let permitted = guard.check(url, None).unwrap_or_else(|refusal| panic!("{url}: {refusal}"));
            let mut whole = Url::parse(url).unwrap();
            if whole.fragment().is_some_and(|fragment| fragment.contains('#')) {
                whole.set_fragment(None).unwrap();
            }
            assert_eq!(permitted.href(), whole.as_str());
        }
    }
}

fn code(text: &str) -> String {
    let text = if text.len() > 60 { format!("{}...", &text[..40]) } else { text.to_owned() };
    let shown = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    let shown: String = text.chars().map(shown).collect();
    format!("`{}`", shown.replace('|', "\\|"))
}

fn parse(profile: Profile, input: &str) -> Option<Reference> {
    Parser::new(profile).parse_reference(input).ok().filter(|parsed| parsed.invalid().is_none())
}

fn hosts(input: &str) -> String {
    let mut seen = BTreeMap::<_, usize>::new();
    for profile in [Profile::Whatwg, Profile::Rfc3986].into_iter().chain(Profile::consumers()) {
        let parsed = parse(profile, input);
        let host = parsed.map(|parsed| parsed.host().map(|host| host.to_string()));
        let host = host.map(|host| host.filter(|host| !host.is_empty()));
        *seen.entry(host).or_default() += 1;
    }
    let mut seen: Vec<_> = seen.into_iter().collect();
    seen.sort_by_key(|(host, count)| (host.is_none(), std::cmp::Reverse(*count)));
    let shown = seen.iter().map(|(host, count)| match host {
        Some(Some(host)) => format!("{} {count}", code(host)),
        Some(None) => format!("no host {count}"),
        None => format!("refused {count}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_page_has_every_advisory() {
    let guard = Guard::default();
    let mut table = String::new();
    let (mut recorded, mut listed) = (BTreeSet::new(), BTreeSet::new());
    for record in read_json_lines(&own_vectors("guard").join("advisories.jsonl")).unwrap() {
        let (input, base) = (text(&record, "input").unwrap(), text(&record, "base"));
        let Err(refusal) = guard.check(input, base) else { continue };
        let (against, led) = match base {
            None => (String::new(), hosts(input)),
            Some(base) => {
                let target = Url::parse(base).and_then(|base| base.resolve(input)).unwrap();
                (format!(" against {}", code(base)), code(&target.host().unwrap().to_string()))
            }
        };
        let hazard = refusal.hazard().map(|hazard| format!(": {}", hazard.name())).unwrap_or_default();
        let what = format!("{}{hazard}", refusal.code());
        let cwe = refusal.cwe().map(|cwe| format!(" (CWE-{cwe})")).unwrap_or_default();
        let about = text(&record, "about").unwrap();
        recorded.extend(about.split(' ').filter(|word| word.starts_with("CVE-")).map(str::to_owned));
        listed.extend(refusal.advisories().iter().map(|id| (*id).to_owned()));
        writeln!(table, "| {about} | {}{against} | {led} | {what}{cwe} |", code(input)).unwrap();
    }
    assert!(PAGE.contains(&table), "docs/security.md has another table of advisories:\n{table}");
    assert_eq!(listed, recorded, "Refusal::advisories");
}

struct Recorded(HashMap<String, Record>);

/// The number of inputs that a guard permits, and how many of them mislead a program: the program sees
/// another host than the guard in the input, or in the URL that the guard returns.
#[derive(Default)]
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
        Self(seen.collect())
    }

    /// Returns the first program that sees another host in `given` than in `permitted`. Uses the program's
    /// recorded answer, or else its profile.
    fn misled(&self, given: &str, permitted: &Permitted) -> Option<Profile> {
        let recorded = self.0.get(given);
        let seen = |profile: Profile| match recorded.and_then(|seen| answer_of(seen, profile.name())) {
            Some(answer) => as_recorded(profile, &answer),
            None => as_simulated(profile, given),
        };
        Profile::consumers()
            .find(|&profile| seen(profile).is_some_and(|seen| !is_same(&seen, permitted.host())))
    }

    fn count(&self, guard: &Guard) -> Counts {
        let mut counts = Counts::default();
        for input in self.0.keys() {
            let Ok(permitted) = guard.check(input, None) else { continue };
            counts.pass += 1;
            counts.by_input += usize::from(self.misled(input, &permitted).is_some());
            counts.by_href += usize::from(self.misled(permitted.href(), &permitted).is_some());
        }
        counts
    }
}

/// Returns the host that a program sees, which may be empty, or `None` if the program or its client refuses
/// the string. Java's client refuses a string in which `java.net.URI` finds an authority, but no host.
fn as_recorded(profile: Profile, answer: &Record) -> Option<String> {
    let part = |name: &str| answer.get(name).and_then(Value::as_str);
    let is_refused = profile == Profile::JavaNetUri && part("host").is_none() && part("authority").is_some();
    (answer.get("error").is_none() && !is_refused).then(|| part("host").unwrap_or_default().to_owned())
}

fn as_simulated(profile: Profile, given: &str) -> Option<String> {
    let parsed = parse(profile, given)?;
    let is_refused = profile == Profile::JavaNetUri && parsed.host().is_none();
    (!is_refused).then(|| parsed.get(Component::Host).unwrap_or_default().to_owned())
}

fn is_same(seen: &str, host: Host<&str>) -> bool {
    let bare = seen.strip_prefix('[').and_then(|seen| seen.strip_suffix(']')).unwrap_or(seen);
    match host {
        Host::Domain(name) | Host::Opaque(name) => name.eq_ignore_ascii_case(seen),
        Host::Ipv4(address) => bare.parse() == Ok(IpAddr::V4(address)),
        Host::Ipv6(address) => bare.parse() == Ok(IpAddr::V6(address)),
        Host::Empty => seen.is_empty(),
    }
}

#[test]
fn permitted_urls_mislead_no_program() {
    let recorded = Recorded::read();
    assert!(recorded.0.len() >= 3395);
    let every_hazard = Hazard::ALL.into_iter().fold(Guard::builder(), GuardBuilder::permit);
    let rows = [
        ("the default", recorded.count(&Guard::default())),
        ("on any port", recorded.count(&Guard::builder().any_port().build().unwrap())),
        ("on any port, with every hazard", recorded.count(&every_hazard.any_port().build().unwrap())),
    ];
    let mut table = String::new();
    for (name, Counts { pass, by_input, by_href }) in rows {
        writeln!(table, "| {name} | {pass} | {by_input} | {by_href} |").unwrap();
        assert!(by_href == 0 && pass >= 50, "{table}");
    }
    assert!(PAGE.contains(&table), "docs/security.md has other counts:\n{table}");
}
