//! The serializer of URLs in the URL Standard. Implements whatwg "URL serializing".

use alloc::string::String;

use url_core::{
    ByteSet, Component, Components, NoTrace, Parsed, Reason, Report, Section, Span, Trace, decode_escapes,
    in_bounds,
    sections::whatwg,
    to_ascii_lower_case,
    whatwg::{
        C0_CONTROL_PERCENT_ENCODE_SET, Edition, FRAGMENT_PERCENT_ENCODE_SET, PATH_PERCENT_ENCODE_SET,
        QUERY_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET, SchemeKind, USERINFO_PERCENT_ENCODE_SET,
        check_opaque_host, check_scheme, default_port, find_special_scheme, scheme_kind,
    },
};

use crate::{Parts, Result, SerializeError, Writer, of, refuse, serialized_len};

/// Writes a URL that the parser of the Standard splits into the same parts, and does not change. The scheme
/// is written in lower case, the default port of the scheme is left out, and `/` is added to an empty path
/// of a special URL. The host is written as it is: `url-host` has its canonical form.
///
/// # Errors
/// Returns the part that the parser would reject, change or split, with the span of the character in this
/// part: a character that is not allowed or must be percent-encoded, a segment `.` or `..`, a path after a
/// host that does not start with `/` ([`Reason::NotParsedBack`]), a missing host ([`Reason::HostEmpty`]; a
/// `file:` URL has at least the empty host), and credentials or a port without a host.
///
/// Spec: whatwg#concept-url-serializer, whatwg#concept-basic-url-parser
///
/// # Examples
/// ```
/// use url_serialize::{Parts, serialize};
/// let (host, port) = (Some("[::1]"), Some(8443));
/// let parts = Parts { scheme: "https", host, port, path: "/a", query: Some("b=c"), ..Parts::default() };
/// assert_eq!(serialize(&parts).as_deref(), Ok("https://[::1]:8443/a?b=c"));
/// assert!(serialize(&Parts { path: "/a?b", ..parts }).is_err());
/// assert!(serialize(&Parts { scheme: "ht tp", ..parts }).is_err());
/// ```
pub fn serialize(parts: &Parts<'_>) -> Result<String, SerializeError> {
    let Parts { scheme, host, path, .. } = *parts;
    check_scheme(scheme, whatwg::URL_SCHEME_STRING).map_err(of(Component::Scheme))?;
    let kind = find_special_scheme(scheme).map_or(SchemeKind::NotSpecial, scheme_kind);
    let (userinfo, password) = (&USERINFO_PERCENT_ENCODE_SET, parts.password.unwrap_or_default());
    check(parts.username, userinfo, Component::User, whatwg::CONCEPT_URL_SERIALIZER_2_2_1)?;
    check(password, userinfo, Component::Password, whatwg::CONCEPT_URL_SERIALIZER_2_2_2)?;
    check_host(host, kind)?;
    if parts.has_credentials_or_port() && (host.is_none_or(str::is_empty) || kind == SchemeKind::File) {
        let (reason, section) = (Reason::NoCredentialsOrPort, whatwg::CANNOT_HAVE_A_USERNAME_PASSWORD_PORT);
        return refuse(Component::Host, reason, section, Span::default());
    }
    check_path(path, host.is_some(), kind)?;
    let (query, fragment) = (parts.query.unwrap_or_default(), parts.fragment.unwrap_or_default());
    let of_query =
        if kind.is_special() { &SPECIAL_QUERY_PERCENT_ENCODE_SET } else { &QUERY_PERCENT_ENCODE_SET };
    check(query, of_query, Component::Query, whatwg::CONCEPT_URL_SERIALIZER_5)?;
    let of_fragment = &FRAGMENT_PERCENT_ENCODE_SET;
    check(fragment, of_fragment, Component::Fragment, whatwg::CONCEPT_URL_SERIALIZER_6)?;
    let mut url = Parts { port: parts.port.filter(|port| default_port(scheme) != Some(*port)), ..*parts };
    if path.is_empty() && kind.is_special() {
        url.path = "/";
    }
    let mut url = url.to_parsed();
    url.scheme = Some(to_ascii_lower_case(scheme).into());
    let mut output = String::new();
    serialize_traced(&url, Edition::Newest, &mut output, &mut NoTrace).map_err(of(Component::Path))?;
    Ok(output)
}

const NOT_IN_DOMAIN: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET.and(b"%");
const NOT_IN_SPECIAL_PATH: ByteSet = PATH_PERCENT_ENCODE_SET.and(b"\\");
const NOT_IN_OPAQUE_PATH: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET.and(b"?#");

