//! Tests of search parameters, blob URLs and bases, which the public test data does not cover.

use std::collections::BTreeMap;

use url_facade::{
    Parser, Profile, Reason, Source, Url,
    whatwg::{BlobEntry, origin_of},
};

use crate::construct;

/// Spec: whatwg#concept-urlsearchparams-update-1..4
/// Spec: whatwg#dom-urlsearchparams-append-2, whatwg#dom-urlsearchparams-delete-3
/// Spec: whatwg#dom-urlsearchparams-set-3, whatwg#dom-urlsearchparams-sort-2
#[test]
fn search_params_update_the_query() {
    let mut url = construct("https://a.test/?b=1&a=é+x&b=2#f", None).unwrap();
    url.edit_search_params(|params| {
        assert_eq!((params.len(), params.get("a"), params.has("c")), (3, Some("é x"), false));
        assert_eq!(params.get_all("b").collect::<Vec<_>>(), ["1", "2"]);
        params.delete_pair("b", "1");
        params.append("c~", "'*");
        params.sort();
    });
    assert_eq!(url.href(), "https://a.test/?a=%C3%A9+x&b=2&c%7E=%27*#f");
    url.edit_search_params(|params| params.set("a", ""));
    assert_eq!(url.search(), "?a=&b=2&c%7E=%27*");
    url.edit_search_params(|params| ["a", "b", "c~"].into_iter().for_each(|name| params.delete(name)));
    assert_eq!(url.href(), "https://a.test/#f");
}

/// Spec: whatwg#api-url-parser-1..3, whatwg#api-url-parser-2.1..2
#[test]
fn an_invalid_base_is_a_failure() {
    let parser = Parser::new(Profile::Whatwg);
    let base = parser.parse_reference("x#y").unwrap();
    let error = parser.with_base(&base).parse("#g").unwrap_err();
    // The constructor returns the error of the base, which contains the reason.
    assert_eq!((error.reason(), error.span_source()), (Reason::MissingScheme, Source::Base));
    assert!(construct("http://a.test/", Some("x")).is_err());
}

/// The name of a blob URL entry is the serialized URL without its fragment.
///
/// Spec: whatwg#concept-url-parser-4, whatwg#concept-url-origin-1.1
#[test]
fn blob_url_entries() {
    let entry = |object| BlobEntry { object, origin: Url::parse("https://a.test:8/").unwrap().origin() };
    let store = BTreeMap::from([("blob:x?y", entry(1)), ("blob:x", entry(2)), ("data:x", entry(3))]);
    let parse = |input, base: Option<&Url>| {
        Parser::default().with_base(base).parse_with_blobs(input, |name| store.get(name).cloned()).unwrap()
    };
    let object = |input| parse(input, None).1.map(|entry| entry.object);
    assert_eq!([" BLOB:x?y#z", "blob:x#z", "blob:y", "data:x"].map(object), [Some(1), Some(2), None, None]);
    let (url, entry) = parse("#z", Some(&Url::parse("blob:x?y").unwrap()));
    assert_eq!(entry.as_ref().map(|entry| entry.object), Some(1));
    assert_eq!(origin_of(&url, entry.as_ref()).to_string(), "https://a.test:8");
    assert_eq!(origin_of::<()>(&url, None).to_string(), "null");
    let other = Url::parse("ws://b.test/").unwrap();
    assert_eq!(origin_of(&other, entry.as_ref()).to_string(), "ws://b.test");
    assert!(Parser::default().parse_with_blobs("x", |name| store.get(name)).is_err());
}

/// Spec: whatwg#concept-url-equals-1..3
#[test]
fn urls_are_equal_when_their_serializations_are() {
    let url = |text: &str| Parser::new(Profile::Whatwg).parse(text).unwrap();
    let (one, other) = (url("HTTPS://A.test/b/../#c"), url("https://a.test/#d"));
    assert!(one != other && one.eq_without_fragment(&other));
    assert_eq!(one, url("https://a.test:443#c"));
}
