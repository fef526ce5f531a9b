//! `parse` of fast-uri, from npm.

mod mailto;
mod new_url;

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
};

use url_core::{
    ByteSet, Component, PCHAR, Reason, SUB_DELIMS, UNRESERVED, append_percent_encoded, decode_escapes,
    to_ascii_lower_case,
};

use crate::{
    Parsed,
    ipv6::compress,
    javascript::to_lower_case,
    run::{Result, Run},
    sections::npm_fast_uri as rules,
    text::{BLANKS, before_first, divide, in_brackets, is_ip_future, split_scheme, upper_case_escapes},
    uri_pattern::{Groups, of_web, set_urn},
};

const NOT_PERCENT: ByteSet = ByteSet::of(b"%").complement();
const NAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const PATH: ByteSet = PCHAR.and(b"/");
const QUERY: ByteSet = PATH.and(b"?");

/// The characters allowed after the namespace identifier of a URN.
const URN: ByteSet = UNRESERVED.without(b"~").and(b"!$'()*+,/:;=@");
/// The maximum length of the namespace identifier of a URN.
const LONGEST_NAME: usize = 32;

/// Spec: npm-fast-uri#parse
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let groups = Groups::of(input);
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    check_edges(input, &groups, run)?;
    // 4. The scheme is before a colon; what is none is refused
    if let Some(scheme) = groups.scheme {
        run.found(rules::PARSE_4, Component::Scheme, scheme);
        run.refuse_if(split_scheme(input).is_none(), Reason::CharacterNotAllowed, rules::PARSE_4, scheme)?;
        url.scheme = Some(to_ascii_lower_case(scheme));
    }
    // 5. After two slashes, user-info ends at the first @
    if let Some(user_info) = groups.user_info {
        run.take_user_info(rules::PARSE_5, user_info, &mut url);
    }
    // 6. The host: in brackets, or up to a colon
    // 7. Then a colon and digits, up to any character: the port
    // 8. Up to ? or #, the path
    // 9. Up to #, the query
    // 10. The rest is the fragment, but for what follows U+2028
    let sections = [rules::PARSE_6, rules::PARSE_7, rules::PARSE_8, rules::PARSE_9, rules::PARSE_10];
    groups.take(sections, &mut url, run);
    // 11. A percent sign that begins no escape is refused
    let host = groups.host.filter(|host| in_brackets(host).is_none());
    let parts = [groups.user_info, host, Some(groups.path), groups.query, groups.fragment];
    for part in parts.into_iter().flatten() {
        run.refuse_unmatched(&NOT_PERCENT, |_| false, part, rules::PARSE_11)?;
    }
    // 12. After an authority, a path without a slash is refused
    let is_refused = groups.host.is_some() && !groups.path.is_empty() && !groups.path.starts_with('/');
    run.refuse_if(is_refused, Reason::PathLikeAuthority, rules::PARSE_12, groups.path)?;
    if let Some(digits) = groups.port.filter(|digits| !digits.is_empty()) {
        // 13. The number of the port; above 65535 is refused
        url.port = Some(Cow::Borrowed(run.port(digits, [rules::PARSE_13; 2])?));
    }
    let scheme = url.scheme.clone();
    url.host = groups.host.map(|host| write_host(host, scheme.as_deref(), run)).transpose()?;
    write_rest(&groups, scheme.as_deref(), &mut url, run);
    match scheme.as_deref() {
        Some("urn") => urn(input, &mut url, run)?,
        Some("mailto") => mailto::mailto(input, &mut url, run)?,
        scheme => of_web(input, scheme, [rules::SCHEMES_1, rules::SCHEMES_2], &mut url, run)?,
    }
    Ok(url)
}

