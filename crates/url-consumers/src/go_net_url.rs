//! Go's package `net/url`: the function `Parse`, and the methods `Hostname`, `Port`, `Parse`,
//! `ResolveReference` and `String` of its type `URL`.
//!
//! Helpers, not in a spec: `is_optional_port`, `read`, `escape`.

use crate::{prelude::*, sections::go_net_url as rules};

/// The characters that Go does not escape in the user-info. The next two sets are for paths and fragments.
const USER_INFO: ByteSet = UNRESERVED.and(b"$&+,;=");
const PATH: ByteSet = USER_INFO.and(b"/:@");
const FRAGMENT: ByteSet = PATH.and(b"?!()*");
/// Go does not change a path that has only these characters. In other paths, Go escapes all but `PATH`.
const GIVEN_PATH: ByteSet = PATH.and(b"!'()*[]%");
const GIVEN_FRAGMENT: ByteSet = FRAGMENT.and(b"'[]%");
/// The characters that Go writes unescaped in a host.
const HOST: ByteSet = UNRESERVED.or(&SUB_DELIMS).and(b":[]<>\"");

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

/// Spec: go-net-url#before-fragment, go-net-url#set-path
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
    // 5. The text after the scheme does not begin with a slash
    if !rest.starts_with('/') {
        // An empty rest leaves nothing to take.
        if rest.is_empty() {
            run.ask(rules::BEFORE_FRAGMENT_5, rest, true);
        } else {
            run.step(rules::BEFORE_FRAGMENT_5, rest, None);
        }
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
    // set-path, 1. Decode the path
    run.ask(rules::SET_PATH_1, rest, rest.contains('%'));
    url.path = Some(unescape(rest, Part::PathOrFragment, run)?);
    Ok(url)
}

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
        let end = run.need(host.rfind(']'), Reason::HostIpLiteral, rules::PARSE_HOST_1_1, host)?;
        let (address, after) = host.split_at(end);
        let after = after.strip_prefix(']').unwrap_or(after);
        // 1.2. After ] anything but a port is refused
        run.refuse_if(!is_optional_port(after), Reason::PortNotNumber, rules::PARSE_HOST_1_2, after)?;
        // 1.3. %25 before ] begins a zone, with rules of its own
        zone = address.find("%25").map(|start| (address.split_at(start), host.split_at(end).1));
    // 2. Otherwise the last colon begins a port
    } else if let Some(last) = host.rfind(':') {
        let mut colon = last;
        // 2.2. Since Go 1.26, the first colon for http and https
        if run.is_since((1, 26)) && matches!(url.scheme.as_deref(), Some("http" | "https")) {
            run.step(rules::PARSE_HOST_2_2, host, None);
            colon = host.find(':').unwrap_or(last);
        }
        let (_, port) = host.split_at(colon);
        run.cut(rules::PARSE_HOST_2, host, port);
        // 2.1. Anything but digits after the colon is refused
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
    // 1.4. Since Go 1.25.2 (CVE-2025-47912), brackets contain IPv6
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

/// Spec: go-net-url#split-host-port
fn split_host_port<'a>(host: &'a str, decoded: Cow<'a, str>, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    // 1. The last colon, if only digits follow, begins the port
    let port = decoded.rsplit_once(':').filter(|(_, digits)| is_digits(digits));
    // Decoding adds no colon before the port and changes no digit, so the port in `host` is as long.
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

/// Spec: go-net-url#unescape
fn unescape<'a>(text: &'a str, part: Part, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    let is_of_host = matches!(part, Part::Host | Part::Zone);
    let is_refused = |c: char| is_of_host && c.is_ascii() && !HOST.contains(c as u8);
    for (at, found) in text.match_indices(|c| c == '%' || is_refused(c)) {
        // 4. In both, an ASCII character that Go escapes is refused
        run.refuse_if(found != "%", Reason::HostForbidden, rules::UNESCAPE_4, found)?;
        // 1. A % without two hexadecimal digits is refused
        let octet = text.as_bytes().get(at + 1..at + 3).and_then(hex_octet);
        let octet = run.need(octet, Reason::PercentNotEscape, rules::UNESCAPE_1, found)?;
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

fn is_optional_port(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(is_digits)
}

/// Spec: go-net-url#resolve-reference
pub(crate) fn join(texts: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    seen.0?;
    seen.1?;
    let [(base, base_is_opaque), (mut url, is_opaque)] = texts.map(read);
    let [_, reference] = texts;
    let omits_host = url.scheme.is_some() && url.authority.is_none() && url.path.starts_with('/');
    let has_authority = url.authority.as_ref().is_some_and(|authority| !authority.is_empty());
    if url.scheme.is_some() || has_authority {
        // 1. A reference with a scheme or authority keeps all it has
        run.step(rules::RESOLVE_REFERENCE_1, reference, None);
        if !is_opaque {
            url.path = resolve_path(&url.path, "", run).into();
        }
        url.scheme = url.scheme.or(base.scheme);
        return Ok(write(url, is_opaque, omits_host, run));
    }
    url.scheme = base.scheme;
    if url.path.is_empty() && url.query.is_none() {
        // 2. Without path and query, it takes query and fragment
        run.step(rules::RESOLVE_REFERENCE_2, reference, None);
        url.query = base.query.filter(|query| !query.is_empty());
        url.fragment = url.fragment.or(base.fragment);
    }
    if url.path.is_empty() && base_is_opaque && !base.path.is_empty() && run.is_since((1, 27)) {
        // 3. Not in Go 1.19: without a path, it takes an opaque part
        url.path = run.make(rules::RESOLVE_REFERENCE_3, reference, base.path);
        return Ok(write(url, true, false, run));
    }
    // 4. It takes the authority, and both paths are one
    run.step(rules::RESOLVE_REFERENCE_4, reference, None);
    url.authority = base.authority;
    let base_path = if base_is_opaque { "" } else { &*base.path };
    url.path = resolve_path(base_path, &url.path, run).into();
    Ok(write(url, false, false, run))
}

/// Returns the parts of the URL `text` as Go writes them, and true if the URL is opaque.
fn read(text: &str) -> (Parts<'_>, bool) {
    let mut url = Parts::of(text);
    if url.scheme.is_none() && text.starts_with("///") {
        url.authority = None;
        url.path = format!("//{}", url.path).into();
    }
    let is_opaque = url.scheme.is_some() && url.authority.is_none() && !url.path.starts_with('/');
    if !is_opaque && GIVEN_PATH.complement().find_in(url.path.as_bytes()).is_some() {
        url.path = escape(&url.path, &PATH).into();
    }
    url.scheme = url.scheme.map(|scheme| to_ascii_lower_case(&scheme).into_owned().into());
    let fragment = url.fragment.filter(|fragment| !fragment.is_empty());
    let is_escaped = |part: &Cow<'_, str>| GIVEN_FRAGMENT.complement().find_in(part.as_bytes()).is_none();
    url.fragment =
        fragment.map(|text| if is_escaped(&text) { text } else { escape(&text, &FRAGMENT).into() });
    url.authority = url.authority.map(|authority| {
        let (user_info, host) = divide_last(&authority, '@');
        let parts = user_info
            .map(|info| info.splitn(2, ':').map(|part| escape(part, &USER_INFO)).collect::<Vec<_>>());
        let before = parts.map(|parts| parts.join(":") + "@").unwrap_or_default();
        Cow::Owned(before + &escape(host, &HOST))
    });
    (url, is_opaque)
}

fn escape(text: &str, kept: &ByteSet) -> String {
    percent_encode_octets(&percent_decode_str(text).collect::<Vec<_>>(), &kept.complement())
}

/// Spec: go-net-url#resolve-path
fn resolve_path(base: &str, path: &str, run: &mut Run<'_>) -> String {
    // 1. A path that begins with no slash follows the last one
    let full = match path {
        "" => Cow::Borrowed(base),
        _ if path.starts_with('/') => Cow::Borrowed(path),
        _ => Cow::Owned(format!("{}{path}", base.rfind('/').map_or("", |at| base.split_at(at + 1).0))),
    };
    run.step_at(rules::RESOLVE_PATH_1, path, path, Some(&full));
    if full.is_empty() {
        return String::new();
    }
    let mut made = String::from("/");
    let mut is_first = true;
    for segment in full.split('/') {
        match segment {
            // 2. A segment . is dropped
            "." => {
                run.at(path).step(rules::RESOLVE_PATH_2, segment, Some(""));
                is_first = false;
            }
            // 3. A segment .. is dropped with the one before it
            ".." => {
                run.at(path).step(rules::RESOLVE_PATH_3, segment, Some(""));
                let slash = made.rfind('/').filter(|&at| at > 0);
                made.truncate(slash.unwrap_or(1));
                is_first |= slash.is_none();
                // 3.1. Not in Go 1.19: the next segment counts as the first again
                is_first |= run.is_since((1, 27)) && run.ask(rules::RESOLVE_PATH_3_1, path, made.len() == 1);
            }
            _ => {
                if !is_first {
                    made.push('/');
                }
                made.push_str(segment);
                is_first = false;
            }
        }
    }
    if matches!(full.rsplit('/').next(), Some("." | "..")) {
        made.push('/');
    }
    // 4. Two slashes in front become one
    if made.starts_with("//") {
        made.remove(0);
    }
    run.make_at(rules::RESOLVE_PATH_4, path, &full, made)
}

/// Spec: go-net-url#string
fn write(mut url: Parts<'_>, is_opaque: bool, omits_host: bool, run: &mut Run<'_>) -> String {
    let host = url.authority.take().filter(|authority| !authority.is_empty());
    if !is_opaque || url.path.is_empty() {
        let has_host = host.as_ref().is_some_and(|host| !host.ends_with('@'));
        if host.is_some() || url.scheme.is_some() && !omits_host && !url.path.is_empty() {
            // 1. Two slashes follow a scheme, also without a host
            run.step_at(rules::STRING_1, "", &url.path, None);
            url.authority = Some(host.unwrap_or_default());
        } else if omits_host && url.path.starts_with("//") && run.is_since((1, 27)) {
            // 2. Not in Go 1.19: no path becomes an authority
            url.path = run.make_at(rules::STRING_2, "", "", url.path.replacen('/', "%2F", 1)).into();
        }
        if has_host && !url.path.is_empty() && !url.path.starts_with('/') {
            url.path = format!("/{}", url.path).into();
        }
    }
    url.write()
}
