//! Authorities in the WebSpecs document: the grammar rules `authority`, `user`, `password` and `port`.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, Component, DEFAULT_ENCODE_SET, Moved, Reason, Rejection, Report, Span, Text, Trace, cleanse,
    fast::{find_any, split_at_any},
    sections::webspecs,
    whatwg::check_url_units,
};

use crate::check_digits;

const AUTHORITY_END: &[u8; 4] = b"/\\?#";

/// The parts of an authority, as [`authority`] returns them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authority<'a> {
    /// The user name, percent-encoded. Empty if the authority has none.
    pub user: Text<'a>,
    /// The password, percent-encoded. `None` if the user info has no colon.
    pub password: Option<Text<'a>>,
    /// The host that the parameter `host` of [`authority`] returned.
    pub host: Text<'a>,
    /// The port, without leading zeros. Empty if the authority has none.
    pub port: Text<'a>,
}

/// Parses an authority at the start of `input` by the grammar rule `authority`. Returns the parts and the
/// rest of `input`. The parameter `host` is a parser for the host, which also returns the rest of its input.
///
/// # Errors
/// Fails if `host` or [`port`] fails, or with [`Reason::HostEmpty`] for user info before an empty host.
///
/// Spec: webspecs#authority
///
/// # Examples
/// ```
/// use url_core::{Moved, NoTrace};
/// fn host<'a>(input: &'a str, _: &mut Moved<'_, NoTrace>) -> Result<(std::borrow::Cow<'a, str>, &'a str), url_core::Rejection> {
///     let end = input.find([':', '/']).unwrap_or(input.len());
///     Ok((input[..end].into(), &input[end..]))
/// }
/// let (found, rest) = url_authority::webspecs::authority("a@b:c@d@h:080/x", host, &mut NoTrace).unwrap();
/// assert_eq!((&*found.user, found.password.as_deref()), ("a%40b:c%40d", None));
/// assert_eq!((&*found.host, &*found.port, rest), ("h", "80", "/x"));
/// ```
pub fn authority<'a, T: Trace>(
    input: &'a str,
    host: impl FnOnce(&'a str, &mut Moved<'_, T>) -> Result<(Cow<'a, str>, &'a str), Rejection>,
    trace: &mut T,
) -> Result<(Authority<'a>, &'a str), Rejection> {
    // 1. Parse input according to the railroad diagram.
    // NOTE: the last "@" ends the user info, before `host` runs. This is our interpretation W12.
    let (run, _) = split_at_any(input, AUTHORITY_END);
    trace.step(webspecs::AUTHORITY_1, Span::whole(run), run, None);
    // 2. Let result be an empty object.
    let mut result = Authority::default();
    trace.visited(webspecs::AUTHORITY_2, Span::whole(run));
    let mut host_start = 0;
    // FAST: few authorities have user info.
    if find_any(run, b"@").is_some()
        && let Some(at) = run.rfind('@')
    {
        (result.user, result.password) = user_info(&run[..at], trace);
        host_start = at + 1;
    }
    // 5. Set result.host to the value of host.
    let given = &input[host_start..];
    let (value, rest) =
        host(given, &mut trace.after(host_start)).map_err(|rejection| rejection.after(host_start))?;
    let host_end = input.len() - rest.len();
    let span = Span::new(host_start, host_end);
    if T::ENABLED && input[..host_start].matches('@').count() > 1 {
        trace.step_by_reading("W12", webspecs::AUTHORITY_5, span, span.of(input), Some(&value));
    } else {
        trace.step(webspecs::AUTHORITY_5, span, span.of(input), Some(&value));
    }
    result.host = Text::built(value, span.of(input));
    if host_start > 0 && result.host.is_empty() {
        // Our interpretation W13: user info before an empty host is an exception.
        let section = webspecs::AUTHORITY_5;
        trace.step_by_reading("W13", section, Span::new(0, host_start), &input[..host_start], None);
        return Err(Rejection::new(Reason::HostEmpty, section, span));
    }
    // 7. If port is present, set result.port to its value.
    let rest = match rest.strip_prefix(':') {
        Some(given) => {
            let start = host_end + 1;
            let (value, rest) = port(given, Caller::Parser, &mut trace.after(start))
                .map_err(|rejection| rejection.after(start))?;
            let span = Span::new(start, input.len() - rest.len());
            trace.step(webspecs::AUTHORITY_7, span, span.of(input), Some(&value));
            result.port = Text::built(value, span.of(input));
            rest
        }
        None => rest,
    };
    // 8. Return result.
    trace.step(webspecs::AUTHORITY_8, Span::new(0, input.len() - rest.len()), run, None);
    Ok((result, rest))
}

