//! Path segments: scanning, dot segments, Windows drive letters, shortening and percent-encoding. Implements
//! the scanning of whatwg "path state" and "opaque path state", and the terms of "URL miscellaneous".
//!
//! Outside the specs: `first_segment`.

mod write;
mod writing;

pub use write::{write_opaque_path, write_path};
pub use writing::{
    check_opaque_path_url_string, check_path_absolute_non_authority_url_string,
    check_path_absolute_url_string, check_path_relative_url_string, check_url_path_segment_string,
};

use alloc::{borrow::Cow, string::String};

use url_core::{
    ByteSet, Report, Span, Trace, percent_encode,
    sections::whatwg,
    whatwg::{C0_CONTROL_PERCENT_ENCODE_SET, Edition, PATH_PERCENT_ENCODE_SET, SchemeKind, report_units},
};

/// Returns the number of bytes of `input` before the end of the path segment: `/`, `?`, `#`, the end, or `\`
/// under a special scheme.
///
/// Spec: whatwg#path-state-1
///
/// # Examples
/// ```
/// assert_eq!(url_path::whatwg::scan_segment("ab?c/", url_core::whatwg::SchemeKind::Special), 2);
/// ```
#[inline]
pub fn scan_segment(input: &str, kind: SchemeKind) -> usize {
    const END: ByteSet = ByteSet::of(b"/?#");
    const SPECIAL_END: ByteSet = END.and(b"\\");
    let end = if kind.is_special() { &SPECIAL_END } else { &END };
    end.find_in(input.as_bytes()).unwrap_or(input.len())
}

/// Like [`scan_segment`], for a string without query and fragment, such as the value of a setter: `?` and `#`
/// do not end the segment.
///
/// Spec: whatwg#path-state-1
///
/// # Examples
/// ```
/// assert_eq!(url_path::whatwg::scan_segment_of_path("ab?c/", url_core::whatwg::SchemeKind::Special), 4);
/// ```
#[inline]
pub fn scan_segment_of_path(path: &str, kind: SchemeKind) -> usize {
    const END: ByteSet = ByteSet::of(b"/");
    const SPECIAL_END: ByteSet = END.and(b"\\");
    let end = if kind.is_special() { &SPECIAL_END } else { &END };
    end.find_in(path.as_bytes()).unwrap_or(path.len())
}

/// Percent-encodes the code points of a path segment, with the path percent-encode set of `edition`; borrows
/// when nothing is encoded.
///
/// Spec: whatwg#path-state
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// assert_eq!(url_path::whatwg::encode_segment("a b^", Newest, &mut NoTrace), "a%20b%5E");
/// ```
pub fn encode_segment<'a, T: Trace>(segment: &'a str, edition: Edition, trace: &mut T) -> Cow<'a, str> {
    // 2.1. Neither a URL code point nor a percent sign: invalid-URL-unit.
    // 2.2. A percent sign without two hex digits: invalid-URL-unit.
    report_units(segment, whatwg::PATH_STATE_2_1, whatwg::PATH_STATE_2_2, trace);
    // 2.3. UTF-8 percent-encode using the path percent-encode set.
    let encoded = percent_encode(segment, edition.percent_encode_set(&PATH_PERCENT_ENCODE_SET));
    if !segment.is_empty() {
        trace.change(whatwg::PATH_STATE_2_3, Span::whole(segment), segment, &encoded);
    }
    encoded
}

/// Returns true if `segment` is a single-dot URL path segment.
///
/// Spec: whatwg#single-dot-path-segment
///
/// # Examples
/// ```
/// use url_path::whatwg::is_single_dot;
/// assert!(is_single_dot("%2E") && !is_single_dot(".."));
/// ```
#[inline]
pub fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

/// Returns true if `segment` is a double-dot URL path segment.
///
/// Spec: whatwg#double-dot-path-segment
///
/// # Examples
/// ```
/// use url_path::whatwg::is_double_dot;
/// assert!(is_double_dot(".%2e") && !is_double_dot("."));
/// ```
#[inline]
pub fn is_double_dot(segment: &str) -> bool {
    segment == ".."
        || [".%2e", "%2e.", "%2e%2e"].iter().any(|double_dot| segment.eq_ignore_ascii_case(double_dot))
}

