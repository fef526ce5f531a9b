//! The segments of a path that is not opaque: iteration, and which characters are percent-encoded in one.

use core::{
    iter::{DoubleEndedIterator, FusedIterator, Iterator},
    str::Split,
};

use url_core::{ByteSet, whatwg::PATH_PERCENT_ENCODE_SET};

/// The characters that are percent-encoded in a segment, so that it stays a single segment and decodes to the same text:
/// those that the path state encodes, those that separate segments, `%`, and those that turn a letter into a drive letter.
pub const SEGMENT_PERCENT_ENCODE_SET: ByteSet = PATH_PERCENT_ENCODE_SET.and(b"/\\%|");

/// An iterator over the segments of a path, in order; from [`segments`].
#[derive(Clone, Debug)]
pub struct PathSegments<'a>(Option<Split<'a, char>>);

/// Returns the segments of `path`, in order: the text between slashes. A leading slash starts the first of them.
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
    // NOTE: the inverse: an empty list is serialized as a string that has no segment.
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
