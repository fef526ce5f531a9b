//! Hosts.

use std::{borrow::Cow, ops::Range};

use serde_json::json;
use url_core::{Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, is_noncharacter};
use url_facade::{Parser, Profile};
use url_host::{
    Host, HostError, barth, connolly, domain_to_ascii, domain_to_ascii_strict, domain_to_unicode,
    ends_in_a_number, manakai, parse_ipv4, parse_ipv6, rfc3986, webspecs,
    whatwg::{is_valid_domain, parse_host},
};
use url_testdata::{
    check_vectors,
    hostile::{Dice, short_strings},
    text,
};

use crate::known_strings;

type Parse = fn(&str) -> Result<Host<Cow<'_, str>>, HostError>;

const PARSERS: [(Profile, Parse); 9] = [
    (Profile::Whatwg, parse_host),
    (Profile::Rfc3986, rfc3986::parse_host),
    (Profile::Manakai, |text| manakai::parse_host(Manakai, text)),
    (Profile::ManakaiChrome, |text| manakai::parse_host(ManakaiChrome, text)),
    (Profile::ManakaiGecko, |text| manakai::parse_host(ManakaiGecko, text)),
    (Profile::ManakaiIe, |text| manakai::parse_host(ManakaiIe, text)),
    (Profile::Barth01, barth::parse_host),
    (Profile::Connolly, connolly::parse_host),
    (Profile::Webspecs, webspecs::parse_host),
];

fn check(text: &str) {
    // Other text does not end where the host of a URL does, or is changed before the host is parsed.
    let is_host_of_url = !text.is_empty()
        && !text.contains(is_noncharacter)
        && !text.contains(['/', '\\', '?', '#', '@', ';', '\t', '\n', '\r'])
        && (!text.contains(':') || text.starts_with('[') && text.find(']') == Some(text.len() - 1));
    for (profile, parse) in PARSERS {
        let found = parse(text);
        if let Err(error) = &found {
            assert!(text.get(Range::from(error.span())).is_some(), "{profile} {text:?}: {error}");
        }
        if !is_host_of_url {
            continue;
        }
        let whole = Parser::new(profile).parse(&format!("http://{text}/"));
        match (whole, found) {
            (Ok(whole), Ok(host)) => {
                // The facade also normalizes the escapes of RFC 3986, which are in every component.
                let host = match profile {
                    Profile::Rfc3986 => Parser::new(profile)
                        .parse(&format!("http://{host}/"))
                        .unwrap()
                        .host()
                        .map(Host::into_owned),
                    _ => Some(host.into_owned()),
                };
                assert_eq!(whole.host().map(Host::into_owned), host, "{profile} {text:?}");
            }
            (Err(whole), Err(error)) if profile == Profile::Whatwg => {
                assert_eq!((whole.reason(), whole.section()), (error.reason(), error.section()), "{text:?}");
                let (outer, inner) = (whole.span(), error.span());
                assert!(
                    outer.start <= inner.start + 7 && inner.end + 7 <= outer.end,
                    "{text:?}: {whole}, {error}"
                );
            }
            (whole, host) => assert_eq!(whole.is_ok(), host.is_ok(), "{profile} {text:?}"),
        }
    }
    assert_eq!(parse_ipv6(text).ok(), text.parse().ok(), "{text:?}");
    if let Ok(address) = parse_ipv4(text) {
        assert_eq!((Host::parse(text), ends_in_a_number(text)), (Ok(Host::Ipv4(address)), true), "{text:?}");
    }
    let (domain, strict) = (domain_to_ascii(text), domain_to_ascii_strict(text));
    if let Ok(domain) = &domain
        && !ends_in_a_number(domain)
    {
        assert_eq!(Host::parse(text), Ok(Host::Domain(domain.clone())), "{text:?}");
    }
    assert_eq!(strict.is_ok(), is_valid_domain(text), "{text:?}");
    if let Ok(strict) = strict {
        assert_eq!(domain.as_ref(), Ok(&strict), "{text:?}");
        assert_eq!(domain_to_ascii(&domain_to_unicode(&strict)), domain, "{text:?}");
    }
}

#[test]
fn hosts_are_those_of_the_facade() {
    for text in known_strings() {
        check(&text);
        let host = text.split("//").nth(1).and_then(|rest| rest.split(['/', '\\', '?', '#']).next());
        check(host.unwrap_or_default());
    }
    for text in short_strings("a0.:[]%x-é", 4) {
        check(&text);
    }
    let mut dice = Dice::new(49);
    for _ in 0..5_000 {
        check(&dice.domain());
    }
}

/// The reason, and the text at fault, of hosts that people mistype.
#[test]
fn errors_have_the_text_at_fault() {
    check_vectors("hosts/errors.jsonl", 17, |record| {
        let input = text(record, "input").unwrap();
        let error = match text(record, "function") {
            Some("parse") => {
                assert_eq!(input.parse::<Host>().err(), Host::parse(input).err());
                Host::parse(input).map(drop)
            }
            Some("strict") => domain_to_ascii_strict(input).map(drop),
            _ => Host::parse_opaque(input).map(drop),
        };
        let error = error.unwrap_err();
        json!([error.reason().name(), error.span().of(input)])
    });
}
