//! `Parse` of Go's package `net/url`, and the methods `Hostname` and `Port` of its result.
//!
//! Outside the specs: `is_optional_port`.

use std::{borrow::Cow, net::Ipv6Addr};

use url_core::{ByteSet, Component, Reason, SUB_DELIMS, UNRESERVED, hex_octet, in_bounds};

use crate::{
    Parsed,
    run::{Result, Run},
    sections::go_net_url as rules,
    text::{
        before_first, cut, decode_characters, divide, divide_last, in_brackets, is_digits, slice,
        split_scheme,
    },
};

/// The characters that Go writes unescaped in a host.
pub(crate) const HOST: ByteSet = UNRESERVED.or(&SUB_DELIMS).and(b":[]<>\"");

/// The part of a URL to be decoded, which determines the escapes that are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    UserInfo,
    Host,
    Zone,
    PathOrFragment,
}

/// Spec: go-net-url#parse
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. The fragment follows the first #
    let (text, fragment) = divide(input, '#');
    let fragment = fragment.inspect(|fragment| run.cut(rules::PARSE_1, input, fragment));
    let fragment = fragment.unwrap_or_else(|| input.split_at(input.len()).1);
    // 2. Parse what is before it
    run.step(rules::PARSE_2, text, None);
    let mut url = before_fragment(text, run)?;
    // 3. An empty fragment is none
    if fragment.is_empty() {
        run.step(rules::PARSE_3, fragment, None);
    } else {
        // 4. Decode the fragment
        run.found(rules::PARSE_4, Component::Fragment, fragment);
        url.fragment = Some(unescape(fragment, Part::PathOrFragment, run)?);
    }
    Ok(url)
}

/// Spec: go-net-url#before-fragment
fn before_fragment<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. An ASCII control character is refused
    run.refuse(|c| c.is_ascii_control(), text, Reason::CharacterNotAllowed, rules::BEFORE_FRAGMENT_1)?;
    // 2. * alone is a path
    if text == "*" {
        run.take(rules::BEFORE_FRAGMENT_2, Component::Path, text, &mut url);
        return Ok(url);
    }
    // 3. The scheme, in lower case
    let scheme = get_scheme(text, run)?;
    let mut rest = run.take_scheme(rules::BEFORE_FRAGMENT_3, scheme, &mut url).unwrap_or(text);
    // 4. The query
    if let Some((before, query)) = rest.split_once('?') {
        // 4.1. The only ? is at the end: an empty query
        // 4.2. Otherwise it follows the first ?
        let section = if query.is_empty() { rules::BEFORE_FRAGMENT_4_1 } else { rules::BEFORE_FRAGMENT_4_2 };
        run.take(section, Component::Query, query, &mut url);
        rest = before;
    }
    // 5. What follows the scheme does not begin with a slash
    if !rest.starts_with('/') {
        run.step(rules::BEFORE_FRAGMENT_5, rest, None);
        // 5.1. After a scheme it is opaque, and nothing else follows
        if scheme.is_some() {
            run.take(rules::BEFORE_FRAGMENT_5_1, Component::Path, rest, &mut url);
            url.hierarchical = false;
            return Ok(url);
        }
        // 5.2. Without one, a colon in the first segment is refused
        let (segment, _) = divide(rest, '/');
        let has_colon = segment.contains(':');
        run.refuse_if(has_colon, Reason::ColonInFirstSegment, rules::BEFORE_FRAGMENT_5_2, segment)?;
    }
    if scheme.is_none() && rest.starts_with("///") {
        // 6.1. Three slashes without a scheme begin no authority
        run.step(rules::BEFORE_FRAGMENT_6_1, rest, None);
    } else if let Some(after_slashes) = rest.strip_prefix("//") {
        // 6. Two slashes begin an authority, up to the next slash
        let (authority, path) = before_first(after_slashes, ['/']);
        run.cut(rules::BEFORE_FRAGMENT_6, after_slashes, authority);
        parse_authority(authority, &mut url, run)?;
        rest = path;
    }
    // 7. The rest is the path
    run.found(rules::BEFORE_FRAGMENT_7, Component::Path, rest);
    url.path = Some(set_path(rest, run)?);
    Ok(url)
}

