//! Fast checks that a string is a canonical URL of the URL Standard, as most URLs are, or a valid URL.

use url_authority::fast::{ends_authority, is_valid_after_host, scan_canonical_port};
use url_core::{
    Span,
    fast::{Lanes, Marks, PaddedStr, Padding, is_mark},
    whatwg::{Edition, SchemeKind},
};
use url_host::fast::{HOST_STEPS, canonical_host_end, is_unusual_in_host, scan_valid_host};
use url_path::fast::{scan_canonical_path, starts_with_slash};
use url_query::fast::{is_canonical_fragment, scan_canonical_query};
use url_scheme::{
    fast::{scan_frequent_scheme, scan_special_scheme},
    whatwg::{default_port, scheme_kind},
};

use crate::fast::CanonicalScan;

/// Returns the byte ranges of the components of `input` if `input` is a special URL without credentials that
/// the parser does not change, except by adding a missing slash. `None` means that this is unknown.
///
/// FAST: every state of the parser leaves such a URL unchanged, for any base. The reasons:
/// - Preprocessing: no component contains a C0 control or a space.
/// - Scheme state: the scheme is in lower case, and two slashes follow. After these slashes, the states
///   neither use the base nor skip more slashes, because a host follows or, in a `file` URL, the third slash.
/// - Authority state: the authority contains no `@`. The host ends before `/`, `?`, `#`, the end or `:`, and
///   after `:` there are only digits.
/// - Host, file host and port state: the called scans only accept hosts and ports that these states do not
///   change. The host is not a drive letter, because it contains neither `:` nor `|`.
/// - Path start state: the path starts with a slash, or is empty. The caller adds the slash of an empty path.
/// - Path state: the path has no dot-segments, backslashes, or bytes to encode. In a `file` URL, the first
///   segment is not a drive letter with `|`.
/// - Query and fragment state: there is nothing to encode, and all encodings are compatible with ASCII.
#[inline(never)]
pub(super) fn scan_canonical(input: &str, edition: Edition) -> Option<CanonicalScan> {
    let (scheme, kind) = scan_frequent_scheme(input).or_else(|| scan_other_scheme(input))?;
    match PaddedStr::of_long(input) {
        Some(text) => scan_after_scheme::<{ Marks::BATCH / 16 }>(&text, scheme, kind, edition),
        None => scan_short(input, scheme, kind, edition),
    }
}

/// Finds schemes other than the most frequent ones. Not inlined, because few URLs have such a scheme.
#[inline(never)]
fn scan_other_scheme(input: &str) -> Option<(usize, SchemeKind)> {
    scan_special_scheme(input).map(|scheme| (scheme.len(), scheme_kind(scheme)))
}

#[inline(never)]
fn scan_short(input: &str, scheme: usize, kind: SchemeKind, edition: Edition) -> Option<CanonicalScan> {
    let mut padding = Padding::default();
    scan_after_scheme::<1>(&PaddedStr::new(input, &mut padding), scheme, kind, edition)
}

/// Scans `text` after its scheme. The first test covers `16 * STEPS` bytes, which is all of a short URL.
#[expect(clippy::inline_always, reason = "compiled once for most URLs, and once for short ones")]
#[inline(always)]
fn scan_after_scheme<const STEPS: usize>(
    text: &PaddedStr<'_>,
    scheme: usize,
    kind: SchemeKind,
    edition: Edition,
) -> Option<CanonicalScan> {
    let input = text.as_str();
    let host = scheme + "://".len();
    // One pass over most of the URL tests the host and the text after the host: testing them one after the
    // other would take longer.
    let [unusual, marked] = text.test_by_step::<STEPS, 2>(host, |step, bytes, before| {
        let unusual = if step < HOST_STEPS { is_unusual_in_host(bytes) } else { Lanes::none() };
        [unusual, is_mark(bytes, before)]
    });
    let host_end = canonical_host_end(text, host, (unusual, 16 * HOST_STEPS), kind, edition)?;
    let (path, has_slash) = match input.as_bytes().get(host_end) {
        // In most URLs, a slash follows the host.
        Some(b'/') => (host_end, starts_with_slash(input, host_end, kind)?),
        _ => scan_path_start(input, scheme, host_end, kind)?,
    };
    let ends = if has_slash && Marks::seen(text, (host, marked), path).is_over() {
        (input.len(), input.len())
    } else {
        scan_marked(input, (host, marked), path)?
    };
    CanonicalScan::new(scheme, [host_end, path], ends, has_slash)
}

/// Returns the start of the path, and true if a slash is there. Not inlined, because few URLs need this.
#[inline(never)]
fn scan_path_start(input: &str, scheme: usize, host_end: usize, kind: SchemeKind) -> Option<(usize, bool)> {
    // The host of a `file` URL has no port.
    let path = match kind {
        SchemeKind::File => host_end,
        _ => scan_canonical_port(input, host_end, || input.get(..scheme).and_then(default_port))?,
    };
    Some((path, starts_with_slash(input, path, kind)?))
}

/// Returns the ends of the path and the query if some bytes need a test. Not inlined, because this is rare.
#[inline(never)]
fn scan_marked(input: &str, seen: (usize, u64), path: usize) -> Option<(usize, usize)> {
    let mut padding = Padding::default();
    let text = &PaddedStr::new(input, &mut padding);
    let marks = &mut Marks::seen(text, seen, path);
    let path_end = scan_canonical_path(text, marks)?;
    let query_end = if text.as_bytes().get(path_end) == Some(&b'?') {
        scan_canonical_query(text, marks)?
    } else {
        path_end
    };
    is_canonical_fragment(marks).then_some((path_end, query_end))
}

/// The maximum length of an input whose URL is certainly not too long, even if every character is
/// percent-encoded.
pub(super) const SURE_LEN: usize = Span::LIMIT / 32;

/// Returns true if a quick scan shows that `input` is a special URL without credentials. `false` means that
/// this is unknown.
///
/// FAST: the parser accepts such a string for any base, for the reasons at [`scan_canonical`]. A host or port
/// that the parser accepts and changes is accepted too. The states after the authority cannot fail.
#[expect(clippy::inline_always, reason = "most URLs need nothing else: a call costs a tenth of it")]
#[inline(always)]
pub(super) fn quick_is_url(input: &str, edition: Edition) -> bool {
    input.len() <= SURE_LEN && scan_authority(input, edition).unwrap_or_default()
}

#[inline]
fn scan_authority(input: &str, edition: Edition) -> Option<bool> {
    let mut padding = Padding::default();
    let text = &PaddedStr::new(input, &mut padding);
    let scheme = scan_special_scheme(input)?;
    let is_file = scheme == "file";
    let kind = if is_file { SchemeKind::File } else { SchemeKind::Special };
    let host = scheme.len() + "://".len();
    let host_end = scan_valid_host(text, host, kind, edition)?;
    Some(if is_file {
        ends_authority(text.as_bytes().get(host_end))
    } else {
        is_valid_after_host(input, host_end)
    })
}
