//! `parse` of the npm package uri-js. This function refuses almost nothing, and decodes escapes repeatedly.
//!
//! Helpers, not in a spec: `units`, `text`, `is`, `to_lower_case`, `octet`.

use std::mem;

use crate::{prelude::*, sections::npm_uri_js as rules};

const NAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const USER_INFO: ByteSet = NAME.and(b":");
const HOST: ByteSet = NAME.and(b":[]");
const PATH: ByteSet = PCHAR.and(b"/");
const PATH_WITHOUT_SCHEME: ByteSet = NAME.and(b"@/");
const QUERY: ByteSet = PATH.and(b"?");

/// A JavaScript string in UTF-16 code units, which may contain unpaired surrogates.
type Units = Vec<u16>;

/// Spec: npm-uri-js#parse
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let groups = Groups::of(input);
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. A scheme is before a colon, and has no / ? #
    run.find(rules::PARSE_1, Component::Scheme, groups.scheme);
    // 2. After two slashes, user-info ends at the first @
    if let Some(user_info) = groups.user_info {
        run.take_user_info(rules::PARSE_2, user_info, &mut url);
    }
    // 3. The host: in brackets, or up to a colon
    // 4. Then a colon and digits, up to any character: the port
    // 5. Up to ? or #, the path, with all after the port
    // 6. Up to #, the query
    // 7. The rest is the fragment, but for what follows U+2028
    let sections = [rules::PARSE_3, rules::PARSE_4, rules::PARSE_5, rules::PARSE_6, rules::PARSE_7];
    groups.take(sections, &mut url, run);
    url.port = groups.port.map(|digits| port(digits, run));
    let handler = groups.scheme.map(str::to_lowercase);
    let host = groups.host.map(|host| write_host(host, handler.as_deref(), run)).transpose()?;
    url.scheme = groups.scheme.map(|scheme| write_scheme(scheme, run));
    let has_scheme = url.scheme.as_deref().is_some_and(|scheme| !scheme.is_empty());
    let mut write = |part: &'a str, allowed| escaped(&decoded(&units(part), part, run), part, allowed, run);
    if let Some(user_info) = groups.user_info.map(|user_info| write(user_info, &USER_INFO)) {
        set_user_info(user_info, &mut url);
    }
    url.path = Some(write(groups.path, if has_scheme { &PATH } else { &PATH_WITHOUT_SCHEME }));
    url.query = groups.query.map(|query| write(query, &QUERY));
    url.fragment = groups.fragment.map(|fragment| write(fragment, &QUERY));
    url.host = host.zip(groups.host).map(|(host, place)| {
        let lower = lower_case(&decoded(&host, place, run), place, run);
        escaped(&lower, place, &HOST, run)
    });
    match handler.as_deref() {
        Some("urn") => urn(input, &mut url, run)?,
        Some("mailto") => mailto(input, &mut url, run)?,
        handler => of_web(input, handler, [rules::SCHEMES_1, rules::SCHEMES_2], &mut url, run)?,
    }
    Ok(url)
}

/// Spec: npm-uri-js#parse-8
fn port<'t>(digits: &'t str, run: &mut Run<'_>) -> Cow<'t, str> {
    // 8. The port is written as a floating-point number is
    let written = match digits.parse::<f64>() {
        Ok(number) if number.is_infinite() => "Infinity".into(),
        Ok(number) if number >= 1e21 => format!("{number:e}").replace('e', "e+"),
        Ok(number) => number.to_string(),
        Err(_) => return Cow::Borrowed(digits),
    };
    Cow::Owned(run.change(rules::PARSE_8, digits, written))
}

/// Spec: npm-uri-js#parse
fn write_host(host: &str, handler: Option<&str>, run: &mut Run<'_>) -> Result<Units> {
    let address = units(&write_address(host, run));
    if host.is_empty() || !matches!(handler, Some("http" | "https" | "ws" | "wss")) {
        return Ok(address);
    }
    // 9. A host of http or ws: decoded, in lower case and ASCII
    let decoded = change(rules::DECODE_1, host, &address, decode(&address), run);
    let lower = change(rules::PARSE_9, host, &decoded, to_lower_case(&decoded), run);
    let ascii = run.need(to_ascii(&lower), Reason::HostPunycode, rules::TO_ASCII_2_1, host)?;
    let has_at = lower.contains(&u16::from(b'@'));
    let section = if has_at { rules::TO_ASCII_1 } else { rules::TO_ASCII_2 };
    Ok(change(section, host, &lower, ascii, run))
}

