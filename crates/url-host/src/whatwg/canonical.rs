//! Hosts that stand as the host parser would write them, told at first sight.

use core::net::Ipv4Addr;

use url_core::{
    ByteSet,
    masks::{Ranges, Subject},
};

use super::{FORBIDDEN_DOMAIN_CODE_POINTS, ends_in_a_number};

/// What domains are mostly made of. The domain parser keeps all of it.
const USUAL: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'a', b'z');

/// Everything else, to ask about many bytes at once.
const UNUSUAL: Ranges<{ Ranges::count(&USUAL.complement()) }> = Ranges::new(&USUAL.complement());

/// What the domain parser refuses or changes.
const NOT_KEPT: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(b'A', b'Z').and_range(0x80, 0xFF);

/// How a last label may end that is a number, perhaps with a dot behind it.
const ENDS_NUMBER: ByteSet =
    ByteSet::of(b"xX.").and_range(b'0', b'9').and_range(b'a', b'f').and_range(b'A', b'F');

/// Where the host that stands at byte `from` of `text`, a special URL, ends: before the first byte that the host parser
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
/// use url_core::masks::{Room, Subject};
/// use url_host::whatwg::scan_canonical_host;
/// let scan = |url, is_file| scan_canonical_host(&Subject::new(url, &mut Room::default()), 7, is_file);
/// assert_eq!((scan("http://a.test/", false), scan("http://A.test/", false)), (Some(13), None));
/// assert_eq!((scan("http://127.0.0.1:8080/", false), scan("http://127.1/", false)), (Some(16), None));
/// assert_eq!((scan("file:///a", true), scan("http:///a", false)), (Some(7), None));
/// ```
#[inline]
pub fn scan_canonical_host(text: &Subject<'_>, from: usize, is_file: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = scan_kept(text, from);
    let Some(last) = bytes.get(from..end)?.last() else {
        return is_file.then_some(end);
    };
    if ENDS_NUMBER.contains(*last) && !is_kept_where_it_is_a_number(text.as_str().get(from..end)?) {
        return None;
    }
    (!is_file || bytes.get(from..end) != Some(b"localhost")).then_some(end)
}

/// Spec: none (a fast test for whatwg#concept-host-parser)
#[inline(never)]
fn is_kept_where_it_is_a_number(host: &str) -> bool {
    !ends_in_a_number(host) || host.parse::<Ipv4Addr>().is_ok()
}

/// Where the first byte from `from` on stands that is not kept.
///
/// Spec: none (many bytes at once)
#[inline]
fn scan_kept(text: &Subject<'_>, from: usize) -> usize {
    const STEPS: usize = 2;
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        let [mut unusual] = text.ask::<STEPS, 1>(at, |bytes, _| [bytes.is_in(&UNUSUAL)]);
        while unusual != 0 {
            let end = at + unusual.trailing_zeros() as usize;
            if bytes.get(end).is_none_or(|&byte| NOT_KEPT.contains(byte)) {
                return end;
            }
            unusual &= unusual - 1;
        }
        at += 16 * STEPS;
    }
    bytes.len()
}
