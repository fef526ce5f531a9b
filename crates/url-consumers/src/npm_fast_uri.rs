//! `parse` of the npm package fast-uri. Of the URLs that fast-uri creates by `new URL`, only the host is
//! simulated.
//!
//! Helpers, not in a spec: `decoded`, `is_simple`, `ipv4_number`.

use crate::{node_url_parse::to_ascii, prelude::*, sections::npm_fast_uri as rules};

const NOT_PERCENT: ByteSet = ByteSet::of(b"%").complement();
const NAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const PATH: ByteSet = PCHAR.and(b"/");
const QUERY: ByteSet = PATH.and(b"?");
/// The characters allowed after the namespace identifier of a URN.
const URN: ByteSet = UNRESERVED.without(b"~").and(b"!$'()*+,/:;=@");
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
        Some("mailto") => mailto(input, &mut url, run)?,
        scheme => of_web(input, scheme, [rules::SCHEMES_1, rules::SCHEMES_2], &mut url, run)?,
    }
    Ok(url)
}

/// Refuses input in which another parser may find a different authority, as fast-uri does.
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
    let slashes = start.replace(BLANKS, "");
    let is_refused = slashes.len() >= 2 && !(slashes.starts_with("//") && slashes == start);
    // The first rule took slashes alone.
    if start.starts_with('/') && start.bytes().all(|byte| byte == b'/') {
        run.ask(rules::PARSE_2, start, false);
    } else {
        run.step(rules::PARSE_2, start, None);
    }
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
        let written = run.need(written, Reason::HostIpLiteral, rules::PARSE_14, host)?;
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
        run.refuse(is_refused, host, Reason::HostForbidden, rules::CANONICALIZE_HOST_1)?;
        // 2. All but letters and some signs is for the parser of Node
        if !name.chars().all(is_simple) {
            let made = new_url_host(&name, host, run)
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
        (!zone.is_empty() && UNRESERVED.find_unmatched(zone, |_| false).is_none()).then_some(())?;
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

/// Escapes the characters of `text`, except those in `allowed` and those for which `is_other` is true. Keeps
/// existing escapes. Each `%` in `text` must begin an escape.
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
    let (name, more) = run.need(parts, Reason::CharacterNotAllowed, rules::SCHEMES_3, input)?;
    let name = to_lower_case(name);
    // 4. urn:uuid: 32 digits and hyphens, or it is refused
    set_urn(input, [&name, more], rules::SCHEMES_4, url, run)
}

/// Decodes the escapes of `text`. Returns `text` unchanged if the result is not UTF-8.
fn decoded(text: &str) -> Cow<'_, str> {
    decode_uri_component(text).unwrap_or(Cow::Borrowed(text))
}

/// Spec: npm-fast-uri#mailto
fn mailto(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    let (path, query) = (url.path.take().unwrap_or_default(), url.query.take().unwrap_or_default());
    // 1. The path, and to in the query, are addresses
    let mut to: Vec<_> = path.split(',').filter(|_| !path.is_empty()).collect();
    run.step_at(rules::MAILTO_1, input, &path, None);
    for field in query.split('&').filter(|_| !query.is_empty()) {
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        // 2. A field of the query with more than one = is refused
        run.refuse_if(value.contains('='), Reason::CharacterNotAllowed, rules::MAILTO_2, input)?;
        if decoded(name).eq_ignore_ascii_case("to") {
            to.extend(value.split(','));
        }
    }
    // 3. Addresses with an authority are refused
    run.refuse_if(!to.is_empty() && url.host.is_some(), Reason::PathLikeAuthority, rules::MAILTO_3, input)?;
    let mut addresses = Vec::with_capacity(to.len());
    for address in to {
        // 4. One without @ is refused
        let (name, domain) =
            run.need(address.rsplit_once('@'), Reason::CharacterNotAllowed, rules::MAILTO_4, input)?;
        // 5. Before the last @, escapes of UTF-8 are decoded
        let name = run.make_at(rules::MAILTO_5, input, address, decoded(name));
        addresses.push(format!("{name}@{}", write_domain(domain, input, run)?));
    }
    url.path = Some(Cow::Owned(addresses.join(",")));
    url.hierarchical = false;
    Ok(())
}

