//! A fast check that a URL is canonical already. Most URLs are, and no step changes them.

use url_core::{NoTrace, Span};
use url_host::HostProfile;

use crate::profiles::Sight;

/// The places of the components of `input`, if it is a web or `file:` URL of a plain host, a plain path, and optionally a
/// plain query.
///
/// FAST: why every step leaves such a URL unchanged:
/// - Preprocessing: plain bytes are ASCII, and none is a control character or a space.
/// - Parsing finds exactly these components: the host follows exactly `//` and contains neither `@` nor `:` (after three
///   slashes it is empty, and the third begins the path); and the path begins with `/`, with neither `?` nor `#` before
///   it.
/// - Resolution: a URL with a scheme and a host takes at most the scheme of the base, and only if it is the same. It
///   removes dot-segments after decoding escapes; a plain path has neither.
/// - Canonicalization: the scheme is in lower case; the layers define plain hosts and paths; the query contains nothing to
///   encode, in any encoding, because all are compatible with ASCII. With `file:` the host and the path stay in place
///   unless the host is `localhost` or a drive (no plain host is), or the path begins with a drive.
pub(super) fn scan_canonical<P: HostProfile>(input: &str) -> Option<Sight> {
    let is_scheme = |scheme: &&str| input.strip_prefix(scheme).is_some_and(|rest| rest.starts_with("://"));
    let scheme = ["https", "http", "file"].into_iter().find(is_scheme)?;
    let is_file = scheme == "file";
    let after_scheme = &input[scheme.len() + 1..];
    let found = url_authority::find_authority_path_query_fragment(after_scheme, &mut NoTrace);
    let (host, path) = (found.authority?, found.path?);
    let host_place = Span::locate(host, input)?;
    let is_plain = host_place.start as usize == scheme.len() + "://".len()
        && found.fragment.is_none()
        && url_host::is_plain_host::<P>(host)
        && url_path::is_plain_path(path)
        && found.query.is_none_or(url_query::is_plain_query)
        && !(is_file && (host == "localhost" || url_path::path_with_drive(path).is_some()));
    if !is_plain {
        return None;
    }
    let path = Span::locate(path, input)?;
    let authority_end = [host_place.end, path.start].map(|end| end as usize);
    Sight::new(scheme.len(), authority_end, (path.end as usize, input.len()), true)
}
