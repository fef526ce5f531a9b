//! Runs `cargo xtask fuzz --differential` for a short time. Checks that it makes enough comparisons, and that
//! ada differs only as `docs/conformance/whatwg.md` describes.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path};

use benches::{
    differential::{breach_between, run, run_domains, run_short_strings, test_inputs},
    uts46_breaches::Breach,
};
use url_facade::Url;

#[test]
fn nothing_differs() {
    let inputs = test_inputs().unwrap();
    assert!(inputs.len() > 1000, "{} inputs", inputs.len());
    let report = run(10_000, 0x5EED, &inputs).unwrap();
    assert_eq!(report.differences, 0, "{}", report.details);
    assert!(report.urls * 5 > report.strings, "too few of the strings are URLs: {report:?}");
    assert!(report.strings == 10_000 && report.setters > 20_000, "{report:?}");
}

#[test]
fn nothing_differs_in_short_strings() {
    let report = run_short_strings(3).unwrap();
    assert_eq!(report.differences, 0, "{}", report.details);
    assert!(report.strings > 300_000 && report.urls > 100_000, "{report:?}");
}

/// Returns the row for `breach` in the table of `page` about ada: an input, the results of the Standard and
/// of ada, and a count.
fn row_of(page: &str, breach: Breach) -> [String; 4] {
    let row = page.lines().find(|line| line.starts_with(&format!("| `{breach:?}` |"))).unwrap();
    let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
    cells[3..7].to_vec().try_into().unwrap()
}

#[test]
fn nothing_differs_in_domains_but_what_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance/whatwg.md");
    let page = fs::read_to_string(path).unwrap();
    let report = run_domains(30_000, 0x5EED);
    assert_eq!(report.differences, 0, "{}", report.details);
    assert!(report.urls > 4_000, "too few of the domains are valid: {report:?}");
    for breach in Breach::ALL {
        let [input, standard, ada, count] = row_of(&page, breach);
        let or_failure = |href: Option<&str>| href.unwrap_or("failure").to_owned();
        let ours = Url::parse(&input).ok();
        let theirs = ada_url::Url::parse(&input, None).ok();
        assert_eq!(or_failure(ours.as_ref().map(Url::as_str)), standard, "{breach:?}");
        assert_eq!(or_failure(theirs.as_ref().map(ada_url::Url::href)), ada, "{breach:?}");
        let found = breach_between(&input, ours.as_ref(), theirs.as_ref());
        assert_eq!(found, Some(breach));
        let times = report.breaches.get(&breach).copied().unwrap_or_default();
        assert_eq!(times.to_string(), count, "{:?}", report.breaches);
    }
}
