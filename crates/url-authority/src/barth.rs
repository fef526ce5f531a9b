//! Authorities and ports in Adam Barth's two documents, which do not describe the canonical form of a port.
//!
//! Helpers, not in a spec: `report`, `consume_before`.

use alloc::borrow::Cow;

use url_core::{
    BarthDocument, ByteSet, Component, Report, Section, Span, Trace, UNRESERVED,
    fast::{find_any, split_at_any},
    percent_encode,
    sections::barth_01,
};

pub(crate) const SLASH: ByteSet = ByteSet::of(b"/\\");

/// The bytes to escape in a user-info. The draft does not define this set; it is our interpretation B15.
const USER_INFO: ByteSet = UNRESERVED.and(b"!$%&'()*+,;").complement();

/// The bytes to escape in a port that is not a number (our interpretation B19).
const PORT_UNSAFE: ByteSet = ByteSet::of(b"").and_range(0x00, b' ').and_range(0x7F, 0xFF);

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

/// Splits `after_scheme`, such as the text after `http:`, into authority, path, query and fragment. Any
/// number of slashes may precede the authority, which is always present. If the authority extends to the end
/// of `after_scheme`, the path is `None`.
///
/// Spec: barth-2010#finding-the-authority-path-query-and-fragment
/// Spec: barth-01#finding-the-authority-path-query-and-fragment
/// Spec: barth-2010#definitions-2, barth-2010#definitions-3, barth-01#definitions-2, barth-01#definitions-3
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// use url_authority::barth::find_authority_path_query_fragment;
/// let found = find_authority_path_query_fragment(Barth01, r"/\/a.test;x?y", &mut NoTrace);
/// assert_eq!((found.authority, found.path, found.query), (Some("a.test"), Some(";x"), Some("y")));
/// ```
#[inline]
pub fn find_authority_path_query_fragment<'a, D: BarthDocument, T: Trace>(
    document: D,
    after_scheme: &'a str,
    trace: &mut T,
) -> AfterScheme<'a> {
    let (authority, rest) = find_authority(document, b"/\\?#;", after_scheme, trace);
    let Some(rest) = rest else {
        // 2.2. Abort these steps.
        trace.visited(D::AUTHORITY_ALONE_STOP, Span::whole(after_scheme));
        return AfterScheme { authority: Some(authority), ..AfterScheme::default() };
    };
    let found = find_path_query_fragment(document, rest, after_scheme, trace);
    AfterScheme { authority: Some(authority), ..found }
}

/// Runs steps 1 to 3 with the authority terminating characters `ends`. Returns the authority, and the rest,
/// or `None` if the authority is all of the remaining string.
///
/// Spec: barth-2010#finding-the-authority-path-query-and-fragment-1..3
/// Spec: barth-01#finding-the-authority-path-query-and-fragment-1..3
#[inline]
pub(crate) fn find_authority<'a, const N: usize, D: BarthDocument, T: Trace>(
    _: D,
    ends: &[u8; N],
    after_scheme: &'a str,
    trace: &mut T,
) -> (&'a str, Option<&'a str>) {
    // The readings B2 and B3 are of Barth's documents. The manakai document, whose `ends` have no ";",
    // defines these cases.
    let has_readings = ends.contains(&b';');
    // 1. Consume any number of slash characters.
    let slashes = after_scheme.bytes().take_while(|&byte| SLASH.contains(byte)).count();
    let (consumed, remaining) = after_scheme.split_at(slashes);
    let reading = (has_readings && consumed.contains('\\')).then_some("B2");
    report(reading, D::CONSUME_SLASHES, consumed, after_scheme, trace);
    // 2. If the remaining string does not contain any authority terminating characters:
    let Some(end) = find_any(remaining, ends) else {
        // 2.1. The remaining string is the authority.
        report(None, D::AUTHORITY_ALONE, remaining, after_scheme, trace);
        return (remaining, None);
    };
    // 3. Consume characters up to, but not including, the first authority terminating character. They are
    // authority.
    let (authority, rest) = remaining.split_at(end);
    let reading = match rest.as_bytes().first() {
        Some(b';') => Some("B3"),
        Some(b'\\') => Some("B2"),
        _ => None,
    };
    report(reading.filter(|_| has_readings), D::AUTHORITY, authority, after_scheme, trace);
    (authority, Some(rest))
}

