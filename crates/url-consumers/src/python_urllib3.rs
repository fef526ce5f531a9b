//! `parse_url` of urllib3 2.8, which the package `requests` uses. If a string begins with neither a scheme
//! nor a slash, it begins with an authority. A backslash ends an authority.

use crate::{idna_2008, prelude::*, sections::python_urllib3 as rules};

/// The characters allowed in a host name: all except brackets, colons, `%` and delimiters.
const NAME: ByteSet = ByteSet::of(b"[]%:/?#").complement();
/// The characters that urllib3 keeps in a user-info. The next two sets are for paths and queries.
const USER_INFO: ByteSet = UNRESERVED.or(&SUB_DELIMS).and(b":");
const PATH: ByteSet = USER_INFO.and(b"@/");
const QUERY: ByteSet = PATH.and(b"?");
const IDNA: idna_2008::Rules = idna_2008::rules_of!(rules);

/// Spec: python-urllib3#parse-url
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. An empty string has no components
    if input.is_empty() {
        run.step(rules::PARSE_URL_1, input, None);
        return Ok(url);
    }
    let mut rest = input;
    // An authority begins the string, unless a slash or a scheme without a dot begins it.
    let scheme = split_scheme(input).filter(|(scheme, _)| !scheme.contains('.'));
    let authority = if input.starts_with('/') || scheme.is_some() {
        // 3. The scheme, in lower case
        rest = run.take_scheme(rules::PARSE_URL_3, scheme, &mut url).unwrap_or(input);
        rest.strip_prefix("//")
    } else {
        // 2. Without a scheme or a slash in front, // is put there
        run.step(rules::PARSE_URL_2, input, Some(&format!("//{input}")));
        Some(input)
    };
    let is_http = matches!(url.scheme.as_deref(), None | Some("http" | "https"));
    // 4. The authority ends before the first \ / ? or #
    if let Some(after) = authority {
        let (authority, path_and_more) = before_first(after, ['\\', '/', '?', '#']);
        run.cut(rules::PARSE_URL_4, after, authority);
        rest = path_and_more;
        split_authority(authority, is_http, &mut url, run)?;
    }
    // 5. The fragment follows the first #
    let (before, fragment) = divide(rest, '#');
    // 6. The query follows the first ?
    let (path, query) = divide(before, '?');
    url.path = Some(self::path(path, is_http, run));
    let query = run.find(rules::PARSE_URL_6, Component::Query, query);
    url.query = query.map(|query| encode_if(is_http, query, &QUERY, run));
    let fragment = run.find(rules::PARSE_URL_5, Component::Fragment, fragment);
    url.fragment = fragment.map(|fragment| encode_if(is_http, fragment, &QUERY, run));
    Ok(url)
}

/// Divides `authority` into its components. urllib3 treats an empty component as missing.
///
/// Spec: python-urllib3#parse-url
fn split_authority<'a>(authority: &'a str, is_http: bool, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    if authority.is_empty() {
        return Ok(());
    }
    // 7. The user-info ends at the last @
    let (user_info, host_and_port) = divide_last(authority, '@');
    if let Some(user_info) = user_info {
        run.step(rules::PARSE_URL_7, user_info, None);
        // urllib3 encodes the user-info as one string: either all of its `%` are escaped, or none.
        let encoded = encode_if(is_http, user_info, &USER_INFO, run);
        if !user_info.is_empty() {
            run.take_user_info(rules::PARSE_URL_7, user_info, url);
            set_user_info(encoded, url);
        }
    }
    // 8. The rest is a name or an IPv6 address, and perhaps a port
    let (host, port) =
        run.need(split_host(host_and_port), Reason::HostForbidden, rules::PARSE_URL_8, host_and_port)?;
    run.cut(rules::PARSE_URL_8, host_and_port, host);
    // 9. The number of a port; above 65535, it is refused
    if !port.is_empty() {
        url.port = Some(Cow::Borrowed(run.port(port, [rules::PARSE_URL_9; 2])?));
    }
    url.host = Some(normalize_host(host, is_http, run)?);
    Ok(())
}