/// Spec: npm-fast-uri#mailto-6
fn write_domain(domain: &str, input: &str, run: &mut Run<'_>) -> Result<String> {
    // 6. After it too, in lower case
    let decoded = decoded(domain);
    let lower = run.change_at(rules::MAILTO_6, input, domain, to_lower_case(&decoded));
    // 6.1. Brackets stay, and names of letters, digits and signs
    let is_inside = |byte| matches!(byte, b'!'..=b'Z' | b'^'..=b'~');
    let is_literal = in_brackets(&lower).is_some_and(|inside| inside.bytes().all(is_inside));
    let is_simple = |c: char| c.is_ascii_digit() || is_simple(c);
    let is_number =
        lower.rsplit('.').next().is_some_and(is_digits) && lower.ends_with(|c: char| c.is_ascii_digit());
    if is_literal || !lower.is_empty() && lower.chars().all(is_simple) && !is_number {
        run.step_at(rules::MAILTO_6_1, input, &lower, None);
        return Ok(lower.into_owned());
    }
    // 6.2. Of others, the host of http:// and them; or refused
    let host = only_host(&lower, input, run)
        .ok_or_else(|| run.reject(Reason::HostForbidden, rules::MAILTO_6_2, input))?;
    Ok(run.make_at(rules::MAILTO_6_2, input, &lower, host))
}

/// Returns true if fast-uri accepts `c` in a host without calling `new URL`.
fn is_simple(c: char) -> bool {
    c.is_ascii_lowercase() || "!\"$&'()*+,-.;=_`{}~".contains(c)
}

/// Returns the host that `new URL` of Node 20 finds in `text`. The result may be wrong for a few characters
/// that are newer than the Unicode tables of Node.
///
/// Spec: npm-fast-uri#new-url
fn new_url_host(text: &str, place: &str, run: &mut Run<'_>) -> Option<String> {
    if let Some(address) = text.strip_prefix('[') {
        return Some(format!("[{}]", compressed(address.strip_suffix(']')?.parse().ok()?)));
    }
    // 1. Escapes are decoded; what is not UTF-8 is refused
    let decoded = run.change_at(rules::NEW_URL_1, place, text, percent_decode_str(text).decode_utf8().ok()?);
    // 2. Converted with ToASCII; what is disallowed is refused
    let lower = to_ascii_lower_case(&decoded);
    let name = to_ascii(&lower, &lower, &mut Run::new(&lower, (20, 0), None)).ok()?;
    run.change_at(rules::NEW_URL_2, place, &decoded, &name);
    // 3. A forbidden character is refused
    if name.is_empty() || name.contains(|c: char| c.is_ascii_control() || " #%/:<>?@[\\]^|".contains(c)) {
        return None;
    }
    run.step_at(rules::NEW_URL_3, place, &name, None);
    // 4. A last label that is a number makes an IPv4 address
    let labels = name.strip_suffix('.').unwrap_or(&name);
    let end = labels.rsplit('.').next().unwrap_or_default();
    let is_number = !end.is_empty() && is_digits(end) || end.starts_with("0x") && ipv4_number(end).is_some();
    if !is_number {
        return Some(name);
    }
    let numbers = labels.splitn(5, '.').map(ipv4_number).collect::<Option<Vec<_>>>()?;
    Some(run.change_at(rules::NEW_URL_4, place, &name, ipv4_of(&numbers)?.to_string()))
}

/// Parses `text` as a decimal, octal or hexadecimal number. Returns `u64::MAX` if the number is too large.
fn ipv4_number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        [] => return None,
        _ => (text, 10),
    };
    let are_digits = digits.chars().all(|c| c.is_digit(radix));
    let value = if digits.is_empty() { Ok(0) } else { u64::from_str_radix(digits, radix) };
    are_digits.then(|| value.unwrap_or(u64::MAX))
}

/// Returns the host of the URL `http://` followed by `given`, or `None` if this URL has any other component.
/// `place` is the slice of the input from which `given` was built.
///
/// Spec: npm-fast-uri#mailto-6.2
fn only_host(given: &str, place: &str, run: &mut Run<'_>) -> Option<String> {
    let text = given.trim_end_matches(|c| c <= ' ').replace(BLANKS, "");
    let (authority, rest) = before_first(text.trim_start_matches(['/', '\\']), ['/', '\\', '?', '#']);
    let (user_info, host_and_port) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (name, port) = match host_and_port.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host_and_port, ""),
    };
    let (path, rest) = before_first(rest, ['?', '#']);
    let is_port = port.is_empty() || is_digits(port) && number(port) == "80";
    let is_only = matches!(user_info, "" | ":") && is_port && matches!(rest, "" | "?" | "#" | "?#");
    let path = path.replace('\\', "/");
    let is_root = matches!(&*remove_dot_segments(&path, true), "" | "/");
    if is_only && is_root { new_url_host(name, place, run) } else { None }
}
