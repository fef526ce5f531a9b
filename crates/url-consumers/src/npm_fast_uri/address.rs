//! What is in brackets, as fast-uri reads it.

use url_core::{SUB_DELIMS, UNRESERVED};

use crate::{
    ipv6::{Pieces, compress, is_hex_4, is_ipv4, pieces},
    run::Run,
    sections::npm_fast_uri as rules,
    text::{divide, is_ip_future, number},
};

/// Whether `text` is an IPv4 address, without zeros in front.
///
/// Spec: npm-fast-uri#parse-15
pub(super) fn is_plain_ipv4(text: &str) -> bool {
    is_ipv4(text, |octet| octet == number(octet))
}

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
    pieces(address, is_hex_4, is_plain_ipv4).filter(Pieces::fit)?;
    let lower = address.to_ascii_lowercase();
    let (first, last) = lower.split_once("::").unwrap_or((&lower, ""));
    let (mut fields, last) = (fields(first), fields(last));
    let ipv4 = usize::from(address.contains('.'));
    fields.resize(8 - ipv4 - last.len(), "0");
    fields.extend(last);
    // 4. The longest run of zeros becomes ::
    run.step(rules::IPV6_3, address, None);
    let written = run.make(rules::IPV6_4, address, compress(&fields));
    Some(zone.map_or_else(|| written.clone(), |zone| format!("{written}%{zone}")))
}

/// The pieces of a `side` of an address.
///
/// Spec: npm-fast-uri#ipv6-3
fn fields(side: &str) -> Vec<&str> {
    let pieces = side.split(':').filter(|piece| !piece.is_empty());
    pieces.map(|piece| if piece.contains('.') { piece } else { number(piece) }).collect()
}
