//! Authorities in the manakai document, which changes sections 3.2 and 3.3 of draft-abarth-url-01.
//!
//! Helpers, not in a spec: `report_parts`.

use alloc::{borrow::Cow, string::ToString};

use url_core::{
    ByteSet, Component, Reason, Rejection, Report, Section, Span, Trace, UNRESERVED,
    manakai::report_percent_encoding, percent_encode, sections::manakai,
};

use crate::check_digits;

pub(crate) const SLASH: ByteSet = ByteSet::of(b"/\\");
const AUTHORITY_TERMINATING: ByteSet = ByteSet::of(b"/\\?#");
const PATH_TERMINATING: ByteSet = ByteSet::of(b"?#");
const DELIMITERS: ByteSet = ByteSet::of(b"@:");

/// The components after the scheme of a URL, before they are canonicalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AfterScheme<'a> {
    /// The text between the slashes and the next `/` or other character that ends the authority.
    pub authority: Option<&'a str>,
    /// The text from the end of the authority to the first `?` or `#`. In Barth's documents, `None` if the
    /// authority extends to the end of the URL.
    pub path: Option<&'a str>,
    /// The text between the first `?` and the next `#`. `None` if no `?` precedes the first `#`.
    pub query: Option<&'a str>,
    /// The text after the first `#`, or `None` if there is no `#`.
    pub fragment: Option<&'a str>,
}

/// The parts of an authority `user_info@host:port`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Authority<'a> {
    /// The text before the `@`. If there are several `@`, the text before the last one.
    pub user_info: Option<&'a str>,
    /// The text between the user-info and the port, with brackets if it has them.
    pub host: &'a str,
    /// The text after the last `:` outside brackets, or `None` if there is none.
    pub port: Option<&'a str>,
}

/// Splits the text after a scheme and its colon, or a relative reference, into its components. After exactly
/// three slashes at the start, the authority is empty, and the third slash starts the path. After two
/// slashes, or four or more, the authority follows. Otherwise, there is no authority.
///
/// Spec: manakai#finding-the-authority, manakai#authority-terminating-characters-1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// let found = url_authority::manakai::find_authority_path_query_fragment("//a.test:80/x?y#z", &mut NoTrace);
/// assert_eq!((found.authority, found.path), (Some("a.test:80"), Some("/x")));
/// assert_eq!((found.query, found.fragment), (Some("y"), Some("z")));
/// ```
#[inline]
pub fn find_authority_path_query_fragment<'a, T: Trace>(
    after_scheme: &'a str,
    trace: &mut T,
) -> AfterScheme<'a> {
    let slashes = after_scheme.bytes().take_while(|&byte| SLASH.contains(byte)).count();
    let (authority, rest) = match slashes {
        // 1. If s begins with scheme, ":", and exactly three slash characters:
        3 => {
            let path = &after_scheme[2..];
            trace.step(manakai::FINDING_THE_AUTHORITY_1, Span::new(0, slashes), after_scheme, Some(""));
            // 1.1. Let the authority and the host be the empty string.
            trace.visited(manakai::FINDING_THE_AUTHORITY_1_1, Span::new(2, 2));
            // 1.2. Let the path be s.
            trace.visited(manakai::FINDING_THE_AUTHORITY_1_2, Span::whole(after_scheme));
            // 1.3. Remove the scheme and three following characters (":" and two slashes).
            let rest = Span::new(2, after_scheme.len());
            trace.step(manakai::FINDING_THE_AUTHORITY_1_3, rest, after_scheme, Some(path));
            (Some(&path[..0]), path)
        }
        // 2. Otherwise, if s begins with scheme, ":", and two or more slash characters, there is an
        // authority:
        // 2.1. it is split by [`find_user_info_host_port`].
        2.. => {
            let remaining = &after_scheme[slashes..];
            let end = AUTHORITY_TERMINATING.find_in(remaining.as_bytes()).unwrap_or(remaining.len());
            let (authority, rest) = remaining.split_at(end);
            trace.decide(manakai::FINDING_THE_AUTHORITY_2, Span::whole(after_scheme), after_scheme, true);
            (Some(authority), rest)
        }
        _ => (None, after_scheme),
    };
    // 3. Follow the steps for finding the path, query, and fragment.
    let (path, query, fragment) = split_path_query_fragment(rest);
    if T::ENABLED {
        // If the path is all of the rest, step 1.3 has already reported it.
        let is_cut = slashes != 3 || path.len() < rest.len();
        let parts = [authority.filter(|_| slashes != 3), Some(path).filter(|_| is_cut), query, fragment];
        report_parts(manakai::FINDING_THE_AUTHORITY_3, &parts, after_scheme, trace);
    }
    AfterScheme { authority, path: Some(path), query, fragment }
}

