//! Authorities in the URL Standard: their parts, and the encoding of usernames and passwords.
//!
//! Helpers, not in a spec: `append`.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, Component, NoTrace, Output, Reason, Rejection, Report, Span, Trace, append_percent_encoded,
    in_bounds, percent_encode,
    sections::whatwg,
    whatwg::{Edition, SchemeKind, USERINFO_PERCENT_ENCODE_SET, check_opaque_host},
};

use crate::{Authority, AuthorityError, check_digits};

/// Splits `authority`, the text between `//` and the next `/`, `?` or `#`, into its parts, without checking
/// them. The last `@` ends the user information, and the first colon outside brackets starts the port.
///
/// Spec: whatwg#authority-state, whatwg#host-state-2, whatwg#host-state-4
///
/// # Examples
/// ```
/// let found = url_authority::split_authority("u:p@q@[::1]:80");
/// assert_eq!((found.username, found.password), ("u", Some("p@q")));
/// assert_eq!((found.host, found.port), ("[::1]", Some("80")));
/// ```
pub fn split_authority(authority: &str) -> Authority<'_> {
    let (user_info, rest) = authority.rsplit_once('@').unwrap_or(("", authority));
    // authority-state 1.4.1. The first colon starts the password.
    let (username, password) = split_at_colon(user_info, user_info.find(':'));
    // host-state 2. Otherwise, if c is ":" and inside brackets is false:
    let mut inside_brackets = false;
    let colon = rest.bytes().position(|byte| {
        // host-state 4.1. "[": set insideBrackets to true.
        // host-state 4.2. "]": set insideBrackets to false.
        inside_brackets = byte == b'[' || inside_brackets && byte != b']';
        byte == b':' && !inside_brackets
    });
    let (host, port) = split_at_colon(rest, colon);
    Authority { username, password, host, port }
}

/// Spec: whatwg#authority-state-1.4.1, whatwg#host-state-2
fn split_at_colon(text: &str, colon: Option<usize>) -> (&str, Option<&str>) {
    let parts = colon.and_then(|at| Some((text.get(..at)?, text.get(at + 1..)?)));
    parts.map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Parses `authority`, the text between `//` and the next `/`, `?` or `#` of a URL whose scheme is not
/// special, such as `redis`. The parts are slices of `authority`: a parser also percent-encodes them.
///
/// # Errors
/// Returns the reason, with the span in `authority`: [`Reason::CharacterNotAllowed`] for `/`, `?` or `#` in
/// the user information, [`Reason::TabOrNewline`], [`Reason::HostEmpty`] if there is an `@` or a colon but no
/// host, [`Reason::HostForbidden`], [`Reason::Ipv6Unclosed`] or [`Reason::HostIpLiteral`] for text in
/// brackets that is not an IPv6 address, [`Reason::PortNotNumber`], or [`Reason::PortOutOfRange`].
///
/// Spec: whatwg#authority-state, whatwg#host-state
///
/// # Examples
/// ```
/// use url_core::{Reason, Span};
/// use url_authority::parse_authority;
/// let found = parse_authority("u:p@[::1]:6379").unwrap();
/// assert_eq!((found.host, found.port), ("[::1]", Some(6379)));
/// let error = parse_authority("u:pa/ss@h").unwrap_err();
/// assert_eq!((error.reason(), error.span()), (Reason::CharacterNotAllowed, Span::new(4, 5)));
/// let error = parse_authority("u@h:70000").unwrap_err();
/// assert_eq!((error.reason(), error.span()), (Reason::PortOutOfRange, Span::new(4, 9)));
/// ```
pub fn parse_authority(authority: &str) -> Result<Authority<'_, u16>, AuthorityError> {
    const NOT_IN_USER_INFO: ByteSet = ByteSet::of(b"\t\n\r/?#");
    let Authority { username, password, host, port } = split_authority(authority);
    let port_start = authority.len() - port.map_or(0, str::len);
    let host_start = port_start - usize::from(port.is_some()) - host.len();
    // authority-state 2. Otherwise, at the end of the authority:
    if let Some(at) = NOT_IN_USER_INFO.find_in(in_bounds(authority.as_bytes().get(..host_start))) {
        let is_end = matches!(authority.as_bytes()[at], b'/' | b'?' | b'#');
        let reason = if is_end { Reason::CharacterNotAllowed } else { Reason::TabOrNewline };
        return Err(Rejection::new(reason, whatwg::AUTHORITY_STATE_2, Span::new(at, at + 1)).into());
    }
    if host.is_empty() && !authority.is_empty() {
        // authority-state 2.1. At sign seen and an empty buffer: host-missing, failure.
        // host-state 2.1. If buffer is the empty string: host-missing, failure.
        let section = if port.is_some() { whatwg::HOST_STATE_2_1 } else { whatwg::AUTHORITY_STATE_2_1 };
        return Err(Rejection::new(Reason::HostEmpty, section, Span::new(host_start, host_start)).into());
    }
    check_opaque_host(host).map_err(|rejection| rejection.after(host_start))?;
    let port =
        parse_port(port.unwrap_or_default()).map_err(|error| Rejection::from(error).after(port_start))?;
    Ok(Authority { username, password, host, port })
}

