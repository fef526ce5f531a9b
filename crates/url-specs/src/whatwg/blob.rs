//! Blob URLs: URLs of objects that a caller keeps. Holds the last steps of whatwg "URL parser".

use crate::serialized::Serialized;

/// The name of the blob URL entry of `url`.
///
/// Spec: whatwg#concept-url-parser-4
pub(super) fn blob_name(url: Serialized<&str>) -> &str {
    // 4. Set url's blob URL entry to the result of resolving the blob URL, or to null.
    url.href.split('#').next().unwrap_or_default()
    // 5. Return url.
    // NOTE: done by the facade's `Parser::parse_with_blobs`.
}
