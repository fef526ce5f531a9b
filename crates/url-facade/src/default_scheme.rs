//! Adds a scheme to text without one, such as `a.test/x`. No spec defines this function.

use std::borrow::Cow;

/// Names that are schemes even before a colon and digits, as in `tel:112`. There, any other name is a host.
const NOT_HOSTS: &str = "about blob callto cid data doi fax file ftp geo http https javascript mailto modem \
    sip sips sms tel urn ws wss";

/// Prepends `scheme` and `://` to an `input` that has no scheme and begins with a host. A host is
/// `localhost`, an address, or a name with a dot or a port. If `input` begins with `//`, prepends only
/// `scheme` and a colon. Returns any other input unchanged, such as text with a scheme or a relative path.
///
/// # Examples
/// ```
/// use url_facade::with_default_scheme;
/// assert_eq!(with_default_scheme("a.test/js/x", "https"), "https://a.test/js/x");
/// assert_eq!(with_default_scheme("localhost:8000/x", "https"), "https://localhost:8000/x");
/// assert_eq!(with_default_scheme("//a.test/x", "https"), "https://a.test/x");
/// for other in ["http:/a.test", "mailto:x@a.test", "tel:112", "/x", "../x", "js/x", "<a.test>", "u@a.test", ""] {
///     assert_eq!(with_default_scheme(other, "https"), other);
/// }
/// ```
pub fn with_default_scheme<'i>(input: &'i str, scheme: &str) -> Cow<'i, str> {
    let text = input.trim_start_matches(|c| c <= ' ');
    if text.starts_with("//") {
        return [scheme, ":", text].concat().into();
    }
    let authority = text.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let authority = authority.trim_end_matches(|c| c <= ' ');
    if is_bare_authority(authority) { [scheme, "://", text].concat().into() } else { input.into() }
}

fn is_bare_authority(authority: &str) -> bool {
    let address = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (host, port) = match address {
        Some((address, rest)) => {
            (address, if rest.is_empty() { None } else { rest.strip_prefix(':').or(Some(rest)) })
        }
        None => authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
    };
    if !port.is_none_or(|port| matches!(port.len(), 1..=5) && port.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return false;
    }
    if address.is_some() {
        return host.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
            && host.contains(':');
    }
    let may_be_in_name = |c: char| {
        c.is_ascii_alphanumeric()
            || "-_.%~*".contains(c)
            || !c.is_ascii() && !c.is_whitespace() && !c.is_control()
    };
    let labels = || host.split(['.', '。', '．', '｡']);
    let has_dot = || labels().filter(|label| !label.is_empty()).count() > 1;
    let is_scheme = || NOT_HOSTS.split(' ').any(|scheme| scheme.eq_ignore_ascii_case(host));
    labels().next().is_some_and(|label| !label.is_empty())
        && host.chars().all(may_be_in_name)
        && (has_dot() || host.eq_ignore_ascii_case("localhost") || port.is_some() && !is_scheme())
}
