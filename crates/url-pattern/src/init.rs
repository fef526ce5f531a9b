//! Patterns and URLs as components with names.
//!
//! Helpers, not in a spec: `get`, `set`, `has_any`.

use url_facade::{Component, Span, Url};

use crate::{
    ComponentName, PatternError, PatternReason,
    canonicalize::{
        SPECIAL_SCHEMES, canonicalize_a_hash, canonicalize_a_hostname, canonicalize_a_password,
        canonicalize_a_pathname, canonicalize_a_port, canonicalize_a_protocol, canonicalize_a_search,
        canonicalize_a_username, canonicalize_an_opaque_pathname,
    },
    part::escape_a_pattern_string,
};

/// A pattern, or a URL, as components with names: the dictionary `URLPatternInit` of the Standard.
///
/// # Examples
/// ```
/// use url_pattern::{UrlPattern, UrlPatternInit, UrlPatternOptions};
/// let init = UrlPatternInit { pathname: Some("/books/:id".into()), ..UrlPatternInit::default() };
/// let pattern = UrlPattern::from_init(&init, UrlPatternOptions::default())?;
/// assert_eq!((pattern.hostname(), pattern.pathname()), ("*", "/books/:id"));
/// # Ok::<(), url_pattern::PatternError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct UrlPatternInit {
    /// The scheme, with or without its colon.
    pub protocol: Option<String>,
    /// The user name.
    pub username: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// The host.
    pub hostname: Option<String>,
    /// The port.
    pub port: Option<String>,
    /// The path, which is resolved against the path of the base URL.
    pub pathname: Option<String>,
    /// The query, with or without its question mark.
    pub search: Option<String>,
    /// The fragment, with or without its number sign.
    pub hash: Option<String>,
    /// The base URL, from which missing components are inherited.
    #[cfg_attr(feature = "serde", serde(rename = "baseURL"))]
    pub base_url: Option<String>,
}

impl UrlPatternInit {
    /// Returns the value of a component.
    pub fn get(&self, name: ComponentName) -> Option<&str> {
        let Self { protocol, username, password, hostname, port, pathname, search, hash, .. } = self;
        let all = [protocol, username, password, hostname, port, pathname, search, hash];
        all[name as usize].as_deref()
    }

    /// Sets the value of a component.
    pub fn set(&mut self, name: ComponentName, value: impl Into<String>) {
        let Self { protocol, username, password, hostname, port, pathname, search, hash, .. } = self;
        let all = [protocol, username, password, hostname, port, pathname, search, hash];
        *all[name as usize] = Some(value.into());
    }

    fn has_any(&self, names: &[ComponentName]) -> bool {
        names.iter().any(|name| self.get(*name).is_some())
    }
}

/// The type of what is processed: a pattern, or a URL to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InitType {
    Pattern,
    Url,
}

/// Adds the components that `init` inherits from its base URL. For a URL, also canonicalizes each component.
///
/// Spec: urlpattern#process-a-urlpatterninit, urlpattern#process-a-urlpatterninit-3..9, -11.6.1..3
/// Spec: urlpattern#process-a-urlpatterninit-11.7.1..2, -11.9.1..3, -11.10.1..3, -18.2.3.1..3, -12..17
/// Spec: urlpattern#process-a-urlpatterninit-19..20
pub(crate) fn process_a_url_pattern_init(
    init: &UrlPatternInit,
    kind: InitType,
) -> Result<UrlPatternInit, PatternError> {
    use ComponentName::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};
    // 1. Begin without components.
    let mut result = UrlPatternInit::default();
    // 2. For a URL, the protocol begins empty.
    if kind == InitType::Url {
        for name in ComponentName::ALL {
            result.set(name, "");
        }
    }
    // 10. There is no base URL yet.
    let mut base_url = None;
    // 11. With a base URL:
    if let Some(base) = &init.base_url {
        // 11.1. Parse the base URL.
        // 11.2. Fail if it is not a URL.
        let base = Url::parse(base).map_err(|error| {
            PatternError::new(PatternReason::InvalidBase, Span::whole(base)).with_source(error)
        })?;
        let inherit = |value: &str| process_a_base_url_string(value, kind);
        // 11.3. Inherit the protocol.
        if init.protocol.is_none() {
            result.set(Protocol, inherit(base.scheme()));
        }
        // 11.4. A URL inherits the user name.
        if kind != InitType::Pattern && !init.has_any(&[Protocol, Hostname, Port, Username]) {
            result.set(Username, inherit(base.username()));
        }
        // 11.5. A URL inherits the password.
        if kind != InitType::Pattern && !init.has_any(&[Protocol, Hostname, Port, Username, Password]) {
            result.set(Password, inherit(base.password().unwrap_or_default()));
        }
        // 11.6. Inherit the host:
        if !init.has_any(&[Protocol, Hostname]) {
            result.set(Hostname, inherit(base.host_str().unwrap_or_default()));
        }
        // 11.7. Inherit the port:
        if !init.has_any(&[Protocol, Hostname, Port]) {
            result.set(Port, base.get(Component::Port).unwrap_or_default());
        }
        // 11.8. Inherit the path.
        if !init.has_any(&[Protocol, Hostname, Port, Pathname]) {
            result.set(Pathname, inherit(base.path()));
        }
        // 11.9. Inherit the query:
        if !init.has_any(&[Protocol, Hostname, Port, Pathname, Search]) {
            result.set(Search, inherit(base.query().unwrap_or_default()));
        }
        // 11.10. Inherit the fragment:
        if !init.has_any(&[Protocol, Hostname, Port, Pathname, Search, Hash]) {
            result.set(Hash, inherit(base.fragment().unwrap_or_default()));
        }
        base_url = Some(base);
    }
    if let Some(value) = &init.protocol {
        result.set(Protocol, process_protocol_for_init(value, kind)?);
    }
    if let Some(value) = &init.username {
        result.set(Username, process_username_for_init(value, kind)?);
    }
    if let Some(value) = &init.password {
        result.set(Password, process_password_for_init(value, kind)?);
    }
    if let Some(value) = &init.hostname {
        result.set(Hostname, process_hostname_for_init(value, kind)?);
    }
    let result_protocol = result.protocol.clone().unwrap_or_default();
    if let Some(value) = &init.port {
        result.set(Port, process_port_for_init(value, &result_protocol, kind)?);
    }
    // 18. With a path:
    if let Some(value) = &init.pathname {
        // 18.1. Take the path as it is.
        let mut pathname = value.clone();
        // 18.2. If it is relative to a base URL:
        if let Some(base) = base_url.filter(|base| !base.has_opaque_path())
            && !is_an_absolute_pathname(&pathname, kind)
        {
            // 18.2.1. Take the path of the base URL.
            let base_url_path = process_a_base_url_string(base.path(), kind);
            // 18.2.2. Find its last slash.
            let slash_index = base_url_path.rfind('/');
            // 18.2.3. If there is a slash:
            if let Some(slash_index) = slash_index {
                pathname = [&base_url_path[..=slash_index], &pathname].concat();
            }
        }
        // 18.3. Process the path.
        result.set(Pathname, process_pathname_for_init(&pathname, &result_protocol, kind)?);
    }
    if let Some(value) = &init.search {
        result.set(Search, process_search_for_init(value, kind)?);
    }
    if let Some(value) = &init.hash {
        result.set(Hash, process_hash_for_init(value, kind)?);
    }
    // 21. Return the components.
    Ok(result)
}

