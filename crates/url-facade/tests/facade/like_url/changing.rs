//! What the unit tests of the crate `url` are about, as far as they change URLs.

use std::net::{Ipv4Addr, Ipv6Addr};

use url_facade::{Change, ParseError, PathStyle, Profile, Url, WebUrl, api::Attribute};

use super::url;

/// `url` after `set`.
fn after(mut url: Url, set: impl FnOnce(&mut Url) -> Result<(), ParseError>) -> Result<Url, ParseError> {
    set(&mut url)?;
    Ok(url)
}

/// `test_strip_trailing_spaces_from_opaque_path`: on purpose, the last space is percent-encoded before a query or a fragment,
/// so it stays when these are removed. Spec: whatwg#cannot-be-a-base-url-path-state-3.2
#[test]
fn spaces_at_the_end_of_an_opaque_path() {
    assert_eq!(after(url("data:a   ?b"), |url| url.set_query(None)).unwrap(), "data:a  %20");
    assert_eq!(after(url("data:a   #b"), |url| url.set_fragment(None)).unwrap(), "data:a  %20");
    assert_eq!(url("data:a   "), "data:a");
}

/// `test_set_empty_host`: on purpose, a URL with credentials or a port does not lose its host. Spec: whatwg#host-state-3.2
#[test]
fn hosts_are_removed() {
    let mut bare = url("db://u:p@a/b");
    assert!(bare.set_host(None).is_err());
    bare.set_username("").unwrap();
    assert_eq!(bare, "db://:p@a/b");
    assert!(bare.set_host(None).is_err());
    bare.set_password(None).unwrap();
    bare.set_host(None).unwrap();
    assert_eq!(bare, "db:/b");
    bare.set_host(Some("c")).unwrap();
    assert_eq!(bare, "db://c/b");
    let mut file = url("file://server/share/a");
    file.set_host(None).unwrap();
    assert_eq!(file, "file:///share/a");
    assert_eq!(after(file, |url| url.set_host(Some("other"))).unwrap(), "file://other/share/a");
}

/// `test_set_empty_username_and_password`, `test_set_empty_password`, `test_set_empty_query`, `test_query`, `test_fragment`
#[test]
fn what_is_empty_and_what_is_missing() {
    let user = url("db://u:p@a/b");
    for password in [Some(""), None] {
        let unprotected = after(user.clone(), |url| url.set_password(password)).unwrap();
        assert_eq!(unprotected, "db://u@a/b");
        assert_eq!(after(unprotected, |url| url.set_username("")).unwrap(), "db://a/b");
    }
    assert_eq!(after(user, |url| url.set_username("")).unwrap(), "db://:p@a/b");

    let query = after(url("db://a.test/b?c"), |url| url.set_query(Some(""))).unwrap();
    assert_eq!((query.as_str(), query.query()), ("db://a.test/b?", Some("")));
    assert_eq!(after(query, |url| url.set_query(None)).unwrap(), "db://a.test/b");

    for (text, query, pairs) in [
        ("https://a.test/b?page=3#c", Some("page=3"), &[("page", "3")][..]),
        ("https://a.test/b", None, &[]),
        ("https://a.test/?city=Málaga", Some("city=M%C3%A1laga"), &[("city", "Málaga")]),
        ("https://a.test/b?p=3&q=4", Some("p=3&q=4"), &[("p", "3"), ("q", "4")]),
    ] {
        let url = url(text);
        assert_eq!(url.query(), query);
        let found: Vec<_> = url.query_pairs().collect();
        assert!(found.iter().map(|(name, value)| (&**name, &**value)).eq(pairs.iter().copied()), "{text}");
    }
    assert_eq!((url("https://a.test/#b").fragment(), url("https://a.test/").fragment()), (Some("b"), None));
}

/// `test_set_empty_hostname`, with the setter of the web that it uses
#[test]
fn the_empty_hostname() {
    for (text, left) in [("db://u@a/b", None), ("db://:p@a/b", None), ("db://a/b", Some("db:///b"))] {
        let mut url = url(text);
        assert_eq!(url.set_attribute(Attribute::Hostname, "").is_ok(), left.is_some());
        assert_eq!(url, left.unwrap_or(text));
    }
}

/// `path_backslash_fun`: on purpose, `\` is encoded under every scheme, so that it is data wherever the URL is used.
#[test]
fn backslashes_that_are_pushed() {
    for (text, pushed) in [("https://a.test", "https://a.test/b%5Cc"), ("db://a.test", "db://a.test/b%5Cc")] {
        let mut url = url(text);
        url.path_segments_mut().unwrap().push("b\\c").unwrap();
        assert_eq!(url, pushed);
    }
}

