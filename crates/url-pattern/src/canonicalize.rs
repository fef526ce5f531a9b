//! Encoding callbacks: fixed text is encoded as the states of the URL parser encode each component.
//!
//! Helpers, not in a spec: `parsed`, `refused`, `set`.

use url_facade::{Component, ParseError, Span, Url, api::Attribute};

use crate::{PatternError, PatternReason};

/// The encoding callback of a component.
pub(crate) type Encoder = fn(&str) -> Result<String, PatternError>;

/// The special schemes, each with its default port.
///
/// Spec: whatwg#is-special
pub(crate) const SPECIAL_SCHEMES: [(&str, &str); 6] =
    [("ftp", "21"), ("file", ""), ("http", "80"), ("https", "443"), ("ws", "80"), ("wss", "443")];

fn refused(reason: PatternReason, value: &str, error: ParseError) -> PatternError {
    PatternError::new(reason, Span::whole(value)).with_source(error)
}

fn parsed(input: &str) -> Result<Url, PatternError> {
    Url::parse(input).map_err(|error| refused(PatternReason::InvalidBase, input, error))
}

/// Sets `attribute` of `url`, which runs the basic URL parser with a state override.
fn set(url: &mut Url, attribute: Attribute, value: &str, reason: PatternReason) -> Result<(), PatternError> {
    url.set_attribute(attribute, value).map(drop).map_err(|error| refused(reason, value, error.error))
}

/// Returns the URL whose parts the callbacks change.
///
/// Spec: urlpattern#url-pattern-create-a-dummy-url
fn create_a_dummy_url() -> Result<Url, PatternError> {
    // 1. The input is a URL with a special scheme.
    let dummy_input = "https://dummy.invalid/";
    // 2. Parse it.
    parsed(dummy_input)
}

/// Spec: urlpattern#canonicalize-a-protocol
pub(crate) fn canonicalize_a_protocol(value: &str) -> Result<String, PatternError> {
    // 1. Empty text stays empty.
    if value.is_empty() {
        return Ok(String::new());
    }
    // 2. Parse the text as the scheme of a URL.
    // 3. Fail if it is not a scheme.
    let parsed = Url::parse(&[value, "://dummy.invalid/"].concat())
        .map_err(|error| refused(PatternReason::InvalidProtocol, value, error))?;
    // 4. Return the scheme.
    Ok(parsed.scheme().to_owned())
}

/// Spec: urlpattern#canonicalize-a-username, urlpattern#canonicalize-a-username-1..2
pub(crate) fn canonicalize_a_username(value: &str) -> Result<String, PatternError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut dummy_url = create_a_dummy_url()?;
    // 3. Set the user name.
    set(&mut dummy_url, Attribute::Username, value, PatternReason::TooLong)?;
    // 4. Return the user name.
    Ok(dummy_url.username().to_owned())
}

/// Spec: urlpattern#canonicalize-a-password, urlpattern#canonicalize-a-password-1..2
pub(crate) fn canonicalize_a_password(value: &str) -> Result<String, PatternError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut dummy_url = create_a_dummy_url()?;
    // 3. Set the password.
    set(&mut dummy_url, Attribute::Password, value, PatternReason::TooLong)?;
    // 4. Return the password.
    Ok(dummy_url.password().unwrap_or_default().to_owned())
}

/// Spec: urlpattern#canonicalize-a-hostname, urlpattern#canonicalize-a-hostname-1..2
pub(crate) fn canonicalize_a_hostname(value: &str) -> Result<String, PatternError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut dummy_url = create_a_dummy_url()?;
    // 3. Parse from the hostname state.
    // 4. Fail if the host is refused.
    set(&mut dummy_url, Attribute::Hostname, value, PatternReason::InvalidHostname)?;
    // 5. Return the host, serialized.
    Ok(dummy_url.host_str().unwrap_or_default().to_owned())
}

/// Spec: urlpattern#canonicalize-an-ipv6-hostname
pub(crate) fn canonicalize_an_ipv6_hostname(value: &str) -> Result<String, PatternError> {
    // 1. Begin with an empty address.
    let mut result = String::with_capacity(value.len());
    // 2. For each character of the address:
    for code_point in value.chars() {
        // 2.1. Fail if an address has no such character.
        if !code_point.is_ascii_hexdigit() && !matches!(code_point, '[' | ']' | ':') {
            return Err(PatternError::new(PatternReason::InvalidIpv6, Span::whole(value)));
        }
        // 2.2. Append it in lower case.
        result.push(code_point.to_ascii_lowercase());
    }
    // 3. Return the address.
    Ok(result)
}

