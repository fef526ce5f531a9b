//! What is in brackets, as fast-uri reads it.

use std::net::Ipv6Addr;

use url_core::{SUB_DELIMS, UNRESERVED};

use crate::{
    ipv6::compress,
    run::Run,
    sections::npm_fast_uri as rules,
    text::{divide, is_ip_future},
};

/// The host that is `inside` brackets.
///
/// Spec: npm-fast-uri#ipv6
pub(super) fn literal(inside: &str, run: &mut Run<'_>) -> Option<String> {
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