/// Spec: webspecs#authority
fn user_info<'a, T: Trace>(info: &'a str, trace: &mut T) -> (Text<'a>, Option<Text<'a>>) {
    // 3. If user is present, set result.username to the value of user.
    let (value, mut rest) = user(info, trace);
    let span = Span::new(0, info.len() - rest.len());
    trace.step(webspecs::AUTHORITY_3, span, span.of(info), Some(&value));
    let mut user_name = Text::built(value, span.of(info));
    // 4. If password is present, set result.password to the value of password.
    let mut password_value = None;
    if let Some(given) = rest.strip_prefix(':') {
        let start = info.len() - given.len();
        let (value, after) = password(given, &mut trace.after(start));
        let span = Span::new(start, info.len() - after.len());
        trace.step(webspecs::AUTHORITY_4, span, span.of(info), Some(&value));
        password_value = Some(Text::built(value, span.of(info)));
        rest = after;
    }
    // 6. If one or more "@" signs are present [before the last one], perform the following steps:
    if !rest.is_empty() {
        let start = info.len() - rest.len();
        let span = Span::new(start, info.len());
        // 6.1. Indicate a conformance error.
        for (at, _) in rest.match_indices('@') {
            let span = Span::new(start + at, start + at + 1);
            trace.violation(webspecs::AUTHORITY_6_1, "at-sign-in-user-info", span);
        }
        // 6.2. Initialize info to "%40" plus the remainder; replace all remaining "@" by "%40".
        // NOTE: the remainder is also user info, so it is cleansed like the user info before it.
        let more = cleanse(rest, Some(&DEFAULT_ENCODE_SET), &mut trace.after(start)).replace('@', "%40");
        trace.step_by_reading("W12", webspecs::AUTHORITY_6_2, span, rest, Some(&more));
        let component = if password_value.is_some() { Component::Password } else { Component::User };
        trace.found(component, span, rest);
        // 6.3. If password is present, append info to result.password.
        if let Some(value) = &mut password_value {
            let start = info.len() - rest.len() - value.origin().len();
            *value = Text::built([value, &*more].concat(), &info[start..]);
            trace.step(webspecs::AUTHORITY_6_3, span, &more, Some(value));
        // 6.4. If password is not present and user is, append info to result.username.
        // 6.5. If user is not present, set result.username to info.
        // NOTE: before an "@", the rule user always matches, because it also matches the empty string.
        } else {
            user_name = Text::built([&*user_name, &*more].concat(), info);
            trace.step(webspecs::AUTHORITY_6_4, span, &more, Some(&user_name));
        }
    }
    (user_name, password_value)
}

/// Parses a user name by the grammar rule `user`. Returns the percent-encoded name and the rest of `input`.
///
/// Spec: webspecs#user
///
/// # Examples
/// ```
/// use url_core::{Moved, NoTrace};
/// assert_eq!(url_authority::webspecs::user("a b:c", &mut NoTrace), ("a%20b".into(), ":c"));
/// ```
pub fn user<'a, T: Trace>(input: &'a str, trace: &mut T) -> (Cow<'a, str>, &'a str) {
    // 1. Consume all code points until a slash, reverse solidus, question mark, number sign, commercial at,
    // colon or the end of string is encountered.
    let (run, rest) = split_at_any(input, b"/\\?#@:");
    trace.found(Component::User, Span::whole(run), run);
    trace.step(webspecs::USER_1, Span::whole(run), run, None);
    // 2. Return the cleansed result using the default encode set.
    let value = cleanse(run, Some(&DEFAULT_ENCODE_SET), trace);
    trace.change(webspecs::USER_2, Span::whole(run), run, &value);
    (value, rest)
}

/// Parses a password by the grammar rule `password`. Returns it, percent-encoded, and the rest of `input`.
///
/// Spec: webspecs#password
///
/// # Examples
/// ```
/// use url_core::{Moved, NoTrace};
/// assert_eq!(url_authority::webspecs::password("a:b`@c", &mut NoTrace), ("a:b%60".into(), "@c"));
/// ```
pub fn password<'a, T: Trace>(input: &'a str, trace: &mut T) -> (Cow<'a, str>, &'a str) {
    // 1. Consume all code points until a slash, reverse solidus, question mark, number sign, commercial at or
    // the end of string is encountered.
    let (run, rest) = split_at_any(input, b"/\\?#@");
    trace.found(Component::Password, Span::whole(run), run);
    trace.step(webspecs::PASSWORD_1, Span::whole(run), run, None);
    // 2. Return the cleansed result using the default encode set.
    let value = cleanse(run, Some(&DEFAULT_ENCODE_SET), trace);
    trace.change(webspecs::PASSWORD_2, Span::whole(run), run, &value);
    (value, rest)
}