/// Runs steps 4 to 8 on `rest`, the end of `after_scheme`. The result has no authority.
///
/// Spec: barth-2010#finding-the-authority-path-query-and-fragment-4..8
/// Spec: barth-01#finding-the-authority-path-query-and-fragment-4..8
#[inline]
pub(crate) fn find_path_query_fragment<'a, D: BarthDocument, T: Trace>(
    _: D,
    rest: &'a str,
    after_scheme: &str,
    trace: &mut T,
) -> AfterScheme<'a> {
    let span = Span::whole(after_scheme);
    let (path, query, fragment) = split_path_query_fragment(rest);
    // 4. If the remaining string does not contain a "?" character or a "#" character:
    if query.is_none() && fragment.is_none() {
        // 4.1. The remaining string is the path.
        report(None, D::PATH_ALONE, path, after_scheme, trace);
        // 4.2. Abort these steps.
        trace.visited(D::PATH_ALONE_STOP, span);
    } else {
        // 5. Consume characters up to, but not including, the first "?" or "#" character. They are the path.
        report(None, D::PATH, path, after_scheme, trace);
    }
    // 6. If the first character of the remaining string is a "?" character:
    if let Some(query) = query {
        // 6.1. Consume the "?" character.
        consume_before(D::CONSUME_QUESTION_MARK, query, after_scheme, trace);
        // 6.2. If the remaining string does not contain a "#" character:
        if fragment.is_none() {
            // 6.2.1. The remaining string is the query.
            report(None, D::QUERY_ALONE, query, after_scheme, trace);
            // 6.2.2. Abort these steps.
            trace.visited(D::QUERY_ALONE_STOP, span);
        } else {
            // 6.3. Consume characters up to, but not including, the first "#" character. They are the query.
            report(None, D::QUERY, query, after_scheme, trace);
        }
    }
    if let Some(fragment) = fragment {
        // 7. Consume the "#" character.
        consume_before(D::CONSUME_NUMBER_SIGN, fragment, after_scheme, trace);
        // 8. The remaining string is the fragment.
        report(None, D::FRAGMENT, fragment, after_scheme, trace);
    }
    AfterScheme { authority: None, path: Some(path), query, fragment }
}

/// Spec: barth-2010#finding-the-authority-path-query-and-fragment-4
/// Spec: barth-2010#finding-the-authority-path-query-and-fragment-5..8
/// Spec: barth-01#finding-the-authority-path-query-and-fragment-4
/// Spec: barth-01#finding-the-authority-path-query-and-fragment-5..8
#[inline]
pub(crate) fn split_path_query_fragment(rest: &str) -> (&str, Option<&str>, Option<&str>) {
    // The path ends at the first "?" or "#". Only if a "?" ends the path does the URL have a query.
    let (path, after_path) = split_at_any(rest, b"?#");
    match after_path.strip_prefix('?') {
        Some(after_mark) => {
            let (query, after_query) = split_at_any(after_mark, b"#");
            (path, Some(query), after_query.strip_prefix('#'))
        }
        None => (path, None, after_path.strip_prefix('#')),
    }
}

/// Splits an authority into user-info, host, and port. The last `@` ends the user-info.
///
/// Spec: barth-2010#finding-the-user-information-host-and-port, barth-01#finding-the-user-info-host-and-port
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// let found = url_authority::barth::find_user_info_host_port(Barth01, "u@v@[::1]:80", &mut NoTrace);
/// assert_eq!((found.user_info, found.host, found.port), (Some("u@v"), "[::1]", Some("80")));
/// ```
#[inline]
pub fn find_user_info_host_port<'a, D: BarthDocument, T: Trace>(
    _: D,
    authority: &'a str,
    trace: &mut T,
) -> Authority<'a> {
    let found = split_authority(authority);
    let host = found.host;
    let span = Span::whole(authority);
    // 1. If the remaining string contains an "@" character:
    if let Some(user_info) = found.user_info {
        // 1.1. Consume characters up to, but not including the *last* "@" character. They are the user-info.
        report(None, D::USER_INFO, user_info, authority, trace);
        // 1.2. Consume the "@" character.
        consume_before(D::CONSUME_AT_SIGN, host, authority, trace);
    }
    match found.port {
        // 2. If the remaining string does not contain an ":" character:
        None if !host.contains(':') => {
            // 2.1. The remaining string is the host.
            report(None, D::HOST_ALONE, host, authority, trace);
            // 2.2. Abort these steps.
            trace.visited(D::HOST_ALONE_STOP, span);
        }
        // 3. If the first character of the remaining string is a "[" character, the remaining string contains
        // a "]" character, and the last ":" character occurs before the last "]" character:
        None => {
            // 3.1. The remaining string is the host.
            report(None, D::HOST_IN_BRACKETS, host, authority, trace);
            // 3.2. Abort these steps.
            trace.visited(D::HOST_IN_BRACKETS_STOP, span);
        }
        Some(port) => {
            // 4. Consume characters up to, but not including, the last ":" character. They are the host.
            report(None, D::HOST, host, authority, trace);
            // 5. Consume the ":" character.
            consume_before(D::CONSUME_COLON_OF_PORT, port, authority, trace);
            // 6. The remaining string is the port.
            report(None, D::PORT, port, authority, trace);
        }
    }
    found
}

