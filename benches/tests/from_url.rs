//! Checks the statements of docs/from-url.md against the crate `url`.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path};

use benches::url_class::UrlClass;
use url_facade::{Url, WebUrl, api::Attribute};
use url_testdata::{hostile::URLS, public_cases, registry_crate, text};

/// Returns the results of the crate `url` and of urlspec for `input`, resolved against `base`.
fn both(input: &str, base: Option<&str>) -> [Option<String>; 2] {
    [href::<url::Url>(input, base), href::<WebUrl>(input, base)]
}

fn href<U: UrlClass>(input: &str, base: Option<&str>) -> Option<String> {
    U::construct(input, base).map(|url| url.get(Attribute::Href))
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/from-url.md")).unwrap()
}

/// Checks that the page names every public function and type of the crate `url`. The page need not name each
/// item of the module `quirks`.
#[test]
fn every_item_is_named() {
    let (page, sources) = (page(), registry_crate("url").unwrap().join("src"));
    let mut count = 0;
    for file in ["lib.rs", "host.rs", "origin.rs", "path_segments.rs", "slicing.rs"] {
        let text = fs::read_to_string(sources.join(file)).unwrap();
        let items = ["pub fn ", "pub struct ", "pub enum ", "pub mod "]
            .into_iter()
            .flat_map(|item| text.lines().filter_map(move |line| line.trim_start().strip_prefix(item)));
        for item in items {
            let name = item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            // Functions with these names are in private modules, which `url` does not export.
            if !["new", "url_origin"].contains(&name) {
                assert!(page.contains(name), "{file}: {name}");
                count += 1;
            }
        }
    }
    assert!(count >= 60, "only {count} items found");
}

/// Checks each row of the table of differences: an input, perhaps a base, and the results of both libraries.
#[test]
fn the_table_of_differences_holds() {
    let page = page();
    let (_, table) = page.split_once("## What behaves otherwise").unwrap();
    let table = table.split("\n## ").next().unwrap();
    let mut rows = 0;
    for line in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, input, base, theirs, ours] = cells[..] else { unreachable!("{line}") };
        let text = |cell: &str| cell.strip_prefix('`')?.strip_suffix('`').map(String::from);
        let got = both(&text(input).unwrap(), text(base).as_deref());
        assert_eq!(got, [text(theirs), text(ours)], "{line}");
        rows += 1;
    }
    assert_eq!(rows, 10);
}

#[test]
fn differs_in_as_many_public_cases_as_the_page_says() {
    let cases = public_cases("ada-url", "urltestdata.json").unwrap();
    let differs = cases.iter().filter(|case| {
        let [theirs, ours] = both(text(case, "input").unwrap(), text(case, "base"));
        theirs != ours
    });
    assert_eq!((cases.len(), differs.count()), (891, 65));
}

#[test]
fn parameters_are_appended() {
    let none: [(&str, &str); 0] = [];
    assert_eq!(url::Url::parse_with_params("a:b", none).unwrap().as_str(), "a:b?");
    assert_eq!(Url::parse_with_params("a:b", none).unwrap(), "a:b");
}

/// The name of a change, and for each library a function that makes the change and returns true on success.
type Writer = (&'static str, fn(&mut url::Url) -> bool, fn(&mut Url) -> bool);

/// Changes that the test `with_url` of the crate url-compat does not make.
#[rustfmt::skip]
const WRITERS: [Writer; 9] = [
    (
        "set_path",
        |url| { let is_list = !url.cannot_be_a_base(); if is_list { url.set_path("/a b/../c?"); } is_list },
        |url| url.set_path("/a b/../c?").is_ok(),
    ),
    ("set_query", |url| { url.set_query(Some("a=b c")); true }, |url| url.set_query(Some("a=b c")).is_ok()),
    ("set_query", |url| { url.set_query(Some("?a")); true }, |url| url.set_query(Some("?a")).is_ok()),
    ("set_query", |url| { url.set_query(Some("")); true }, |url| url.set_query(Some("")).is_ok()),
    ("set_query", |url| { url.set_query(None); true }, |url| url.set_query(None).is_ok()),
    ("set_fragment", |url| { url.set_fragment(Some("#a b")); true }, |url| url.set_fragment(Some("#a b")).is_ok()),
    ("set_fragment", |url| { url.set_fragment(Some("")); true }, |url| url.set_fragment(Some("")).is_ok()),
    ("set_fragment", |url| { url.set_fragment(None); true }, |url| url.set_fragment(None).is_ok()),
    (
        "append_pair",
        |url| { url.query_pairs_mut().append_pair("a b", "é&"); true },
        |url| url.edit_query(|query| _ = query.append("a b", "é&")).is_ok(),
    ),
];

/// Checks the rows of the table about setters, except for the rows about "/." before a path, and about the
/// path of a URL without a host.
#[test]
fn rows_about_changing_hold() {
    let mut differ = Vec::new();
    for text in URLS {
        for (name, write_theirs, write_ours) in WRITERS {
            let (mut theirs, mut ours) = (url::Url::parse(text).unwrap(), Url::parse(text).unwrap());
            let is_same = theirs.as_str() == ours.as_str();
            let theirs = (write_theirs(&mut theirs), theirs.to_string());
            let ours = (write_ours(&mut ours), ours.to_string());
            if is_same && theirs != ours {
                differ.push(format!("{text} {name}: {theirs:?}, {ours:?}"));
            }
        }
    }
    let expected = |url| format!("{url} set_path: (true, \"foo:/./c%3F\"), (true, \"foo:/c%3F\")");
    assert_eq!(differ, ["foo:/.//b", "foo:/.//a"].map(expected));
}