/// Spec: npm-uri-js#parse, npm-uri-js#encoding
fn change(section: Section, part: &str, saw: &[u16], now: Units, run: &mut Run<'_>) -> Units {
    if run.is_traced() {
        run.step_at(section, part, &text(saw), (saw != now).then(|| text(&now)).as_deref());
    }
    now
}

/// Spec: npm-uri-js#encoding
fn write_scheme<'t>(scheme: &'t str, run: &mut Run<'_>) -> Cow<'t, str> {
    let lower = lower_case(&decoded(&units(scheme), scheme, run), scheme, run);
    // 3. Other characters of a scheme are removed
    let lower = text(&lower);
    let kept = run.change_at(rules::ENCODING_3, scheme, &lower, lower.replace(|c| !is_of_scheme(c), ""));
    if kept == scheme { Cow::Borrowed(scheme) } else { Cow::Owned(kept) }
}

/// Spec: npm-uri-js#encoding-1
fn decoded(given: &[u16], place: &str, run: &mut Run<'_>) -> Units {
    // 1. Escapes of unreserved characters are decoded
    change(rules::ENCODING_1, place, given, decode_unreserved(given), run)
}

/// Spec: npm-uri-js#encoding-2
fn lower_case(given: &[u16], place: &str, run: &mut Run<'_>) -> Units {
    // 2. Scheme and host in lower case
    change(rules::ENCODING_2, place, given, to_lower_case(given), run)
}

/// Spec: npm-uri-js#encoding-4
fn escaped<'t>(given: &[u16], place: &'t str, allowed: &ByteSet, run: &mut Run<'_>) -> Cow<'t, str> {
    // 4. Others become escapes, from UTF-16, in upper case
    let escaped = encode(given, allowed);
    change(rules::ENCODING_4, place, given, units(&escaped), run);
    if escaped == place { Cow::Borrowed(place) } else { Cow::Owned(escaped) }
}

/// Spec: npm-uri-js#ipv4, npm-uri-js#ipv6
fn write_address<'t>(host: &'t str, run: &mut Run<'_>) -> Cow<'t, str> {
    let (section, written) = if is_relaxed_ipv4(host) {
        (rules::IPV4_1, Some(without_zeros(host)))
    } else {
        (rules::IPV6_1, in_brackets(host).and_then(|inside| write_ipv6(inside, run)))
    };
    written.map_or(Cow::Borrowed(host), |written| Cow::Owned(run.change(section, host, written)))
}

/// Spec: npm-uri-js#ipv4-1
fn is_relaxed_ipv4(text: &str) -> bool {
    is_ipv4(text, |octet| octet.len() <= 3)
}

/// Spec: npm-uri-js#ipv4-1
fn without_zeros(address: &str) -> String {
    address.split('.').map(number).collect::<Vec<_>>().join(".")
}

/// Spec: npm-uri-js#ipv6
fn write_ipv6(inside: &str, run: &mut Run<'_>) -> Option<String> {
    // 2. The zone follows % or %25, and stays
    let (address, zone) = match inside.split_once('%') {
        Some((address, after)) => (address, Some(zone(after)?)),
        None => (inside, None),
    };
    // 1. Remove the brackets, and find the pieces and the zone
    is_ipv6(address, is_relaxed_ipv4).then_some(())?;
    let zone = zone.inspect(|zone| run.step(rules::IPV6_2, zone, None));
    let lower = address.to_ascii_lowercase();
    let (first, last) = lower.split_once("::").unwrap_or(("", &lower));
    // 3. Zeros in front of each piece are removed
    let mut fields: Vec<_> = first.split(':').filter(|piece| !piece.is_empty()).map(number).collect();
    let last: Vec<_> = last.split(':').map(number).collect();
    run.step(rules::IPV6_3, address, None);
    // 3.1. An IPv4 address that begins with 0 is not an address
    let mut ipv4 = last.last().filter(|piece| piece.contains('.'));
    if let Some(piece) = ipv4 {
        run.step(rules::IPV6_3_1, address, None);
        ipv4 = ipv4.filter(|_| is_relaxed_ipv4(piece));
    }
    let ipv4 = ipv4.map(|piece| without_zeros(piece));
    let count = if ipv4.is_some() { 7 } else { 8 };
    fields.resize(usize::saturating_sub(count, last.len()), "");
    fields.extend(last);
    if let (Some(field), Some(ipv4)) = (fields.last_mut(), &ipv4) {
        *field = ipv4;
    }
    // 4. The longest run of zeros becomes ::
    let written = run.make(rules::IPV6_4, address, compress(&fields));
    Some(zone.map_or(written.clone(), |zone| format!("{written}%{zone}")))
}

