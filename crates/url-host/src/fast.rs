//! Fast detection of hosts that the URL Standard keeps or accepts. Its items may change in any release.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet, NoTrace,
    fast::{Lanes, Ranges, Subject},
    in_bounds,
    whatwg::{Edition, SchemeKind},
};

use crate::whatwg::{
    FORBIDDEN_DOMAIN_CODE_POINTS, NOT_KEPT, ends_in_a_number, may_end_in_a_number, parse_ipv4,
};

/// The bytes of most domains. The domain parser leaves them unchanged.
const USUAL: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'a', b'z');

/// Omits the rare underscore, so that the set has one range less.
const UNUSUAL: Ranges<{ Ranges::count(&USUAL.complement().and(b"_")) }> =
    Ranges::new(&USUAL.complement().and(b"_"));

const USUAL_IN_ANY_CASE: ByteSet = USUAL.and_range(b'A', b'Z');

const UNUSUAL_IN_ANY_CASE: Ranges<{ Ranges::count(&USUAL_IN_ANY_CASE.complement()) }> =
    Ranges::new(&USUAL_IN_ANY_CASE.complement());

/// The bytes that the domain parser rejects, or changes other than by converting them to lower case.
const NOT_TAKEN: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(0x80, 0xFF);

/// The number of steps of sixteen bytes that cover most hosts.
pub const HOST_STEPS: usize = 2;

const BATCH: usize = 16 * HOST_STEPS;

struct Accepted {
    /// The bytes, among the unusual ones, that end the host.
    ends: &'static ByteSet,
    /// A string that every domain with a label in Punycode contains. A host that contains it is not accepted.
    punycode: &'static str,
    /// Returns true if a domain that ends in a number is accepted as an IPv4 address.
    is_ipv4: fn(&str) -> bool,
}

/// Returns the end of the host at byte `from` of `text`, a special URL: the first byte that the host parser
/// would not keep. Returns `None` if it would change or reject the host before that. A file URL's host may be
/// empty.
///
/// FAST: the host parser leaves the host unchanged for these reasons. There is nothing to decode, because `%`
/// is forbidden. The domain parser only converts ASCII to lower case, and finds nothing forbidden. A domain
/// that ends in a number is an IPv4 address, which is accepted only in its serialized form. `localhost` is
/// not accepted in a file URL, because the file host state drops it. A domain that may contain Punycode is
/// not accepted under the draft, which checks it.
#[expect(clippy::inline_always, reason = "a call for each part of a URL costs a quarter of it")]
#[inline(always)]
pub fn scan_canonical_host(
    text: &Subject<'_>,
    from: usize,
    kind: SchemeKind,
    edition: Edition,
) -> Option<usize> {
    let [unusual] = text.ask::<HOST_STEPS, 1>(from, |bytes, _| [is_unusual_in_host(bytes)]);
    canonical_host_end(text, from, (unusual, BATCH), kind, edition)
}

/// Tests which bytes are not in most domains, for [`canonical_host_end`].
#[inline]
pub fn is_unusual_in_host(bytes: Lanes) -> Lanes {
    bytes.is_in(&UNUSUAL)
}

/// Returns the result of [`scan_canonical_host`] from an earlier test. `unusual` is the result of
/// [`is_unusual_in_host`], one bit for each byte from `from` on, and the number of bytes tested, less than
/// 64.
#[expect(clippy::inline_always, reason = "see `scan_canonical_host`")]
#[inline(always)]
pub fn canonical_host_end(
    text: &Subject<'_>,
    from: usize,
    unusual: (u64, usize),
    kind: SchemeKind,
    edition: Edition,
) -> Option<usize> {
    let accepted =
        Accepted { ends: &NOT_KEPT, punycode: "xn--", is_ipv4: |host| host.parse::<Ipv4Addr>().is_ok() };
    let end = accepted_end(text, from, unusual, kind, edition, &accepted)?;
    (kind != SchemeKind::File || text.as_bytes().get(from..end) != Some(b"localhost")).then_some(end)
}

/// Returns the end of the host at byte `from` of `text`, a special URL: the first byte that the host parser
/// may not accept. Returns `None` if it may not accept the host before. A file URL's host may be empty.
///
/// FAST: the host parser accepts the host for the same reasons as in [`scan_canonical_host`], except that
/// upper case is converted and numbers may be any IPv4 address. Two hyphens may belong to a label in
/// Punycode, whose prefix may have any case.
#[inline]
pub fn scan_valid_host(text: &Subject<'_>, from: usize, kind: SchemeKind, edition: Edition) -> Option<usize> {
    let accepted = Accepted {
        ends: &NOT_TAKEN,
        punycode: "--",
        // Editions differ only in the validation errors that they report.
        is_ipv4: |host| parse_ipv4(host, Edition::Newest, &mut NoTrace).is_ok(),
    };
    let [unusual] = text.ask::<HOST_STEPS, 1>(from, |bytes, _| [bytes.is_in(&UNUSUAL_IN_ANY_CASE)]);
    accepted_end(text, from, (unusual, BATCH), kind, edition, &accepted)
}

/// `unusual` is as in [`canonical_host_end`].
#[expect(clippy::inline_always, reason = "a call would hide from the compiler that `accepted` is constant")]
#[inline(always)]
fn accepted_end(
    text: &Subject<'_>,
    from: usize,
    (unusual, asked): (u64, usize),
    kind: SchemeKind,
    edition: Edition,
    accepted: &Accepted,
) -> Option<usize> {
    let bytes = text.as_bytes();
    // The bit after the last tested byte is set, so every byte before `end` is usual.
    let mut end = from + (unusual | 1 << asked).trailing_zeros() as usize;
    match bytes.get(end) {
        Some(b'/') => {}
        Some(&byte) if accepted.ends.contains(byte) => {}
        Some(_) => end = rest_of_host(bytes, end, accepted.ends),
        None => end = bytes.len(),
    }
    if edition == Edition::ReviewDraft202602 && text.as_str().get(from..end)?.contains(accepted.punycode) {
        return None;
    }
    let host = text.as_bytes().get(from..end)?;
    if host.is_empty() {
        return (kind == SchemeKind::File).then_some(end);
    }
    if may_end_in_a_number(host) && !takes_number(text.as_str().get(from..end)?, accepted.is_ipv4) {
        return None;
    }
    Some(end)
}

#[inline(never)]
fn takes_number(host: &str, is_ipv4: fn(&str) -> bool) -> bool {
    !ends_in_a_number(host) || is_ipv4(host)
}

#[inline(never)]
fn rest_of_host(bytes: &[u8], from: usize, ends: &ByteSet) -> usize {
    let rest = in_bounds(bytes.get(from..));
    rest.iter().position(|&byte| ends.contains(byte)).map_or(bytes.len(), |len| from + len)
}
