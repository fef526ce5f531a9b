//! The segments of paths that are not opaque, and relative references from one path to another.
//!
//! Helpers, not in a spec: `may_have_dot_segment`, `relative_path`, `rooted_path`.

use alloc::{borrow::Cow, string::String};
use core::{iter::FusedIterator, str::Split};

#[cfg(feature = "manakai")]
use url_core::fast::{Lanes, PaddedStr, Padding};

/// An iterator over the segments of a path, in order. Returned by [`segments`].
#[derive(Clone, Debug)]
pub struct PathSegments<'a>(Option<Split<'a, char>>);

/// Returns the segments of `path`, the texts between its slashes. Ignores a slash at the start of `path`. The
/// empty path has no segments.
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
    // NOTE: this reverses the step. An empty list has no segments, and is serialized as the empty string.
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

/// Returns a relative path from `base` to `target`, two paths without dot-segments. If neither path has a
/// Windows drive letter, parsers resolve the result against `base` to `target`.
///
/// The result is not empty, and starts neither with a slash nor with a scheme, so parsers treat it as a path.
///
/// # Examples
/// ```
/// use url_path::relative_path;
/// assert_eq!(relative_path("/a/b/c", "/a/d/e"), "../d/e");
/// assert_eq!((relative_path("/a/b", "/a/"), relative_path("/a/b/c", "/a/")), ("./".into(), "../".into()));
/// assert_eq!((relative_path("/a", "/b:c"), relative_path("/a", "//b")), ("./b:c".into(), ".//b".into()));
/// ```
pub fn relative_path(base: &str, target: &str) -> String {
    // References from an empty list of segments are the same as from a list of one empty segment.
    let base = if base.is_empty() { "/" } else { base };
    let same = base.bytes().zip(target.bytes()).take_while(|(base, target)| base == target).count();
    // Only whole segments are shared, and not the last segment of `base`, which a reference replaces.
    let shared = base.as_bytes()[..same].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let (left, entered) = (&base[shared..], &target[shared..]);
    let ups = left.bytes().filter(|&byte| byte == b'/').count();
    let mut path = "../".repeat(ups);
    let first = entered.split('/').next().unwrap_or_default();
    if ups == 0 && (first.is_empty() || first.contains(':')) {
        path.push_str("./");
    }
    path.push_str(entered);
    path
}

/// Returns a relative reference to the path `target`: `target` itself, or `/.` and `target` if `target`
/// starts with `//`, which would otherwise start an authority.
///
/// # Examples
/// ```
/// use url_path::rooted_path;
/// assert_eq!((rooted_path("/a/b"), rooted_path("//a")), ("/a/b".into(), "/.//a".into()));
/// ```
pub fn rooted_path(target: &str) -> Cow<'_, str> {
    if target.starts_with("//") { Cow::Owned(["/.", target].concat()) } else { Cow::Borrowed(target) }
}

/// Returns true if `path` contains a backslash, or a segment that starts with `.` or `%`.
#[cfg(feature = "manakai")]
pub(crate) fn may_have_dot_segment(path: &str) -> bool {
    let mut padding = Padding::default();
    let padded = PaddedStr::new(path, &mut padding);
    let marks = |bytes: Lanes, before: Lanes| {
        let starts_dot = bytes.is(b'.').or(bytes.is(b'%'));
        [bytes.is(b'\\').or(before.is(b'/').and(starts_dot))]
    };
    matches!(path.as_bytes().first(), Some(b'.' | b'%' | b'\\'))
        || (1..path.len()).step_by(48).any(|from| padded.test::<3, 1>(from, marks) != [0])
}