/// Spec: python-urllib3#parse-url-8
fn split_host(text: &str) -> Option<(&str, &str)> {
    let len = match text.strip_prefix('[') {
        Some(after) => {
            let (inside, _) = after.split_once(']')?;
            let (address, zone) = divide(inside, '%');
            let is_octet = |octet: &str| (1..=3).contains(&octet.len()) && is_digits(octet);
            // urllib3 checks only the number of digits, so each number may be up to 999.
            let is_ipv4 = |text: &str| text.split('.').map(is_octet).eq([true; 4]);
            let is_zone = zone
                .is_none_or(|zone| !zone.is_empty() && UNRESERVED.find_unmatched(zone, |_| false).is_none());
            (is_ipv6(address, is_ipv4) && is_zone).then_some(inside.len() + 2)?
        }
        None => NAME.find_unmatched(text, |_| false).map_or(text.len(), |span| span.start as usize),
    };
    let (host, port) = text.split_at_checked(len)?;
    let digits = if port.is_empty() { "" } else { port.strip_prefix(':')? };
    let is_port = is_digits(digits) && number(digits).len() <= 5;
    is_port.then_some((host, digits))
}

/// Spec: python-urllib3#normalize-host
fn normalize_host<'a>(host: &'a str, is_http: bool, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. A control character or space is refused
    run.refuse(is_control_or_space, host, Reason::CharacterNotAllowed, rules::NORMALIZE_HOST_1)?;
    run.found(rules::NORMALIZE_HOST_1, Component::Host, host);
    // 2. The host of another scheme than http and https is kept
    if !is_http {
        run.step(rules::NORMALIZE_HOST_2, host, None);
        return Ok(Cow::Borrowed(host));
    }
    // 3. An IPv6 address, in lower case
    if host.starts_with('[') {
        let normalized = ipv6_with_zone(host, run)?;
        return Ok(Cow::Owned(run.make(rules::NORMALIZE_HOST_3, host, normalized)));
    }
    // 4. One to four numbers with dots between them are kept
    let is_number = |text: &str| match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => is_hex(digits),
        None => !text.is_empty() && is_digits(text),
    };
    if host.split('.').take(5).filter(|part| is_number(part)).count() == host.matches('.').count() + 1 {
        run.step(rules::NORMALIZE_HOST_4, host, None);
        return Ok(Cow::Borrowed(host));
    }
    // 5. An escaped control character is refused
    refuse_escaped_controls(host, run)?;
    let joined = run.convert_labels(host, &['.'], |host, run| {
        // 6. Escapes of unreserved characters are decoded, others in upper case
        let decoded = decode_escapes(host, |octet| UNRESERVED.contains(octet).then_some(octet.into()));
        run.change(rules::NORMALIZE_HOST_6, host, &decoded);
        // 7. Each part between dots by itself
        let labels = decoded.split('.').map(|label| idna_encode(label, host, run));
        Ok(labels.collect::<Result<Vec<_>>>()?.join("."))
    })?;
    Ok(Cow::Owned(run.make(rules::NORMALIZE_HOST_7, host, joined)))
}

/// Spec: python-urllib3#normalize-host-3
fn ipv6_with_zone(host: &str, run: &mut Run<'_>) -> Result<String> {
    let Some((address, behind)) = host.split_once('%') else { return Ok(host.to_ascii_lowercase()) };
    // 3.1. A zone follows % or %25, and is written after %
    let zone = behind.strip_suffix(']').unwrap_or(behind);
    let zone = zone.strip_prefix("25").filter(|zone| !zone.is_empty()).unwrap_or(zone);
    refuse_escaped_controls(zone, run)?;
    let address = address.to_ascii_lowercase();
    let encoded = encode_invalid(Cow::Borrowed(zone), zone, &UNRESERVED, run);
    let encoded = format!("%{encoded}");
    run.step(rules::NORMALIZE_HOST_3_1, &host[address.len()..host.len() - 1], Some(&encoded));
    Ok(address + &encoded + "]")
}

/// Spec: python-urllib3#normalize-host-5
fn refuse_escaped_controls(text: &str, run: &mut Run<'_>) -> Result {
    let escapes = text.match_indices('%').filter_map(|(at, _)| text.as_bytes().get(at + 1..at + 3));
    let is_refused = escapes.filter_map(hex_octet).any(|octet| octet.is_ascii_control());
    run.require(!is_refused, Reason::HostForbidden, rules::NORMALIZE_HOST_5, text)
}

