//! Checks which ASCII characters each percent-encode set of the URL Standard contains.

use url_facade::{Url, api::SearchParams};

/// The characters that are in a percent-encode set, but not in the smaller set that it includes.
const C0_CONTROL: &str = "\u{7F}";
const FRAGMENT: &str = " \"<>`";
const QUERY: &str = " \"#<>";
const SPECIAL_QUERY: &str = "'";
const PATH: &str = "?^`{}";
const USERINFO: &str = "/:;=@[\\]|";
const COMPONENT: &str = "$%&+,";
const FORM: &str = "!'()~";

fn is_in(c: char, sets: &[&str]) -> bool {
    c <= '\u{1F}' || !c.is_ascii() || sets.iter().any(|set| set.contains(c))
}

fn is_encoded(c: char, text: &str) -> bool {
    let escaped = if c == 'é' { "%C3%A9".into() } else { format!("%{:02X}", u32::from(c)) };
    let is_encoded = text.contains(&format!("x{escaped}y"));
    assert_ne!(is_encoded, text.contains(&format!("x{c}y")), "{c:?} in {text:?}");
    is_encoded
}

/// Returns all ASCII characters that parsing does not remove, and one non-ASCII character.
fn characters() -> impl Iterator<Item = char> {
    ('\0'..='\u{7F}').filter(|c| !matches!(c, '\t' | '\n' | '\r')).chain(['é'])
}

/// Spec: whatwg#c0-control-percent-encode-set, whatwg#fragment-percent-encode-set
/// Spec: whatwg#query-percent-encode-set, whatwg#special-query-percent-encode-set
/// Spec: whatwg#path-percent-encode-set, whatwg#userinfo-percent-encode-set
/// Spec: whatwg#component-percent-encode-set, whatwg#application-x-www-form-urlencoded-percent-encode-set
#[test]
fn each_set_has_its_members() {
    for c in characters() {
        let parsed = |start: &str| Url::parse(&format!("{start}x{c}y")).unwrap();
        let in_url = |start: &str| is_encoded(c, parsed(start).as_str());
        if !matches!(c, '?' | '#') {
            assert_eq!(in_url("a:"), is_in(c, &[C0_CONTROL]), "opaque path, {c:?}");
            if !matches!(c, '/' | '\\') {
                assert_eq!(in_url("http://h/"), is_in(c, &[C0_CONTROL, QUERY, PATH]), "path, {c:?}");
            }
        }
        assert_eq!(in_url("http://h/#"), is_in(c, &[C0_CONTROL, FRAGMENT]), "fragment, {c:?}");
        if c != '#' {
            assert_eq!(in_url("a://h/?"), is_in(c, &[C0_CONTROL, QUERY]), "query, {c:?}");
            let sets = [C0_CONTROL, QUERY, SPECIAL_QUERY];
            assert_eq!(in_url("http://h/?"), is_in(c, &sets), "query of a special URL, {c:?}");
        }
        let mut url = Url::parse("http://h/").unwrap();
        url.set_username(&format!("x{c}y")).unwrap();
        let sets = [C0_CONTROL, QUERY, PATH, USERINFO];
        assert_eq!(is_encoded(c, url.as_str()), is_in(c, &sets), "user name, {c:?}");
        // The form set includes the component set. The form serializer writes a space as a plus sign.
        let form = SearchParams::from_pairs([("n", format!("x{c}y"))]).to_string();
        if c != ' ' {
            let sets = [C0_CONTROL, QUERY, PATH, USERINFO, COMPONENT, FORM];
            assert_eq!(is_encoded(c, &form), is_in(c, &sets), "form, {c:?}");
        }
    }
}

/// Spec: whatwg#forbidden-host-code-point, whatwg#forbidden-domain-code-point, whatwg#special-scheme
#[test]
fn forbidden_code_points_and_special_schemes() {
    for c in characters() {
        let forbidden_in_hosts = c == '\0' || " #/:<>?@[\\]^|".contains(c);
        let forbidden_in_domains = forbidden_in_hosts || c <= '\u{1F}' || "%\u{7F}".contains(c);
        let fails = |scheme: &str| {
            // A delimiter before or after the host is not part of the host.
            let ends = match scheme {
                "a" => matches!(c, '/' | '?' | '#' | '@' | ':'),
                _ => matches!(c, '/' | '\\' | '?' | '#' | '@' | ':'),
            };
            (!ends).then(|| Url::parse(&format!("{scheme}://x{c}y/")).is_err())
        };
        assert!(fails("a").is_none_or(|fails| fails == forbidden_in_hosts), "opaque host, {c:?}");
        assert!(fails("http").is_none_or(|fails| fails == forbidden_in_domains), "domain, {c:?}");
    }
    for (scheme, port) in [("ftp", 21), ("http", 80), ("https", 443), ("ws", 80), ("wss", 443)] {
        let url = Url::parse(&format!("{scheme}://h:{port}\\x")).unwrap();
        assert_eq!((url.is_special(), url.port(), url.path()), (true, None, "/x"), "{scheme}");
    }
    assert!(Url::parse("file:\\x").is_ok_and(|url| url.is_special() && url.as_str() == "file:///x"));
    for scheme in ["a", "data", "gopher", "htt", "httpss", "wsss", "ft", "files"] {
        let url = Url::parse(&format!("{scheme}://h:80/\\x")).unwrap();
        assert_eq!((url.is_special(), url.port(), url.path()), (false, Some(80), "/\\x"), "{scheme}");
    }
}
