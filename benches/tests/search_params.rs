//! Compares search parameters with other libraries on random queries from a fixed seed: parsing and
//! serializing with the crate `form_urlencoded`, which `url` exports, and operations with ada.

use ada_url::UrlSearchParams;
use proptest::{prelude::*, test_runner::RngSeed};
use url::form_urlencoded;
use url_facade::api::SearchParams;

/// Parts of a query: letters, separators, and percent-encoded bytes. The last four parts are not valid UTF-8.
#[rustfmt::skip]
const TOKENS: [&str; 28] = [
    "a", "b", "c", "z", "A", "~", "&", "&", "=", "=", "+", "%20", "%26", "%3d", "%", "%4",
    "%zz", "%00", "é", "%C3%A9", "😀", "%F0%9F%98%80", "\u{FF5E}", "%EF%BD%9E", "%C3", "%A9", "%FF", "%F0%9F",
];

/// The number of tokens that are valid UTF-8. Ada does not replace the bytes of the other tokens by U+FFFD.
const UTF_8: usize = 24;

fn queries(tokens: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(tokens), 0..24).prop_map(|tokens| tokens.concat())
}

/// The functions of urlspec and of ada for one operation on the name and the value of a parameter.
type Operation = (fn(&mut SearchParams, &str, &str), fn(&mut UrlSearchParams, &str, &str));

const OPERATIONS: [Operation; 5] = [
    (SearchParams::append, |params, name, value| params.append(name, value)),
    (|params, name, _| params.delete(name), |params, name, _| params.remove_key(name)),
    (SearchParams::delete_pair, |params, name, value| params.remove(name, value)),
    (SearchParams::set, |params, name, value| params.set(name, value)),
    (|params, _, _| params.sort(), |params, _, _| params.sort()),
];

/// Generates lists of operations. Each operation is an index in [`OPERATIONS`], a name and a value.
fn operations() -> impl Strategy<Value = Vec<(usize, &'static str, &'static str)>> {
    let name = prop::sample::select(vec!["a", "b", "", "A", "é", "😀", "\u{FF5E}", "~"]);
    let value = prop::sample::select(vec!["", "a", "b", " ", "=", "é&"]);
    prop::collection::vec((0..OPERATIONS.len(), name, value), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x005E_A4C4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn reads_and_writes_as_form_urlencoded_does(query in queries(&TOKENS)) {
        let params = SearchParams::from_query(&query);
        let theirs: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let ours: Vec<_> = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        prop_assert_eq!(&ours, &theirs);
        let written = form_urlencoded::Serializer::new(String::new()).extend_pairs(&theirs).finish();
        prop_assert_eq!(params.serialize(), written);
    }

    #[test]
    fn operates_as_ada_does(
        query in queries(&TOKENS[..UTF_8]),
        operations in operations(),
    ) {
        let mut ours = SearchParams::parse(&query);
        // Adjacent tokens may form text that is not UTF-8.
        prop_assume!(!ours.serialize().contains("%EF%BF%BD"));
        let mut theirs = UrlSearchParams::parse(query.as_str()).unwrap();
        for (at, name, value) in operations {
            let (ours_by, theirs_by) = OPERATIONS[at];
            ours_by(&mut ours, name, value);
            theirs_by(&mut theirs, name, value);
            prop_assert_eq!(ours.to_string(), theirs.to_string());
        }
        for name in ["a", "é", ""] {
            prop_assert_eq!(ours.get(name), theirs.get(name));
            prop_assert_eq!(ours.has_pair(name, "a"), theirs.contains(name, "a"));
            // `all` must live longer than its elements: converting it to a `Vec` would free the strings.
            let all = theirs.get_all(name);
            let all_theirs: Vec<_> = (0..all.len()).filter_map(|index| all.get(index)).collect();
            prop_assert_eq!(ours.get_all(name).collect::<Vec<_>>(), all_theirs);
        }
        prop_assert_eq!(ours.len(), theirs.len());
    }
}