/// Spec: manakai#finding-the-authority-3, barth-2010#finding-the-authority-path-query-and-fragment-4
/// Spec: barth-2010#finding-the-authority-path-query-and-fragment-5..8
/// Spec: barth-01#finding-the-authority-path-query-and-fragment-4
/// Spec: barth-01#finding-the-authority-path-query-and-fragment-5..8
pub(crate) fn split_path_query_fragment(rest: &str) -> (&str, Option<&str>, Option<&str>) {
    // The path ends at the first "?" or "#". Only if a "?" ends the path does the URL have a query.
    let end = PATH_TERMINATING.find_in(rest.as_bytes()).unwrap_or(rest.len());
    let (path, after_path) = rest.split_at(end);
    match after_path.strip_prefix('?') {
        Some(after_mark) => match after_mark.split_once('#') {
            Some((query, fragment)) => (path, Some(query), Some(fragment)),
            None => (path, Some(after_mark), None),
        },
        None => (path, None, after_path.strip_prefix('#')),
    }
}

/// Splits an authority into user-info, host, and port. The last `@` ends the user-info.
///
/// Spec: manakai#finding-the-authority-2.1
///
/// # Examples
/// ```
/// let found = url_authority::manakai::find_user_info_host_port("u@v@[::1]:80", &mut url_core::NoTrace);
/// assert_eq!((found.user_info, found.host, found.port), (Some("u@v"), "[::1]", Some("80")));
/// ```
#[inline]
pub fn find_user_info_host_port<'a, T: Trace>(authority: &'a str, trace: &mut T) -> Authority<'a> {
    let Authority { user_info, host, port } = split_authority(authority);
    let parts = [user_info, Some(host), port];
    report_parts(manakai::FINDING_THE_AUTHORITY_2_1, &parts, authority, trace);
    Authority { user_info, host, port }
}

/// Spec: manakai#finding-the-authority-2.1
/// Spec: barth-2010#finding-the-user-information-host-and-port, barth-01#finding-the-user-info-host-and-port
pub(crate) fn split_authority(authority: &str) -> Authority<'_> {
    // FAST: an authority without "@" and ":" is all host.
    if DELIMITERS.find_in(authority.as_bytes()).is_none() {
        return Authority { user_info: None, host: authority, port: None };
    }
    // 1. If the remaining string contains an "@" character:
    // 1.1. Consume characters up to, but not including the *last* "@" character. They are the user-info.
    // 1.2. Consume the "@" character.
    let at_sign = authority.rsplit_once('@');
    let (user_info, remaining) = (at_sign.map(|parts| parts.0), at_sign.map_or(authority, |parts| parts.1));
    match remaining.rsplit_once(':') {
        // 2. If the remaining string does not contain an ":" character:
        // 2.1. The remaining string is the host.
        // 2.2. Abort these steps.
        None => Authority { user_info, host: remaining, port: None },
        // 3. If the first character of the remaining string is a "[" character, the remaining string contains
        // a "]" character, and the last ":" character occurs before the last "]" character:
        // 3.1. The remaining string is the host.
        // 3.2. Abort these steps.
        Some((_, after_colon)) if remaining.starts_with('[') && after_colon.contains(']') => {
            Authority { user_info, host: remaining, port: None }
        }
        // 4. Consume characters up to, but not including, the last ":" character. They are the host.
        // 5. Consume the ":" character.
        // 6. The remaining string is the port.
        Some((host, port)) => Authority { user_info, host, port: Some(port) },
    }
}

/// Splits a user-info at its first colon into the user name and the password.
///
/// Spec: manakai#finding-the-authority-2.1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_authority::manakai::find_user_name_password("u:p:q", &mut NoTrace), ("u", Some("p:q")));
/// ```
#[inline]
pub fn find_user_name_password<'a, T: Trace>(
    user_info: &'a str,
    trace: &mut T,
) -> (&'a str, Option<&'a str>) {
    let (user, password) = split_user_info(user_info);
    report_parts(manakai::FINDING_THE_AUTHORITY_2_1, &[Some(user), password], user_info, trace);
    (user, password)
}

/// Reports one step of `section` for each of `parts`, which are consecutive parts of `text`.
fn report_parts<T: Trace>(section: Section, parts: &[Option<&str>], text: &str, trace: &mut T) {
    if T::ENABLED {
        for part in parts.iter().flatten() {
            let span = Span::locate(part, text).unwrap_or_default();
            let remaining = Span { end: Span::whole(text).end, ..span };
            trace.step(section, span, remaining.of(text), Some(part));
        }
    }
}

/// Splits `user_info` at its first colon into the user name and the password. RFC 3986 does not name these
/// parts; it calls all of `user_info` the `userinfo`.
///
/// Spec: manakai#finding-the-authority-2.1
/// Spec: barth-2010#find-the-user-name-and-password, barth-01#find-the-user-name-and-password
/// Spec: rfc3986#user-information-2
///
/// # Examples
/// ```
/// use url_authority::manakai::split_user_info;
/// assert_eq!(["u:p:q", "u"].map(split_user_info), [("u", Some("p:q")), ("u", None)]);
/// ```
#[inline]
pub fn split_user_info(user_info: &str) -> (&str, Option<&str>) {
    match user_info.split_once(':') {
        // 1. If the remaining string does not contain a ":" character:
        // 1.1. The remaining string is the user name.
        // 1.2. Abort these steps.
        None => (user_info, None),
        // 2. Consume characters up to, but not including, the first ":" character. They are the user name.
        // 3. Consume the ":" character.
        // 4. The remaining string is the password.
        Some((user, password)) => (user, Some(password)),
    }
}

