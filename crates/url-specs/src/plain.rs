//! A fast check that RFC 3986 leaves a URL unchanged. Most URLs are such, and guards ask about each under both specs.

use url_core::{Whatwg, fast::is_plain, whatwg::Edition};

use crate::{sight::Sight, spec::Spec as _};

/// The places of the components of `input`, if it is a URL that the URL Standard's scan finds canonical, and that RFC 3986 leaves
/// unchanged too; `None` means unknown.
///
/// FAST: why every step leaves such a URL unchanged, whatever its base, if that is valid and has a scheme:
/// - Parsing finds exactly these components. The scan has found a scheme in lower case, `//`, a host without user-info, perhaps a
///   port, a path with its slash, and perhaps a query; the grammar allows plain bytes in each of them, and `:` and `@` are in none
///   of the first three.
/// - Resolution: a URL with a scheme takes nothing from the base. It removes dot-segments, of which the scan found none, in no
///   spelling.
/// - Normalization: the scheme and the host are in lower case, and plain bytes are neither escapes nor parts of them.
#[inline(never)]
pub(super) fn scan_plain(input: &str) -> Option<Sight> {
    let sight = Whatwg(Edition::Newest).scan_canonical(input)?;
    (sight.has_slash() && is_plain(input)).then_some(sight)
}