/// `from_str`, `parse_with_params`, `extend_query_pairs_then_mutate`, `append_trailing_slash`,
/// `append_empty_segment_then_mutate`, `pop_if_empty_in_bounds`, `issue_197`
#[test]
fn edits_follow_edits() {
    let mut url: Url = "https://a.test:81/b/c?keep=1".parse().unwrap();
    url.edit_query(|query| _ = query.extend([("lang", "rust")])).unwrap();
    assert_eq!(url, "https://a.test:81/b/c?keep=1&lang=rust");
    url.path_segments_mut().unwrap().push("d e").unwrap();
    assert_eq!(url, "https://a.test:81/b/c/d%20e?keep=1&lang=rust");
    url.path_segments_mut().unwrap().push("").unwrap();
    assert_eq!(url, "https://a.test:81/b/c/d%20e/?keep=1&lang=rust");
    url.path_segments_mut().unwrap().pop().push("").unwrap().pop();
    assert_eq!(url, "https://a.test:81/b/c/d%20e?keep=1&lang=rust");

    let mut without = self::url("https://a.test/b");
    without.edit_query(|query| _ = query.extend(&[("t", "x&y")])).unwrap();
    assert_eq!(without, "https://a.test/b?t=x%26y");

    let mut root = Url::from_file_path("/", PathStyle::Posix).unwrap();
    assert_eq!(root, self::url("file:///"));
    root.path_segments_mut().unwrap().pop_if_empty();
    let mut empty = self::url("db://");
    empty.path_segments_mut().unwrap().pop_if_empty().pop();
    for url in [root, empty] {
        assert_eq!(Url::parse(url.as_str()).unwrap().components(), url.components());
    }
}

/// `issue_61`, `issue_241`, `test_no_base_url`, `test_set_scheme_to_file_with_host`, `test_set_scheme_empty_err`,
/// `test_set_ip_host`, `test_set_host`. On purpose, the path of a URL with an opaque path is not replaced by `set_path`.
/// Spec: whatwg#pathname-setter-1
#[test]
fn setters_take_all_or_nothing() {
    let secure = after(url("http://a.test"), |url| url.set_scheme("https")).unwrap();
    assert_eq!((secure.port(), secure.port_or_known_default()), (None, Some(443)));

    assert!(url("mailto:").has_opaque_path());
    let mut opaque = url("mailto:a@b.test");
    assert!(opaque.has_opaque_path() && opaque.path_segments().is_none() && opaque.domain().is_none());
    assert!(opaque.path_segments_mut().is_err());
    assert!(opaque.set_host(Some("c")).is_err());
    assert!(opaque.set_ip_host(Ipv4Addr::LOCALHOST.into()).is_err());
    assert!(opaque.set_path("/d").is_err());
    assert_eq!(opaque, "mailto:a@b.test");

    for scheme in ["file", "", "mailto", "ht tp"] {
        let mut local = url("http://localhost:81/b");
        assert!(local.set_scheme(scheme).is_err(), "{scheme}");
        assert_eq!(local, "http://localhost:81/b");
    }

    let mut address = url("http://a.test");
    address.set_ip_host(Ipv4Addr::LOCALHOST.into()).unwrap();
    assert_eq!(address.host_str(), Some("127.0.0.1"));
    address.set_ip_host(Ipv6Addr::LOCALHOST.into()).unwrap();
    assert_eq!(address.host_str(), Some("[::1]"));

    let mut host = url("https://a.test/b");
    host.set_host(Some("c.test")).unwrap();
    assert!(host.set_host(None).is_err() && host.set_host(Some("")).is_err());
    assert_eq!(host, "https://c.test/b");
    assert_eq!(after(url("foobar://a.test/b"), |url| url.set_host(None)).unwrap(), "foobar:/b");
    assert_eq!(url("foo://ș"), "foo://%C8%99");
    assert_eq!(after(url("foo://ș"), |url| url.set_host(Some("iași.test"))).unwrap(), "foo://ia%C8%99i.test");
}

/// `test_set_href`, `issue_974`, `no_panic`, with the setters of the web that they use
#[test]
fn setters_of_the_web() {
    let mut object = WebUrl::new(Profile::Whatwg, "https://a.test", None).unwrap();
    assert!(object.set_href("mal//formed").is_err());
    assert_eq!(object.href(), "https://a.test/");
    let text = "https://u:p@b.test:81/c/d.e?k=v&k2=v2#f";
    object.set_href(text).unwrap();
    assert_eq!(object.href(), text);

    let mut port = url("http://a.test:8000");
    assert!(port.set_attribute(Attribute::Port, "\u{0}9000").is_err());
    assert_eq!(port.port(), Some(8000));
    let mut host = url("db:/.//a/b.test/\\\\c\\:");
    let _ = host.set_attribute(Attribute::Hostname, "//a/b/\\\\c\\://a/b");
    assert_eq!(url(host.as_str()).components(), host.components());
}

/// `test_non_special_path`, `test_non_special_path2`, `test_non_special_path3`, `issue_864`
#[test]
fn paths_are_set() {
    let mut database = url("postgres://me@localhost/");
    for (path, written) in [
        ("a_b", "postgres://me@localhost/a_b"),
        ("", "postgres://me@localhost"),
        ("c", "postgres://me@localhost/c"),
        ("/d", "postgres://me@localhost/d"),
        ("/", "postgres://me@localhost/"),
        ("/e", "postgres://me@localhost/e"),
    ] {
        database.set_path(path).unwrap();
        assert_eq!(database, written);
    }
    assert_eq!(after(url("file://"), |url| url.set_path("x")).unwrap(), "file:///x");
}

/// A value that is the same is no change.
#[test]
fn an_edit_that_changes_nothing() {
    let mut url = url("https://a.test/?b=1");
    assert_eq!(url.edit_query(|query| _ = query.set("b", "1")), Ok(Change::Unchanged));
}
