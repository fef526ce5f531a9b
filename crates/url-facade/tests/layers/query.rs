//! Whole queries and fragments.

use url_core::is_noncharacter;
use url_facade::{Encoding, Parser, Profile, api::SearchParams};
use url_query::{barth, connolly, manakai, rfc3986, webspecs, whatwg};

use crate::check_all;

fn check(text: &str) {
    // The parsers end queries at `#`, or remove, replace or trim the others first.
    let is_other = |c| matches!(c, '#' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}') || is_noncharacter(c);
    let text = &*text.replace(is_other, "");
    let text = text.trim_matches(|c| c <= ' ');
    for (profile, query) in [
        (Profile::Whatwg, whatwg::encode_query(text)),
        (Profile::Manakai, manakai::encode_query(text)),
        (Profile::Barth01, barth::encode_query(text)),
        (Profile::Webspecs, webspecs::encode_query(text)),
        (Profile::Connolly, connolly::encode_query(text)),
    ] {
        let Ok(url) = Parser::new(profile).parse(&format!("https://h/?{text}#{text}")) else { continue };
        assert_eq!(url.query().unwrap_or_default(), query, "{text:?} by {profile}");
        if profile == Profile::Whatwg {
            assert_eq!(url.fragment(), Some(&*whatwg::encode_fragment(text)));
        }
    }
    for label in ["windows-1252", "shift_jis", "gb18030"] {
        let encoding = Encoding::for_label(label).unwrap();
        let url = Parser::new(Profile::Whatwg).with_encoding(encoding).parse(&format!("https://h/?{text}"));
        assert_eq!(url.unwrap().query(), Some(&*encoding.encode_query(text)), "{text:?} in {label}");
    }
    let uri = Parser::new(Profile::Rfc3986).parse(&format!("https://h/?{text}"));
    let query = rfc3986::normalize_query(text);
    let place = query.as_ref().map_err(|error| (error.reason(), error.span().after(11)));
    let of_uri = uri.as_ref().map(|url| url.query()).map_err(|error| (error.reason(), error.span()));
    assert_eq!(place.map(|query| Some(&**query)), of_uri, "{text:?}");
    // A parser does not change a query that a list of pairs wrote.
    let written = SearchParams::from_pairs([(text, text)]).to_string();
    assert_eq!(whatwg::encode_query(&written), written);
    assert!(rfc3986::normalize_query(&written).is_ok());
}

#[test]
fn queries() {
    check_all("([&=+;'\"<>|a]|%[0-9a-fA-F]{2}|%|\\PC){0,12}", check);
}
