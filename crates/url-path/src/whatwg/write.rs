//! Writing of a whole path at once, with the same result as the path state segment by segment.
//!
//! Outside the specs: `scan_clean_segments`.

use url_core::{
    ByteSet, NoTrace, Output, append_percent_encoded, in_bounds,
    whatwg::{C0_CONTROL_PERCENT_ENCODE_SET, PATH_PERCENT_ENCODE_SET, SchemeKind},
};

use super::{is_double_dot, is_single_dot, is_windows_drive_letter, scan_segment_of_path, shortened_len};

/// Runs the path state on `path` and appends the result to `out`, whose path so far starts at byte `start`.
/// `path` is the rest of a URL's path, without the slash before its first segment, query and fragment.
///
/// Spec: whatwg#path-state
///
/// # Examples
/// ```
/// let mut href = String::from("http://a.test/b");
/// url_path::whatwg::write_path("c/../d e/./f/..", url_core::whatwg::SchemeKind::Special, 13, &mut href);
/// assert_eq!(href, "http://a.test/b/d%20e/");
/// ```
pub fn write_path<O: Output>(path: &str, kind: SchemeKind, start: usize, out: &mut O) {
    let mut rest = path;
    loop {
        let is_drive_letter = kind == SchemeKind::File
            && out.len() == start
            && is_windows_drive_letter(in_bounds(rest.get(..scan_segment_of_path(rest, kind))));
        let clean = if is_drive_letter { Some(0) } else { scan_clean_segments(rest, kind) };
        // FAST: a run of segments that are not dot segments and need no encoding is appended at once, each
        // with its slash.
        let Some((clean, after)) = clean.and_then(|len| rest.split_at_checked(len)) else {
            out.push('/');
            out.push_str(rest);
            return;
        };
        if let Some(clean) = clean.strip_suffix('/') {
            out.push('/');
            out.push_str(clean);
        }
        let (segment, after) = after.split_at_checked(scan_segment_of_path(after, kind)).unwrap_or_default();
        let at_slash = !after.is_empty();
        // 1.2. A double-dot URL path segment:
        if is_double_dot(segment) {
            // 1.2.1. Shorten url's path.
            let len = shortened_len(in_bounds(out.as_str().get(start..)), kind, &mut NoTrace);
            out.truncate(start + len);
            // 1.2.2. No slash here: append the empty string.
            if !at_slash {
                out.push('/');
            }
        } else if is_single_dot(segment) {
            // 1.3. Otherwise, a single-dot segment and no slash here: append the empty string.
            if !at_slash {
                out.push('/');
            }
        } else if is_drive_letter {
            // 1.4.1. A first Windows drive letter of a "file" URL gets a colon.
            out.push('/');
            out.push_str(in_bounds(segment.get(..1)));
            out.push(':');
        } else {
            // 1.4.2. Append buffer to url's path.
            // 2.3. UTF-8 percent-encode using the path percent-encode set.
            out.push('/');
            append_percent_encoded(segment, &PATH_PERCENT_ENCODE_SET, out);
        }
        if !at_slash {
            return;
        }
        rest = in_bounds(after.get(1..));
    }
}

/// Appends to `out` the result of the opaque path state for `path`. `remaining` is the text after the path:
/// if it starts with `?` or `#`, a space at the end of the path is encoded too.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state
///
/// # Examples
/// ```
/// let mut href = String::from("data:");
/// url_path::whatwg::write_opaque_path("a b  ", "#", &mut href);
/// assert_eq!(href, "data:a b %20");
/// ```
pub fn write_opaque_path<O: Output>(path: &str, remaining: &str, out: &mut O) {
    // 3.2. Before a delimiter, append "%20".
    let before_space = path.strip_suffix(' ').filter(|_| remaining.starts_with(['?', '#']));
    // 3.3. Otherwise, append a space.
    // 4.3. UTF-8 percent-encode using the C0 control percent-encode set.
    append_percent_encoded(before_space.unwrap_or(path), &C0_CONTROL_PERCENT_ENCODE_SET, out);
    if before_space.is_some() {
        out.push_str("%20");
    }
}

/// Returns the length of the segments before the first that may be a dot segment or need encoding, if any.
#[inline]
fn scan_clean_segments(path: &str, kind: SchemeKind) -> Option<usize> {
    const UNCLEAN: ByteSet = PATH_PERCENT_ENCODE_SET.and(b".%");
    const SPECIAL_UNCLEAN: ByteSet = UNCLEAN.and(b"\\");
    let unclean = if kind.is_special() { &SPECIAL_UNCLEAN } else { &UNCLEAN };
    let mut before = b'/';
    let at = path.bytes().position(|byte| {
        // A dot, or a percent-encoded one, matters only at the start of a segment.
        let is_unclean = unclean.contains(byte) && (before == b'/' || !matches!(byte, b'.' | b'%'));
        before = byte;
        is_unclean
    })?;
    Some(path.get(..at)?.rfind('/').map_or(0, |slash| slash + 1))
}