/// Splits `authority` as [`find_user_info_host_port`] does. The last colon outside brackets starts the port.
///
/// Spec: barth-2010#finding-the-user-information-host-and-port, barth-01#finding-the-user-info-host-and-port
///
/// # Examples
/// ```
/// let found = url_authority::barth::split_authority("u@v:w:80");
/// assert_eq!((found.host, found.port), ("v:w", Some("80")));
/// ```
pub fn split_authority(authority: &str) -> Authority<'_> {
    // FAST: an authority without "@" and ":" is all host.
    if find_any(authority, b"@:").is_none() {
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
/// Spec: barth-2010#find-the-user-name-and-password, barth-01#find-the-user-name-and-password
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// let found = url_authority::barth::find_user_name_password(Barth01, "u:p:q", &mut NoTrace);
/// assert_eq!(found, ("u", Some("p:q")));
/// ```
#[inline]
pub fn find_user_name_password<'a, D: BarthDocument, T: Trace>(
    _: D,
    user_info: &'a str,
    trace: &mut T,
) -> (&'a str, Option<&'a str>) {
    let (user, password) = split_user_info(user_info);
    let span = Span::whole(user_info);
    // 1. If the remaining string does not contain a ":" character:
    let Some(password) = password else {
        // 1.1. The remaining string is the user name.
        report(None, D::USER_ALONE, user, user_info, trace);
        // 1.2. Abort these steps.
        trace.visited(D::USER_ALONE_STOP, span);
        return (user, None);
    };
    // 2. Consume characters up to, but not including, the first ":" character. They are the user name.
    report(None, D::USER, user, user_info, trace);
    // 3. Consume the ":" character.
    trace.visited(D::CONSUME_COLON_OF_PASSWORD, span);
    // 4. The remaining string is the password.
    report(None, D::PASSWORD, password, user_info, trace);
    (user, Some(password))
}

/// Splits `user_info` at its first colon into the user name and the password. RFC 3986 does not name these
/// parts; it calls all of `user_info` the `userinfo`.
///
/// Spec: barth-2010#find-the-user-name-and-password, barth-01#find-the-user-name-and-password
/// Spec: rfc3986#user-information-2
///
/// # Examples
/// ```
/// use url_authority::barth::split_user_info;
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

/// Returns the canonical user name and password. An empty password becomes `None`. If both the user name and
/// the password are empty, both become `None`. The spans in `trace` are offsets in `user:password`.
///
/// Spec: barth-01#canonicalizing-a-user-info
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_authority::barth::canonicalize_user_info;
/// let canonical = |user: &'static str| canonicalize_user_info(user.into(), Some("".into()), &mut NoTrace);
/// assert_eq!((canonical("a=b;"), canonical("")), ((Some("a%3Db;".into()), None), (None, None)));
/// ```
pub fn canonicalize_user_info<'a, T: Trace>(
    user: Cow<'a, str>,
    password: Option<Cow<'a, str>>,
    trace: &mut T,
) -> (Option<Cow<'a, str>>, Option<Cow<'a, str>>) {
    let user_span = Span::whole(&user);
    let password_start = user_span.end.saturating_add(1);
    let (had_password, password) = (password.is_some(), password.filter(|password| !password.is_empty()));
    if user.is_empty() && password.is_none() {
        // NOTE: in step 4.3 of the caller, ":" is also an empty user-info (our interpretation B16).
        let section = barth_01::CANONICALIZING_A_URL_4_3;
        if had_password {
            trace.step_by_reading("B16", section, user_span, &user, None);
        }
        trace.omit(section, Component::User, user_span);
        return (None, None);
    }
    // 1. Process each character of the username in sequence:
    // 1.1. If the current character is among [a set left open]:
    // 1.1.1. Output the current character.
    // 1.2. Otherwise:
    // 1.2.1. Output the utf8-percent-escaping of the current character.
    let sections = [barth_01::CANONICALIZING_A_USER_INFO_1_1_1, barth_01::CANONICALIZING_A_USER_INFO_1_2_1];
    let user = process_characters(user, sections, user_span, trace);
    // 2. If there is no password or if the password is empty:
    let Some(password) = password else {
        // 2.1. Abort these steps.
        trace.visited(barth_01::CANONICALIZING_A_USER_INFO_2_1, user_span);
        if had_password {
            let password_span = Span { start: password_start, end: password_start };
            trace.omit(barth_01::CANONICALIZING_A_USER_INFO_2, Component::Password, password_span);
        }
        return (Some(user), None);
    };
    // 3. Output ":".
    let password_span = Span::whole(&password).after(password_start);
    trace.step(barth_01::CANONICALIZING_A_USER_INFO_3, password_span, &password, None);
    // 4. Process each character of the password in sequence:
    // 4.1. If the current character is among [a set left open]:
    // 4.1.1. Output the current character.
    // 4.2. Otherwise:
    // 4.2.1. Output the utf8-percent-escaping of the current character.
    let sections = [barth_01::CANONICALIZING_A_USER_INFO_4_1_1, barth_01::CANONICALIZING_A_USER_INFO_4_2_1];
    let password = process_characters(password, sections, password_span, trace);
    (Some(user), Some(password))
}

