//! Checks that a built URL has the parts that were set, and parses back to an equal URL.

use std::borrow::Cow;

use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Component, Host, Reason, Span, Url, UrlBuilder};

use crate::decoded;

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&[
        "", ".", "..", "%2e", "%", "/", "\\", "//", "?", "#", "@", ":", "C:", "c|", "\t", "\n", " ", "é",
        "&", "=", "+", "a", "[", "\0",
    ]);
    prop::collection::vec(prop_oneof![9 => piece.prop_map(String::from), 1 => "\\PC{1,3}"], 0..4)
        .prop_map(|all| all.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(6),
        failure_persistence: None,
        ..ProptestConfig::with_cases(8192)
    })]

    #[test]
    fn built_urls_have_their_parts(
        scheme in prop::sample::select(&["https", "HTTP", "file", "foo", "ws", "data", "a+b", "", "1a", "a:", "é"]),
        host in prop::option::of(prop_oneof![
            prop::sample::select(&["a.test", "A.test", "[::1]", "127.1", "localhost", "", "é.test", "a/b", "a@b", "a:1"]).prop_map(String::from),
            text(),
        ]),
        [username, password] in prop_oneof![Just([String::new(), String::new()]), [text(), text()]],
        port in prop::option::of(prop::sample::select(&[0, 80, 443, 8080, 65535])),
        segments in prop::collection::vec(text(), 0..4),
        pairs in prop::collection::vec((text(), text()), 0..3),
        fragment in prop::option::of(text()),
    ) {
        let mut builder = UrlBuilder::new(scheme).username(&username).password(&password);
        builder = builder.segments(&segments).pairs(&pairs);
        if let Some(host) = &host {
            builder = builder.host(host);
        }
        if let Some(port) = port {
            builder = builder.port(port);
        }
        if let Some(fragment) = &fragment {
            builder = builder.fragment(fragment);
        }
        let url = match builder.build() {
            Ok(url) => url,
            Err(error) => {
                let is_at_fault = match error.component() {
                    Component::Scheme => !["https", "HTTP", "file", "foo", "ws", "data", "a+b"].contains(&scheme),
                    Component::Path => segments.iter().any(|segment| matches!(&**segment, "." | "..")),
                    // The URL has no host, or cannot have credentials or a port.
                    Component::User | Component::Password | Component::Port => {
                        matches!(host.as_deref(), None | Some("")) || scheme == "file"
                    }
                    Component::Host => host.as_deref() != Some("a.test"),
                    _ => false,
                };
                prop_assert!(is_at_fault, "{}", error);
                return Ok(());
            }
        };
        let parsed = Url::parse(url.as_str()).unwrap();
        prop_assert_eq!(&parsed, &url);
        prop_assert_eq!(parsed.components(), url.components());
        prop_assert_eq!(url.scheme(), scheme.to_ascii_lowercase());
        prop_assert_eq!(decoded(url.username()), username);
        prop_assert_eq!(decoded(url.password().unwrap_or_default()), password);
        prop_assert_eq!(url.port_or_known_default(), port.or(url.port_or_known_default()));
        prop_assert_eq!(url.host_str().unwrap_or_default().is_empty(), host.as_deref().is_none_or(|host| {
            host.is_empty() || scheme == "file" && host.eq_ignore_ascii_case("localhost")
        }));
        let of_url: Vec<_> = url.path_segments().unwrap().map(decoded).collect();
        // The builder ignores empty segments at the start.
        let kept: Vec<_> = segments.into_iter().skip_while(String::is_empty).collect();
        prop_assert!(of_url == kept || of_url == [""] && kept.is_empty(), "{}", url);
        let owned = |(name, value): (Cow<'_, str>, Cow<'_, str>)| (name.into_owned(), value.into_owned());
        prop_assert_eq!(url.query_pairs().map(owned).collect::<Vec<_>>(), pairs);
        prop_assert_eq!(url.fragment().map(decoded), fragment);
    }

    #[test]
    fn arbitrary_urls_parse_back(bytes in prop::collection::vec(any::<u8>(), 0..256)) {
        use arbitrary::{Arbitrary as _, Unstructured};
        let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let parsed = Url::parse(url.as_str()).unwrap();
        prop_assert_eq!(parsed.components(), url.components());
        prop_assert_eq!(parsed, url);
    }
}

#[test]
fn builders_return_canonical_urls() {
    let new = UrlBuilder::new;
    for (builder, url) in [
        (new("https").host("a.test"), "https://a.test/"),
        (new("https").host("a.test").segment(""), "https://a.test/"),
        (new("https").host("a.test").segments(["", ""]), "https://a.test/"),
        (new("https").host("a.test").segments(["", "b", "", ""]), "https://a.test/b//"),
        (new("https").host("B\u{fc}cher.test").port(443), "https://xn--bcher-kva.test/"),
        (new("foo").host("a"), "foo://a"),
        (new("foo").host(""), "foo://"),
        (new("foo"), "foo:/"),
        (new("foo").segments(["", "a"]), "foo:/a"),
        (new("file"), "file:///"),
        (new("file").host("h").segments(["C|", "a"]), "file://h/C%7C/a"),
        (new("ws").host(Host::Domain("a.test")).username("u:").password("@"), "ws://u%3A:%40@a.test/"),
        (new("http").host("a").pair("", "").fragment(""), "http://a/?=#"),
        (new("http").ip_host("::1".parse().unwrap()), "http://[::1]/"),
    ] {
        assert_eq!(builder.build().unwrap(), url);
    }
}

#[test]
fn errors_name_the_component_and_the_place() {
    let new = UrlBuilder::new;
    for (builder, component, reason, span) in [
        (new(""), Component::Scheme, Reason::SchemeCharacter, Span::default()),
        (new("a/b"), Component::Scheme, Reason::SchemeCharacter, Span::new(1, 3)),
        (new("1"), Component::Scheme, Reason::MissingScheme, Span::default()),
        (new("https"), Component::Host, Reason::HostEmpty, Span::default()),
        (new("https").host(""), Component::Host, Reason::HostEmpty, Span::default()),
        (new("https").host("a.test:80"), Component::Host, Reason::HostHoldsPort, Span::new(6, 9)),
        (new("foo").port(1), Component::Port, Reason::NoCredentialsOrPort, Span::new(0, 1)),
        (new("file").host("h").username("u"), Component::User, Reason::NoCredentialsOrPort, Span::new(0, 1)),
        (new("foo").segments(["a", "..", "b"]), Component::Path, Reason::DotSegment, Span::new(0, 2)),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!((error.component(), error.error().reason()), (component, reason), "{error}");
        if reason != Reason::MissingScheme {
            assert_eq!(error.error().span(), span, "{error}");
        }
    }
}
