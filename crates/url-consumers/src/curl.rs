//! The URL API of libcurl with the options of the program `curl`: libcurl guesses a missing scheme, and
//! accepts unknown schemes.
//!
//! Helpers, not in a spec: `starts_with_drive`, `strtoul`.

use crate::{prelude::*, sections::curl as rules};

const LONGEST: usize = 8_000_000;
const LONGEST_SCHEME: usize = 40;
const WITH_OPTIONS: [&str; 6] = ["imap", "imaps", "pop3", "pop3s", "smtp", "smtps"];
/// ASCII characters that the check of a host name refuses.
const FORBIDDEN: &[u8] = b" \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()";
const LONGEST_ZONE: usize = 15;

/// Spec: curl#curl-url-set
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. NUL would end the string: refused
    run.refuse(|c| c == '\0', input, Reason::CharacterNotAllowed, rules::CURL_URL_SET_1)?;
    parse_url(input, run)
}

/// Spec: curl#parseurl
fn parse_url<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. More than 8,000,000 bytes are refused
    run.refuse_if(input.len() > LONGEST, Reason::TooLong, rules::PARSEURL_1, input)?;
    // 1.1. Since 8.1, a control character or a space is refused
    if run.is_since((8, 1)) {
        run.refuse(is_control_or_space, input, Reason::CharacterNotAllowed, rules::PARSEURL_1_1)?;
    }
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    let (authority, rest) = match is_absolute_url(input, &mut url, run) {
        Some(after) if url.scheme.as_deref() == Some("file") => ("", path_of_file(input, after, run)?),
        Some(after) => {
            // 3. After another scheme, one to three slashes are dropped
            let after_slashes = run.make(rules::PARSEURL_3, after, after.trim_start_matches('/'));
            // 3.1. More slashes are refused
            let (slashes, _) = cut(after, after.len() - after_slashes.len());
            let (_, more) = cut(slashes, 3);
            run.refuse_if(!more.is_empty(), Reason::HostEmpty, rules::PARSEURL_3_1, more)?;
            authority_of(after_slashes, run)?
        }
        None => {
            // 4. Without a scheme, the authority begins at once
            run.step(rules::PARSEURL_4, input, None);
            authority_of(input, run)?
        }
    };
    path_and_rest(rest, &mut url, run)?;
    if !authority.is_empty() {
        let host = parse_hostname_login(authority, &mut url, run)?;
        let host = parse_port(host, &mut url, run)?;
        run.found(rules::PARSEURL_5, Component::Host, host);
        // 10. A control character or a space in the host is refused
        run.refuse(is_control_or_space, host, Reason::CharacterNotAllowed, rules::PARSEURL_10)?;
        let host = convert_host(host, run)?;
        // 13. The scheme that is missing is guessed from the host
        if url.scheme.is_none() {
            // 13.1. Its first label is ftp, dict, ldap, imap, smtp or pop3
            let label = host.split_once('.').map_or("", |(label, _)| label);
            let mut known = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"].into_iter();
            let known = known.find(|scheme| scheme.eq_ignore_ascii_case(label));
            // 13.2. Otherwise it is http
            let section = if known.is_some() { rules::PARSEURL_13_1 } else { rules::PARSEURL_13_2 };
            let scheme = run.make_at(section, authority, &host, known.unwrap_or("http"));
            url.scheme = Some(Cow::Borrowed(scheme));
        }
        url.host = Some(host);
    }
    Ok(url)
}

/// Spec: curl#is-absolute-url
fn is_absolute_url<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Option<&'a str> {
    // 1. Up to 40 letters, digits, + - and ., then a colon
    let (scheme, after) = text.split_once(':')?;
    if scheme.is_empty() || scheme.len() > LONGEST_SCHEME || !scheme.chars().all(is_of_scheme) {
        run.step(rules::IS_ABSOLUTE_URL_1, text, None);
        return None;
    }
    // 1.1. Since 8.2 (#11250), the scheme begins with a letter
    if run.is_since((8, 2)) && !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) {
        run.step(rules::IS_ABSOLUTE_URL_1_1, text, None);
        return None;
    }
    run.cut(rules::IS_ABSOLUTE_URL_1, text, scheme);
    // 2. No slash after the colon: it is no scheme
    if !after.starts_with('/') {
        run.step(rules::IS_ABSOLUTE_URL_2, scheme, None);
        return None;
    }
    // 3. The scheme in lower case
    run.take_scheme(rules::IS_ABSOLUTE_URL_3, Some((scheme, after)), url)
}