/// Returns true if `text` is a Windows drive letter.
///
/// Spec: whatwg#windows-drive-letter
///
/// # Examples
/// ```
/// use url_path::whatwg::is_windows_drive_letter;
/// assert!(is_windows_drive_letter("c|") && !is_windows_drive_letter("c"));
/// ```
#[inline]
pub fn is_windows_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Returns true if `text` is a normalized Windows drive letter.
///
/// Spec: whatwg#normalized-windows-drive-letter
///
/// # Examples
/// ```
/// use url_path::whatwg::is_normalized_windows_drive_letter;
/// assert!(is_normalized_windows_drive_letter("c:") && !is_normalized_windows_drive_letter("c|"));
/// ```
#[inline]
pub fn is_normalized_windows_drive_letter(text: &str) -> bool {
    is_windows_drive_letter(text) && text.ends_with(':')
}

/// Returns true if `text` starts with a Windows drive letter that is a whole segment.
///
/// Spec: whatwg#start-with-a-windows-drive-letter
///
/// # Examples
/// ```
/// use url_path::whatwg::starts_with_windows_drive_letter;
/// assert!(starts_with_windows_drive_letter("c:/") && !starts_with_windows_drive_letter("c:a"));
/// ```
#[inline]
pub fn starts_with_windows_drive_letter(text: &str) -> bool {
    text.get(..2).is_some_and(is_windows_drive_letter)
        && matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// Returns the Windows drive letter `buffer` with a colon.
///
/// Spec: whatwg#path-state-1.4.1
///
/// # Examples
/// ```
/// assert_eq!(url_path::whatwg::normalize_windows_drive_letter("c|"), "c:");
/// ```
#[inline]
pub fn normalize_windows_drive_letter(buffer: &str) -> Cow<'_, str> {
    if buffer.ends_with('|') { Cow::Owned(buffer.replace('|', ":")) } else { Cow::Borrowed(buffer) }
}

/// Returns the first segment of the serialized path `path`, if there is one.
///
/// # Examples
/// ```
/// assert_eq!(url_path::whatwg::first_segment("/c:/x"), Some("c:"));
/// assert_eq!(url_path::whatwg::first_segment(""), None);
/// ```
#[inline]
pub fn first_segment(path: &str) -> Option<&str> {
    path.strip_prefix('/')?.split('/').next()
}

/// Returns the length of the serialized path `path`, which is not opaque, after shortening.
///
/// Spec: whatwg#shorten-a-urls-path
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::SchemeKind::{File, Special}};
/// let len = |path, kind| url_path::whatwg::shortened_len(path, kind, &mut NoTrace);
/// assert_eq!((len("/a/b", Special), len("/a", Special), len("", Special)), (2, 0, 0));
/// assert_eq!(len("/c:", File), 3);
/// ```
#[inline]
pub fn shortened_len<T: Trace>(path: &str, kind: SchemeKind, trace: &mut T) -> usize {
    // 1. Assert: url does not have an opaque path.
    // NOTE: the caller guarantees this.
    trace.visited(whatwg::SHORTEN_A_URLS_PATH_1, Span::whole(path));
    // 2. Let path be url's path.
    // NOTE: here a segment includes its leading slash.
    trace.visited(whatwg::SHORTEN_A_URLS_PATH_2, Span::whole(path));
    let last = path.bytes().rposition(|byte| byte == b'/').unwrap_or_default();
    // 3. A file URL keeps its normalized Windows drive letter.
    let only = path.get(1..).filter(|_| last == 0);
    if let Some(drive) =
        only.filter(|only| kind == SchemeKind::File && is_normalized_windows_drive_letter(only))
    {
        trace.step(whatwg::SHORTEN_A_URLS_PATH_3, Span::new(1, path.len()), drive, Some(drive));
        return path.len();
    }
    // 4. Remove path's last item, if any.
    if let Some(segment) = path.get(last..).filter(|segment| !segment.is_empty()) {
        trace.step(whatwg::SHORTEN_A_URLS_PATH_4, Span::new(last + 1, path.len()), &segment[1..], Some(""));
    } else {
        trace.visited(whatwg::SHORTEN_A_URLS_PATH_4, Span::whole(path));
    }
    last
}

