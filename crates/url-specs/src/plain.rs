//! A fast check that every spec leaves a URL unchanged. Most URLs are such.

use url_core::{
    Whatwg, is_plain,
    masks::{Room, Subject},
    whatwg::Edition,
};
use url_host::is_plain_domain;
use url_path::whatwg::starts_with_windows_drive_letter;

use crate::{sight::Sight, spec::Spec as _};

/// The places of the components of `input`, if it is a web or `file:` URL that the URL Standard's parser leaves unchanged, and
/// every other spec too; `None` means unknown.
///
/// FAST: why every step of every spec leaves such a URL unchanged, whatever its base, if that is valid and has a scheme:
/// - Preprocessing: plain bytes are ASCII, and none is a control character or a space.
/// - Parsing finds exactly these components. The URL Standard's scan has found a scheme in lower case that is hierarchical in all
///   specs, `//`, a host that `/` ends, without user-info and port, a path, and perhaps a query. No plain byte ends a component
///   elsewhere in another spec: there is no `\`, no `;` before the path, and no `#`.
/// - Resolution: a URL with a scheme and a host takes at most the scheme of the base, and only if it is the same. It removes
///   dot-segments, of which the URL Standard's scan found none, in no spelling.
/// - Canonicalization: plain bytes are neither escapes nor escaped, in any encoding, because all are compatible with ASCII. The
///   layer of hosts defines plain domains. One whose last label is a number is an IPv4 address as the URL Standard writes it, as
///   all specs do. With `file:`, the host is neither `localhost` nor a drive, and the path begins neither with a drive nor with
///   two slashes.
#[inline(never)]
pub(super) fn scan_plain(input: &str) -> Option<Sight> {
    let is_file = input.starts_with("file");
    if !is_file && !input.starts_with("http") {
        return None;
    }
    let sight = Whatwg(Edition::Newest).scan_canonical(input)?;
    let [scheme_end, host_end, _] = sight.scheme_host_path().map(|at| at as usize);
    let host = scheme_end + 3;
    // Without a slash there is nothing after it.
    let after_slash = input.get(host_end + 1..).unwrap_or_default();
    let is_plain_host = host == host_end || {
        let mut room = Room::default();
        is_plain_domain(&Subject::new(input, &mut room), host, host_end)
    };
    let is_plain_file =
        !is_file || !after_slash.starts_with('/') && !starts_with_windows_drive_letter(after_slash);
    (sight.has_slash() && is_plain_host && is_plain_file && is_plain(input)).then_some(sight)
}