/// Spec: urlpattern#process-a-base-url-string
fn process_a_base_url_string(input: &str, kind: InitType) -> String {
    // 1. There is text.
    // 2. A URL takes it as it is.
    if kind != InitType::Pattern {
        return input.to_owned();
    }
    // 3. A pattern escapes it.
    let mut result = String::with_capacity(input.len());
    escape_a_pattern_string(input, &mut result);
    result
}

/// Spec: urlpattern#is-an-absolute-pathname, urlpattern#is-an-absolute-pathname-1..7
fn is_an_absolute_pathname(input: &str, kind: InitType) -> bool {
    input.starts_with('/')
        || kind == InitType::Pattern && (input.starts_with("\\/") || input.starts_with("{/"))
}

/// Spec: urlpattern#process-protocol-for-init-1..3
fn process_protocol_for_init(value: &str, kind: InitType) -> Result<String, PatternError> {
    let stripped_value = value.strip_suffix(':').unwrap_or(value);
    if kind == InitType::Pattern {
        return Ok(stripped_value.to_owned());
    }
    canonicalize_a_protocol(stripped_value)
}

/// Spec: urlpattern#process-username-for-init-1..2
fn process_username_for_init(value: &str, kind: InitType) -> Result<String, PatternError> {
    if kind == InitType::Pattern { Ok(value.to_owned()) } else { canonicalize_a_username(value) }
}

/// Spec: urlpattern#process-password-for-init-1..2
fn process_password_for_init(value: &str, kind: InitType) -> Result<String, PatternError> {
    if kind == InitType::Pattern { Ok(value.to_owned()) } else { canonicalize_a_password(value) }
}

/// Spec: urlpattern#process-hostname-for-init-1..2
fn process_hostname_for_init(value: &str, kind: InitType) -> Result<String, PatternError> {
    if kind == InitType::Pattern { Ok(value.to_owned()) } else { canonicalize_a_hostname(value) }
}

/// Spec: urlpattern#process-port-for-init-1..2
fn process_port_for_init(port: &str, protocol: &str, kind: InitType) -> Result<String, PatternError> {
    if kind == InitType::Pattern { Ok(port.to_owned()) } else { canonicalize_a_port(port, Some(protocol)) }
}

/// Spec: urlpattern#process-pathname-for-init
fn process_pathname_for_init(
    pathname_value: &str,
    protocol_value: &str,
    kind: InitType,
) -> Result<String, PatternError> {
    // 1. Return a pattern's path.
    if kind == InitType::Pattern {
        return Ok(pathname_value.to_owned());
    }
    // 2. Without a protocol, or with a special one, it is a path.
    if protocol_value.is_empty() || SPECIAL_SCHEMES.iter().any(|(scheme, _)| *scheme == protocol_value) {
        return canonicalize_a_pathname(pathname_value);
    }
    // 3. Otherwise it is an opaque path.
    canonicalize_an_opaque_pathname(pathname_value)
}

/// Spec: urlpattern#process-search-for-init-1..3
fn process_search_for_init(value: &str, kind: InitType) -> Result<String, PatternError> {
    let stripped_value = value.strip_prefix('?').unwrap_or(value);
    if kind == InitType::Pattern {
        return Ok(stripped_value.to_owned());
    }
    canonicalize_a_search(stripped_value)
}

/// Spec: urlpattern#process-hash-for-init-1..3
fn process_hash_for_init(value: &str, kind: InitType) -> Result<String, PatternError> {
    let stripped_value = value.strip_prefix('#').unwrap_or(value);
    if kind == InitType::Pattern {
        return Ok(stripped_value.to_owned());
    }
    canonicalize_a_hash(stripped_value)
}
