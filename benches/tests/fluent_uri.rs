//! Compares the types for RFC 3986 and RFC 3987 with those of the crate `fluent-uri`, whose differences are
//! listed in docs/from-url.md.

#![expect(clippy::unwrap_used, reason = "tests")]

use fluent_uri::{component::Scheme, pct_enc::EStr};
use url_facade::{Iri, IriRef, Uri, UriRef};
use url_testdata::{hostile::Dice, read_vectors};

/// Compares the components, the conversion to a URI, and resolution. Skips references that differ.
fn check(input: &str, base: &str) {
    assert_eq!(fluent_uri::UriRef::parse(input).is_ok(), UriRef::parse(input).is_ok(), "{input:?}");
    let (theirs, ours) = (fluent_uri::IriRef::parse(input), IriRef::parse(input));
    assert_eq!(theirs.is_ok(), ours.is_ok(), "{input:?}");
    let (Ok(theirs), Ok(ours)) = (theirs, ours) else { return };
    assert_eq!(theirs.scheme().map(Scheme::as_str), ours.scheme());
    let authority = theirs.authority();
    assert_eq!(authority.map(|authority| authority.as_str()), ours.authority());
    assert_eq!(authority.and_then(|authority| Some(authority.userinfo()?.as_str())), ours.userinfo());
    assert_eq!(authority.map(|authority| authority.host()), ours.host());
    assert_eq!(authority.and_then(|authority| Some(authority.port()?.as_str())), ours.port());
    assert_eq!((theirs.path().as_str(), theirs.query().map(EStr::as_str)), (ours.path(), ours.query()));
    assert_eq!(theirs.fragment().map(EStr::as_str), ours.fragment());
    assert_eq!(ours.to_uri().unwrap(), theirs.to_uri_ref().as_str());
    let (Ok(their_base), Ok(base)) = (fluent_uri::Iri::parse(base), Iri::parse(base)) else { return };
    let all = [input, base.as_str()].concat().to_ascii_lowercase();
    let is_rootless = ours.scheme().is_some() && !ours.path().starts_with('/');
    if let Ok(target) = theirs.resolve_against(&their_base)
        && !(all.contains("%2e") || base.path().contains("/.") || is_rootless)
    {
        assert_eq!(ours.resolve_against(&base).unwrap(), target.as_str(), "{input:?} {base:?}");
    }
}

#[test]
fn components_and_targets_are_equal() {
    for record in read_vectors("rfc3986").unwrap() {
        let text = |key: &str| record.get(key).and_then(|value| value.as_str());
        check(text("input").unwrap(), text("base").unwrap_or("http://a/b/c/d;p?q"));
    }
    let mut dice = Dice::new(5);
    for _ in 0..20_000 {
        check(&dice.text(24), &dice.url());
        check(&dice.hostile_url(), &dice.url());
    }
}

/// Each row is an input, perhaps a base, and the results of `fluent-uri` and of urlspec.
#[test]
fn the_differences_hold() {
    for (input, theirs, ours) in [
        ("http://a:80/", "http://a/", "http://a:80/"),
        ("http://[0:0::1]/", "http://[::1]/", "http://[0:0::1]/"),
        ("a:b/../c", "a:b/../c", "a:/c"),
        ("http://a/%C3%A9", "http://a/é", "http://a/%C3%A9"),
    ] {
        assert_eq!(fluent_uri::Iri::parse(input).unwrap().normalize().as_str(), theirs);
        assert_eq!(Iri::parse(input).unwrap().normalize().unwrap(), ours);
    }
    for (input, base, theirs, ours) in [
        ("b", "a:c", None, "a:b"),
        ("b", "http://a/#c", None, "http://a/b"),
        ("%2E%2E/b", "http://a/c/d", Some("http://a/b"), "http://a/c/%2E%2E/b"),
        ("", "http://a/./b", Some("http://a/b"), "http://a/./b"),
    ] {
        let (reference, their_base) = (fluent_uri::UriRef::parse(input), fluent_uri::Uri::parse(base));
        let target = reference.unwrap().resolve_against(&their_base.unwrap()).ok();
        assert_eq!(target.as_ref().map(fluent_uri::Uri::as_str), theirs);
        assert_eq!(UriRef::parse(input).unwrap().resolve_against(&Uri::parse(base).unwrap()).unwrap(), ours);
    }
}
