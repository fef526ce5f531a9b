//! Dot-segments and repeated slashes of paths.

use crate::draft::Edits;

/// Removes the segments `.` and `..` of `path`, if that begins with a slash; `..` also removes the segment
/// before it, if there is one.
///
/// Source: RFC 3986, section 5.2.4.
pub(crate) fn remove_dot_segments(path: &str, edits: &mut Edits) {
    let Some(segments) = path.strip_prefix('/') else { return };
    if !segments.split('/').any(|segment| matches!(segment, "." | "..")) {
        return;
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in segments.split('/') {
        match segment {
            "." => {}
            ".." => {
                kept.pop();
            }
            segment => kept.push(segment),
        }
    }
    // A path that ends in a dot-segment names a folder.
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    let new: String = kept.into_iter().flat_map(|segment| ["/", segment]).collect();
    edits.replace(0..path.len(), &new);
}

/// Replaces repeated slashes in `path` with one.
pub(crate) fn collapse_slashes(path: &str, edits: &mut Edits) {
    let path = path.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memmem::find(&path[at..], b"//") {
        let start = at + found + 1;
        let run = path[start..].iter().take_while(|&&byte| byte == b'/').count();
        edits.remove(start..start + run);
        at = start + run;
    }
}