/// Returns the number of bytes of `input` before the `?`, `#` or end that ends an opaque path.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state-1, whatwg#cannot-be-a-base-url-path-state-2
///
/// # Examples
/// ```
/// assert_eq!(url_path::whatwg::scan_opaque_path("a/b?c"), 3);
/// ```
#[inline]
pub fn scan_opaque_path(input: &str) -> usize {
    const DELIMITER: ByteSet = ByteSet::of(b"?#");
    DELIMITER.find_in(input.as_bytes()).unwrap_or(input.len())
}

/// Percent-encodes the code points of the opaque path `path`; borrows when nothing is encoded. `remaining` is
/// the text after the path: if it starts with `?` or `#`, a space at the end of the path is encoded too.
/// `edition` selects the encode set, whether that space is encoded, and the reported errors.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// use url_path::whatwg::encode_opaque_path;
/// assert_eq!(encode_opaque_path("a b  ", "?c", Newest, &mut NoTrace), "a b %20");
/// assert_eq!(encode_opaque_path("a\u{7F} ", "", Newest, &mut NoTrace), "a%7F ");
/// ```
pub fn encode_opaque_path<'a, T: Trace>(
    path: &'a str,
    remaining: &str,
    edition: Edition,
    trace: &mut T,
) -> Cow<'a, str> {
    // 3.2. Before a delimiter, append "%20" for a space.
    let is_encoded = remaining.starts_with(['?', '#']) && edition.encodes_last_space();
    let before = path.strip_suffix(' ').filter(|_| is_encoded);
    if T::ENABLED {
        report_opaque_path(path, before.is_some(), edition, trace);
    }
    // 3.3. Otherwise, append a space.
    // 4.3. UTF-8 percent-encode using the C0 control percent-encode set.
    // NOTE: both steps in one pass, because the set does not contain the space.
    let set = edition.percent_encode_set(&C0_CONTROL_PERCENT_ENCODE_SET);
    match before {
        Some(before) => Cow::Owned(String::from(percent_encode(before, set)) + "%20"),
        None => percent_encode(path, set),
    }
}

/// If `encodes_last`, the last character is a space that is encoded.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state
fn report_opaque_path<T: Trace>(path: &str, encodes_last: bool, edition: Edition, trace: &mut T) {
    let mut start = 0;
    for run in path.split(' ') {
        if start > 0 {
            let (span, is_last) = (Span::new(start - 1, start), start == path.len());
            // 3.1. A space: invalid-URL-unit.
            if edition.has(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_1) {
                trace.violation(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_1, "invalid-URL-unit", span);
            }
            // 3.2. Before a delimiter, append "%20".
            if is_last && encodes_last {
                trace.step(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_2, span, " ", Some("%20"));
            // 3.3. Otherwise, append a space.
            } else {
                trace.step(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_3, span, " ", None);
            }
        }
        // 4. Otherwise, if c is not the EOF code point:
        if !run.is_empty() {
            let mut trace = trace.after(start);
            // 4.1. Neither a URL code point nor a percent sign: invalid-URL-unit.
            // 4.2. A percent sign without two hex digits: invalid-URL-unit.
            let section = whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_4_1;
            let not_escape = whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_4_2;
            report_units(run, section, not_escape, &mut trace);
            // 4.3. UTF-8 percent-encode using the C0 control percent-encode set.
            let encoded = percent_encode(run, edition.percent_encode_set(&C0_CONTROL_PERCENT_ENCODE_SET));
            trace.change(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_4_3, Span::whole(run), run, &encoded);
        }
        start += run.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use url_core::{NoTrace, whatwg::SchemeKind};

    use super::shortened_len;

    /// Spec: whatwg#shorten-a-urls-path-3
    #[test]
    fn only_a_file_url_keeps_its_drive() {
        let len = |path, kind| shortened_len(path, kind, &mut NoTrace);
        assert_eq!((len("/c:", SchemeKind::File), len("/c:", SchemeKind::Special)), (3, 0));
        assert_eq!((len("/a", SchemeKind::File), len("/c:/a", SchemeKind::File)), (0, 3));
    }
}
