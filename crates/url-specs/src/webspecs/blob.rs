//! Blob URLs: URLs of objects that a caller keeps. Holds the last steps of webspecs "URL parser".

use url_core::Component;

use crate::serialized::Serialized;

/// The name of the object of `url` in the blob URL store.
///
/// Spec: webspecs#concept-url-parser, webspecs#urls-12
pub(super) fn blob_name(url: Serialized<&str>) -> &str {
    // 1. Let url be the result of running the basic URL parser.
    // 2. If url is failure, return failure.
    // 3. If url's scheme is not "blob", return url.
    // 4. If url's scheme data is not in the blob URL store, return url.
    // 5. Set url's object to a structured clone of the entry corresponding to url's scheme data.
    // 6. Return url.
    // NOTE: done by the facade's `Parser::parse_with_blobs`, which has the store.
    url.get(Component::Path).unwrap_or_default()
}
