//! Hosts that stand as the host parser would write them, and those that it takes, told at first sight.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet, NoTrace,
    masks::{Ranges, Subject},
    whatwg::Edition,
};

use super::{FORBIDDEN_DOMAIN_CODE_POINTS, ends_in_a_number, parse_ipv4};

/// What domains are mostly made of. The domain parser keeps all of it.
const USUAL: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'a', b'z');

/// Everything else, to ask about many bytes at once.
const UNUSUAL: Ranges<{ Ranges::count(&USUAL.complement()) }> = Ranges::new(&USUAL.complement());

/// What the domain parser mostly takes: what it keeps and upper case.
const USUAL_IN_ANY_CASE: ByteSet = USUAL.and_range(b'A', b'Z');

/// Everything else, to ask about many bytes at once.
const UNUSUAL_IN_ANY_CASE: Ranges<{ Ranges::count(&USUAL_IN_ANY_CASE.complement()) }> =
    Ranges::new(&USUAL_IN_ANY_CASE.complement());

/// What the domain parser refuses, or does more to than put it in lower case.
const NOT_TAKEN: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(0x80, 0xFF);

/// What the domain parser refuses or changes.
pub(super) const NOT_KEPT: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(b'A', b'Z').and_range(0x80, 0xFF);

/// How a last label may end that is a number, perhaps with a dot behind it.
pub(super) const ENDS_NUMBER: ByteSet =
    ByteSet::of(b"xX.").and_range(b'0', b'9').and_range(b'a', b'f').and_range(b'A', b'F');

/// Where the host that stands at byte `from` of `text`, a special URL, ends: before the first byte that the host parser
/// would not keep. `None` where it would not keep the rest either; empty where a file URL has no host.
///
/// FAST: why the host parser leaves it as it is: there is nothing to decode, for `%` is forbidden; the domain parser
/// only puts ASCII in lower case, and finds nothing forbidden; and a last label that is a number makes an IPv4 address,
/// which is only taken in the form in which addresses are serialized. The file host state leaves out `localhost`. The
/// draft leaves a domain as it is only where no label of Punycode may fail.
///
/// # Examples
/// ```
/// use url_core::masks::{Room, Subject};
/// use url_host::whatwg::scan_canonical_host;
/// # use url_core::whatwg::Edition::Newest;
/// let scan = |url, is_file| scan_canonical_host(&Subject::new(url, &mut Room::default()), 7, is_file, Newest);
/// assert_eq!((scan("http://a.test/", false), scan("http://A.test/", false)), (Some(13), None));
/// assert_eq!((scan("http://127.0.0.1:8080/", false), scan("http://127.1/", false)), (Some(16), None));
/// assert_eq!((scan("file:///a", true), scan("http:///a", false)), (Some(7), None));
/// ```
#[expect(
    clippy::inline_always,
    reason = "part of a fast path: a call for each part of a URL costs a quarter of it"
)]
#[inline(always)]
pub fn scan_canonical_host(
    text: &Subject<'_>,
    from: usize,
    is_file: bool,
    edition: Edition,
) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = scan_host_of(text, from, &UNUSUAL, &NOT_KEPT);
    if edition == Edition::ReviewDraft202602 && text.as_str().get(from..end)?.contains("xn--") {
        return None;
    }
    let Some(last) = bytes.get(from..end)?.last() else {
        return is_file.then_some(end);
    };
    if ENDS_NUMBER.contains(*last) && !is_kept_where_it_is_a_number(text.as_str().get(from..end)?) {
        return None;
    }
    (!is_file || bytes.get(from..end) != Some(b"localhost")).then_some(end)
}

#[inline(never)]
fn is_kept_where_it_is_a_number(host: &str) -> bool {
    !ends_in_a_number(host) || host.parse::<Ipv4Addr>().is_ok()
}

/// Where the host that stands at byte `from` of `text`, a special URL, ends: before the first byte that the host parser
/// may not take. `None` where it may not take the rest either; empty where a file URL has no host.
///
/// FAST: why the host parser takes it: as with [`scan_canonical_host`], but for upper case, which it changes, and numbers,
/// which make some IPv4 address. Any two hyphens may be those of a label of Punycode in some case.
///
/// # Examples
/// ```
/// use url_core::masks::{Room, Subject};
/// use url_host::whatwg::scan_valid_host;
/// # use url_core::whatwg::Edition::Newest;
/// let scan = |url| scan_valid_host(&Subject::new(url, &mut Room::default()), 7, false, Newest);
/// assert_eq!((scan("http://A.test/"), scan("http://127.1")), (Some(13), Some(12)));
/// assert_eq!((scan("http:///a"), scan("http://1.2.3.4.5/")), (None, None));
/// ```
#[inline]
pub fn scan_valid_host(text: &Subject<'_>, from: usize, is_file: bool, edition: Edition) -> Option<usize> {
    let end = scan_host_of(text, from, &UNUSUAL_IN_ANY_CASE, &NOT_TAKEN);
    if edition == Edition::ReviewDraft202602 && text.as_str().get(from..end)?.contains("--") {
        return None;
    }
    let Some(last) = text.as_bytes().get(from..end)?.last() else {
        return is_file.then_some(end);
    };
    if ENDS_NUMBER.contains(*last) && !is_taken_where_it_is_a_number(text.as_str().get(from..end)?) {
        return None;
    }
    Some(end)
}

#[inline(never)]
fn is_taken_where_it_is_a_number(host: &str) -> bool {
    // Editions differ in what is reported only.
    !ends_in_a_number(host) || parse_ipv4(host, Edition::Newest, &mut NoTrace).is_ok()
}

/// Where the first byte from `from` on stands that is in `ends`, all of which is `unusual`.
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