/// Refuses input in which another parser may find a different authority.
///
/// Spec: npm-fast-uri#parse
fn check_edges(input: &str, groups: &Groups<'_>, run: &mut Run<'_>) -> Result {
    let after_scheme = input.get(groups.scheme.map_or(0, |scheme| scheme.len() + 1)..).unwrap_or_default();
    // 1. A backslash in the authority is refused
    if let Some(authority) = after_scheme.strip_prefix("//") {
        let (authority, _) = before_first(authority, ['/', '?', '#']);
        run.cut(rules::PARSE_1, after_scheme, authority);
        run.refuse(|c| c == '\\', authority, Reason::CharacterNotAllowed, rules::PARSE_1)?;
    }
    // 2. So are two slashes with a backslash, tab or line break
    let is_of_start = |c| matches!(c, '/' | '\\') || BLANKS.contains(&c);
    let start = &after_scheme[..after_scheme.find(|c| !is_of_start(c)).unwrap_or(after_scheme.len())];
    run.step(rules::PARSE_2, start, None);
    let slashes = start.replace(BLANKS, "");
    let is_refused = slashes.len() >= 2 && !(slashes.starts_with("//") && slashes == start);
    run.refuse_if(is_refused, Reason::CharacterNotAllowed, rules::PARSE_2, after_scheme)?;
    // 3. So is a space or control character at an end
    let ends = [input.get(..1), input.len().checked_sub(1).and_then(|last| input.get(last..))];
    ends.into_iter()
        .flatten()
        .try_for_each(|end| run.refuse(|c| c <= ' ', end, Reason::CharacterNotAllowed, rules::PARSE_3))
}

/// Spec: npm-fast-uri#parse, npm-fast-uri#canonicalize-host, npm-fast-uri#encode-host
fn write_host<'t>(host: &'t str, scheme: Option<&str>, run: &mut Run<'_>) -> Result<Cow<'t, str>> {
    // 14. Brackets that hold no address are refused
    if host.contains(['[', ']']) {
        let written = in_brackets(host).and_then(|inside| literal(inside, run));
        let written = run.demand(written, Reason::HostIpLiteral, rules::PARSE_14, host)?;
        return Ok(Cow::Owned(run.make(rules::PARSE_14, host, written)));
    }
    if host.parse::<Ipv4Addr>().is_ok() {
        return Ok(Cow::Borrowed(host));
    }
    // 15. A name is in lower case
    let mut name = run.change(rules::PARSE_15, host, to_lower_case(host));
    if matches!(scheme, Some("http" | "https" | "ws" | "wss")) && !name.is_empty() {
        // 1. An ASCII character that no name holds is refused
        let is_refused = |c: char| c.is_ascii() && c != '%' && !NAME.contains(c as u8);
        run.step_at(rules::CANONICALIZE_HOST_1, host, &name, None);
        run.refuse_if(name.contains(is_refused), Reason::HostForbidden, rules::CANONICALIZE_HOST_1, host)?;
        // 2. All but letters and some signs is for the parser of Node
        if !name.chars().all(new_url::is_simple) {
            let made = new_url::host(&name, host, run)
                .ok_or_else(|| run.reject(Reason::HostForbidden, rules::CANONICALIZE_HOST_2, host))?;
            name = Cow::Owned(run.change_at(rules::CANONICALIZE_HOST_2, host, &name, made));
        }
    }
    // 1. Escapes of unreserved characters are decoded
    let decoded = decode_escapes(&name, |octet| UNRESERVED.contains(octet).then_some(octet.into()));
    let decoded = to_lower_case(&run.change_at(rules::ENCODE_HOST_1, host, &name, decoded)).into_owned();
    // 2. Others become escapes; with mailto, of ASCII only
    let is_other = |c: char| scheme == Some("mailto") && !c.is_ascii();
    let escaped = run.change_at(rules::ENCODE_HOST_2, host, &decoded, escape(&decoded, &NAME, is_other));
    Ok(if escaped == host { Cow::Borrowed(host) } else { Cow::Owned(escaped) })
}

