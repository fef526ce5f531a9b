//! Schemes.

use url_core::Reason;
use url_facade::{Parser, Profile};
use url_scheme::{default_port, is_special, normalize_scheme, rfc3986, split_scheme};

use crate::check_all;

fn check(text: &str) {
    // The parser removes these first.
    let text = text.replace(|c: char| c <= ' ', "");
    let (url, found) = (Parser::new(Profile::Whatwg).parse(&text), split_scheme(&text));
    let is_missing = url.as_ref().is_err_and(|error| error.reason() == Reason::MissingScheme);
    assert_eq!(is_missing, found.is_none(), "{text:?}");
    if let (Ok(url), Some((scheme, _))) = (url, found) {
        assert_eq!(normalize_scheme(scheme).as_deref(), Ok(url.scheme()), "{text:?}");
        assert!(url.port().is_some() || default_port(scheme) == url.port_or_known_default(), "{text:?}");
        assert_eq!(is_special(scheme), url.is_special(), "{text:?}");
    }
    let found = rfc3986::split_scheme(&text);
    if let Ok(url) = Parser::new(Profile::Rfc3986).parse(&text) {
        let scheme = found.and_then(|(scheme, _)| rfc3986::normalize_scheme(scheme).ok());
        assert_eq!(scheme.as_deref(), Some(url.scheme()), "{text:?}");
    }
    // A text that is not a scheme is refused at the character that is not one of a scheme.
    if let Err(error) = normalize_scheme(&text) {
        let span = error.span();
        assert!(span.of(&text).chars().count() <= 1, "{text:?}");
        assert!(span.start == 0 || normalize_scheme(&text[..span.start as usize]).is_ok(), "{text:?}");
    }
}

#[test]
fn schemes() {
    check_all("([a-zA-Z0-9+.:-]|https?|ftp|wss?|://a|\\PC){0,8}", check);
}
