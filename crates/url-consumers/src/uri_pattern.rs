//! Rules that uri-js and fast-uri share, mainly the regular expression that divides a URL. If a fragment has
//! megabytes, the stack of V8 overflows and the programs fail. This crate does not simulate that.
//!
//! Helpers, not in a spec: `of`, `take`, `literal`.

use crate::prelude::*;

/// The groups of the regular expression. If the URL has an authority, `host` is `Some`, even if it is empty.
pub(crate) struct Groups<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) user_info: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    /// The text after `#`, up to a line separator.
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Groups<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let (before, after) = before_first(text, [':', '/', '?', '#']);
        let scheme = (!before.is_empty() && after.starts_with(':')).then_some(before);
        let mut rest = if scheme.is_some() { &after[1..] } else { text };
        let (mut user_info, mut host, mut port) = (None, None, None);
        if let Some(authority) = rest.strip_prefix("//") {
            rest = authority;
            let (before, after) = before_first(authority, ['/', '?', '#', '@']);
            if let Some(after) = after.strip_prefix('@') {
                (user_info, rest) = (Some(before), after);
            }
            let (before, after) = literal(rest).unwrap_or_else(|| before_first(rest, ['/', '?', '#', ':']));
            (host, rest) = (Some(before), after);
            if let Some(after) = after.strip_prefix(':') {
                let (digits, after) = cut(after, after.bytes().take_while(u8::is_ascii_digit).count());
                (port, rest) = (Some(digits), after);
            }
        }
        let (before, fragment) = divide(rest, '#');
        let (path, query) = divide(before, '?');
        let fragment = fragment.and_then(|fragment| fragment.split(is_line_separator).next());
        Self { scheme, user_info, host, port, path, query, fragment }
    }

    pub(crate) fn take(&self, sections: [Section; 5], url: &mut Parsed<'a>, run: &mut Run<'_>) {
        let [host, port, path, query, fragment] = sections;
        url.host = run.find(host, Component::Host, self.host).map(Cow::Borrowed);
        url.port = run.find(port, Component::Port, self.port).map(Cow::Borrowed);
        run.take(path, Component::Path, self.path, url);
        url.query = run.find(query, Component::Query, self.query).map(Cow::Borrowed);
        url.fragment = run.find(fragment, Component::Fragment, self.fragment).map(Cow::Borrowed);
    }
}

/// Spec: npm-uri-js#schemes, npm-fast-uri#schemes
pub(crate) fn of_web(
    input: &str,
    scheme: Option<&str>,
    [of_http, of_ws]: [Section; 2],
    url: &mut Parsed<'_>,
    run: &mut Run<'_>,
) -> Result {
    let is_empty = |part: &Option<Cow<'_, str>>| part.as_deref().is_none_or(str::is_empty);
    match scheme {
        // 1. http and https: no host is refused
        Some("http" | "https") => run.check(!is_empty(&url.host), Reason::HostEmpty, of_http, input)?,
        // 2. ws and wss: path and query are the name of a resource
        Some("ws" | "wss") => {
            if is_empty(&url.path) {
                url.path = Some(Cow::Borrowed("/"));
            }
            run.step(of_ws, input, url.path.as_deref());
        }
        _ => {}
    }
    Ok(())
}

/// Spec: npm-uri-js#schemes-4, npm-fast-uri#schemes-4
pub(crate) fn set_urn(
    input: &str,
    [name, more]: [&str; 2],
    section: Section,
    url: &mut Parsed<'_>,
    run: &mut Run<'_>,
) -> Result {
    // 4. urn:uuid: 32 digits and hyphens, or it is refused
    if name == "uuid" {
        run.step_at(section, input, more, None);
        let is_uuid = more.split('-').map(str::len).eq([8, 4, 4, 4, 12])
            && more.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
        run.refuse_if(!is_uuid, Reason::CharacterNotAllowed, section, input)?;
    }
    url.path = Some(Cow::Owned(format!("{name}:{more}")));
    url.hierarchical = false;
    Ok(())
}

/// Splits `text` after the brackets at its start. Returns `None` if there are none, or if they are empty.
fn literal(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = before_first(text.strip_prefix('[')?, ['/', '?', '#', ']']);
    (!inside.is_empty() && after.starts_with(']')).then(|| cut(text, inside.len() + 2))
}
