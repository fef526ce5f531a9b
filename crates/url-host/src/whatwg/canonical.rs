//! Fast detection of hosts that are already in the form in which the host parser writes them, and of hosts that it
//! accepts.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet, NoTrace,
    masks::{Ranges, Subject},
    whatwg::Edition,
};

use super::{FORBIDDEN_DOMAIN_CODE_POINTS, ends_in_a_number, parse_ipv4};

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

/// The bytes that can end a last label that is a number, or be the dot after it.
pub(super) const ENDS_NUMBER: ByteSet =
    ByteSet::of(b"xX.").and_range(b'0', b'9').and_range(b'a', b'f').and_range(b'A', b'F');

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
    // Editions differ only in what is reported.
    !ends_in_a_number(host) || parse_ipv4(host, Edition::Newest, &mut NoTrace).is_ok()
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
