//! Inputs of real advisories and attacks, and everyday URLs (`suites/guard`).

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

use url_diff::Disagreement;
use url_facade::{Parser, Profile, Url};
use url_guard::{Guard, Refusal};
use url_testdata::{own_vectors, read_json_lines, shared_suites, text};

use crate::PAGE;

#[test]
fn advisories_are_refused_and_everyday_urls_permitted() {
    let guard = Guard::default();
    let folders = [Some(own_vectors("guard")), shared_suites("guard")];
    for folder in folders.into_iter().flatten() {
        let records = read_json_lines(&folder.join("advisories.jsonl")).unwrap();
        assert!(records.len() >= 82);
        for record in &records {
            let (input, base) = (text(record, "input").unwrap(), text(record, "base"));
            let checked = guard.check(input, base);
            assert_eq!(checked.is_ok(), text(record, "expect") == Some("accept"), "{record:?}: {checked:?}");
        }
    }
}

/// An everyday URL is not refused because of its spelling, and nothing except a number sign is lost from it.
#[test]
fn everyday_urls_are_permitted() {
    let guard = Guard::default();
    let folders = [Some(own_vectors("guard")), shared_suites("guard")];
    for folder in folders.into_iter().flatten() {
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

/// Formats `text` as a cell of a table, as source code.
fn code(text: &str) -> String {
    let text = if text.len() > 60 { format!("{}...", &text[..40]) } else { text.to_owned() };
    let shown: String = text
        .chars()
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.into() })
        .collect();
    format!("`{}`", shown.replace('|', "\\|"))
}

/// Lists the hosts that the profiles of a guard read in `input`, each with the number of profiles that read
/// it.
fn hosts(input: &str) -> String {
    let mut seen = BTreeMap::<_, usize>::new();
    for profile in [Profile::Whatwg, Profile::Rfc3986].into_iter().chain(Profile::consumers()) {
        let parsed =
            Parser::new(profile).parse_reference(input).ok().filter(|parsed| parsed.invalid().is_none());
        let host =
            parsed.map(|parsed| parsed.host().map(|host| host.to_string()).filter(|host| !host.is_empty()));
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

/// Compares the table of the page: the hosts that are read in the input of each advisory, and the answer of
/// the guard.
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
        let what = match &refusal {
            Refusal::Disagreement(disagreement) => match **disagreement {
                Disagreement::Hazardous { hazard, .. } => format!("hazard: {}", hazard.name()),
                _ => refusal.code().into(),
            },
            _ => refusal.code().into(),
        };
        let cwe = refusal.cwe().map(|cwe| format!(" (CWE-{cwe})")).unwrap_or_default();
        let about = text(&record, "about").unwrap();
        recorded.extend(about.split(' ').filter(|word| word.starts_with("CVE-")).map(str::to_owned));
        listed.extend(refusal.advisories().iter().map(|id| (*id).to_owned()));
        writeln!(table, "| {about} | {}{against} | {led} | {what}{cwe} |", code(input)).unwrap();
    }
    assert!(PAGE.contains(&table), "docs/security.md has another table of advisories:\n{table}");
    assert_eq!(listed, recorded, "Refusal::advisories");
}