/// Spec: npm-uri-js#ipv6-2
fn zone(after: &str) -> Option<&str> {
    let is_escape = after.as_bytes().get(..2).and_then(hex_octet).is_some();
    let zone = if is_escape { after.strip_prefix("25")? } else { after };
    let is_other = |c| {
        matches!(c, '\u{A0}'..='\u{200D}' | '\u{2010}'..='\u{2029}' | '\u{202F}'..='\u{D7FF}')
            || matches!(c, '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}')
    };
    (!zone.is_empty() && UNRESERVED.find_unmatched(zone, is_other).is_none()).then_some(zone)
}

/// Spec: npm-uri-js#schemes
fn urn(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    // 3. urn: a name, a colon and more, or it is refused
    let path = url.path.take().unwrap_or_default();
    let (name, more) = run.need(
        path.split_once(':').filter(|(name, _)| !name.is_empty()),
        Reason::CharacterNotAllowed,
        rules::SCHEMES_3,
        input,
    )?;
    let name = run.make_at(rules::SCHEMES_3, input, &path, name.to_ascii_lowercase());
    // 4. urn:uuid: 32 digits and hyphens, or it is refused
    set_urn(input, [&name, more], rules::SCHEMES_4, url, run)
}

/// Spec: npm-uri-js#schemes
fn mailto(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    let (path, query) = (url.path.take().unwrap_or_default(), url.query.take().unwrap_or_default());
    // 5. mailto: the path, and to in the query, are addresses
    let mut to: Vec<_> = path.split(',').filter(|_| !path.is_empty()).collect();
    for field in query.split('&') {
        let mut parts = field.split('=');
        if parts.next() == Some("to") {
            // 5.1. to without = is refused
            let reject = || run.reject(Reason::CharacterNotAllowed, rules::SCHEMES_5_1, input);
            to.extend(parts.next().ok_or_else(reject)?.split(','));
        }
    }
    run.step_at(rules::SCHEMES_5, input, &path, None);
    let mut addresses = Vec::with_capacity(to.len());
    for address in to {
        let mut parts: Vec<Units> = address.splitn(3, '@').map(units).collect();
        // 5.2. An address without @ is refused
        let [name, domain, ..] = &mut *parts else {
            return Err(run.reject(Reason::CharacterNotAllowed, rules::SCHEMES_5_2, input));
        };
        // 5.3. It is decoded; its domain in lower case and ASCII
        *name = decode(name);
        let ascii = to_ascii(&to_lower_case(&decode(domain)));
        *domain = run.need(ascii, Reason::HostPunycode, rules::TO_ASCII_2_1, input)?;
        addresses.push(parts.join(&u16::from(b'@')));
    }
    let addresses = text(&addresses.join(&u16::from(b',')));
    url.path = Some(Cow::Owned(run.make_at(rules::SCHEMES_5_3, input, &path, addresses)));
    url.hierarchical = false;
    Ok(())
}

fn units(text: &str) -> Units {
    text.encode_utf16().collect()
}

/// Converts `units` to text; an unpaired surrogate becomes U+FFFD.
fn text(units: &[u16]) -> String {
    String::from_utf16_lossy(units)
}

fn is(unit: u16, byte: u8) -> bool {
    unit == u16::from(byte)
}

fn to_lower_case(units: &[u16]) -> Units {
    let (mut lower, mut whole) = (Units::new(), String::new());
    for c in char::decode_utf16(units.iter().copied()) {
        match c {
            Ok(c) => whole.push(c),
            Err(half) => {
                lower.extend(mem::take(&mut whole).to_lowercase().encode_utf16());
                lower.push(half.unpaired_surrogate());
            }
        }
    }
    lower.extend(whole.to_lowercase().encode_utf16());
    lower
}

fn octet(units: &[u16], at: usize) -> Option<u8> {
    let digit = |unit: u16| u8::try_from(unit).ok();
    match *units.get(at..at + 3)? {
        [percent, high, low] if is(percent, b'%') => hex_octet(&[digit(high)?, digit(low)?]),
        _ => None,
    }
}

