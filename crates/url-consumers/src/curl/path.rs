//! Dot-segments in libcurl.

use alloc::{borrow::Cow, string::String};

/// `path`, which begins with a slash, without the segments `.` and `..`, and without those before `..`.
pub(super) fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    if !path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len());
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        if segment == ".." {
            out.truncate(out.rfind('/').unwrap_or_default());
        }
        let is_dot_segment = matches!(segment, "." | "..");
        if !is_dot_segment {
            out.push('/');
            out.push_str(segment);
        } else if segments.peek().is_none() {
            out.push('/');
        }
    }
    Cow::Owned(out)
}