/// Spec: python-urllib3#idna-encode
fn idna_encode(label: &str, host: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. ASCII in lower case, with escapes in upper case
    if label.is_ascii() {
        let lower = upper_case_escapes(&label.to_ascii_lowercase()).into_owned();
        return Ok(run.make_at(rules::IDNA_ENCODE_1, host, label, lower));
    }
    // 2. Otherwise in lower case, and by the rules of IDNA2008
    let lower = run.make_at(rules::IDNA_ENCODE_2, host, label, to_lower_case_in(label, 14));
    idna_2008::encode(&lower, host, &IDNA, run)
}

/// Spec: python-urllib3#parse-url
fn path<'a>(text: &'a str, is_http: bool, run: &mut Run<'_>) -> Cow<'a, str> {
    run.found(rules::PARSE_URL_11, Component::Path, text);
    let mut path = Cow::Borrowed(text);
    if is_http && !text.is_empty() {
        // 10. (of http, https and no scheme) Dot-segments are removed, ...
        run.step(rules::PARSE_URL_10, text, None);
        path = remove_dot_segments(text, run);
        path = encode_invalid(path, text, &PATH, run);
    }
    // 11. A path without a slash in front gets one
    if !path.is_empty() && !path.starts_with('/') {
        path.to_mut().insert(0, '/');
        run.step(rules::PARSE_URL_11, text, Some(&path));
    }
    path
}

/// Spec: python-urllib3#remove-path-dot-segments
fn remove_dot_segments<'a>(path: &'a str, run: &mut Run<'_>) -> Cow<'a, str> {
    // 1. A segment . is dropped
    // 2. A segment .. is dropped with the one before it
    let sections = [rules::REMOVE_PATH_DOT_SEGMENTS_1, rules::REMOVE_PATH_DOT_SEGMENTS_2];
    let mut output = run.drop_dots(path.split('/'), sections, |_| Some(1));
    // 3. A slash in front stays
    if path.starts_with('/') && output.first().is_none_or(|first| !first.is_empty()) {
        run.step(rules::REMOVE_PATH_DOT_SEGMENTS_3, path, None);
        output.insert(0, "");
    }
    // 4. A slash replaces a dot-segment at the end
    if path.ends_with("/.") || path.ends_with("/..") {
        run.step(rules::REMOVE_PATH_DOT_SEGMENTS_4, path, None);
        output.push("");
    }
    let joined = output.join("/");
    if joined == path { Cow::Borrowed(path) } else { Cow::Owned(joined) }
}

/// Spec: python-urllib3#parse-url-10
fn encode_if<'a>(is_http: bool, part: &'a str, allowed: &ByteSet, run: &mut Run<'_>) -> Cow<'a, str> {
    let text = Cow::Borrowed(part);
    if is_http { encode_invalid(text, part, allowed, run) } else { text }
}

/// Spec: python-urllib3#encode-invalid-chars
fn encode_invalid<'a>(text: Cow<'a, str>, part: &str, allowed: &ByteSet, run: &mut Run<'_>) -> Cow<'a, str> {
    if text.bytes().all(|byte| allowed.contains(byte)) {
        run.step_at(rules::ENCODE_INVALID_CHARS_3, part, &text, None);
        return text;
    }
    // 1. Escapes in upper case
    let upper = run.make_at(rules::ENCODE_INVALID_CHARS_1, part, &text, upper_case_escapes(&text));
    // 2. A % stays if all of them begin escapes, and is escaped otherwise
    let is_escape = |at: usize| upper.as_bytes().get(at + 1..at + 3).and_then(hex_octet).is_some();
    let keeps_percent = upper.match_indices('%').all(|(at, _)| is_escape(at));
    let escaped = if keeps_percent { upper.clone() } else { upper.replace('%', "%25").into() };
    run.change_at(rules::ENCODE_INVALID_CHARS_2, part, &upper, &escaped);
    // 3. What is not allowed is escaped, in UTF-8
    let encoded = percent_encode(&escaped, &allowed.and(b"%").complement()).into_owned();
    run.step_at(rules::ENCODE_INVALID_CHARS_3, part, &escaped, Some(&encoded));
    if encoded == *text { text } else { Cow::Owned(encoded) }
}