/// Checks that `text` has no byte of `others`, which the parser would encode or take for a delimiter.
///
/// Spec: whatwg#percent-encode-set
fn check(text: &str, others: &ByteSet, component: Component, section: Section) -> Result<(), SerializeError> {
    let Some(at) = others.find_in(text.as_bytes()) else { return Ok(()) };
    let len = in_bounds(text.get(at..)).chars().next().map_or(0, char::len_utf8);
    let is_domain = section == whatwg::CONCEPT_URL_SERIALIZER_2_3;
    let reason = if is_domain { Reason::HostForbidden } else { Reason::CharacterNotAllowed };
    refuse(component, reason, section, Span::new(at, at + len))
}

/// Spec: whatwg#concept-host-parser, whatwg#host-state-3.1
fn check_host(host: Option<&str>, kind: SchemeKind) -> Result<(), SerializeError> {
    let is_missing = host.is_none() || host == Some("") && kind != SchemeKind::File;
    if kind.is_special() && is_missing {
        return refuse(Component::Host, Reason::HostEmpty, whatwg::HOST_STATE_3_1, Span::default());
    }
    let host = host.unwrap_or_default();
    check_opaque_host(host).map_err(of(Component::Host))?;
    let (others, section) = if kind.is_special() {
        (&NOT_IN_DOMAIN, whatwg::CONCEPT_URL_SERIALIZER_2_3)
    } else {
        (&C0_CONTROL_PERCENT_ENCODE_SET, whatwg::CONCEPT_OPAQUE_HOST_PARSER_4)
    };
    check(host, others, Component::Host, section)
}

/// Spec: whatwg#path-start-state, whatwg#path-state, whatwg#cannot-be-a-base-url-path-state
fn check_path(path: &str, has_host: bool, kind: SchemeKind) -> Result<(), SerializeError> {
    if !has_host && !path.starts_with('/') {
        check(path, &NOT_IN_OPAQUE_PATH, Component::Path, whatwg::CONCEPT_URL_SERIALIZER_4)?;
        // The parser trims or encodes a space at the end.
        let Some(kept) = path.strip_suffix(' ') else { return Ok(()) };
        let (section, span) = (whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3, Span::new(kept.len(), path.len()));
        return refuse(Component::Path, Reason::CharacterNotAllowed, section, span);
    }
    if let Some(first) = path.chars().next().filter(|first| *first != '/') {
        let span = Span::new(0, first.len_utf8());
        return refuse(Component::Path, Reason::NotParsedBack, whatwg::URL_PATH_SERIALIZER_3, span);
    }
    let others = if kind.is_special() { &NOT_IN_SPECIAL_PATH } else { &PATH_PERCENT_ENCODE_SET };
    check(path, others, Component::Path, whatwg::CONCEPT_URL_SERIALIZER_4)?;
    if kind == SchemeKind::File
        && let [b'/', letter, b'|'] | [b'/', letter, b'|', b'/', ..] = path.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        let (section, span) = (whatwg::PATH_STATE_1_4_1, Span::new(2, 3));
        return refuse(Component::Path, Reason::CharacterNotAllowed, section, span);
    }
    let mut start = 0;
    for segment in path.split('/') {
        if matches!(&*decode_escapes(segment, |octet| (octet == b'.').then_some('.')), "." | "..") {
            let span = Span::new(start, start + segment.len());
            return refuse(Component::Path, Reason::DotSegment, whatwg::PATH_STATE_1, span);
        }
        start += segment.len() + 1;
    }
    Ok(())
}