/// Returns the normal form of the IP literal with the text `inside` brackets; `None` if it is invalid.
///
/// Spec: npm-fast-uri#ipv6
fn literal(inside: &str, run: &mut Run<'_>) -> Option<String> {
    // 1. After a v, an address of the future, in lower case
    if let Some(future) = inside.strip_prefix(['v', 'V']).filter(|future| future.contains('.')) {
        let is_future = is_ip_future(future, &UNRESERVED.or(&SUB_DELIMS).and(b":"));
        let written = is_future.then(|| format!("[{}]", inside.to_ascii_lowercase()))?;
        return Some(run.make(rules::IPV6_1, inside, written));
    }
    // 2. The zone follows % or %25, and stays
    let (address, zone) = divide(inside, '%');
    let zone = zone.map(|zone| zone.strip_prefix("25").unwrap_or(zone));
    if let Some(zone) = zone {
        run.step(rules::IPV6_2, zone, None);
        if zone.is_empty() || UNRESERVED.find_unmatched(zone, |_| false).is_some() {
            return None;
        }
    }
    // 3. Pieces, without zeros in front
    let segments = address.parse::<Ipv6Addr>().ok()?.segments().map(|segment| format!("{segment:x}"));
    let mut fields: Vec<&str> = segments.iter().map(String::as_str).collect();
    if let Some((_, ipv4)) = address.rsplit_once(':').filter(|(_, last)| last.contains('.')) {
        fields.truncate(6);
        fields.push(ipv4);
    }
    // 4. The longest run of zeros becomes ::
    run.step(rules::IPV6_3, address, None);
    let written = run.make(rules::IPV6_4, address, compress(&fields));
    Some(zone.map_or_else(|| written.clone(), |zone| format!("{written}%{zone}")))
}

/// Normalizes the escapes of the path, query and fragment.
///
/// Spec: npm-fast-uri#encoding
fn write_rest<'a>(groups: &Groups<'a>, scheme: Option<&str>, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    if matches!(scheme, Some("urn" | "mailto")) {
        // 3. With urn and mailto, nothing changes
        run.step(rules::ENCODING_3, groups.path, None);
        return;
    }
    // 1. Escapes of unreserved characters are decoded
    // 1.1. In a path, not that of a dot
    // 2. Others become escapes
    let mut write = |part: &'a str, decoded: &ByteSet, allowed| {
        let text = decode_escapes(part, |octet| decoded.contains(octet).then_some(octet.into()));
        let mut text = run.change(rules::ENCODING_1, part, text);
        if !decoded.contains(b'.') && text.contains("%2e") {
            text = Cow::Owned(run.change_at(rules::ENCODING_1_1, part, &text, text.replace("%2e", "%2E")));
        }
        let escaped = run.change_at(rules::ENCODING_2, part, &text, escape(&text, allowed, |_| false));
        if escaped == part { Cow::Borrowed(part) } else { Cow::Owned(escaped) }
    };
    url.path = Some(write(groups.path, &UNRESERVED.without(b"."), &PATH));
    url.query = groups.query.map(|query| write(query, &UNRESERVED, &QUERY));
    url.fragment = groups.fragment.map(|fragment| write(fragment, &UNRESERVED, &QUERY));
}

/// Escapes every character of `text` except `allowed`, those that `is_other` accepts, and escapes. Each `%`
/// of `text` must begin an escape.
///
/// Spec: npm-fast-uri#encoding-2, npm-fast-uri#encode-host-2
fn escape(text: &str, allowed: &ByteSet, is_other: impl Fn(char) -> bool) -> String {
    let not_allowed = allowed.and(b"%").complement();
    let mut escaped = String::with_capacity(text.len());
    for piece in upper_case_escapes(text).split_inclusive(&is_other) {
        let others = piece.trim_end_matches(&is_other);
        append_percent_encoded(others, &not_allowed, &mut escaped);
        escaped.push_str(&piece[others.len()..]);
    }
    escaped
}

/// Spec: npm-fast-uri#schemes
fn urn(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    // 3. urn: a name, a colon and more, or it is refused
    let path = url.path.take().unwrap_or_default();
    run.step_at(rules::SCHEMES_3, input, &path, None);
    // Without regard to case, the regular expression also matches two characters whose case folding is ASCII.
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '\u{17F}' | '\u{212A}');
    let is_name = |name: &str| {
        name.starts_with(is_letter)
            && name.chars().all(|c| c == '-' || is_letter(c))
            && name.chars().nth(LONGEST_NAME).is_none()
    };
    let parts = path.split_once(':').filter(|(name, more)| {
        is_name(name) && !more.is_empty() && URN.find_unmatched(more, is_letter).is_none()
    });
    let (name, more) = run.demand(parts, Reason::CharacterNotAllowed, rules::SCHEMES_3, input)?;
    let name = to_lower_case(name);
    // 4. urn:uuid: 32 digits and hyphens, or it is refused
    set_urn(input, [&name, more], rules::SCHEMES_4, url, run)
}
