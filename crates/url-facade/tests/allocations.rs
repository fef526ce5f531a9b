//! The profile `whatwg` allocates nothing to check a string, to borrow a canonical URL, or to append a URL to
//! a string with enough capacity.

#![expect(clippy::unwrap_used, reason = "tests")]

use allocation_counter::measure;
use url_facade::{Encoding, Parser, Profile, Url, api::Attribute};
use url_testdata::{
    hostile::{CHARACTERS, Dice, STARTS, short_strings},
    read_vectors,
};

/// Returns the number of allocations of the second call of `run`. The first call may do one-time setup.
fn allocations(mut run: impl FnMut()) -> u64 {
    run();
    measure(run).count_total
}

fn check_canonical(input: &str) {
    for label in ["utf-8", "shift_jis", "iso-2022-jp"] {
        let parser = Parser::new(Profile::Whatwg).with_encoding(Encoding::for_label(label).unwrap());
        let allocated = allocations(|| assert!(parser.parse_ref(input).unwrap().is_borrowed(), "{input}"));
        assert_eq!(allocated, 0, "parse_ref of {input:?} in {label}");
    }
    assert!(check_verdict(input, None));
}

fn check_verdict(input: &str, base: Option<&Url>) -> bool {
    let (parser, mut verdict) = (Parser::new(Profile::Whatwg).with_base(base), false);
    let allocated = allocations(|| verdict = parser.can_parse(input));
    assert_eq!(allocated, 0, "can_parse of {input:?} against {base:?}");
    let mut column = String::with_capacity(1000 + 3 * input.len());
    column.push_str("before");
    let allocated = allocations(|| _ = parser.append_into(input, &mut column));
    assert_eq!(allocated, 0, "append_into of {input:?} against {base:?}");
    verdict
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(Url::parse("http://a.test/").unwrap())), 1);
    let url = Url::parse("http://a.test/").unwrap();
    assert_eq!(allocations(|| drop(url.clone())), 1);
    assert!(allocations(|| assert!(!Url::parse_ref("http://A.test/").unwrap().is_borrowed())) > 0);
}

/// None of these strings contains text that a parser decodes or removes.
#[test]
fn checks_and_canonical_urls_allocate_nothing() {
    let short = short_strings(CHARACTERS, 2);
    let short = short.iter().flat_map(|text| STARTS.map(|start| format!("{start}{text}")));
    let vectors = read_vectors("whatwg").unwrap();
    let vectors = vectors.iter().filter_map(|record| record.get("input")?.as_str().map(String::from));
    let beside =
        ["FOO:é", "foo://é", "http://a?é#ü", "http://u:p@127.0.0.1:8080/", "http://[1:2:3:4:5:6:7:8]:81/a"];
    let (mut canonical, mut urls, mut others) = (0, 0, 0);
    let mut dice = Dice::new(7);
    let random = (0..10_000).map(|_| dice.url());
    for input in short.chain(vectors).chain(random).chain(beside.map(String::from)) {
        if let Ok(url) = Url::parse(&input) {
            check_canonical(url.as_str());
            canonical += 1;
        }
        let is_plain = input.is_ascii() && !input.contains(['\t', '\n', '\r']);
        if is_plain && !input.to_ascii_lowercase().contains("xn--") || beside.contains(&&*input) {
            let count = if check_verdict(&input.replace('%', "A"), None) { &mut urls } else { &mut others };
            *count += 1;
        }
    }
    assert!(canonical > 3_000 && urls > 3_000 && others > 1_000, "{canonical} {urls} {others}");
}

#[test]
fn references_allocate_nothing() {
    for base in ["http://u:p@a.test:81/b/c?d#e", "file:///C:/a", "foo://h/a", "foo:/a", "mailto:a"] {
        let base = Url::parse(base).unwrap();
        for input in
            ["", "a", "/a", "//u@h/", "//h:99999", "?b", "#c", "..", "http:x", "FOO:x", "\\\\[::1]", "c|/"]
        {
            check_verdict(input, Some(&base));
        }
    }
}

#[test]
fn setters_allocate_nothing() {
    let long = "a".repeat(100);
    for (attribute, values) in [
        (Attribute::Protocol, ["https", "wss:"]),
        (Attribute::Username, ["", "u ü"]),
        (Attribute::Password, ["", "p@p"]),
        (Attribute::Host, ["b.test:82", "B.test"]),
        (Attribute::Hostname, ["b.test", "B.test"]),
        (Attribute::Port, ["", "8080"]),
        (Attribute::Pathname, ["/c/../d", "c d"]),
        (Attribute::Search, ["", "?q q"]),
        (Attribute::Hash, ["", "#f f"]),
    ] {
        for start in ["http://a.test/", "http://u:p@a.test:81/b?c#d"] {
            for value in values {
                let mut url = Url::parse(start).unwrap();
                url.set_attribute(Attribute::Hash, &long).unwrap();
                url.set_attribute(Attribute::Hash, "#d").unwrap();
                let allocated = allocations(|| _ = url.set_attribute(attribute, value));
                assert_eq!(allocated, 0, "{attribute:?} of {start} to {value:?}");
            }
        }
    }
}