/// Returns the path, query and fragment of the `file:` URL `input`. `after` is the text after `file:`.
///
/// Spec: curl#parseurl-2
fn path_of_file<'a>(input: &'a str, after: &'a str, run: &mut Run<'_>) -> Result<&'a str> {
    run.cut(rules::PARSEURL_2, input, after);
    // 2.1. Nothing after file:/ is refused
    run.refuse_if(after.len() <= 1, Reason::SlashesMissing, rules::PARSEURL_2_1, input)?;
    let mut path = after;
    if let Some(after_slashes) = after.strip_prefix("//") {
        path = after_slashes;
        // 2.2. Two slashes are dropped if a third follows
        if after_slashes.starts_with('/') {
            run.step(rules::PARSEURL_2_2, after, Some(path));
        } else if !starts_with_drive(after_slashes) {
            let (host, after_host) = cut(after_slashes, 9);
            let is_local = host.eq_ignore_ascii_case("localhost") || host == "127.0.0.1";
            // 2.4. Any other host is refused
            let is_refused = !is_local || !after_host.starts_with('/');
            let (host, _) = before_first(after_slashes, ['/']);
            run.refuse_if(is_refused, Reason::SchemeWithoutAuthority, rules::PARSEURL_2_4, host)?;
            // 2.3. localhost and 127.0.0.1 before a slash are dropped
            path = run.make(rules::PARSEURL_2_3, after_slashes, after_host);
        }
    }
    // 2.5. A drive letter is refused
    let has_drive = starts_with_drive(path.strip_prefix('/').unwrap_or(path));
    run.refuse_if(has_drive, Reason::CharacterNotAllowed, rules::PARSEURL_2_5, path)?;
    Ok(path)
}

/// Spec: curl#parseurl-5, curl#parseurl-6
fn authority_of<'a>(text: &'a str, run: &mut Run<'_>) -> Result<(&'a str, &'a str)> {
    let (authority, rest) = before_first(text, ['/', '?', '#']);
    run.cut(rules::PARSEURL_5, text, authority);
    // 6. An empty authority is refused
    run.refuse_if(authority.is_empty(), Reason::HostEmpty, rules::PARSEURL_6, text)?;
    Ok((authority, rest))
}

/// Spec: curl#parseurl
fn path_and_rest<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let mut path = text;
    if let Some((before, fragment)) = path.split_once('#') {
        path = before;
        // 7. The fragment follows the first #, unless it is empty
        if fragment.is_empty() {
            run.omit(rules::PARSEURL_7, Component::Fragment, fragment);
        } else {
            run.take(rules::PARSEURL_7, Component::Fragment, fragment, url);
            // 7.1. A control character or a space in it is refused
            run.refuse(is_control_or_space, fragment, Reason::CharacterNotAllowed, rules::PARSEURL_7_1)?;
        }
    }
    // 8. The query follows the first ?
    if let Some((before, query)) = path.split_once('?') {
        path = before;
        run.take(rules::PARSEURL_8, Component::Query, query, url);
        // 8.1. A control character or a space in it is refused
        run.refuse(is_control_or_space, query, Reason::CharacterNotAllowed, rules::PARSEURL_8_1)?;
    }
    // 9. The path
    run.found(rules::PARSEURL_9, Component::Path, path);
    // 9.1. An empty path is /
    if path.is_empty() {
        url.path = Some(Cow::Borrowed(run.make(rules::PARSEURL_9_1, path, "/")));
        return Ok(());
    }
    // 9.2. A control character or a space in it is refused
    run.refuse(is_control_or_space, path, Reason::CharacterNotAllowed, rules::PARSEURL_9_2)?;
    // 9.3. Remove dot-segments, as RFC 3986 says
    // 9.4. Since 8.13 (#16870), %2e is a dot in dot-segments
    let decodes = run.is_since((8, 13)) && (path.contains("%2e") || path.contains("%2E"));
    let section = if decodes { rules::PARSEURL_9_4 } else { rules::PARSEURL_9_3 };
    url.path = Some(run.change(section, path, remove_dot_segments(path, decodes)));
    Ok(())
}

