//! The way back from two paths to a reference that leads from one to the other.

use alloc::{borrow::Cow, string::String};

/// A relative path that leads from the path `base` to the path `target`, both lists of segments without dot-segments: what
/// merging it with `base` and removing dot-segments makes `target`, unless a drive letter is in the way.
///
/// It is not empty, has no colon in its first segment, and does not begin with a slash: nothing but a path can be read in
/// it.
///
/// # Examples
/// ```
/// use url_path::relative_path;
/// assert_eq!(relative_path("/a/b/c", "/a/d/e"), "../d/e");
/// assert_eq!((relative_path("/a/b", "/a/"), relative_path("/a/b/c", "/a/")), ("./".into(), "../".into()));
/// assert_eq!((relative_path("/a", "/b:c"), relative_path("/a", "//b")), ("./b:c".into(), ".//b".into()));
/// ```
pub fn relative_path(base: &str, target: &str) -> String {
    // An empty list of segments is left by the same references as a list of one empty segment.
    let base = if base.is_empty() { "/" } else { base };
    let same = base.bytes().zip(target.bytes()).take_while(|(base, target)| base == target).count();
    // Whole segments, and never the last one of `base`, which a reference replaces.
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

/// The path `target`, a list of segments, as a reference that begins with a slash and is not read as an authority.
///
/// # Examples
/// ```
/// use url_path::rooted_path;
/// assert_eq!((rooted_path("/a/b"), rooted_path("//a")), ("/a/b".into(), "/.//a".into()));
/// ```
pub fn rooted_path(target: &str) -> Cow<'_, str> {
    if target.starts_with("//") { Cow::Owned(["/.", target].concat()) } else { Cow::Borrowed(target) }
}