/// Serializes `url` into `out`, replacing its contents, and returns the span of each component. `url.path`
/// must be an opaque path, or have `/` before each segment. An empty user name or password is not written.
///
/// # Errors
/// Returns [`url_core::Reason::TooLong`] if the result would have more than [`Span::LIMIT`] bytes.
///
/// Spec: whatwg#concept-url-serializer
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed, whatwg::Edition};
/// let url = Parsed { scheme: Some("web+demo".into()), path: Some("//x/".into()), ..Parsed::default() };
/// let mut href = String::new();
/// url_serialize::whatwg::serialize_traced(&url, Edition::Newest, &mut href, &mut NoTrace).unwrap();
/// assert_eq!(href, "web+demo:/.//x/");
/// ```
pub fn serialize_traced<T: Trace>(
    url: &Parsed<'_>,
    edition: Edition,
    out: &mut String,
    trace: &mut T,
) -> Result<Components> {
    let path = url.path.as_deref().unwrap_or_default();
    // 1. Let output be the scheme and ":".
    let mut output =
        Writer::new(out, serialized_len(url, whatwg::CONCEPT_URL_SERIALIZER_7)? + "/.".len(), trace);
    output.append_scheme(whatwg::CONCEPT_URL_SERIALIZER_1, url.scheme.as_deref());
    // 2. If url's host is non-null:
    let host = url.host.as_deref().unwrap_or_default();
    output.decide(whatwg::CONCEPT_URL_SERIALIZER_2, host, url.host.is_some());
    if let Some(host) = &url.host {
        // 2.1. Append "//" to output.
        output.put(whatwg::CONCEPT_URL_SERIALIZER_2_1, "//");
        let username = url.user.as_deref().filter(|username| !username.is_empty());
        let password = url.password.as_deref().filter(|password| !password.is_empty());
        // 2.2. If url includes credentials, then:
        if username.is_some() || password.is_some() {
            // 2.2.1. Append the username.
            output.append_some(whatwg::CONCEPT_URL_SERIALIZER_2_2_1, Component::User, username);
            // 2.2.2. Append ":" and a password that is not empty.
            let section = whatwg::CONCEPT_URL_SERIALIZER_2_2_2;
            match password {
                None if url.password.is_some() => output.omit(section, Component::Password),
                password => output.append_after(':', section, Component::Password, password),
            }
            // 2.2.3. Append "@".
            output.put(whatwg::CONCEPT_URL_SERIALIZER_2_2_3, "@");
        } else if url.user.is_some() {
            output.omit(whatwg::CONCEPT_URL_SERIALIZER_2_2, Component::User);
        } else {
            output.decide(whatwg::CONCEPT_URL_SERIALIZER_2_2, "", false);
        }
        // 2.3. Append the host, serialized.
        output.append(whatwg::CONCEPT_URL_SERIALIZER_2_3, Component::Host, host);
        // 2.4. Append ":" and a port that is non-null.
        output.append_after(':', whatwg::CONCEPT_URL_SERIALIZER_2_4, Component::Port, url.port.as_deref());
    }
    // 3. No host, and an empty first of many segments: append "/.".
    if url.host.is_none() && path.starts_with("//") && edition.writes_slash_dot() {
        let start = output.text.len();
        output.text.push_str("/.");
        output.report(whatwg::CONCEPT_URL_SERIALIZER_3, start, path);
    } else {
        output.decide(whatwg::CONCEPT_URL_SERIALIZER_3, path, false);
    }
    // 4. Append the result of URL path serializing.
    serialize_path(url, path, &mut output);
    output.append(whatwg::CONCEPT_URL_SERIALIZER_4, Component::Path, path);
    // 5. Append "?" and a query that is non-null.
    output.append_after('?', whatwg::CONCEPT_URL_SERIALIZER_5, Component::Query, url.query.as_deref());
    // 6. Append "#" and a fragment that is non-null, if it is not excluded.
    output.append_after('#', whatwg::CONCEPT_URL_SERIALIZER_6, Component::Fragment, url.fragment.as_deref());
    // 7. Return output.
    Ok(output.returned(whatwg::CONCEPT_URL_SERIALIZER_7))
}

/// Spec: whatwg#url-path-serializer
fn serialize_path<T: Trace>(url: &Parsed<'_>, path: &str, output: &mut Writer<'_, T>) {
    // FAST: `path` is already the result of these steps, so they only report to a trace.
    if !T::ENABLED {
        return;
    }
    let start = output.text.len();
    let on = &mut output.trace.of_output();
    // 1. If url has an opaque path, then return url's path.
    let is_opaque = !url.hierarchical && !path.starts_with('/');
    let whole = Span::new(start, start + path.len());
    if on.decide(whatwg::URL_PATH_SERIALIZER_1, whole, path, is_opaque) {
        return;
    }
    // 2. Let output be the empty string.
    on.visited(whatwg::URL_PATH_SERIALIZER_2, Span::new(start, start));
    // 3. For each segment of url's path: append U+002F (/) followed by segment to output.
    let mut end = start;
    for segment in path.split('/').skip(1) {
        let (from, to) = (end, end + 1 + segment.len());
        let appended = Some(&path[from - start..to - start]);
        on.step(whatwg::URL_PATH_SERIALIZER_3, Span::new(from, to), segment, appended);
        end = to;
    }
    // 4. Return output.
    on.visited(whatwg::URL_PATH_SERIALIZER_4, whole);
}
