//! Telling at first sight that a URL stands as the parser would write it, which most URLs do; and that a string is a URL.

use url_authority::whatwg::{ends_authority, is_valid_after_host, scan_canonical_port};
use url_core::{
    Component, Components, Span,
    masks::{Room, Subject},
    whatwg::{Edition, Marks},
};
use url_host::whatwg::{scan_canonical_host, scan_valid_host};
use url_path::whatwg::scan_canonical_path;
use url_query::whatwg::{is_canonical_fragment, scan_canonical_query};
use url_scheme::whatwg::{default_port, scan_special_scheme};

/// Where the components of `input` lie, if it is a special URL without credentials that the parser leaves as it is.
///
/// FAST: why every state leaves such a URL as it is, whatever the base:
/// - Preprocessing: no C0 control and no space stands in any of the parts.
/// - Scheme state: the scheme is in lower case, and with two slashes behind it no state looks at the base, nor at more
///   slashes: a host follows, or with `file` the third slash.
/// - Authority state: it finds no `@` before the end of the host, which is `/` or `:`; and behind `:` only digits up to
///   `/`.
/// - Host, file host and port state: the layers say what they keep. A host is no drive letter: it holds neither `:` nor
///   `|`.
/// - Path state: there is no dot-segment, no backslash, and nothing to encode. In the first segment of a `file` URL no
///   drive letter lacks its colon.
/// - Query and fragment state: nothing to encode, in any encoding, which are all compatible with ASCII.
#[expect(
    clippy::inline_always,
    reason = "what it returns is large: written by a call and read again, it costs as much as the scan"
)]
#[inline(always)]
pub(super) fn scan_canonical(input: &str, edition: Edition) -> Option<Components> {
    let mut room = Room::default();
    let text = &Subject::new(input, &mut room);
    let scheme = scan_special_scheme(input)?;
    let is_file = scheme == "file";
    let host = scheme.len() + "://".len();
    let host_end = scan_canonical_host(text, host, is_file, edition)?;
    let path =
        if is_file { host_end } else { scan_canonical_port(input, host_end, || default_port(scheme))? };
    let mut marks = Marks::new(text, path);
    let path_end = scan_canonical_path(text, path, is_file, &mut marks)?;
    let mut components = Components::default();
    components.set(Component::Scheme, Span::new(0, scheme.len()));
    components.set(Component::Host, Span::new(host, host_end));
    if path > host_end {
        components.set(Component::Port, Span::new(host_end + 1, path));
    }
    components.set(Component::Path, Span::new(path, path_end));
    let mut end = path_end;
    if text.as_bytes().get(end) == Some(&b'?') {
        end = scan_canonical_query(text, &mut marks)?;
        components.set(Component::Query, Span::new(path_end + 1, end));
    }
    if end < input.len() {
        if !is_canonical_fragment(&mut marks) {
            return None;
        }
        components.set(Component::Fragment, Span::new(end + 1, input.len()));
    }
    Some(components)
}

/// The longest input that surely makes no URL that is too long: there is room for anything to be percent-encoded, in any
/// encoding.
pub(super) const SURE_LEN: usize = Span::LIMIT / 32;

/// Whether `input` is a URL at first sight, a special one without credentials; `false` says nothing.
///
/// FAST: why the parser takes it, whatever the base: it is as with [`scan_canonical`] up to the end of the authority, but
/// for what the layers take and change; and from the path on no state fails.
#[expect(clippy::inline_always, reason = "all that most URLs need: a call costs a tenth of it")]
#[inline(always)]
pub(super) fn is_url_at_sight(input: &str, edition: Edition) -> bool {
    input.len() <= SURE_LEN && scan_authority(input, edition).unwrap_or_default()
}

#[inline]
fn scan_authority(input: &str, edition: Edition) -> Option<bool> {
    let mut room = Room::default();
    let text = &Subject::new(input, &mut room);
    let scheme = scan_special_scheme(input)?;
    let is_file = scheme == "file";
    let host = scheme.len() + "://".len();
    let host_end = scan_valid_host(text, host, is_file, edition)?;
    Some(if is_file {
        ends_authority(text.as_bytes().get(host_end))
    } else {
        is_valid_after_host(input, host_end)
    })
}
