//! Hosts that stand as the host parser would write them, told at first sight.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet,
    masks::{Ranges, ask},
};

use super::{FORBIDDEN_DOMAIN_CODE_POINTS, ends_in_a_number};

/// What domains are mostly made of. The domain parser keeps all of it.
const USUAL: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'a', b'z');

/// Everything else, to ask about many bytes at once.
const UNUSUAL: Ranges<{ Ranges::count(&USUAL.complement()) }> = Ranges::new(&USUAL.complement());

/// What the domain parser refuses or changes.
const NOT_KEPT: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(b'A', b'Z').and_range(0x80, 0xFF);

/// Where the host that stands at byte `from` of `input`, a special URL, ends: before the first byte that the host parser
/// would not keep. `None` where it would not keep the rest either; empty where a file URL has no host.
///
/// FAST: why the host parser leaves it as it is: there is nothing to decode, for `%` is forbidden; the domain parser
/// only puts ASCII in lower case, and finds nothing forbidden; and a last label that is a number makes an IPv4 address,
/// which is only taken in the form in which addresses are serialized. The file host state leaves out `localhost`.
///
/// Spec: none (a fast test for whatwg#concept-host-parser)
///
/// # Examples
/// ```
/// use url_host::whatwg::scan_canonical_host;
/// assert_eq!(scan_canonical_host("http://a.test/", 7, false), Some(13));
/// assert_eq!(scan_canonical_host("http://127.0.0.1:8080/", 7, false), Some(16));
/// assert_eq!(scan_canonical_host("http://127.1/", 7, false), None);
/// assert_eq!((scan_canonical_host("file:///a", 7, true), scan_canonical_host("http:///a", 7, false)), (Some(7), None));
/// ```
#[inline]
pub fn scan_canonical_host(input: &str, from: usize, is_file: bool) -> Option<usize> {
    let bytes = input.as_bytes();
    let (end, label) = scan_kept(bytes, from);
    if end == from {
        return is_file.then_some(end);
    }
    if is_file && input.get(from..end) == Some("localhost") {
        return None;
    }
    // A label that is a number begins with a digit; the last one is empty behind a dot at the end.
    if label == end || bytes.get(label).is_some_and(u8::is_ascii_digit) {
        let host = input.get(from..end)?;
        if ends_in_a_number(host) && host.parse::<Ipv4Addr>().is_err() {
            return None;
        }
    }
    Some(end)
}

/// Where the first byte from `from` on stands that is not kept, and where the last label before it begins.
///
/// Spec: none (many bytes at once)
#[inline]
fn scan_kept(bytes: &[u8], from: usize) -> (usize, usize) {
    const STEPS: usize = 2;
    let (mut at, mut label) = (from, from);
    loop {
        let [mut ends, dots] = ask::<STEPS, 2>(bytes, at, |bytes, _| [bytes.is_in(&UNUSUAL), bytes.is(b'.')]);
        let end = loop {
            if ends == 0 {
                break None;
            }
            let end = at + ends.trailing_zeros() as usize;
            if bytes.get(end).is_none_or(|&byte| NOT_KEPT.contains(byte)) {
                break Some(end);
            }
            ends &= ends - 1;
        };
        // The bits below that of the end.
        let before = dots & (ends ^ ends.wrapping_sub(1));
        if before != 0 {
            label = at + (u64::BITS - before.leading_zeros()) as usize;
        }
        at += 16 * STEPS;
        if end.is_some() || at >= bytes.len() {
            return (end.unwrap_or(bytes.len()), label);
        }
    }
}