fn starts_with_drive(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'\\', ..] if letter.is_ascii_alphabetic()
    )
}

/// Spec: curl#parse-hostname-login
fn parse_hostname_login<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<&'a str> {
    // 1. The login ends at the first @
    let Some((login, host)) = authority.split_once('@') else { return Ok(authority) };
    run.cut(rules::PARSE_HOSTNAME_LOGIN_1, authority, login);
    // 2. imap, pop3 and smtp, with or without s, have options
    let has_options = url.scheme.as_deref().is_some_and(|scheme| WITH_OPTIONS.contains(&scheme));
    if has_options {
        run.step(rules::PARSE_HOSTNAME_LOGIN_2, login, None);
    }
    // 3. A control character or a space in it is refused
    run.refuse(is_control_or_space, login, Reason::CharacterNotAllowed, rules::PARSE_HOSTNAME_LOGIN_3)?;
    parse_login_details(login, has_options, url, run);
    Ok(host)
}

/// Spec: curl#parse-login-details
fn parse_login_details<'a>(login: &'a str, has_options: bool, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    let colon = login.find(':');
    let semicolon = login.find(';').filter(|_| has_options);
    // A part ends at `next`, where the next part begins, or at the end of `login`.
    let part_from = |start: usize, next: Option<usize>| {
        let end = next.filter(|&next| next > start).unwrap_or(login.len());
        in_bounds(login.get(start..end))
    };
    // 1. The first colon begins the password
    if let Some(colon) = colon {
        let password = part_from(colon + 1, semicolon.filter(|&semicolon| semicolon > colon));
        run.take(rules::PARSE_LOGIN_DETAILS_1, Component::Password, password, url);
    }
    // 2. The first semicolon begins the options, dropped here
    if let Some(semicolon) = semicolon {
        run.step(rules::PARSE_LOGIN_DETAILS_2, part_from(semicolon + 1, colon), None);
    }
    // 3. The rest is the user
    let (user, _) = cut(login, colon.unwrap_or(login.len()).min(semicolon.unwrap_or(login.len())));
    run.take(rules::PARSE_LOGIN_DETAILS_3, Component::User, user, url);
}

/// Spec: curl#parse-port
fn parse_port<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<&'a str> {
    let (host, port) = if text.starts_with('[') {
        // 1.1. Without ] the host is refused
        let end = run.need(text.find(']'), Reason::HostIpLiteral, rules::PARSE_PORT_1_1, text)?;
        let (host, after) = cut(text, end + 1);
        // 1. After [ the first ] ends the host, and a colon follows
        run.cut(rules::PARSE_PORT_1, text, host);
        if after.is_empty() {
            return Ok(host);
        }
        // 1.2. Anything but a colon after ] is refused
        let port = run.need(after.strip_prefix(':'), Reason::PortNotNumber, rules::PARSE_PORT_1_2, after)?;
        (host, port)
    } else {
        // 2. Otherwise the first colon ends the host
        let Some(parts) = text.split_once(':') else { return Ok(text) };
        run.cut(rules::PARSE_PORT_2, text, parts.0);
        parts
    };
    // 3. An empty port is dropped; without a scheme, refused
    if port.is_empty() {
        run.refuse_if(url.scheme.is_none(), Reason::PortNotNumber, rules::PARSE_PORT_3, text)?;
        run.step(rules::PARSE_PORT_3, port, None);
        return Ok(host);
    }
    // 4. Anything but digits is refused
    run.refuse_if(!is_digits(port), Reason::PortNotNumber, rules::PARSE_PORT_4, port)?;
    // 5. A number above 65535 is refused
    // 6. The port, without leading zeros
    let number = run.port(port, [rules::PARSE_PORT_6, rules::PARSE_PORT_5])?;
    url.port = Some(Cow::Owned(number.into()));
    Ok(host)
}

