//! Fast detection of hosts that are already in the form in which the host parser writes them, and of hosts that it
//! accepts.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet, NoTrace,
    masks::{Ranges, Subject},
    whatwg::{Edition, SchemeKind},
};

use super::{FORBIDDEN_DOMAIN_CODE_POINTS, ends_in_a_number, ipv4::may_end_in_a_number, parse_ipv4};

/// The bytes of most domains. The domain parser leaves all of them unchanged.
const USUAL: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'a', b'z');

/// The complement, for testing many bytes at once.
const UNUSUAL: Ranges<{ Ranges::count(&USUAL.complement()) }> = Ranges::new(&USUAL.complement());

/// The bytes of most accepted domains: those of `USUAL` and upper case.
const USUAL_IN_ANY_CASE: ByteSet = USUAL.and_range(b'A', b'Z');

/// The complement, for testing many bytes at once.
const UNUSUAL_IN_ANY_CASE: Ranges<{ Ranges::count(&USUAL_IN_ANY_CASE.complement()) }> =
    Ranges::new(&USUAL_IN_ANY_CASE.complement());

/// The bytes that the domain parser rejects, or changes by more than converting them to lower case.
const NOT_TAKEN: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(0x80, 0xFF);

/// The bytes that the domain parser rejects or changes.
pub(super) const NOT_KEPT: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(b'A', b'Z').and_range(0x80, 0xFF);

/// The hosts that a scan accepts.
struct Accepted<const N: usize> {
    /// The bytes at which the scan looks closer.
    unusual: &'static Ranges<N>,
    /// Of these, the bytes at which the host ends.
    ends: &'static ByteSet,
    /// What every domain contains that may have a label of Punycode.
    punycode: &'static str,
    /// Whether a domain that ends in a number is accepted.
    is_ipv4: fn(&str) -> bool,
}

/// Returns the end of the host at byte `from` of `text`, a special URL: the first byte that the host parser would not
/// keep. Returns `None` if it would not keep the rest unchanged either, and an empty host where a file URL has none.
///
/// FAST: the host parser leaves it unchanged for these reasons. There is nothing to decode, since `%` is forbidden.
/// The domain parser only converts ASCII to lower case, and finds nothing forbidden. A last label that is a number
/// makes an IPv4 address, which is only accepted here in its serialized form. The file host state drops `localhost`.
/// The draft leaves a domain unchanged only if no label of Punycode can fail.
///
/// # Examples
/// ```
/// use url_core::masks::{Room, Subject};
/// use url_host::whatwg::scan_canonical_host;
/// # use url_core::whatwg::{Edition::Newest, SchemeKind::{File, Special}};
/// let scan = |url, kind| scan_canonical_host(&Subject::new(url, &mut Room::default()), 7, kind, Newest);
/// assert_eq!((scan("http://a.test/", Special), scan("http://A.test/", Special)), (Some(13), None));
/// assert_eq!((scan("http://127.0.0.1:8080/", Special), scan("http://127.1/", Special)), (Some(16), None));
/// assert_eq!((scan("file:///a", File), scan("http:///a", Special)), (Some(7), None));
/// ```
#[expect(
    clippy::inline_always,
    reason = "part of a fast path: a call for each part of a URL costs a quarter of it"
)]
#[inline(always)]
pub fn scan_canonical_host(
    text: &Subject<'_>,
    from: usize,
    kind: SchemeKind,
    edition: Edition,
) -> Option<usize> {
    let accepted = Accepted {
        unusual: &UNUSUAL,
        ends: &NOT_KEPT,
        punycode: "xn--",
        is_ipv4: |host| host.parse::<Ipv4Addr>().is_ok(),
    };
    let end = scan_accepted(text, from, kind, edition, &accepted)?;
    (kind != SchemeKind::File || text.as_bytes().get(from..end) != Some(b"localhost")).then_some(end)
}

/// Returns the end of the host at byte `from` of `text`, a special URL: the first byte that the host parser may not
/// accept. Returns `None` if it may not accept the rest either, and an empty host where a file URL has none.
///
/// FAST: the host parser accepts it for the same reasons as in [`scan_canonical_host`], except that upper case is
/// changed and numbers may be any IPv4 address. Any two hyphens may be those of a label of Punycode, in any case.
///
/// # Examples
/// ```
/// use url_core::masks::{Room, Subject};
/// use url_host::whatwg::scan_valid_host;
/// # use url_core::whatwg::{Edition::Newest, SchemeKind::Special};
/// let scan = |url| scan_valid_host(&Subject::new(url, &mut Room::default()), 7, Special, Newest);
/// assert_eq!((scan("http://A.test/"), scan("http://127.1")), (Some(13), Some(12)));
/// assert_eq!((scan("http:///a"), scan("http://1.2.3.4.5/")), (None, None));
/// ```
#[inline]
pub fn scan_valid_host(text: &Subject<'_>, from: usize, kind: SchemeKind, edition: Edition) -> Option<usize> {
    let accepted = Accepted {
        unusual: &UNUSUAL_IN_ANY_CASE,
        ends: &NOT_TAKEN,
        punycode: "--",
        // Editions differ only in what is reported.
        is_ipv4: |host| parse_ipv4(host, Edition::Newest, &mut NoTrace).is_ok(),
    };
    scan_accepted(text, from, kind, edition, &accepted)
}

/// Returns the end of the host at byte `from` of `text`, if it is `accepted`.
#[expect(
    clippy::inline_always,
    reason = "what is accepted is a constant: a call would keep the compiler from it"
)]
#[inline(always)]
fn scan_accepted<const N: usize>(
    text: &Subject<'_>,
    from: usize,
    kind: SchemeKind,
    edition: Edition,
    accepted: &Accepted<N>,
) -> Option<usize> {
    let end = scan_host_of(text, from, accepted.unusual, accepted.ends);
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

/// Returns the place of the first byte from `from` on that is in `ends`, a subset of `unusual`.
#[inline]
fn scan_host_of<const N: usize>(
    text: &Subject<'_>,
    from: usize,
    unusual: &Ranges<N>,
    ends: &ByteSet,
) -> usize {
    const STEPS: usize = 2;
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        let [mut found] = text.ask::<STEPS, 1>(at, |bytes, _| [bytes.is_in(unusual)]);
        while found != 0 {
            let end = at + found.trailing_zeros() as usize;
            if bytes.get(end).is_none_or(|&byte| ends.contains(byte)) {
                return end;
            }
            found &= found - 1;
        }
        at += 16 * STEPS;
    }
    bytes.len()
}
