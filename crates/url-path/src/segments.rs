//! The segments of a path that is not opaque.

use core::{
    iter::{DoubleEndedIterator, FusedIterator, Iterator},
    str::Split,
};

/// An iterator over the segments of a path, in order; from [`segments`].
#[derive(Clone, Debug)]
pub struct PathSegments<'a>(Option<Split<'a, char>>);

/// Returns the segments of `path`, in order: the text between slashes. A leading slash starts the first
/// segment.
///
/// Spec: whatwg#url-path-serializer
///
/// # Examples
/// ```
/// use url_path::segments;
/// assert_eq!(segments("/a//b/").collect::<Vec<_>>(), ["a", "", "b", ""]);
/// assert_eq!(segments("/a/b").next_back(), Some("b"));
/// assert_eq!((segments("/").count(), segments("").count()), (1, 0));
/// ```
pub fn segments(path: &str) -> PathSegments<'_> {
    // 4. For each segment of the path: append "/" and the segment.
    // NOTE: this is the inverse. An empty list is serialized as the empty string, which has no segment.
    let after_slash = path.strip_prefix('/').unwrap_or(path);
    PathSegments((!path.is_empty()).then(|| after_slash.split('/')))
}

impl<'a> Iterator for PathSegments<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        self.0.as_mut()?.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.as_ref().map_or((0, Some(0)), Split::size_hint)
    }
}

impl DoubleEndedIterator for PathSegments<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next_back()
    }
}

impl FusedIterator for PathSegments<'_> {}