/// Canonicalizes a port. Since June 2026, a port without a protocol is not compared with a default port, so
/// `443` is kept.
///
/// Spec: urlpattern#canonicalize-a-port, urlpattern#canonicalize-a-port-1..2
pub(crate) fn canonicalize_a_port(
    port_value: &str,
    protocol_value: Option<&str>,
) -> Result<String, PatternError> {
    if port_value.is_empty() {
        return Ok(String::new());
    }
    let mut dummy_url = parsed("dummy://dummy.invalid/")?;
    // 3. The protocol decides on the default port.
    let default_port = SPECIAL_SCHEMES.iter().find(|(scheme, _)| Some(*scheme) == protocol_value);
    // 4. Parse from the port state.
    // 5. Fail if the port is refused.
    set(&mut dummy_url, Attribute::Port, port_value, PatternReason::InvalidPort)?;
    // 6. Return the port, or nothing for the default port.
    let port = dummy_url.get(Component::Port).unwrap_or_default();
    Ok(if default_port.is_some_and(|(_, default)| *default == port) { "" } else { port }.to_owned())
}

/// Spec: urlpattern#canonicalize-a-pathname
pub(crate) fn canonicalize_a_pathname(value: &str) -> Result<String, PatternError> {
    // 1. Empty text is no path.
    if value.is_empty() {
        return Ok(String::new());
    }
    // 2. Test if it begins with a slash.
    let leading_slash = value.starts_with('/');
    // 3. Otherwise put a slash and a hyphen in front.
    // 4. Append the text of the path.
    let modified_value = if leading_slash { value.to_owned() } else { ["/-", value].concat() };
    // 5. Make a URL for the path.
    let mut dummy_url = create_a_dummy_url()?;
    // 6. Empty its path.
    // 7. Parse from the path start state.
    set(&mut dummy_url, Attribute::Pathname, &modified_value, PatternReason::TooLong)?;
    // 8. Take the path.
    let result = dummy_url.path();
    // 9. Remove what was put in front.
    // 10. Return the path.
    Ok(if leading_slash { result } else { result.get(2..).unwrap_or_default() }.to_owned())
}

/// Spec: urlpattern#canonicalize-an-opaque-pathname
pub(crate) fn canonicalize_an_opaque_pathname(value: &str) -> Result<String, PatternError> {
    // 1. Empty text is no opaque path.
    if value.is_empty() {
        return Ok(String::new());
    }
    // 2. Make a URL for the opaque path.
    // 3. Empty its opaque path.
    // 4. Parse from the opaque path state.
    // NOTE: hyphens around the text keep a slash in front, and spaces at the end, as the state would.
    let ends = value.find(['?', '#']).is_none();
    // 5. Fail if the opaque path is refused.
    let parsed = parsed(&["dummy:-", value, if ends { "-" } else { "" }].concat())
        .map_err(|error| error.at(Span::whole(value)))?;
    // 6. Return the opaque path.
    let path = parsed.path().get(1..).unwrap_or_default();
    Ok(if ends { path.strip_suffix('-').unwrap_or(path) } else { path }.to_owned())
}

/// Spec: urlpattern#canonicalize-a-search, urlpattern#canonicalize-a-search-1..2
pub(crate) fn canonicalize_a_search(value: &str) -> Result<String, PatternError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut dummy_url = create_a_dummy_url()?;
    // 3. Empty its query.
    // 4. Parse from the query state.
    // NOTE: the setter removes one question mark.
    set(&mut dummy_url, Attribute::Search, &["?", value].concat(), PatternReason::TooLong)?;
    // 5. Return the query.
    Ok(dummy_url.query().unwrap_or_default().to_owned())
}

/// Spec: urlpattern#canonicalize-a-hash, urlpattern#canonicalize-a-hash-1..2
pub(crate) fn canonicalize_a_hash(value: &str) -> Result<String, PatternError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut dummy_url = create_a_dummy_url()?;
    // 3. Empty its fragment.
    // 4. Parse from the fragment state.
    // NOTE: the setter removes one number sign.
    set(&mut dummy_url, Attribute::Hash, &["#", value].concat(), PatternReason::TooLong)?;
    // 5. Return the fragment.
    Ok(dummy_url.fragment().unwrap_or_default().to_owned())
}
