//! `parse` of uri-js, from npm. It refuses almost nothing, and decodes escapes more than once.

mod address;
mod schemes;
mod units;

use std::borrow::Cow;

use url_core::{ByteSet, Component, PCHAR, Reason, SUB_DELIMS, Section, UNRESERVED};

use crate::{
    Parsed,
    run::{Result, Run},
    sections::npm_uri_js as rules,
    text::{is_of_scheme, set_user_info},
    uri_pattern::{Groups, of_web},
};
use address::write_address;
use units::{Units, decode, decode_unreserved, encode, text, to_ascii, to_lower_case, units};

const NAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const USER_INFO: ByteSet = NAME.and(b":");
const HOST: ByteSet = NAME.and(b":[]");
const PATH: ByteSet = PCHAR.and(b"/");
const PATH_WITHOUT_SCHEME: ByteSet = NAME.and(b"@/");
const QUERY: ByteSet = PATH.and(b"?");

/// Spec: npm-uri-js#parse
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let groups = Groups::of(input);
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. What is before a colon is the scheme, without / ? #
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
        Some("urn") => schemes::urn(input, &mut url, run)?,
        Some("mailto") => schemes::mailto(input, &mut url, run)?,
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

/// Returns the host, decoded and normalized, before its characters are escaped.
///
/// Spec: npm-uri-js#parse
fn write_host(host: &str, handler: Option<&str>, run: &mut Run<'_>) -> Result<Units> {
    let address = units(&write_address(host, run));
    if host.is_empty() || !matches!(handler, Some("http" | "https" | "ws" | "wss")) {
        return Ok(address);
    }
    // 9. A host of http or ws: decoded, in lower case and ASCII
    let decoded = change(rules::DECODE_1, host, &address, decode(&address), run);
    let lower = change(rules::PARSE_9, host, &decoded, to_lower_case(&decoded), run);
    let ascii = run.demand(to_ascii(&lower), Reason::HostPunycode, rules::TO_ASCII_2_1, host)?;
    let has_at = lower.contains(&u16::from(b'@'));
    let section = if has_at { rules::TO_ASCII_1 } else { rules::TO_ASCII_2 };
    Ok(change(section, host, &lower, ascii, run))
}

/// Reports that the rule `section` turned `saw`, which was made from `part`, into `now`. Returns `now`.
///
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

/// Escapes `given`, except `allowed` and escapes. `place` is the slice of the input that it is from.
///
/// Spec: npm-uri-js#encoding-4
fn escaped<'t>(given: &[u16], place: &'t str, allowed: &ByteSet, run: &mut Run<'_>) -> Cow<'t, str> {
    // 4. Others become escapes, from UTF-16, in upper case
    let escaped = encode(given, allowed);
    change(rules::ENCODING_4, place, given, units(&escaped), run);
    if escaped == place { Cow::Borrowed(place) } else { Cow::Owned(escaped) }
}