/// Spec: curl#parseurl
fn convert_host<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    let mut octets = Cow::Borrowed(host.as_bytes());
    // 10.1. Since 8.21 (#21918), decode the escapes of the host first
    let decodes_first = run.is_since((8, 21));
    if decodes_first {
        run.step(rules::PARSEURL_10_1, host, None);
        octets = decode_host(host, run)?;
    }
    // 11. The host, if it is an IPv4 address in some form
    if let Some(address) = ipv4_normalize(&String::from_utf8_lossy(&octets), host, run) {
        return Ok(Cow::Owned(run.make(rules::PARSEURL_11, host, address)));
    }
    // 12. Otherwise the host, decoded and checked
    run.step(rules::PARSEURL_12, host, None);
    if !decodes_first && !host.starts_with('[') {
        octets = decode_host(host, run)?;
    }
    let address = hostname_check(host, &octets, run)?.map(Cow::Owned);
    let name = || match &octets {
        Cow::Borrowed(_) => Cow::Borrowed(host),
        Cow::Owned(octets) => Cow::Owned(String::from_utf8_lossy(octets).into_owned()),
    };
    Ok(address.unwrap_or_else(name))
}

/// Spec: curl#ipv4-normalize
fn ipv4_normalize(text: &str, host: &str, run: &mut Run<'_>) -> Option<String> {
    // 1. One to four numbers; 0x begins hexadecimal, 0 octal ones
    let without_dot = text.strip_suffix('.').filter(|_| run.is_since((8, 21)));
    // NOTE: `hostname_check` handles brackets.
    let numbers: Option<Vec<_>> = without_dot.unwrap_or(text).splitn(5, '.').map(strtoul).collect();
    let numbers = numbers.filter(|numbers| numbers.len() <= 4);
    if !text.starts_with('[') {
        run.at(host).ask(rules::IPV4_NORMALIZE_1, text, numbers.is_some());
    }
    let numbers = numbers?;
    // 1.1. Since 8.21 (#21635), drop a dot after the numbers
    if without_dot.is_some() {
        run.step_at(rules::IPV4_NORMALIZE_1_1, host, text, without_dot);
    }
    // 2. The last number stands for all the bytes left
    let address = ipv4_of(&numbers)?;
    run.step_at(rules::IPV4_NORMALIZE_2, host, text, None);
    // 3. Written as four decimal numbers
    Some(run.change_at(rules::IPV4_NORMALIZE_3, host, text, address.to_string()))
}

/// Parses a decimal, octal or hexadecimal number as C's `strtoul` does. Returns `None` if it exceeds 32 bits.
fn strtoul(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        _ => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    if digits.starts_with('+') { None } else { u32::from_str_radix(digits, radix).ok().map(u64::from) }
}

/// Spec: curl#decode-host
fn decode_host<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, [u8]>> {
    if !host.contains('%') {
        return Ok(Cow::Borrowed(host.as_bytes()));
    }
    // 1. Decode the escapes
    let octets: Vec<u8> = percent_decode_str(host).collect();
    run.change(rules::DECODE_HOST_1, host, String::from_utf8_lossy(&octets));
    // 2. A control character, escaped or not, is refused
    let is_refused = octets.iter().any(|&octet| octet < b' ');
    run.refuse_if(is_refused, Reason::HostForbidden, rules::DECODE_HOST_2, host)?;
    Ok(Cow::Owned(octets))
}

