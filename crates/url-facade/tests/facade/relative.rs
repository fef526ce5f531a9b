//! Checks that `Url::resolve` inverts `Url::make_relative`, for vectors, public data and random URLs.

use serde_json::json;
use url_facade::{Parser, Profile, Url};
use url_testdata::{check_vectors, hostile::Dice, own_vectors, read_json_lines};

use crate::public_urls;

fn relative(base: &Url, target: &Url) -> Option<String> {
    let relative = base.make_relative(target)?;
    let resolved = base.resolve(&relative);
    assert_eq!(resolved.as_ref(), Ok(target), "{base} to {target} by {relative:?}");
    assert!(relative.len() <= target.as_str().len(), "{base} to {target} by {relative:?} is too long");
    Some(relative)
}

#[test]
fn own_vectors_pass() {
    check_vectors("whatwg/relative.jsonl", 83, |record| {
        let [base, target] = ["base", "input"].map(|key| {
            let url = Url::parse(record[key].as_str().unwrap()).unwrap();
            assert_eq!(url.as_str(), record[key], "not canonical");
            url
        });
        json!({ "relative": relative(&base, &target) })
    });
}

fn known_urls() -> Vec<Url> {
    let own = read_json_lines(&own_vectors("whatwg/relative.jsonl")).unwrap();
    let own = own.iter().flat_map(|record| [&record["base"], &record["input"]]);
    let mut urls = public_urls();
    urls.extend(own.map(|url| Url::parse(url.as_str().unwrap()).unwrap()));
    urls.sort();
    urls.dedup();
    urls
}

/// Under the URL Standard, `make_relative` always returns a reference.
#[test]
fn all_pairs_of_known_urls() {
    let urls = known_urls();
    assert!(urls.len() > 500, "only {} URLs", urls.len());
    for base in &urls {
        for target in &urls {
            assert!(relative(base, target).is_some(), "{base} to {target}");
        }
    }
}

/// Under other profiles, `make_relative` may return `None`, but never a wrong reference.
#[test]
fn random_pairs() {
    let mut dice = Dice::new(4);
    for _ in 0..32_768 {
        let any = Profile::available()[dice.roll(Profile::available().len())];
        let profile = [Profile::Whatwg, any][dice.roll(2)];
        let (parser, base) = (Parser::new(profile), dice.url());
        let target = if dice.roll(2) == 0 { dice.url() } else { dice.mutate(&base) };
        if let (Ok(base), Ok(target)) = (parser.parse(&base), parser.parse(&target)) {
            let way = relative(&base, &target);
            assert!(way.is_some() || profile != Profile::Whatwg, "{base} to {target}");
        }
    }
}

/// A reference is not longer than its target, and is computed in linear time, even for 200,000 slashes.
#[test]
fn hostile_urls() {
    let many = "/".repeat(200_000);
    for (base, target) in [
        (format!("https://a{many}"), "https://a/".to_owned()),
        ("https://a/".to_owned(), format!("https://a{many}")),
        (format!("https://a{many}a"), format!("https://a{many}b")),
        (format!("foo:/.{many}a"), format!("foo:/.{many}")),
        (format!("file:///C:{many}"), format!("file:///D:{many}")),
    ] {
        let (base, target) = (Url::parse(&base).unwrap(), Url::parse(&target).unwrap());
        assert!(relative(&base, &target).is_some());
    }
}
