//! What docs/from-url.md says of the crate `url`, held to that crate.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path};

use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Host, Url};
use url_testdata::{hostile::URLS, read_json, registry_crate};

/// What `url` and what urlspec make of `input`, against `base` where there is one.
fn both(input: &str, base: Option<&str>) -> [Option<String>; 2] {
    let theirs = match base {
        Some(base) => url::Url::parse(base).and_then(|base| base.join(input)),
        None => url::Url::parse(input),
    };
    let ours = match base {
        Some(base) => Url::parse(base).and_then(|base| base.resolve(input)),
        None => Url::parse(input),
    };
    [theirs.ok().map(String::from), ours.ok().map(String::from)]
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/from-url.md")).unwrap()
}

/// Every public function and type of the modules that `url` exports is named. (Those of `quirks` are named together.)
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
            // The functions of private modules are not exported.
            if !["new", "url_origin"].contains(&name) {
                assert!(page.contains(name), "{file}: {name}");
                count += 1;
            }
        }
    }
    assert!(count >= 60, "only {count} items found");
}

/// Every row of the table of differences: an input, perhaps a base, and two results.
#[test]
fn the_table_of_differences_holds() {
    let page = page();
    let (_, table) = page.split_once("## What behaves otherwise").unwrap();
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
    let data = read_json(&registry_crate("ada-url").unwrap().join("tests/wpt/urltestdata.json")).unwrap();
    let cases: Vec<_> = data.as_array().unwrap().iter().filter_map(|case| case.as_object()).collect();
    let differs = cases.iter().filter(|case| {
        let base = case.get("base").and_then(|base| base.as_str());
        let [theirs, ours] = both(case["input"].as_str().unwrap(), base);
        theirs != ours
    });
    assert_eq!((cases.len(), differs.count()), (891, 65));
}

/// What both do to each URL: whether they say that they did it.
type Writer = (&'static str, fn(&mut url::Url) -> bool, fn(&mut Url) -> bool);

/// The changes for which url-compat calls other functions than those of their names: its test `with_url` compares the rest.
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

/// The rows about changing say what both do, but for "/." before a path, and for the path of a URL without a host.
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
    assert_eq!(
        differ,
        [
            "foo:/.//b set_path: (true, \"foo:/./c%3F\"), (true, \"foo:/c%3F\")",
            "foo:/.//a set_path: (true, \"foo:/./c%3F\"), (true, \"foo:/c%3F\")",
        ]
    );
}

/// One call of an editor of path segments.
#[derive(Clone, Debug)]
enum Edit {
    Push(&'static str),
    Extend(Vec<&'static str>),
    Pop,
    PopIfEmpty,
    Clear,
}

fn edit() -> impl Strategy<Value = Edit> {
    // Others are encoded or refused otherwise, as the page says.
    let segment = prop::sample::select(&["", "", "a", "b c", "é", "100%", "a/b", "?", "#", "...", "C:"]);
    prop_oneof![
        3 => segment.clone().prop_map(Edit::Push),
        1 => prop::collection::vec(segment, 0..4).prop_map(Edit::Extend),
        2 => Just(Edit::Pop),
        1 => Just(Edit::PopIfEmpty),
        1 => Just(Edit::Clear),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 8192,
        rng_seed: RngSeed::Fixed(6),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The row about `clear`, `pop`, `pop_if_empty`, `push` and `extend`: any chain of them, in one editor or in several.
    #[test]
    fn chains_of_segment_edits_are_alike(
        // Without "/." before the path, where the two differ on purpose.
        url in prop::sample::select(&[
            "https://a.test/", "https://a.test/b//?c#d", "https://a.test//b", "https://a.test//", "file:///C:/b", "file:///",
            "file://h/b", "foo://h", "foo://h?q", "foo://h/", "foo://h//b", "foo:/", "foo:/b//",
        ]),
        editors in prop::collection::vec(prop::collection::vec(edit(), 0..6), 1..4),
    ) {
        let (mut theirs, mut ours) = (url::Url::parse(url).unwrap(), Url::parse(url).unwrap());
        for edits in editors {
            let (mut their_path, mut our_path) = (theirs.path_segments_mut().unwrap(), ours.path_segments_mut().unwrap());
            for edit in &edits {
                match edit {
                    Edit::Push(segment) => _ = (their_path.push(segment), our_path.push(segment).unwrap()),
                    Edit::Extend(segments) => _ = (their_path.extend(segments), our_path.extend(segments).unwrap()),
                    Edit::Pop => _ = (their_path.pop(), our_path.pop()),
                    Edit::PopIfEmpty => _ = (their_path.pop_if_empty(), our_path.pop_if_empty()),
                    Edit::Clear => _ = (their_path.clear(), our_path.clear()),
                }
            }
            drop((their_path, our_path));
            prop_assert_eq!(ours.as_str(), theirs.as_str(), "{:?}", edits);
        }
    }
}

/// The row about `quirks::domain_to_ascii` and `domain_to_unicode`.
#[test]
fn domains_are_converted_alike() {
    let ascii = |text: &str| {
        let host = text.parse::<Host>().ok();
        host.and_then(|host| host.domain().map(String::from)).unwrap_or_default()
    };
    for text in ["EXAMPLE.com", "Bücher.test", "xn--bcher-kva.test", "127.1", "[::1]", "a b", ""] {
        assert_eq!(ascii(text), url::quirks::domain_to_ascii(text), "{text}");
        let unicode = url_facade::whatwg::domain_to_unicode(&ascii(text)).into_owned();
        assert_eq!(unicode, url::quirks::domain_to_unicode(text), "{text}");
    }
}