/// The octets that are encoded in a user-info. The document's `0x2D (,)` is a mistake for `0x2C`.
pub(crate) const USER_INFO: ByteSet = UNRESERVED.and(b"!$%&'()*+,").complement();

/// Removes an empty password, and an empty user name without a password. Percent-encodes the parts that
/// remain. The spans in `trace` are byte offsets in `user:password`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_authority::manakai::canonicalize_user_info;
/// let canonical = |user: &'static str| canonicalize_user_info(Some(user.into()), None, &mut url_core::NoTrace);
/// assert_eq!((canonical("a=b"), canonical("")), ((Some("a%3Db".into()), None), (None, None)));
/// ```
pub fn canonicalize_user_info<'a, T: Trace>(
    mut user: Option<Cow<'a, str>>,
    mut password: Option<Cow<'a, str>>,
    trace: &mut T,
) -> (Option<Cow<'a, str>>, Option<Cow<'a, str>>) {
    let user_span = Span::whole(user.as_deref().unwrap_or_default());
    // A base URL from another spec may have a password without a user.
    let password_start = user.as_ref().map_or(0, |_| user_span.end.saturating_add(1));
    let password_span = Span::whole(password.as_deref().unwrap_or_default()).after(password_start);
    // 3.1. If there is the password and it is the empty string, remove the password.
    if password.as_deref() == Some("") {
        trace.omit(manakai::CANONICALIZATION_3_1, Component::Password, password_span);
        password = None;
    }
    // 3.2. If the user is the empty string and there is no password, remove the user.
    if user.as_deref() == Some("") && password.is_none() {
        trace.omit(manakai::CANONICALIZATION_3_2, Component::User, user_span);
        user = None;
    }
    // 3.3. Percent-encode the user, with UTF-8 and the octets that are not in the list.
    let user = user.map(|user| {
        report_percent_encoding(user_span, trace);
        trace.rewrite(manakai::CANONICALIZATION_3_3, user_span, user, |part| percent_encode(part, &USER_INFO))
    });
    // 3.4. Percent-encode the password, if any, likewise.
    let password = password.map(|password| {
        report_percent_encoding(password_span, trace);
        trace.rewrite(manakai::CANONICALIZATION_3_4, password_span, password, |part| {
            percent_encode(part, &USER_INFO)
        })
    });
    (user, password)
}

/// Canonicalizes a port: removes an empty or default port, and the leading zeros of any other port. The
/// result is borrowed if nothing changes. `default` is the default port of the scheme, if there is one.
///
/// # Errors
/// Returns [`Reason::PortNotNumber`] or [`Reason::PortOutOfRange`], with a span in `port`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// let port = |s| url_authority::manakai::canonicalize_port(s, Some(80), &mut url_core::NoTrace);
/// assert_eq!((port("080"), port("021")), (Ok(None), Ok(Some("21".into()))));
/// assert_eq!(port("8x").unwrap_err().reason, url_core::Reason::PortNotNumber);
/// ```
pub fn canonicalize_port<'a, T: Trace>(
    port: impl Into<Cow<'a, str>>,
    default: Option<u16>,
    trace: &mut T,
) -> Result<Option<Cow<'a, str>>, Rejection> {
    let port = port.into();
    let span = Span::whole(&port);
    // 7.1. If the port is the empty string, remove the port.
    if port.is_empty() {
        trace.omit(manakai::CANONICALIZATION_7_1, Component::Port, span);
        return Ok(None);
    }
    // 7.2. Otherwise, if the port consists of one or more ASCII digits:
    // 7.3. Otherwise, the URL is invalid.
    let section = manakai::CANONICALIZATION_7_3;
    check_digits(&port, section).inspect_err(|_| trace.step(section, span, &port, None))?;
    // 7.2.1. Interpret the port as a decimal number p.
    let digits = port.trim_start_matches('0');
    let p = if digits.is_empty() { Some(0) } else { digits.parse::<u16>().ok() };
    trace.step(manakai::CANONICALIZATION_7_2_1, span, &port, None);
    // 7.2.2. If p is equal to the default port of the scheme, if any, remove the port.
    if p.is_some() && p == default {
        trace.step(manakai::CANONICALIZATION_7_2_2, span, &port, Some(""));
        return Ok(None);
    }
    // 7.2.3. Otherwise, if p is less than or equal to 65535, replace the port by the shortest representation of p.
    if let Some(p) = p {
        let has_leading_zero = port.starts_with('0');
        return Ok(Some(trace.rewrite(manakai::CANONICALIZATION_7_2_3, span, port, |port| {
            if has_leading_zero { Cow::Owned(p.to_string()) } else { Cow::Borrowed(port) }
        })));
    }
    // 7.2.4. Otherwise, the URL is invalid.
    trace.step(manakai::CANONICALIZATION_7_2_4, span, &port, None);
    Err(Rejection::new(Reason::PortOutOfRange, manakai::CANONICALIZATION_7_2_4, span))
}
