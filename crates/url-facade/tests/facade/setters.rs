//! The lenient setters report their effect, and leave a URL that parses back.

use serde_json::json;
use url_facade::{
    Change, Parser, Profile, Reason, Url, WebUrl,
    api::{ApiError, Attribute, AttributeError},
};
use url_testdata::{
    assert_expected,
    hostile::{Dice, URLS, VALUES},
    own_vectors, read_json_lines, text,
};

use crate::{changes::check_attribute, ways::any_string};

#[test]
fn lenient_setters_report_the_change_and_the_error() {
    let records = read_json_lines(&own_vectors("setters").join("lenient.jsonl")).unwrap();
    assert_expected(&records, |record| {
        let [url, attribute, value] = ["url", "attribute", "value"].map(|key| text(record, key).unwrap());
        let mut set = Url::parse(url).unwrap();
        let (change, told) = match set.set_attribute(attribute.parse().unwrap(), value) {
            Ok(change) => (change, String::new()),
            Err(AttributeError { error, change, .. }) => {
                (change, format!("{} {} {}", error.reason().name(), error.span(), error.section()))
            }
        };
        assert_eq!(change == Change::Changed, set != url, "{record:?}");
        json!({"left": set.as_str(), "told": told})
    });
    assert_eq!(records.len(), 39);
}

/// The setters of the 2014 document report fewer details, such as `SetterRefused` for a scheme.
#[test]
fn setters_of_webspecs() {
    let mut url = Parser::new(Profile::Webspecs).parse("http://a.test/b").unwrap();
    assert_eq!(url.set_attribute(Attribute::Host, "c.test:81"), Ok(Change::Changed));
    assert_eq!(url.set_attribute(Attribute::Host, "[").unwrap_err().change, Change::Unchanged);
    let refused = url.set_attribute(Attribute::Protocol, "1").unwrap_err();
    assert_eq!((refused.error.reason(), refused.change), (Reason::SetterRefused, Change::Unchanged));
    assert_eq!(url.as_str(), "http://c.test:81/b");
}

#[test]
fn setters_of_the_object() {
    let mut object = WebUrl::try_from(Url::parse("https://a.test/").unwrap()).unwrap();
    assert_eq!(object.set_href("http://b.test/c").unwrap(), Change::Changed);
    assert_eq!(object.set_href("http://b.test/c").unwrap(), Change::Unchanged);
    assert_eq!(object.set_href("c").unwrap_err().violations[0].name, "missing-scheme-non-relative-URL");
    for (set, value, change, left) in [
        (WebUrl::set_protocol as fn(&mut WebUrl, &str) -> _, "https:x", Change::Changed, "https://b.test/c"),
        (WebUrl::set_username, "u", Change::Changed, "https://u@b.test/c"),
        (WebUrl::set_password, "p", Change::Changed, "https://u:p@b.test/c"),
        (WebUrl::set_host, "c.test:99999", Change::Changed, "https://u:p@c.test/c"),
        (WebUrl::set_hostname, "d.test/x", Change::Changed, "https://u:p@d.test/c"),
        (WebUrl::set_hostname, "a b", Change::Unchanged, "https://u:p@d.test/c"),
        (WebUrl::set_port, "8x", Change::Changed, "https://u:p@d.test:8/c"),
        (WebUrl::set_pathname, "/e", Change::Changed, "https://u:p@d.test:8/e"),
        (WebUrl::set_search, "?f", Change::Changed, "https://u:p@d.test:8/e?f"),
        (WebUrl::set_search, "f", Change::Unchanged, "https://u:p@d.test:8/e?f"),
        (WebUrl::set_hash, "g", Change::Changed, "https://u:p@d.test:8/e?f#g"),
    ] {
        assert_eq!((set(&mut object, value).unwrap(), object.href()), (change, left), "{value}");
    }
    assert_eq!(object.into_url().unwrap(), "https://u:p@d.test:8/e?f#g");
    let other = Parser::new(Profile::Rfc3986).parse("http://a.test/").unwrap();
    assert_eq!(WebUrl::try_from(other), Err(ApiError::NoApi(Profile::Rfc3986)));
}

#[test]
fn other_profiles_have_no_setters() {
    for &profile in Profile::available() {
        let has_api = matches!(profile, Profile::Webspecs | Profile::Whatwg | Profile::Whatwg202602);
        let Ok(mut url) = Parser::new(profile).parse("http://a.test/") else { continue };
        for &attribute in Attribute::ALL {
            let refused =
                url.set_attribute(attribute, "http://b.test/").map_err(|error| error.error.reason());
            assert_eq!(refused == Err(Reason::NoSetters), !has_api, "{profile} {}", attribute.name());
        }
    }
    let mut url = Parser::new(Profile::Manakai).parse("http://a.test/").unwrap();
    let error = url.set_attribute(Attribute::Host, "b").unwrap_err().to_string();
    let reason = "the document of this profile defines no setters: choose another profile to change a URL";
    assert_eq!(error, format!("{reason} (at bytes 0..1, manakai#parsing)"));
}

pub(crate) fn any_value(dice: &mut Dice) -> String {
    match dice.roll(12) {
        0 => String::new(),
        1..4 => dice.pick(&VALUES).into(),
        4..8 => dice.text(1),
        _ => format!("{}{}", dice.pick(&VALUES), dice.text(3)),
    }
}

#[test]
fn urls_parse_back_after_lenient_setters() {
    let mut dice = Dice::new(2);
    for _ in 0..50_000 {
        let profile =
            [Profile::Whatwg, Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs][dice.roll(4)];
        let input = if dice.roll(2) == 0 { any_string(&mut dice) } else { dice.pick(&URLS).to_owned() };
        let Ok(mut url) = Parser::new(profile).parse(&input) else { continue };
        for _ in 0..=dice.roll(7) {
            let (attribute, value) = (Attribute::ALL[dice.roll(Attribute::ALL.len())], any_value(&mut dice));
            if !check_attribute(&mut url, attribute, &value) && profile != Profile::Webspecs {
                break;
            }
        }
    }
}
