//! IP addresses as uri-js reads and writes them.

use std::borrow::Cow;

use url_core::{UNRESERVED, hex_octet};

use crate::{
    ipv6::{compress, is_ipv4, is_ipv6},
    run::Run,
    sections::npm_uri_js as rules,
    text::{in_brackets, number},
};

/// Returns the normal form of `host` if it is an IP address, or else `host`.
///
/// Spec: npm-uri-js#ipv4, npm-uri-js#ipv6
pub(super) fn write_address<'t>(host: &'t str, run: &mut Run<'_>) -> Cow<'t, str> {
    let (section, written) = if is_relaxed_ipv4(host) {
        (rules::IPV4_1, Some(without_zeros(host)))
    } else {
        (rules::IPV6_1, in_brackets(host).and_then(|inside| write_ipv6(inside, run)))
    };
    written.map_or(Cow::Borrowed(host), |written| Cow::Owned(run.change(section, host, written)))
}

/// Returns true if `text` is an IPv4 address with up to three decimal digits for each octet.
///
/// Spec: npm-uri-js#ipv4-1
fn is_relaxed_ipv4(text: &str) -> bool {
    is_ipv4(text, |octet| octet.len() <= 3)
}

/// Spec: npm-uri-js#ipv4-1
fn without_zeros(address: &str) -> String {
    address.split('.').map(number).collect::<Vec<_>>().join(".")
}

/// Returns the normal form of the text `inside` brackets, if it is an IPv6 address.
///
/// Spec: npm-uri-js#ipv6
fn write_ipv6(inside: &str, run: &mut Run<'_>) -> Option<String> {
    // 2. The zone follows % or %25, and stays
    let (address, zone) = match inside.split_once('%') {
        Some((address, after)) => (address, Some(zone(after)?)),
        None => (inside, None),
    };
    // 1. In brackets, which go: pieces, and perhaps a zone
    is_ipv6(address, is_relaxed_ipv4).then_some(())?;
    let zone = zone.inspect(|zone| run.step(rules::IPV6_2, zone, None));
    let lower = address.to_ascii_lowercase();
    let (first, last) = lower.split_once("::").unwrap_or(("", &lower));
    // 3. Zeros in front of each piece are removed
    let mut fields: Vec<_> = first.split(':').filter(|piece| !piece.is_empty()).map(number).collect();
    let last: Vec<_> = last.split(':').map(number).collect();
    run.step(rules::IPV6_3, address, None);
    // 3.1. Then an IPv4 address that begins with 0 is none
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

/// Returns the zone in the text `after` the percent sign; `None` if it is not a valid zone.
///
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
