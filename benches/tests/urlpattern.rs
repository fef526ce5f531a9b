//! Compares the results of URL patterns with those of the crate `urlpattern`, on the patterns and the URLs of
//! the public tests and of the benchmarks.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    panic,
};

use benches::patterns::{Theirs, patterns, routes, theirs};
use url_facade::Url;
use url_pattern::{Captures, ComponentName, UrlPattern};
use url_testdata::public_cases;
use urlpattern::{UrlPatternMatchInput, UrlPatternResult};

/// The groups of each component, by name.
type Groups<'g> = [BTreeMap<&'g str, Option<&'g str>>; 8];

fn groups<'g>(captures: Option<&Captures<'g, 'g>>) -> Option<Groups<'g>> {
    captures.map(|captures| ComponentName::ALL.map(|name| captures.groups(name).collect()))
}

fn their_groups(found: &UrlPatternResult) -> Groups<'_> {
    let UrlPatternResult { protocol, username, password, hostname, port, pathname, search, hash } = found;
    [protocol, username, password, hostname, port, pathname, search, hash]
        .map(|component| component.groups.iter().map(|(name, text)| (&**name, text.as_deref())).collect())
}

/// Each kind of difference, the section that explains it, and the number of patterns.
const EXPLAINED: [(&str, &str, usize); 4] = [
    // The peer compiles expressions of the crate `regex`: `[^/]` is not one of ECMAScript with the flag `v`.
    ("accepts", "urlpattern#compile-a-component-6", 36),
    // The peer counts a bracket that closes none, and panics in builds with checks.
    ("panics", "urlpattern#parse-a-constructor-string-2.5.6.2", 35),
    // The crate `url` applies the rules of Punycode to all names.
    ("refuses", "whatwg#concept-domain-to-ascii", 2),
    // The crate `url` does not encode a caret.
    ("string pathname", "whatwg#path-percent-encode-set", 1),
];

/// Text before two pieces of a pattern, the pieces, and text after them.
type Pieces = (&'static str, &'static str, &'static str);

const PATHS: Pieces = (
    "https://a.test/",
    "b / :n :n? * {b}? {:n}+ {/c}* (b+) (?:b) (b|c) ([^/]) { } \\ é %2F .. ? # : \\: ; (",
    "",
);
const HOSTS: Pieces =
    ("https://", "a . * :h {b.}? (b+) é %41 xn--9ca [ ] [::1] :80 :443 :8080 _ | @ u:p@ \\ ..", ".test/b");
const QUERIES: Pieces = ("data:x", "? # * :q {b}? (c+) / é & ' = : \\ } .", "");

fn component(pattern: &Theirs, name: ComponentName) -> &str {
    match name {
        ComponentName::Protocol => pattern.protocol(),
        ComponentName::Username => pattern.username(),
        ComponentName::Password => pattern.password(),
        ComponentName::Hostname => pattern.hostname(),
        ComponentName::Port => pattern.port(),
        ComponentName::Pathname => pattern.pathname(),
        ComponentName::Search => pattern.search(),
        ComponentName::Hash => pattern.hash(),
    }
}

#[test]
fn differences_from_urlpattern_are_explained() {
    let cases = public_cases("ada-url", "urlpatterntestdata.json").unwrap();
    let mut texts: BTreeSet<String> = patterns(600).into_iter().collect();
    texts.extend(routes().into_iter().map(|[path, _]| format!("https://a.test{path}")));
    let mut urls: BTreeSet<String> = BTreeSet::new();
    for case in &cases {
        let first = |key: &str| case.get(key)?.get(0)?.as_str();
        texts.extend(first("pattern").map(String::from));
        urls.extend(first("inputs").map(String::from));
    }
    for (before, pieces, after) in [PATHS, HOSTS, QUERIES] {
        let pieces: Vec<&str> = pieces.split(' ').collect();
        for [one, two] in pieces.iter().flat_map(|one| pieces.iter().map(move |two| [one, two])) {
            texts.insert([before, one, two, after].concat());
            urls.insert([before, one, two, after].concat());
        }
    }
    // The crate `url` does not encode a caret either: such URLs are not compared.
    let parsed = |url: &String| Some((Url::parse(url).ok()?, url::Url::parse(url).ok()?));
    let urls: Vec<_> =
        urls.iter().filter_map(parsed).filter(|(ours, theirs)| ours.as_str() == theirs.as_str()).collect();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut compared = 0;
    for text in &texts {
        let mut differs = |kind: String, of: String| found.entry(kind).or_default().push(of);
        // The peer panics on some patterns.
        let theirs = panic::catch_unwind(|| theirs(text)).unwrap_or_else(|_| {
            differs("panics".into(), text.clone());
            None
        });
        match (UrlPattern::parse(text, None), theirs) {
            (Ok(ours), Some(theirs)) => {
                for name in ComponentName::ALL {
                    if ours.component(name) != component(&theirs, name) {
                        differs(
                            format!("string {name}"),
                            format!("{text}: {} {}", ours.component(name), component(&theirs, name)),
                        );
                    }
                }
                for (our_url, their_url) in &urls {
                    compared += 1;
                    let found = theirs.exec(UrlPatternMatchInput::Url(their_url.clone())).unwrap();
                    let captures = ours.captures(our_url);
                    if groups(captures.as_ref()) != found.as_ref().map(their_groups) {
                        differs("match".into(), format!("{text} {our_url}"));
                    }
                }
            }
            (Err(error), Some(_)) => {
                assert_eq!(error.section(), EXPLAINED[0].1, "{text}: {error}");
                differs("accepts".into(), text.clone());
            }
            (Ok(_), None) => differs("refuses".into(), text.clone()),
            (Err(_), None) => {}
        }
    }
    let counts: Vec<_> = found.iter().map(|(kind, texts)| (&**kind, texts.len())).collect();
    assert_eq!(counts, EXPLAINED.map(|(kind, _, count)| (kind, count)), "{found:#?}");
    assert!(compared > 1_000_000, "{compared}");
}