/// Returns the number of bytes of `input` before the first `@`, or before the end of the authority if there
/// is no `@`. The authority ends at `/`, `?` or `#`, and at `\` if the scheme is special.
///
/// Spec: whatwg#authority-state-1, whatwg#authority-state-2
///
/// # Examples
/// ```
/// use url_authority::whatwg::scan_authority;
/// use url_core::whatwg::SchemeKind;
/// assert_eq!(scan_authority("a@b/", SchemeKind::Special), 1);
/// assert_eq!(scan_authority(r"a\b@", SchemeKind::NotSpecial), 3);
/// ```
#[inline]
pub fn scan_authority(input: &str, kind: SchemeKind) -> usize {
    const END: ByteSet = ByteSet::of(b"@/?#");
    const SPECIAL_END: ByteSet = END.and(b"\\");
    let end = if kind.is_special() { &SPECIAL_END } else { &END };
    end.find_in(input.as_bytes()).unwrap_or(input.len())
}

/// Percent-encodes `buffer` with the set of `edition`. Appends the text before the first colon to `username`,
/// and the text after it to `password`, and sets `password_token_seen` if there is a colon. If this flag is
/// already true, an earlier `buffer` contained the colon; then appends all of `buffer` to `password`.
///
/// Spec: whatwg#authority-state
///
/// # Examples
/// ```
/// use url_authority::whatwg::append_credentials;
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// let (mut username, mut password, mut seen) = ("".into(), "".into(), false);
/// append_credentials("a b:c:d", &mut username, &mut password, &mut seen, Newest, &mut NoTrace);
/// assert_eq!((&*username, &*password, seen), ("a%20b", "c%3Ad", true));
/// ```
pub fn append_credentials<'a, T: Trace>(
    buffer: &'a str,
    username: &mut Cow<'a, str>,
    password: &mut Cow<'a, str>,
    password_token_seen: &mut bool,
    edition: Edition,
    trace: &mut T,
) {
    let mut start = 0;
    if !*password_token_seen {
        let before = buffer.split(':').next().unwrap_or_default();
        trace.found(Component::User, Span::whole(before), before);
        let encoded_code_points = encoded(before, edition, trace);
        // 1.4.4. Otherwise append to the username.
        if !before.is_empty() {
            let made = Some(&*encoded_code_points);
            trace.step(whatwg::AUTHORITY_STATE_1_4_4, Span::whole(before), &encoded_code_points, made);
        }
        append(username, encoded_code_points);
        if before.len() == buffer.len() {
            return;
        }
        // 1.4.1. The first colon starts the password.
        start = before.len() + 1;
        trace.visited(whatwg::AUTHORITY_STATE_1_4_1, Span::new(before.len(), start));
        *password_token_seen = true;
    }
    let code_points = in_bounds(buffer.get(start..));
    let trace = &mut trace.after(start);
    trace.found(Component::Password, Span::whole(code_points), code_points);
    let encoded_code_points = encoded(code_points, edition, trace);
    // 1.4.3. After the password token, append to the password.
    if !code_points.is_empty() {
        let made = Some(&*encoded_code_points);
        trace.step(whatwg::AUTHORITY_STATE_1_4_3, Span::whole(code_points), &encoded_code_points, made);
    }
    append(password, encoded_code_points);
}

/// Spec: whatwg#authority-state
fn encoded<'a, T: Trace>(code_points: &'a str, edition: Edition, trace: &mut T) -> Cow<'a, str> {
    // 1.4.2. UTF-8 percent-encode using the userinfo percent-encode set.
    let encoded_code_points = percent_encode_credential(code_points, edition);
    if !code_points.is_empty() {
        let span = Span::whole(code_points);
        trace.change(whatwg::AUTHORITY_STATE_1_4_2, span, code_points, &encoded_code_points);
    }
    encoded_code_points
}

fn append<'a>(to: &mut Cow<'a, str>, text: Cow<'a, str>) {
    if to.is_empty() {
        *to = text;
    } else {
        to.to_mut().push_str(&text);
    }
}