/// The caller of [`port`]. The two callers differ if text that is not a digit follows the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The basic URL parser, which rejects other text after the digits.
    Parser,
    /// A setter of an existing URL, which ignores other text after the digits.
    Setter,
}

/// Parses a port by the grammar rule `port`. Returns the port without leading zeros, and the rest of `input`.
/// The port may be greater than 65535.
///
/// # Errors
/// With [`Caller::Parser`], returns [`Reason::PortNotNumber`] if the port has a character other than digits.
///
/// Spec: webspecs#port
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason};
/// use url_authority::webspecs::{Caller, port};
/// assert_eq!(port("0099999/x", Caller::Parser, &mut NoTrace), Ok(("99999".into(), "/x")));
/// assert_eq!(port("8x", Caller::Setter, &mut NoTrace), Ok(("8".into(), "")));
/// assert_eq!(port("8x", Caller::Parser, &mut NoTrace).unwrap_err().reason, Reason::PortNotNumber);
/// ```
pub fn port<'a, T: Trace>(
    input: &'a str,
    caller: Caller,
    trace: &mut T,
) -> Result<(Cow<'a, str>, &'a str), Rejection> {
    // 1. Run without "/", "\", "?", "#". Cleanse with no encode set. Strip leading zeros, keeping one digit.
    let (run, rest) = split_at_any(input, AUTHORITY_END);
    let span = Span::whole(run);
    trace.found(Component::Port, span, run);
    trace.step(webspecs::PORT_1, span, run, None);
    let cleansed = cleanse(run, None, trace);
    let value = trace.rewrite(webspecs::PORT_1, span, cleansed, |port| Cow::Borrowed(strip_zeros(port)));
    // 2. Any non-digit left:
    let Some(at) = value.bytes().position(|byte| !byte.is_ascii_digit()) else { return Ok((value, rest)) };
    let first_wrong = |port: &str| port.find(|c: char| !c.is_ascii_digit()).unwrap_or(port.len());
    let wrong = Span::new(first_wrong(run), run.len());
    if caller == Caller::Parser {
        // 2. With no setter target, parse exception.
        trace.step(webspecs::PORT_2, span, &value, None);
        return Err(Rejection::new(Reason::PortNotNumber, webspecs::PORT_2, wrong));
    }
    // 2. In a setter, cut at the first non-digit and flag a conformance error.
    trace.violation(webspecs::PORT_2, "port-not-number", wrong);
    let cut = trace.rewrite(webspecs::PORT_2, span, value, |port| Cow::Borrowed(&port[..at]));
    Ok((cut, rest))
}

/// Spec: webspecs#port-1
fn strip_zeros(port: &str) -> &str {
    let stripped = port.trim_start_matches('0');
    if stripped.starts_with(|c: char| c.is_ascii_digit()) || stripped.len() == port.len() {
        stripped
    } else {
        &port[port.len() - stripped.len() - 1..]
    }
}

/// Checks that `input` is a userinfo that authors may write. `input` does not include the `@`.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: webspecs#url-writing-10..12
///
/// # Examples
/// ```
/// let is_valid = |input| url_authority::webspecs::check_userinfo(input).is_ok();
/// assert!(is_valid("a:b:c") && is_valid("") && !is_valid("a@b") && !is_valid("a:b?"));
/// ```
pub fn check_userinfo(input: &str) -> Result<(), Rejection> {
    const NOT_IN_USERNAME: ByteSet = ByteSet::of(b"/:?@");
    const NOT_IN_PASSWORD: ByteSet = ByteSet::of(b"/?@");
    // A username, optionally followed by a ":" and a password.
    let (username, password) = input.split_once(':').map_or((input, None), |(a, b)| (a, Some(b)));
    // A username: zero or more URL units, excluding "/", ":", "?", and "@".
    check_url_units(username, &NOT_IN_USERNAME, webspecs::URL_WRITING_11)?;
    // A password: zero or more URL units, excluding "/", "?", and "@".
    password.map_or(Ok(()), |password| {
        let found = check_url_units(password, &NOT_IN_PASSWORD, webspecs::URL_WRITING_12);
        found.map_err(|breach| breach.after(username.len() + 1))
    })
}

/// Checks that `input` is a port that authors may write: any number of digits, without the colon.
///
/// # Errors
/// Returns [`Reason::PortNotNumber`] with the span of the first other character.
///
/// Spec: webspecs#url-writing-16
///
/// # Examples
/// ```
/// use url_authority::webspecs::check_port;
/// assert!(check_port("").is_ok() && check_port("0099999").is_ok() && check_port("8a").is_err());
/// ```
pub fn check_port(input: &str) -> Result<(), Rejection> {
    // Zero or more ASCII digits.
    check_digits(input, webspecs::URL_WRITING_16)
}
