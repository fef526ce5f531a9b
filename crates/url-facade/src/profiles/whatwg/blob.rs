//! Blob URLs: URLs of objects that a caller keeps. Holds the last steps of whatwg "URL parser" and the first step of "Origin".

use crate::{Origin, Url};

/// A blob URL entry: an object, and the origin of the environment that created its URL.
///
/// # Examples
/// See [`crate::Parser::parse_with_blobs`].
#[derive(Clone, Debug)]
pub struct BlobEntry<O> {
    /// The object.
    pub object: O,
    /// The origin of its environment.
    pub origin: Origin,
}

/// The name of the blob URL entry of `url`.
///
/// Spec: whatwg#concept-url-parser-4
pub(super) fn blob_name(url: Url<&str>) -> &str {
    // 4. Set url's blob URL entry to the result of resolving the blob URL, or to null.
    url.href.split('#').next().unwrap_or_default()
    // 5. Return url.
    // NOTE: done by `Parser::parse_with_blobs`.
}

/// The origin of `url`, whose blob URL entry is `entry`; without one it is [`Url::origin`].
///
/// Spec: whatwg#concept-url-origin
///
/// # Examples
/// See [`crate::Parser::parse_with_blobs`].
pub fn origin_of<O>(url: &Url, entry: Option<&BlobEntry<O>>) -> Origin {
    match entry {
        // 1. "blob":
        // 1.1. If url's blob URL entry is non-null, return its environment's origin.
        Some(entry) if url.scheme() == "blob" => entry.origin.clone(),
        _ => url.origin(),
    }
}