/// Percent-encodes `value` as a username or a password, with the percent-encode set of `edition`.
///
/// Spec: whatwg#set-the-username, whatwg#set-the-password
///
/// # Examples
/// ```
/// use url_core::whatwg::Edition::Newest;
/// assert_eq!(url_authority::whatwg::percent_encode_credential("a@b", Newest), "a%40b");
/// ```
#[inline]
pub fn percent_encode_credential(value: &str, edition: Edition) -> Cow<'_, str> {
    percent_encode(value, edition.percent_encode_set(&USERINFO_PERCENT_ENCODE_SET))
}

/// Percent-encodes `value` as a username or a password, and appends the result to `out`.
///
/// Spec: whatwg#authority-state-1.4.2
///
/// # Examples
/// ```
/// let mut href = String::from("http://");
/// url_authority::whatwg::write_credential("a@b", &mut href);
/// assert_eq!(href, "http://a%40b");
/// ```
#[inline]
pub fn write_credential<O: Output>(value: &str, out: &mut O) {
    append_percent_encoded(value, &USERINFO_PERCENT_ENCODE_SET, out);
}

/// Returns the number of ASCII digits at the start of `input`.
///
/// Spec: whatwg#port-state-1
///
/// # Examples
/// ```
/// assert_eq!(url_authority::whatwg::scan_port("80/"), 2);
/// ```
#[inline]
pub fn scan_port(input: &str) -> usize {
    input.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(input.len())
}

/// Parses a port, without the colon. Returns `None` for the empty port.
///
/// # Errors
/// Returns [`Reason::PortNotNumber`] with the span of the first character that is not an ASCII digit, or
/// [`Reason::PortOutOfRange`] if the number is greater than 65535.
///
/// Spec: whatwg#port-state
///
/// # Examples
/// ```
/// use url_authority::parse_port;
/// assert_eq!([parse_port("0080"), parse_port("")], [Ok(Some(80)), Ok(None)]);
/// assert_eq!(parse_port("+80").unwrap_err().span(), url_core::Span::new(0, 1));
/// ```
pub fn parse_port(text: &str) -> Result<Option<u16>, AuthorityError> {
    // port-state 3. Otherwise, port-invalid, failure.
    check_digits(text, whatwg::PORT_STATE_3)?;
    // port-state 2.1. If buffer is not the empty string:
    if text.is_empty() {
        return Ok(None);
    }
    Ok(Some(parse_port_traced(text, &mut NoTrace)?.1))
}

/// Parses the port `buffer`, one or more ASCII digits. Returns its shortest decimal form, and the number.
///
/// # Errors
/// Returns [`Reason::PortOutOfRange`] if the number is greater than 65535.
///
/// Spec: whatwg#port-state
///
/// # Examples
/// ```
/// let parse = |text| url_authority::whatwg::parse_port_traced(text, &mut url_core::NoTrace);
/// assert_eq!(parse("0080"), Ok(("80", 80)));
/// assert!(parse("65536").is_err());
/// ```
pub fn parse_port_traced<'a, T: Trace>(buffer: &'a str, trace: &mut T) -> Result<(&'a str, u16), Rejection> {
    // 2.1.1. Let port be the integer that buffer represents.
    trace.visited(whatwg::PORT_STATE_2_1_1, Span::whole(buffer));
    let shortest = match buffer.trim_start_matches('0') {
        "" => &buffer[buffer.len().saturating_sub(1)..],
        shortest => shortest,
    };
    // 2.1.2. Not a 16-bit unsigned integer: port-out-of-range.
    let Ok(port) = shortest.parse() else {
        let span = Span::whole(buffer);
        trace.violation(whatwg::PORT_STATE_2_1_2, "port-out-of-range", span);
        return Err(Rejection::new(Reason::PortOutOfRange, whatwg::PORT_STATE_2_1_2, span));
    };
    Ok((shortest, port))
}

/// Checks that `input` is a URL-port string: the empty string, or ASCII digits for a number up to 65535.
///
/// # Errors
/// Returns [`Reason::PortNotNumber`] or [`Reason::PortOutOfRange`].
///
/// Spec: whatwg#url-port-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_authority::whatwg::check_url_port_string(input).is_ok();
/// assert!(is_valid("") && is_valid("0080") && !is_valid("8a") && !is_valid("65536"));
/// ```
pub fn check_url_port_string(input: &str) -> Result<(), Rejection> {
    // The empty string.
    if input.is_empty() {
        return Ok(());
    }
    // One or more ASCII digits:
    check_digits(input, whatwg::URL_PORT_STRING)?;
    // a decimal number that is a 16-bit unsigned integer.
    let out_of_range = Rejection::new(Reason::PortOutOfRange, whatwg::URL_PORT_STRING, Span::whole(input));
    parse_port_traced(input, &mut NoTrace).map(drop).map_err(|_| out_of_range)
}
