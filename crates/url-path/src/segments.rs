//! The segments of a path that is a list of them.

use core::iter::{DoubleEndedIterator, Iterator};

/// The segments of `path`, in order: what stands between slashes. A first slash begins the first of them.
///
/// Spec: whatwg#url-path-serializer
///
/// # Examples
/// ```
/// use url_path::segments;
/// assert_eq!(segments("/a//b/").collect::<Vec<_>>(), ["a", "", "b", ""]);
/// assert_eq!((segments("/").count(), segments("").count()), (1, 0));
/// ```
pub fn segments(path: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    // 4. For each segment of the path: append "/" and the segment.
    // NOTE: backwards: what an empty list is written as has no segment.
    let after_slash = path.strip_prefix('/').unwrap_or(path);
    let segments = after_slash.split('/');
    let listed = if path.is_empty() { None } else { Some(segments) };
    listed.into_iter().flatten()
}