/// Splits `text` into its scheme and the text after the colon.
///
/// Spec: go-net-url#get-scheme
fn get_scheme<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Option<(&'a str, &'a str)>> {
    // 1. A colon at the start is refused
    run.refuse_if(text.starts_with(':'), Reason::MissingScheme, rules::GET_SCHEME_1, text)?;
    // 2. A letter, then letters, digits, + - and . up to a colon
    let divided = split_scheme(text);
    match divided {
        Some((scheme, _)) => run.cut(rules::GET_SCHEME_2, text, scheme),
        // 3. Anything else is no scheme
        None => run.step(rules::GET_SCHEME_3, text, None),
    }
    Ok(divided)
}

/// Spec: go-net-url#parse-authority
fn parse_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    // 1. The host follows the last @, or there is only a host
    let (user_info, host) = divide_last(authority, '@');
    run.cut(rules::PARSE_AUTHORITY_1, authority, host);
    parse_host(host, url, run)?;
    let Some(user_info) = user_info else { return Ok(()) };
    // 2. The user-info holds a character that it may not: refused
    let is_refused = |c: char| !(c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c));
    run.refuse(is_refused, user_info, Reason::CharacterNotAllowed, rules::PARSE_AUTHORITY_2)?;
    // 3. Without a colon it is the user, decoded
    // 4. The first colon divides user and password; both decoded
    let (user, password) = divide(user_info, ':');
    let section = if password.is_some() { rules::PARSE_AUTHORITY_4 } else { rules::PARSE_AUTHORITY_3 };
    run.found(section, Component::User, user);
    url.user = Some(unescape(user, Part::UserInfo, run)?);
    if let Some(password) = password {
        run.found(section, Component::Password, password);
        url.password = Some(unescape(password, Part::UserInfo, run)?);
    }
    Ok(())
}

/// Spec: go-net-url#parse-host
fn parse_host<'a>(host: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let mut zone = None;
    let is_strict = run.is_since((1, 26));
    // 4. Since Go 1.26.1 (CVE-2026-25679), [ elsewhere is refused
    if let Some((before, _)) = host.rsplit_once('[').filter(|(before, _)| is_strict && !before.is_empty()) {
        return Err(run.reject(Reason::HostIpLiteral, rules::PARSE_HOST_4, before));
    }
    // 1. [ begins an address
    if host.starts_with('[') {
        run.step(rules::PARSE_HOST_1, host, None);
        // 1.1. It ends at the last ], and without one is refused
        let end = run.demand(host.rfind(']'), Reason::HostIpLiteral, rules::PARSE_HOST_1_1, host)?;
        let (address, after) = host.split_at(end);
        let after = after.strip_prefix(']').unwrap_or(after);
        // 1.2. After ] anything but a port is refused
        run.refuse_if(!is_optional_port(after), Reason::PortNotNumber, rules::PARSE_HOST_1_2, after)?;
        // 1.3. %25 before ] begins a zone, with rules of its own
        zone = address.find("%25").map(|start| (address.split_at(start), host.split_at(end).1));
    // 2. Otherwise the last colon begins a port
    } else if let Some(last) = host.rfind(':') {
        let mut colon = last;
        // 2.2. Since Go 1.26, of http and https the first colon
        if run.is_since((1, 26)) && matches!(url.scheme.as_deref(), Some("http" | "https")) {
            run.step(rules::PARSE_HOST_2_2, host, None);
            colon = host.find(':').unwrap_or(last);
        }
        let (_, port) = host.split_at(colon);
        run.cut(rules::PARSE_HOST_2, host, port);
        // 2.1. What is not digits after it is refused
        run.refuse_if(!is_optional_port(port), Reason::PortNotNumber, rules::PARSE_HOST_2_1, port)?;
    }
    // 3. Decode the host
    let decoded = match zone {
        None => {
            run.step(rules::PARSE_HOST_3, host, None);
            unescape(host, Part::Host, run)?
        }
        Some(((before, zone), after)) => {
            run.step(rules::PARSE_HOST_1_3, zone, None);
            let (before, zone) = (unescape(before, Part::Host, run)?, unescape(zone, Part::Zone, run)?);
            Cow::Owned(before.into_owned() + &zone + &unescape(after, Part::Host, run)?)
        }
    };
    // 1.4. Since Go 1.25.2 (CVE-2025-47912), it must be IPv6
    if is_strict && host.starts_with('[') {
        let address = decoded.get(1..decoded.rfind(']').unwrap_or_default()).unwrap_or_default();
        run.step_at(rules::PARSE_HOST_1_4, host, address, None);
        let (address, zone) = divide(address, '%');
        let is_ipv6 = zone != Some("") && address.parse::<Ipv6Addr>().is_ok();
        run.refuse_if(!is_ipv6, Reason::HostIpLiteral, rules::PARSE_HOST_1_4, host)?;
    }
    split_host_port(host, decoded, url, run);
    Ok(())
}

