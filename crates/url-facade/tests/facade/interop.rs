//! Conversions to types of other crates never change a URL, and `serde` deserializes its own output.

use url_facade::{ConversionError, Url};

use crate::public_urls;

#[test]
fn urls_of_the_crate_url() {
    let mut counts = [0; 3];
    for url in public_urls() {
        match ::url::Url::try_from(&url) {
            Ok(theirs) => {
                counts[0] += 1;
                assert_eq!(theirs.as_str(), url.as_str());
                assert_eq!(Url::try_from(&theirs).as_ref(), Ok(&url));
            }
            Err(ConversionError::Changed) => counts[1] += 1,
            Err(error) => {
                counts[2] += 1;
                assert_eq!(error, ConversionError::Refused);
            }
        }
    }
    assert!(counts[0] > 500 && counts[1] > 0 && counts[2] > 0, "{counts:?}");
    // This crate encodes `^`, which the crate `url` leaves unencoded.
    let theirs = ::url::Url::parse("https://a.test/^").unwrap();
    assert_eq!(Url::try_from(&theirs).unwrap(), "https://a.test/%5E");
}

#[test]
fn uris_of_the_crate_http() {
    use http::Uri;
    use url_facade::{Position, Reason};

    let mut counts = [0; 2];
    for url in public_urls() {
        match Uri::try_from(&url) {
            Ok(uri) => {
                counts[0] += 1;
                assert_eq!(uri.to_string(), url[..Position::AfterQuery]);
                assert_eq!(Url::try_from(&uri).unwrap(), url[..Position::AfterQuery]);
                assert_eq!(uri.host(), url.host_str());
            }
            Err(error) => counts[1] += usize::from(error == ConversionError::Refused),
        }
    }
    assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
    for text in ["/a", "*", "a.test:443"] {
        let error = Url::try_from(&text.parse::<Uri>().unwrap()).unwrap_err();
        assert_eq!(error.reason(), Reason::MissingScheme, "{text}");
    }
}

#[test]
fn serde_round_trips() {
    use std::fmt::Debug;

    use serde::{Serialize, de::DeserializeOwned};
    use url_facade::{
        Component, Host, Profile, Reason, Section, Source, Span,
        api::{Attribute, SearchParams},
    };

    fn assert_both<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
    }

    let url = Url::parse("https://a.test/b").unwrap();
    assert_both(&url, r#""https://a.test/b""#);
    assert_both(&url.host().unwrap().to_owned(), r#"{"Domain":"a.test"}"#);
    assert_both(&Host::<String>::Ipv6(1.into()), r#"{"Ipv6":"::1"}"#);
    assert_both(&Host::<String>::Empty, r#""Empty""#);
    assert_both(&Profile::Whatwg202602, r#""whatwg-2026-02""#);
    assert_both(&Attribute::Pathname, r#""pathname""#);
    assert_both(&Component::Host, r#""host""#);
    assert_both(&Source::Base, r#""base""#);
    assert_both(&SearchParams::parse("a=1&b=%20"), r#"[["a","1"],["b"," "]]"#);
    for reason in Reason::ALL {
        assert_both(reason, &format!("{:?}", reason.name()));
    }
    assert_both(&Span::new(1, 2), r#"{"start":1,"end":2}"#);
    assert!(serde_json::from_str::<Span>(r#"{"start":2,"end":1}"#).is_err());
    let error = serde_json::from_str::<Profile>(r#""netscape""#).unwrap_err();
    assert!(error.to_string().starts_with("unknown profile"));
    let error = serde_json::from_str::<Section>(r#""whatwg#no""#).unwrap_err();
    assert!(error.to_string().contains("unknown section"));

    let error = Url::parse("https://a:x").unwrap_err();
    assert_both(&error.section(), r#""whatwg#port-state-3""#);
    let json = r#"{"reason":"port-not-number","section":"whatwg#port-state-3","source":"input","span":{"start":10,"end":11}}"#;
    assert_eq!(serde_json::to_string(&error).unwrap(), json);
    assert_eq!(serde_json::to_string(&url.origin()).unwrap(), r#""https://a.test""#);

    let json = r#"["https://A.test","mailto:x"]"#;
    let urls: Vec<Url> = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&urls).unwrap(), r#"["https://a.test/","mailto:x"]"#);
    let view = serde_json::to_value(urls[0].view()).unwrap();
    assert_eq!(serde_json::from_value::<Url>(view).unwrap(), urls[0]);

    let error = |json| serde_json::from_str::<Url>(json).unwrap_err().to_string();
    let message = "not a URL: the port contains a character that is not an ASCII digit: write digits only, or remove the colon (at bytes 9..10, whatwg#port-state-3) at line 1 column 13";
    assert_eq!(error("\"http://a:x/\""), message);
    assert_eq!(error("7"), "invalid type: integer `7`, expected a URL at line 1 column 1");
}
