//! Checks the types of RFC 3986 and RFC 3987 against [`Parser`], and their builder.

use proptest::prelude::*;
use url_facade::{Component, Iri, IriRef, Parser, Profile, Reason, Span, Uri, UriRef};
use url_testdata::read_vectors;

use crate::cases::any_reference;

const PARSER: Parser<'_> = Parser::new(Profile::Rfc3986);

/// Checks that `input` has the components that the parser finds, and that the operations agree.
fn check(input: &str, base: &str) {
    let expected = PARSER.parse_reference(input).unwrap();
    let parsed = UriRef::parse(input);
    assert_eq!(parsed.as_ref().err().copied(), expected.invalid());
    if let Ok(iri) = IriRef::parse(input) {
        assert_eq!(iri.to_uri().unwrap() == *input, UriRef::try_from(iri).is_ok());
    }
    let Ok(reference) = parsed else { return };
    assert_eq!(IriRef::from(reference).to_uri().unwrap(), input);
    for (component, part) in [
        (Component::Scheme, reference.scheme()),
        (Component::Host, reference.host()),
        (Component::Port, reference.port()),
        (Component::Path, Some(reference.path())),
        (Component::Query, reference.query()),
        (Component::Fragment, reference.fragment()),
    ] {
        assert_eq!(part, expected.get(component), "{input:?}");
    }
    let authority = reference.userinfo().map(|userinfo| [userinfo, "@"].concat()).unwrap_or_default()
        + reference.host().unwrap_or_default()
        + &reference.port().map(|port| [":", port].concat()).unwrap_or_default();
    assert_eq!(reference.authority().unwrap_or_default(), authority);
    let normal = reference.normalize().unwrap();
    assert_eq!(normal.normalize().as_ref(), Ok(&normal));
    assert_eq!(Uri::try_from(reference).is_ok(), reference.scheme().is_some());
    let Ok(base) = Uri::parse(base) else { return };
    let of_parser = PARSER.parse_reference(base.as_str()).unwrap();
    let target = reference.resolve_against(&base).unwrap();
    assert_eq!(target, PARSER.with_base(&of_parser).resolve_reference(input).unwrap().as_str());
    assert_eq!(target.normalize().unwrap(), PARSER.parse(target.as_str()).unwrap().as_str());
    // Without a scheme, dot-segments stay until the reference is resolved.
    if base.path().starts_with('/') && reference.scheme().is_none() {
        assert_eq!(target.normalize(), normal.resolve_against(&base).unwrap().normalize());
    }
}

#[test]
fn vectors_agree_with_the_parser() {
    for record in read_vectors("rfc3986").unwrap() {
        let text = |key: &str| record.get(key).and_then(|value| value.as_str());
        check(text("input").unwrap(), text("base").unwrap_or("a://b/c/../d/e?f#g"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn strings_agree_with_the_parser(input in any_reference(), base in any_reference()) {
        check(&input, &base);
    }

    #[test]
    fn built_references_have_the_given_parts(parts in prop::array::uniform5(any_reference()), has_host: bool) {
        let [scheme, userinfo, host, path, query] = parts.each_ref().map(String::as_str);
        let mut builder = IriRef::builder().path(path).query(query);
        if has_host {
            builder = builder.userinfo(userinfo).host(host);
        } else if scheme.len() > 1 {
            builder = builder.scheme(scheme);
        }
        if let Ok(built) = builder.build() {
            prop_assert_eq!((built.path(), built.query()), (path, Some(query)));
            let authority = (built.userinfo(), built.host());
            prop_assert_eq!(authority, if has_host { (Some(userinfo), Some(host)) } else { (None, None) });
        }
    }
}

#[test]
fn builders_name_the_component_and_the_place() {
    let new = UriRef::builder;
    for (builder, component, reason, span) in [
        (new().scheme("1a"), Component::Scheme, Reason::SchemeCharacter, Span::new(0, 2)),
        (new().userinfo("a"), Component::User, Reason::NoCredentialsOrPort, Span::new(0, 1)),
        (new().port(80), Component::Port, Reason::NoCredentialsOrPort, Span::new(0, 2)),
        (new().host("h").userinfo("a@b"), Component::User, Reason::CharacterNotAllowed, Span::new(0, 3)),
        (new().host("h:1"), Component::Host, Reason::CharacterNotAllowed, Span::new(1, 2)),
        (new().host("h").path("a"), Component::Path, Reason::NotParsedBack, Span::new(0, 1)),
        (new().path("//a"), Component::Path, Reason::PathLikeAuthority, Span::new(0, 2)),
        (new().path("a:b"), Component::Path, Reason::ColonInFirstSegment, Span::new(1, 2)),
        (new().query("a#b"), Component::Query, Reason::CharacterNotAllowed, Span::new(1, 2)),
        (new().fragment("%4"), Component::Fragment, Reason::PercentNotEscape, Span::new(0, 1)),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(
            (error.component(), error.error().reason(), error.error().span()),
            (component, reason, span)
        );
    }
    assert_eq!(Iri::builder().path("é").build().unwrap_err().error().reason(), Reason::MissingScheme);
}

#[test]
fn types_convert_into_each_other() {
    let uri = Uri::parse("a://u:p@b/c").unwrap();
    let (reference, iri) = (UriRef::from(uri), Iri::from(uri));
    assert!(Uri::try_from(reference) == Ok(uri) && Uri::try_from(iri) == Ok(uri));
    assert_eq!((format!("{:?}", IriRef::from(uri)), uri.scheme()), ("Identifier(a://u:***@b/c)".into(), "a"));
    assert_eq!(Uri::try_from(Iri::parse("a:é").unwrap()).unwrap_err().span(), Span::new(2, 4));
    #[cfg(feature = "serde")]
    assert_eq!(serde_json::from_value::<Uri>(serde_json::json!(uri)).unwrap(), uri.into_owned());
}
