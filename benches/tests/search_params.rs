//! Search parameters against two other implementations on random queries of a fixed seed: reading and writing against the
//! crate `form_urlencoded`, which `url` exports, and the operations against ada.

use proptest::{prelude::*, test_runner::RngSeed};
use url::form_urlencoded;
use url_facade::api::SearchParams;

/// Names, values and what is between them; some escapes are not UTF-8.
#[rustfmt::skip]
const TOKENS: [&str; 28] = [
    "a", "b", "c", "z", "A", "~", "&", "&", "=", "=", "+", "%20", "%26", "%3d", "%", "%4",
    "%zz", "%00", "é", "%C3%A9", "😀", "%F0%9F%98%80", "\u{FF5E}", "%EF%BD%9E", "%C3", "%A9", "%FF", "%F0%9F",
];

/// How many of the tokens are UTF-8. Of the others, ada keeps the bytes where the Standard has U+FFFD.
const UTF_8: usize = 24;

fn queries(tokens: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(tokens), 0..24).prop_map(|tokens| tokens.concat())
}

#[derive(Clone, Debug)]
enum Operation {
    Append(&'static str, &'static str),
    Delete(&'static str),
    DeletePair(&'static str, &'static str),
    Set(&'static str, &'static str),
    Sort,
}

fn operations() -> impl Strategy<Value = Operation> {
    let name = || prop::sample::select(vec!["a", "b", "", "A", "é", "😀", "\u{FF5E}", "~"]);
    let value = || prop::sample::select(vec!["", "a", "b", " ", "=", "é&"]);
    prop_oneof![
        (name(), value()).prop_map(|(name, value)| Operation::Append(name, value)),
        name().prop_map(Operation::Delete),
        (name(), value()).prop_map(|(name, value)| Operation::DeletePair(name, value)),
        (name(), value()).prop_map(|(name, value)| Operation::Set(name, value)),
        Just(Operation::Sort),
    ]
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
        operations in prop::collection::vec(operations(), 0..6),
    ) {
        let mut ours = SearchParams::parse(&query);
        // What is not UTF-8 may come of tokens that meet.
        prop_assume!(!ours.serialize().contains("%EF%BF%BD"));
        let mut theirs = ada_url::UrlSearchParams::parse(query.as_str()).unwrap();
        for operation in &operations {
            match *operation {
                Operation::Append(name, value) => {
                    ours.append(name, value);
                    theirs.append(name, value);
                }
                Operation::Delete(name) => {
                    ours.delete(name);
                    theirs.remove_key(name);
                }
                Operation::DeletePair(name, value) => {
                    ours.delete_pair(name, value);
                    theirs.remove(name, value);
                }
                Operation::Set(name, value) => {
                    ours.set(name, value);
                    theirs.set(name, value);
                }
                Operation::Sort => {
                    ours.sort();
                    theirs.sort();
                }
            }
            prop_assert_eq!(ours.to_string(), theirs.to_string());
        }
        for name in ["a", "é", ""] {
            prop_assert_eq!(ours.get(name), theirs.get(name));
            prop_assert_eq!(ours.has_pair(name, "a"), theirs.contains(name, "a"));
            // It must outlive what it is asked for: its conversion into a `Vec` frees the strings.
            let all = theirs.get_all(name);
            let all_theirs: Vec<_> = (0..all.len()).filter_map(|index| all.get(index)).collect();
            prop_assert_eq!(ours.get_all(name).collect::<Vec<_>>(), all_theirs);
        }
        prop_assert_eq!(ours.len(), theirs.len());
    }
}