/// Finds the escapes at the start of `units` that uri-js decodes together, or one unit if it begins no
/// escape. Returns the number of units found; the number of them, from the start, that stay unchanged; and
/// the unit that replaces the others, if there is one.
///
/// Spec: npm-uri-js#decode
fn sequence(units: &[u16]) -> (usize, usize, Option<u16>) {
    let Some(first) = octet(units, 0) else { return (1, 1, None) };
    let bits = |octet: u8, mask: u8| u16::from(octet & mask);
    match (first, octet(units, 3), octet(units, 6)) {
        // 1. One, two or three make a unit of UTF-16, unchecked
        (..0x80, ..) => (3, 0, Some(u16::from(first))),
        (0xE0.., Some(second), Some(third)) => {
            (9, 0, Some(bits(first, 0xF) << 12 | bits(second, 0x3F) << 6 | bits(third, 0x3F)))
        }
        (0xC2..0xE0, Some(second), _) => (6, 0, Some(bits(first, 0x1F) << 6 | bits(second, 0x3F))),
        // The first escape remains unchanged.
        (..0xC2, Some(second @ ..0x80), _) => (6, 3, Some(u16::from(second))),
        (_, Some(_), _) => (6, 6, None),
        (_, None, _) => (3, 3, None),
    }
}

/// Decodes each [`sequence`] of `units` for which `is_decoded` returns true. Calls `is_decoded` with the
/// number of unchanged units and the decoded unit.
///
/// Spec: npm-uri-js#decode, npm-uri-js#encoding-1
fn decode_if(units: &[u16], is_decoded: impl Fn(usize, u16) -> bool) -> Units {
    let mut decoded = Units::with_capacity(units.len());
    let mut left = units;
    while !left.is_empty() {
        let (len, kept, unit) = sequence(left);
        let unit = unit.filter(|&unit| is_decoded(kept, unit));
        let kept = if unit.is_some() { kept } else { len };
        decoded.extend(left.iter().take(kept).copied().chain(unit));
        left = left.get(len..).unwrap_or_default();
    }
    decoded
}

/// Spec: npm-uri-js#decode
fn decode(units: &[u16]) -> Units {
    decode_if(units, |_, _| true)
}

/// Spec: npm-uri-js#encoding-1
fn decode_unreserved(units: &[u16]) -> Units {
    let is_unreserved = |unit: u16| u8::try_from(unit).is_ok_and(|byte| UNRESERVED.contains(byte));
    // uri-js tests if the result has an unreserved character, such as a digit of an unchanged escape.
    decode_if(units, |kept, unit| kept > 0 || is_unreserved(unit))
}

/// Spec: npm-uri-js#encoding-4
fn encode(units: &[u16], allowed: &ByteSet) -> String {
    let mut octets = Vec::with_capacity(units.len());
    for &unit in units {
        // Encode each unit as UTF-8 by itself, six bits for each octet, even if it is an unpaired surrogate.
        let bits = |shift: u32| (unit >> shift & 0x3F).to_le_bytes()[0];
        match unit {
            0..0x80 => octets.push(unit.to_le_bytes()[0]),
            0x80..0x800 => octets.extend([0xC0 | bits(6), 0x80 | bits(0)]),
            0x800.. => octets.extend([0xE0 | bits(12), 0x80 | bits(6), 0x80 | bits(0)]),
        }
    }
    upper_case_escapes(&percent_encode_octets(&octets, &allowed.and(b"%").complement())).into_owned()
}

/// Converts `name` to ASCII as punycode 2.1 does, which uri-js includes. This library checks nothing, and
/// encodes even unpaired surrogates. Returns `None` if the encoder would need more than 31 bits.
///
/// Spec: npm-uri-js#to-ascii
fn to_ascii(name: &[u16]) -> Option<Units> {
    // 1. Before an @, it stays, and after a second one it is lost
    let mut parts = name.split(|&unit| is(unit, b'@'));
    let first = parts.next().unwrap_or_default();
    let (mut ascii, name) = match parts.next() {
        Some(second) => ([first, &[u16::from(b'@')]].concat(), second),
        None => (Units::new(), first),
    };
    for (at, label) in name.split(|unit| matches!(unit, 0x2E | 0x3002 | 0xFF0E | 0xFF61)).enumerate() {
        ascii.extend((at > 0).then_some(u16::from(b'.')));
        // 2. Labels that are not ASCII are encoded, unchecked
        // 2.1. A number of more than 31 bits is refused
        if label.iter().all(|&unit| unit < 0x7F) {
            ascii.extend(label);
        } else {
            let points = char::decode_utf16(label.iter().copied())
                .map(|c| c.map_or_else(|half| u32::from(half.unpaired_surrogate()), u32::from));
            let mut encoded = String::from("xn--");
            punycode::encode(points, MOST_OF_PUNYCODE, &mut encoded)?;
            ascii.extend(encoded.encode_utf16());
        }
    }
    Some(ascii)
}
