//! What docs/from-url.md says of the crate `url`, held to that crate.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs, net::SocketAddr, panic, path::Path};

use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Host, Url};
use url_testdata::{read_json, registry_crate};

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

/// URLs that the rows about getters and setters are compared on.
const URLS: [&str; 17] = [
    "https://a.test/",
    "https://u:p@a.test:81/b/c?d=e&f#g",
    "https://:p@a.test/?",
    "http://127.0.0.1:8080//b/",
    "ws://[::1]/x#",
    "ftp://xn--bcher-kva.test/b%20c",
    "file:///C:/b/c",
    "file://h/b",
    "foo://h?q",
    "foo://h/b/c",
    "foo://u@h:1/b",
    "postgres://localhost:5432/db",
    "foo:/b/c",
    "foo:/.//b",
    "data:text/plain,x y?z#w",
    "mailto:a@b.test",
    "blob:https://a.test/x",
];

/// What both say of each URL, by the names in the rows about reading.
type Reader = (&'static str, fn(&url::Url) -> String, fn(&Url) -> String);

#[rustfmt::skip]
const READERS: &[Reader] = &[
    ("as_str", |url| url.to_string(), |url| url.as_str().into()),
    ("scheme", |url| url.scheme().into(), |url| url.scheme().into()),
    ("is_special", |url| url.is_special().to_string(), |url| url.is_special().to_string()),
    ("has_authority", |url| url.has_authority().to_string(), |url| url.authority().is_some().to_string()),
    ("authority", |url| url.authority().into(), |url| url.authority().unwrap_or_default().into()),
    ("cannot_be_a_base", |url| url.cannot_be_a_base().to_string(), |url| url.has_opaque_path().to_string()),
    ("username", |url| url.username().into(), |url| url.username().into()),
    ("password", |url| format!("{:?}", url.password()), |url| format!("{:?}", url.password())),
    (
        "has_host",
        |url| url.has_host().to_string(),
        |url| url.host_str().is_some_and(|host| !host.is_empty()).to_string(),
    ),
    (
        "host_str",
        |url| format!("{:?}", url.host_str()),
        // But where it is empty.
        |url| format!("{:?}", url.host_str().filter(|host| !host.is_empty())),
    ),
    ("domain", |url| format!("{:?}", url.domain()), |url| format!("{:?}", url.domain())),
    ("port", |url| format!("{:?}", url.port()), |url| format!("{:?}", url.port())),
    (
        "port_or_known_default",
        |url| format!("{:?}", url.port_or_known_default()),
        |url| format!("{:?}", url.port_or_known_default()),
    ),
    (
        "socket_addrs",
        |url| addresses(url.domain(), || url.socket_addrs(|| Some(7)).ok()),
        |url| addresses(url.domain(), || url.socket_addrs(|| Some(7)).ok()),
    ),
    ("path", |url| url.path().into(), |url| url.path().into()),
    ("query", |url| format!("{:?}", url.query()), |url| format!("{:?}", url.query())),
    ("fragment", |url| format!("{:?}", url.fragment()), |url| format!("{:?}", url.fragment())),
    (
        "path_segments",
        |url| format!("{:?}", url.path_segments().map(Iterator::collect::<Vec<_>>)),
        // But of a path without segments.
        |url| format!("{:?}", url.path_segments().map(Iterator::collect::<Vec<_>>).filter(|list| !list.is_empty())),
    ),
    (
        "query_pairs",
        |url| format!("{:?}", url.query_pairs().collect::<Vec<_>>()),
        |url| format!("{:?}", url.query_pairs().collect::<Vec<_>>()),
    ),
    (
        "origin",
        |url| format!("{} {}", url.origin().ascii_serialization(), url.origin() == url.origin()),
        |url| format!("{} {}", url.origin(), url.origin() == url.origin()),
    ),
];

/// The addresses of a host. A name that is looked up is the machine's own.
fn addresses(domain: Option<&str>, ask: impl Fn() -> Option<Vec<SocketAddr>>) -> String {
    if domain.is_some_and(|name| name != "localhost") { String::new() } else { format!("{:?}", ask()) }
}

/// The first cells of the rows under `heading`: the names in them that are code.
fn names_of_rows(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(heading).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = cells.filter_map(|line| line.split(" | ").next());
    let names =
        cells.flat_map(|cell| cell.split("`, `").map(|name| name.trim_end_matches(['`', ' ']).to_owned()));
    names.filter(|name| name != "url").collect()
}

/// Every row about reading says what both give.
#[test]
fn rows_about_reading_hold() {
    let page = page();
    for name in names_of_rows(&page, "## Reading a URL") {
        // What is a type's or a trait's, and is described in words; and slices, on which a test of url-compat compares both.
        let in_words = "url[..Position::AfterQuery] into_string String::from(url) AsRef<str> Display Debug Eq Ord Hash Clone host \
            Position check_invariants";
        let mut in_words = in_words.split(' ');
        let name = name.split('`').next().unwrap();
        let is_tested = READERS.iter().any(|reader| reader.0 == name);
        assert!(is_tested || in_words.any(|word| word == name), "no test of the row {name}");
    }
    for text in URLS {
        let (theirs, ours) = (url::Url::parse(text).unwrap(), Url::parse(text).unwrap());
        for (name, read_theirs, read_ours) in READERS {
            assert_eq!(read_ours(&ours), read_theirs(&theirs), "{name} of {text}");
        }
    }
}

/// What both do to each URL, by the names in the rows about changing: whether they say that they did it.
type Writer = (&'static str, fn(&mut url::Url) -> bool, fn(&mut Url) -> bool);

#[rustfmt::skip]
const WRITERS: &[Writer] = &[
    ("set_scheme", |url| url.set_scheme("https").is_ok(), |url| url.set_scheme("https").is_ok()),
    ("set_scheme", |url| url.set_scheme("bar").is_ok(), |url| url.set_scheme("bar").is_ok()),
    ("set_username", |url| url.set_username("u@").is_ok(), |url| url.set_username("u@").is_ok()),
    ("set_username", |url| url.set_username("").is_ok(), |url| url.set_username("").is_ok()),
    ("set_password", |url| url.set_password(Some("p:")).is_ok(), |url| url.set_password(Some("p:")).is_ok()),
    ("set_password", |url| url.set_password(None).is_ok(), |url| url.set_password(None).is_ok()),
    ("set_host", |url| url.set_host(Some("b.test")).is_ok(), |url| url.set_host(Some("b.test")).is_ok()),
    ("set_host", |url| url.set_host(Some("[::2]")).is_ok(), |url| url.set_host(Some("[::2]")).is_ok()),
    ("set_host", |url| url.set_host(Some("b c")).is_ok(), |url| url.set_host(Some("b c")).is_ok()),
    ("set_host(None)", |url| url.set_host(None).is_ok(), |url| url.set_host(None).is_ok()),
    (
        "set_ip_host",
        |url| url.set_ip_host([1, 2, 3, 4].into()).is_ok(),
        |url| url.set_ip_host([1, 2, 3, 4].into()).is_ok(),
    ),
    ("set_port", |url| url.set_port(Some(81)).is_ok(), |url| url.set_port(Some(81)).is_ok()),
    ("set_port", |url| url.set_port(Some(443)).is_ok(), |url| url.set_port(Some(443)).is_ok()),
    ("set_port", |url| url.set_port(None).is_ok(), |url| url.set_port(None).is_ok()),
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
    (
        "path_segments_mut",
        |url| url.path_segments_mut().map(|mut path| _ = path.push("a b/%")).is_ok(),
        |url| url.path_segments_mut().and_then(|mut path| path.push("a b/%").map(|_| ())).is_ok(),
    ),
    (
        "pop",
        |url| url.path_segments_mut().map(|mut path| _ = path.pop_if_empty().pop()).is_ok(),
        |url| url.path_segments_mut().map(|mut path| _ = path.pop_if_empty().pop()).is_ok(),
    ),
    (
        "clear",
        |url| url.path_segments_mut().map(|mut path| _ = path.clear().extend(["x", "", "y"])).is_ok(),
        |url| url.path_segments_mut().and_then(|mut path| path.clear().extend(["x", "", "y"]).map(|_| ())).is_ok(),
    ),
];

/// Where the two differ, as the page says: what `url` says and leaves, and what urlspec does.
const DIFFER_ON_PURPOSE: [&str; 9] = [
    "foo://h?q set_host(None): panic, (true, \"foo:/?q\")",
    "foo://u@h:1/b set_host(None): (true, \"foo:/b\"), (false, \"foo://u@h:1/b\")",
    "postgres://localhost:5432/db set_host(None): (true, \"postgres:/db\"), (false, \"postgres://localhost:5432/db\")",
    "foo:/.//b set_host: (true, \"foo://b.test/.//b\"), (true, \"foo://b.test//b\")",
    "foo:/.//b set_host: (true, \"foo://[::2]/.//b\"), (true, \"foo://[::2]//b\")",
    "foo:/.//b set_ip_host: (true, \"foo://1.2.3.4/.//b\"), (true, \"foo://1.2.3.4//b\")",
    "foo:/.//b set_path: (true, \"foo:/./c%3F\"), (true, \"foo:/c%3F\")",
    "foo:/.//b pop: (true, \"foo:/./\"), (true, \"foo:/\")",
    "foo:/.//b clear: (true, \"foo:/./x//y\"), (true, \"foo:/x//y\")",
];

/// Every row about changing says what both do: the same, or a refusal of both that changes nothing.
#[test]
fn rows_about_changing_hold() {
    let page = page();
    for name in names_of_rows(&page, "## Changing a URL") {
        let name = name.split(['(', ' ']).next().unwrap().trim_matches('`');
        // The editor of the query has tests of its own; a `clear` of it is two calls.
        let in_words = "query_pairs_mut UrlQuery form_urlencoded::Serializer extend_pairs \
            append_key_only extend_keys_only Serializer::clear PathSegmentsMut pop_if_empty \
            push extend";
        let mut in_words = in_words.split(' ');
        let is_tested = WRITERS.iter().any(|writer| writer.0 == name);
        assert!(is_tested || in_words.any(|word| word == name), "no test of the row {name}");
    }
    let mut differ = Vec::new();
    for text in URLS {
        for (name, write_theirs, write_ours) in WRITERS {
            let mut ours = Url::parse(text).unwrap();
            let ours = (write_ours(&mut ours), ours.to_string());
            let theirs = panic::catch_unwind(|| {
                let mut theirs = url::Url::parse(text).unwrap();
                (write_theirs(&mut theirs), theirs.to_string())
            });
            match theirs {
                Ok(theirs) if theirs == ours => {}
                Ok(theirs) => differ.push(format!("{text} {name}: {theirs:?}, {ours:?}")),
                Err(_) => differ.push(format!("{text} {name}: panic, {ours:?}")),
            }
        }
    }
    assert_eq!(differ, DIFFER_ON_PURPOSE, "{differ:#?}");
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
