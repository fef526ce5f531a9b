//! Hosts that all specs keep.

use url_core::{
    ByteSet,
    masks::{Ranges, Subject},
};

/// The bytes of a domain in lower case, and the slash that ends it.
const USUAL: ByteSet = JOINTS.and_range(b'0', b'9').and_range(b'a', b'z');

/// The bytes before and after a label: no two of them follow each other in a plain domain. The hyphen is one of them, because
/// no label of one begins or ends with it, and Punycode has two.
const JOINTS: ByteSet = ByteSet::of(b"-./");

const UNUSUAL_RANGES: Ranges<{ Ranges::count(&USUAL.complement()) }> = Ranges::new(&USUAL.complement());
const JOINT_RANGES: Ranges<{ Ranges::count(&JOINTS) }> = Ranges::new(&JOINTS);

/// The number of steps of sixteen bytes that cover most hosts, and the number of bytes that these cover.
const STEPS: usize = 3;
const BATCH: usize = 16 * STEPS;

/// Whether the host at `from..end` of `text`, after a slash, is one that all specs keep: a domain, or an IPv4 address if it is
/// known to be canonical, with a slash behind it. It returns true for most such hosts, but not for all.
///
/// # Examples
/// ```
/// use url_core::masks::{Room, Subject};
/// let is_plain = |url, end| url_host::is_plain_domain(&Subject::new(url, &mut Room::default()), 7, end);
/// assert!(is_plain("http://a-b.test/", 15));
/// assert!(!is_plain("http://A.test/", 13) && !is_plain("http://a.test:81/", 13) && !is_plain("http://xn--a/", 12));
/// ```
#[doc(hidden)] // Part of a fast path through all layers.
#[inline]
pub fn is_plain_domain(text: &Subject<'_>, from: usize, end: usize) -> bool {
    let [odd] = text.ask::<STEPS, 1>(from, |bytes, before| {
        let after_joint = bytes.is_in(&JOINT_RANGES).and(before.is_in(&JOINT_RANGES));
        [bytes.is_in(&UNUSUAL_RANGES).or(after_joint)]
    });
    let len = end - from;
    // The slash is asked about too.
    len < BATCH && odd & (u64::MAX >> (63 - len)) == 0
}
