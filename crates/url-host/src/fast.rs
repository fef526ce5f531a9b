//! Fast tests for hosts that the URL Standard's parser accepts. This module may change in any release.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet, NoTrace,
    fast::{Lanes, PaddedStr, Ranges},
    in_bounds,
    whatwg::{Edition, SchemeKind},
};

use crate::whatwg::{
    FORBIDDEN_DOMAIN_CODE_POINTS, NOT_KEPT, ends_in_a_number, may_end_in_a_number, parse_ipv4_traced,
};

/// The only bytes of most domains. The domain parser leaves these bytes unchanged.
const USUAL: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'a', b'z');

/// The bytes outside `USUAL`, and the underscore: it is rare in domains, and including it saves one range.
const UNUSUAL: Ranges<{ Ranges::count(&USUAL.complement().and(b"_")) }> =
    Ranges::new(&USUAL.complement().and(b"_"));

const USUAL_IN_ANY_CASE: ByteSet = USUAL.and_range(b'A', b'Z');

const UNUSUAL_IN_ANY_CASE: Ranges<{ Ranges::count(&USUAL_IN_ANY_CASE.complement()) }> =
    Ranges::new(&USUAL_IN_ANY_CASE.complement());

/// The bytes that end a host in any case: those that the domain parser rejects, and non-ASCII.
const NOT_TAKEN: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(0x80, 0xFF);

/// The number of blocks of 16 bytes that [`canonical_host_end`] tests at once. Most hosts fit in them.
pub const HOST_STEPS: usize = 2;

const BATCH: usize = 16 * HOST_STEPS;

struct Accepted {
    /// The bytes that end the host. The scan continues after any other unusual byte.
    ends: &'static ByteSet,
    /// A string in each domain with a label in Punycode. In the review draft, hosts with it are not accepted.
    punycode: &'static str,
    /// Returns true if the host, which ends in a number, is an IPv4 address that the scan accepts.
    is_ipv4: fn(&str) -> bool,
}

/// Returns a mask of the bytes that most domains do not contain. [`canonical_host_end`] uses the mask.
#[inline]
pub fn is_unusual_in_host(bytes: Lanes) -> Lanes {
    bytes.is_in(&UNUSUAL)
}

/// Returns the end of the host that starts at byte `from` of `text`, a special URL: the first byte that
/// cannot be in a canonical host, such as `/`. Returns `None` if the host parser would change or reject the
/// text before the end, or if the host is empty in a URL that is not a file URL.
///
/// FAST: the host parser keeps an accepted host unchanged for these reasons. The host ends before any `%`,
/// capital or forbidden byte, so nothing is decoded, lower-cased or rejected. A domain that ends in a number
/// must be a serialized IPv4 address. `localhost` is not accepted in a file URL, whose parser drops it. The
/// review draft checks Punycode, so a domain that may contain it is not accepted there.
///
/// `unusual` contains the bit mask from [`is_unusual_in_host`], with a bit for each tested byte from `from`
/// on, and the number of tested bytes, which is less than 64.
#[expect(clippy::inline_always, reason = "a call for each part of a URL costs a quarter of it")]
#[inline(always)]
pub fn canonical_host_end(
    text: &PaddedStr<'_>,
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

/// Returns the end of the host that starts at byte `from` of `text`, a special URL: the first byte that
/// cannot be in a host, such as `/`. Returns `None` if the host parser may reject the host.
///
/// FAST: the reasons are those of [`canonical_host_end`], with three differences. Capitals are accepted, a
/// number may be an IPv4 address in any notation, and two hyphens may belong to the prefix of Punycode.
#[inline]
pub fn scan_valid_host(
    text: &PaddedStr<'_>,
    from: usize,
    kind: SchemeKind,
    edition: Edition,
) -> Option<usize> {
    // Every edition accepts the same addresses. Editions differ only in their validation errors.
    let is_ipv4 = |host: &str| parse_ipv4_traced(host, Edition::Newest, &mut NoTrace).is_ok();
    host_end_in_any_case(text, from, kind, edition, is_ipv4)
}

/// Returns the end of the host that starts at byte `from` of `text`, a special URL that is not a file URL:
/// the first byte that cannot be in a host, such as `/`. Returns `None` if the host parser may reject the
/// host, or change more than its case.
///
/// FAST: the reasons are those of [`canonical_host_end`], but capitals are accepted.
#[inline]
pub fn scan_host_in_any_case(text: &PaddedStr<'_>, from: usize, edition: Edition) -> Option<usize> {
    let is_ipv4 = |host: &str| host.parse::<Ipv4Addr>().is_ok();
    host_end_in_any_case(text, from, SchemeKind::Special, edition, is_ipv4)
}

#[inline]
fn host_end_in_any_case(
    text: &PaddedStr<'_>,
    from: usize,
    kind: SchemeKind,
    edition: Edition,
    is_ipv4: fn(&str) -> bool,
) -> Option<usize> {
    let accepted = Accepted { ends: &NOT_TAKEN, punycode: "--", is_ipv4 };
    let [unusual] = text.test::<HOST_STEPS, 1>(from, |bytes, _| [bytes.is_in(&UNUSUAL_IN_ANY_CASE)]);
    accepted_end(text, from, (unusual, BATCH), kind, edition, &accepted)
}

#[expect(clippy::inline_always, reason = "a call would hide from the compiler that `accepted` is constant")]
#[inline(always)]
fn accepted_end(
    text: &PaddedStr<'_>,
    from: usize,
    (unusual, tested): (u64, usize),
    kind: SchemeKind,
    edition: Edition,
    accepted: &Accepted,
) -> Option<usize> {
    let bytes = text.as_bytes();
    // The mask has no bits for untested bytes. One more bit is set after its end to stop the search there.
    let mut end = from + (unusual | 1 << tested).trailing_zeros() as usize;
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