/// Sets the host and the port to the results of the methods `Hostname` and `Port`. `decoded` is the decoded
/// form of `host`.
///
/// Spec: go-net-url#split-host-port
fn split_host_port<'a>(host: &'a str, decoded: Cow<'a, str>, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    // 1. The last colon, if only digits follow, begins the port
    let port = decoded.rsplit_once(':').filter(|(_, digits)| is_digits(digits));
    // Decoding adds no such colon and changes no digit, so the port has the same length in `host`.
    let end = port.map_or(0, |(_, digits)| digits.len() + 1);
    let (name, port) = host.split_at_checked(host.len() - end).unwrap_or((host, ""));
    // 2. Brackets around the host are removed
    run.found(rules::SPLIT_HOST_PORT_1, Component::Host, name);
    if let Some(bare) = in_brackets(name) {
        run.step(rules::SPLIT_HOST_PORT_2, name, Some(bare));
    }
    url.host = Some(slice(decoded, |decoded| {
        let (name, _) = cut(decoded, decoded.len() - end);
        in_brackets(name).unwrap_or(name)
    }));
    if let Some(port) = port.strip_prefix(':').filter(|port| !port.is_empty()) {
        run.take(rules::SPLIT_HOST_PORT_1, Component::Port, port, url);
    }
}

/// Spec: go-net-url#set-path
fn set_path<'a>(path: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. Decode the path
    run.step(rules::SET_PATH_1, path, None);
    unescape(path, Part::PathOrFragment, run)
}

/// Spec: go-net-url#unescape
fn unescape<'a>(text: &'a str, part: Part, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    let is_of_host = matches!(part, Part::Host | Part::Zone);
    let is_refused = |c: char| is_of_host && c.is_ascii() && !HOST.contains(c as u8);
    for (at, found) in text.match_indices(|c| c == '%' || is_refused(c)) {
        // 4. In both, an ASCII character that Go escapes is refused
        run.refuse_if(found != "%", Reason::HostForbidden, rules::UNESCAPE_4, found)?;
        // 1. A % without two hexadecimal digits is refused
        let octet = text.as_bytes().get(at + 1..at + 3).and_then(hex_octet);
        let octet = run.demand(octet, Reason::PercentNotEscape, rules::UNESCAPE_1, found)?;
        let escape = in_bounds(text.get(at..at + 3));
        // 2. In a host, only non-ASCII bytes and %25 may be escaped
        let is_refused = part == Part::Host && octet.is_ascii() && octet != b'%';
        run.refuse_if(is_refused, Reason::HostForbidden, rules::UNESCAPE_2, escape)?;
        // 3. In a zone, host characters, space and %25 may be escaped
        let is_refused = part == Part::Zone && !b"% ".contains(&octet) && !HOST.contains(octet);
        run.refuse_if(is_refused, Reason::HostForbidden, rules::UNESCAPE_3, escape)?;
    }
    if !text.contains('%') {
        return Ok(Cow::Borrowed(text));
    }
    // 5. Decode the escapes
    Ok(Cow::Owned(run.make(rules::UNESCAPE_5, text, decode_characters(text, |_| "\u{FFFD}".into()))))
}

/// Returns true if `text` is empty, or a colon followed by digits or nothing.
fn is_optional_port(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(is_digits)
}