/// Checks `octets`, the decoded form of `host`. Returns an IPv6 address in brackets, or `None` for a name.
///
/// Spec: curl#hostname-check
fn hostname_check(host: &str, octets: &[u8], run: &mut Run<'_>) -> Result<Option<String>> {
    // 1. An empty host is refused
    run.refuse_if(octets.is_empty(), Reason::HostEmpty, rules::HOSTNAME_CHECK_1, host)?;
    let may_be_address = host.starts_with('[') || !run.is_since((8, 23));
    let Some(inner) = octets.strip_prefix(b"[").filter(|_| may_be_address) else {
        let refused: [(_, _, &[u8]); 5] = [
            // 3. A name with a forbidden character is refused
            (rules::HOSTNAME_CHECK_3, (0, 0), FORBIDDEN),
            // 3.1. Since 8.0 (#10711) a name with % is refused
            (rules::HOSTNAME_CHECK_3_1, (8, 0), b"%"),
            // 3.2. Since 8.21 (#21762) a name with | is refused
            (rules::HOSTNAME_CHECK_3_2, (8, 21), b"|"),
            // 3.3. Since 8.21 (#21622), refuse one dot, and two at the end
            (rules::HOSTNAME_CHECK_3_3, (8, 21), b""),
            // 3.4. Since 8.23 a name with an escaped U+007F is refused
            (rules::HOSTNAME_CHECK_3_4, (8, 23), b"\x7F"),
        ];
        for (section, since, set) in refused {
            let is_dots = set.is_empty() && (octets == b"." || octets.ends_with(b".."));
            let is_refused = is_dots || octets.iter().any(|octet| set.contains(octet));
            let at_fault = host.matches(|c: char| c.is_ascii() && set.contains(&(c as u8))).next();
            let is_refused = is_refused && run.is_since(since);
            run.refuse_if(is_refused, Reason::HostForbidden, section, at_fault.unwrap_or(host))?;
        }
        run.ask(rules::HOSTNAME_CHECK_3, host, false);
        return Ok(None);
    };
    // 2. [ begins an IPv6 address; before 8.23, an escaped [ does too
    run.step(rules::HOSTNAME_CHECK_2, host, None);
    // 2.1. Less than four characters are refused
    run.refuse_if(inner.len() < 3, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_1, host)?;
    let in_address = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
    let end = inner.iter().position(|byte| !in_address(byte)).unwrap_or(inner.len());
    let (address, after) = inner.split_at_checked(end).unwrap_or((inner, &[]));
    // libcurl drops the last character unchecked. It is a bracket, unless the brackets were escaped.
    if after.len() != 1 {
        // 2.4. Only hexadecimal digits, colons and dots are accepted
        let [b'%', zone @ ..] = after else {
            return Err(run.reject(Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_4, host));
        };
        // 2.2. The zone follows %, and is dropped
        let without = format!("[{}]", String::from_utf8_lossy(address));
        run.step(rules::HOSTNAME_CHECK_2_2, host, Some(&without));
        let is_more = |after: &&[u8]| !matches!(**after, [] | [b']', ..]);
        let zone = zone.strip_prefix(b"25").filter(is_more).unwrap_or(zone);
        // 2.3. An empty, long or open zone is refused
        let len = zone.iter().position(|&byte| byte == b']');
        let zone = len.filter(|len| (1..=LONGEST_ZONE).contains(len)).and_then(|len| zone.get(..len));
        let zone = run.need(zone, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_3, host)?;
        // 2.3.1. Since 8.23 (#22949), other ASCII than unreserved is refused
        let in_zone = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-._~".contains(byte);
        let is_refused = run.is_since((8, 23)) && !zone.iter().all(in_zone);
        run.refuse_if(is_refused, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_3_1, host)?;
    }
    // 2.5. An invalid IPv6 address is refused
    let text = String::from_utf8_lossy(address);
    let parsed = text.parse::<Ipv6Addr>().ok();
    let parsed = run.need(parsed, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_5, host)?;
    // 2.6. The usual form of the address, if that is shorter
    // glibc's `inet_ntop` writes the end of an IPv4-compatible address as four decimal numbers.
    let usual = match parsed.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            format!("::{}", Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
        }
        _ => parsed.to_string(),
    };
    // 2.6.1. Since 8.18 (#20067), also if the form is as long
    let is_as_long = run.is_since((8, 18)) && usual.len() == text.len();
    let section = if is_as_long { rules::HOSTNAME_CHECK_2_6_1 } else { rules::HOSTNAME_CHECK_2_6 };
    let is_usual = is_as_long || usual.len() < text.len();
    Ok(Some(run.change(section, host, format!("[{}]", if is_usual { &usual } else { &*text }))))
}