/// Returns the canonical port. Returns `None` if `port` is empty or equal to `default`, the default port of
/// the scheme. A port that is not a number is escaped, and `trace` receives the violation `invalid-port`. The
/// draft refers to a section on ports that it lacks, so these steps are our interpretation B19.
///
/// Spec: barth-01#canonicalizing-a-url-4.5, barth-01#canonicalizing-a-url-4.6
///
/// # Examples
/// ```
/// let port = |s| url_authority::barth::canonicalize_port(s, Some(80), &mut url_core::NoTrace);
/// assert_eq!((port("0080"), port("00"), port("x y")), (None, Some("0".into()), Some("x%20y".into())));
/// ```
pub fn canonicalize_port<'a, T: Trace>(
    port: impl Into<Cow<'a, str>>,
    default: Option<u16>,
    trace: &mut T,
) -> Option<Cow<'a, str>> {
    // Let the canonicalized-port be the canonicalized port (as described in Section ??).
    let port = port.into();
    let span = Span::whole(&port);
    let section = barth_01::CANONICALIZING_A_URL_4_5;
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = if is_number {
        trace.rewrite_by_reading("B19", section, span, port, |port| {
            let zeros = port.bytes().take_while(|&byte| byte == b'0').count();
            Cow::Borrowed(&port[zeros.min(port.len().saturating_sub(1))..])
        })
    } else {
        trace.violation(section, "invalid-port", span);
        trace.rewrite_by_reading("B19", section, span, port, |port| percent_encode(port, &PORT_UNSAFE))
    };
    // If the canonicalized-port is non-empty and is not the default port for the scheme:
    let is_default = is_number && default.is_some_and(|default| canonical.parse() == Ok(default));
    let is_written = !canonical.is_empty() && !is_default;
    let written = if is_written { &canonical } else { "" };
    trace.change(barth_01::CANONICALIZING_A_URL_4_6, span, &canonical, written);
    is_written.then_some(canonical)
}

/// Spec: barth-01#canonicalizing-a-user-info-1.2, barth-01#canonicalizing-a-user-info-4.2
fn is_escaped(c: char) -> bool {
    u8::try_from(c).map_or(true, |byte| USER_INFO.contains(byte))
}

/// Spec: barth-01#canonicalizing-a-user-info-1, barth-01#canonicalizing-a-user-info-4
fn process_characters<'a, T: Trace>(
    part: Cow<'a, str>,
    [as_it_is, escaped]: [Section; 2],
    span: Span,
    trace: &mut T,
) -> Cow<'a, str> {
    if T::ENABLED && part.contains(|c| !is_escaped(c)) {
        trace.step_by_reading("B15", as_it_is, span, &part, None);
    }
    if T::ENABLED && !part.contains(is_escaped) {
        return part;
    }
    trace.rewrite_by_reading("B15", escaped, span, part, |part| percent_encode(part, &USER_INFO))
}

/// Reports that `section` finds `part` in `whole`. `reading` is the id of our interpretation, if any.
fn report<T: Trace>(reading: Option<&'static str>, section: Section, part: &str, whole: &str, trace: &mut T) {
    if T::ENABLED {
        let span = Span::locate(part, whole).unwrap_or_default();
        let remaining = Span { end: Span::whole(whole).end, ..span }.of(whole);
        match reading {
            Some(reading) => trace.step_by_reading(reading, section, span, remaining, Some(part)),
            None => trace.step(section, span, remaining, Some(part)),
        }
    }
}

/// Reports a step of `section`, which consumes the one-byte delimiter before `part` in `whole`.
fn consume_before<T: Trace>(section: Section, part: &str, whole: &str, trace: &mut T) {
    if T::ENABLED {
        let end = Span::locate(part, whole).unwrap_or_default().start;
        trace.visited(section, Span { start: end.saturating_sub(1), end });
    }
}
