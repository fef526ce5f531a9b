//! Fast checks that a URL is canonical already, which most URLs are, and that a string is a URL.

use url_authority::whatwg::{ends_authority, is_valid_after_host, scan_canonical_port};
use url_core::{
    Component, Components, Span,
    masks::{Room, Subject},
    whatwg::{Edition, Marks, SchemeKind},
};
use url_host::whatwg::{scan_canonical_host, scan_valid_host};
use url_path::whatwg::scan_canonical_path;
use url_query::whatwg::{is_canonical_fragment, scan_canonical_query};
use url_scheme::whatwg::{default_port, scan_special_scheme};

/// The places of the components of `input`, if it is a special URL without credentials that the parser leaves unchanged;
/// `None` means unknown.
///
/// FAST: why every state leaves such a URL unchanged, whatever the base:
/// - Preprocessing: no component contains a C0 control or a space.
/// - Scheme state: the scheme is in lower case. With two slashes after it no state uses the base or skips more slashes: a
///   host follows, or with `file` the third slash.
/// - Authority state: it finds no `@` before the end of the host, which is `/` or `:`; and after `:` only digits up to
///   `/`.
/// - Host, file host and port state: the layers define what they keep. A host is not a drive letter: it contains neither
///   `:` nor `|`.
/// - Path state: there is no dot-segment, no backslash, and nothing to encode. In the first segment of a `file` URL no
///   drive letter lacks its colon.
/// - Query and fragment state: nothing to encode, in any encoding, which are all compatible with ASCII.
#[expect(
    clippy::inline_always,
    reason = "its result is large: to write and read it in a call costs as much as the scan"
)]
#[inline(always)]
pub(super) fn scan_canonical(input: &str, edition: Edition) -> Option<Components> {
    let mut room = Room::default();
    let text = &Subject::new(input, &mut room);
    let scheme = scan_special_scheme(input)?;
    let is_file = scheme == "file";
    let kind = if is_file { SchemeKind::File } else { SchemeKind::Special };
    let host = scheme.len() + "://".len();
    let host_end = scan_canonical_host(text, host, kind, edition)?;
    let path =
        if is_file { host_end } else { scan_canonical_port(input, host_end, || default_port(scheme))? };
    let mut marks = Marks::new(text, path);
    let path_end = scan_canonical_path(text, path, kind, &mut marks)?;
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

/// The longest input that cannot result in a URL that is too long, even if everything is percent-encoded, in any
/// encoding.
pub(super) const SURE_LEN: usize = Span::LIMIT / 32;

/// Whether `input` is known to be a URL, namely a special one without credentials; `false` means unknown.
///
/// FAST: why the parser accepts it, whatever the base: up to the end of the authority the reasons are those of
/// [`scan_canonical`], except for text that the layers accept and change; and no state fails from the path on.
#[expect(clippy::inline_always, reason = "most URLs need nothing else: a call costs a tenth of it")]
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
    let kind = if is_file { SchemeKind::File } else { SchemeKind::Special };
    let host = scheme.len() + "://".len();
    let host_end = scan_valid_host(text, host, kind, edition)?;
    Some(if is_file {
        ends_authority(text.as_bytes().get(host_end))
    } else {
        is_valid_after_host(input, host_end)
    })
}
