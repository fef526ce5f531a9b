//! Blob URLs: URLs of objects that a caller keeps. Holds the last steps of webspecs "URL parser".

use crate::Url;

/// The name of the object of `url` in the blob URL store.
///
/// Spec: webspecs#concept-url-parser-4..6
pub(super) fn blob_name(url: Url<&str>) -> &str {
    // 4. If url's scheme data is not in the blob URL store, return url.
    // 5. Set url's object to a structured clone of the entry corresponding to url's scheme data.
    // 6. Return url.
    // NOTE: done by `Parser::parse_with_blobs`, which has the store.
    url.components().get(url_core::Component::Path).map_or("", |span| span.of(url.href))
}
