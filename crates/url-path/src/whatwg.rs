//! Paths in the URL Standard: whole paths, finding the end, encoding, dot segments, drive letters, and
//! checks.
//!
//! Helpers, not in a spec: `first_segment`, `scan_clean_segments`, `at_first`.

use alloc::{borrow::Cow, string::String};

use url_core::{
    ByteSet, NoTrace, Output, Reason, Rejection, Report, Section, Span, Trace, append_percent_encoded,
    in_bounds, percent_encode,
    sections::whatwg,
    whatwg::{
        C0_CONTROL_PERCENT_ENCODE_SET, Edition, PATH_PERCENT_ENCODE_SET, SchemeKind, check_url_units,
        report_units,
    },
};

/// Returns the path that the parser of the URL Standard makes of `path`, the path of a URL with a special
/// scheme other than `file`, such as `https`. Borrows if nothing changes.
///
/// The parser treats `\` as `/`, removes dot segments (`.`, `..` and their forms with `%2e`), and
/// percent-encodes characters that a path cannot contain. It decodes nothing: `%2F` is not a slash. The
/// result starts with a slash, even if `path` does not, and has no dot segments, so `..` cannot climb above
/// the root.
///
/// All of `path` is the path: `?`, `#`, tabs and newlines are percent-encoded.
///
/// Spec: whatwg#path-start-state-1, whatwg#path-state
///
/// # Examples
/// ```
/// use url_path::normalize_path;
/// assert_eq!(normalize_path("/a/./b/../c d"), "/a/c%20d");
/// assert_eq!(normalize_path(r"/static\..\..\%2e%2E/etc/passwd"), "/etc/passwd");
/// assert_eq!((normalize_path(""), normalize_path("a?b")), ("/".into(), "/a%3Fb".into()));
/// ```
pub fn normalize_path(path: &str) -> Cow<'_, str> {
    whole_path(path, |segment, out| append_percent_encoded(segment, &PATH_PERCENT_ENCODE_SET, out))
}

/// Removes the dot segments of `path` like [`normalize_path`], but encodes nothing.
///
/// Spec: whatwg#path-start-state-1, whatwg#path-state
///
/// # Examples
/// ```
/// use url_path::remove_dot_segments;
/// assert_eq!(remove_dot_segments(r"/a/b\%2E./c d?"), "/a/c d?");
/// assert_eq!((remove_dot_segments("../a/."), remove_dot_segments("")), ("/a/".into(), "/".into()));
/// ```
pub fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    whole_path(path, |segment, out| out.push_str(segment))
}

/// Resolves `reference`, a path, against `base`, the path of a URL with a special scheme other than `file`.
/// The result is normalized like that of [`normalize_path`].
///
/// A reference that starts with a slash replaces the whole path, an empty one keeps it, and any other
/// replaces the last segment. Neither a scheme nor an authority is searched for: `a:b` and `//a` are paths.
///
/// Spec: whatwg#relative-state-3, whatwg#relative-state-5.4
///
/// # Examples
/// ```
/// use url_path::join;
/// assert_eq!(join("/docs/a/b", "../c"), "/docs/c");
/// assert_eq!((join("/docs/a", "/b"), join("/docs/a", "")), ("/b".into(), "/docs/a".into()));
/// // A reference that leaves a directory is easy to refuse.
/// assert!(!join("/docs/", "../../etc/passwd").starts_with("/docs/"));
/// ```
pub fn join(base: &str, reference: &str) -> String {
    // 3. If c is "/": relative slash state.
    if reference.starts_with(['/', '\\']) {
        return normalize_path(reference).into_owned();
    }
    let mut path = normalize_path(base).into_owned();
    // 5.4. Otherwise, if c is not the EOF code point:
    if !reference.is_empty() {
        // 5.4.2. Shorten url's path.
        path.truncate(shortened_len(&path, SchemeKind::Special, &mut NoTrace));
        // 5.4.3. Set state to path state.
        write_path(reference, SchemeKind::Special, 0, &mut path);
    }
    path
}

/// Runs the path state on all of `path`, and appends each segment with `append`.
///
/// Spec: whatwg#path-start-state-1
fn whole_path(path: &str, append: impl Fn(&str, &mut String)) -> Cow<'_, str> {
    // 1.3. If c is neither "/" nor "\", decrease pointer by 1.
    let rest = path.strip_prefix(['/', '\\']).unwrap_or(path);
    // FAST: a path of clean segments stays unchanged.
    if path.starts_with('/') && scan_clean_segments(rest, SchemeKind::Special).is_none() {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len() + 1);
    // 1.2. Set state to path state.
    write_segments(rest, SchemeKind::Special, 0, append, &mut out);
    if out == path { Cow::Borrowed(path) } else { Cow::Owned(out) }
}

/// Returns the length of the path segment at the start of `input`. The segment ends before `/`, `?` or `#`,
/// and before `\` if the scheme is special.
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

/// Returns the length of the first segment of `path`, which may contain `?` and `#`, unlike a segment in
/// [`scan_segment`].
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

/// Percent-encodes a path segment by the path percent-encode set of `edition`.
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

/// Returns true if `segment` is a single-dot URL path segment: `.` or `%2E`.
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

/// Returns true if `segment` is a double-dot URL path segment: `..`, with each dot written as `.` or `%2E`.
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

/// Returns true if `text` is a Windows drive letter: an ASCII letter followed by `:` or `|`.
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

/// Returns true if `text` is a normalized Windows drive letter: an ASCII letter followed by `:`.
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

/// Returns true if the first segment of `text` is a Windows drive letter, such as `c:` or `c|`.
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

/// Returns the Windows drive letter `buffer` with a colon in place of `|`.
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

/// Returns the first segment of the serialized path `path`. Returns `None` if `path` has no segments.
///
/// # Examples
/// ```
/// assert_eq!(["/c:/x", ""].map(url_path::whatwg::first_segment), [Some("c:"), None]);
/// ```
#[inline]
pub fn first_segment(path: &str) -> Option<&str> {
    path.strip_prefix('/')?.split('/').next()
}

/// Returns the length that the serialized path `path` has after the Standard's "shorten a URL's path", which
/// removes the last segment. A drive letter that is the only segment of a file URL's path is not removed.
/// `path` must not be opaque.
///
/// Spec: whatwg#shorten-a-urls-path
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::SchemeKind::{File, Special}};
/// let len = |path, kind| url_path::whatwg::shortened_len(path, kind, &mut NoTrace);
/// assert_eq!((len("/a/b", Special), len("/a", Special), len("", Special)), (2, 0, 0));
/// assert_eq!((len("/c:", File), len("/c:", Special), len("/c:/a", File), len("/a", File)), (3, 0, 3, 0));
/// ```
#[inline]
pub fn shortened_len<T: Trace>(path: &str, kind: SchemeKind, trace: &mut T) -> usize {
    // 1. Assert: url does not have an opaque path.
    // NOTE: the caller checks this.
    trace.visited(whatwg::SHORTEN_A_URLS_PATH_1, Span::whole(path));
    // 2. Let path be url's path.
    // NOTE: a segment includes the slash before it here.
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

/// Returns the length of the opaque path at the start of `input`. The path ends before `?` or `#`.
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

/// Percent-encodes the opaque path `path`, by the given `edition` of the Standard. In most editions, a space
/// at the end of `path` is encoded if `remaining`, the text after `path`, starts with `?` or `#`. Borrows
/// `path` if nothing is encoded.
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
    // NOTE: one pass runs both steps, because the set does not contain the space.
    let set = edition.percent_encode_set(&C0_CONTROL_PERCENT_ENCODE_SET);
    match before {
        Some(before) => Cow::Owned(String::from(percent_encode(before, set)) + "%20"),
        None => percent_encode(path, set),
    }
}

/// Reports the steps for the opaque path `path`. If `encodes_last` is true, the steps encode its last space.
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

/// Runs the Standard's path state on `path`, and appends the resulting segments to the path that starts at
/// byte `start` of `out`. `path` excludes the slash before its first segment, the query and the fragment.
///
/// Spec: whatwg#path-state
///
/// # Examples
/// ```
/// let mut href = String::from("http://a.test/b");
/// url_path::whatwg::write_path("c/../d e/./f/..", url_core::whatwg::SchemeKind::Special, 13, &mut href);
/// assert_eq!(href, "http://a.test/b/d%20e/");
/// ```
#[inline]
pub fn write_path<O: Output>(path: &str, kind: SchemeKind, start: usize, out: &mut O) {
    let append = |segment: &str, out: &mut O| append_percent_encoded(segment, &PATH_PERCENT_ENCODE_SET, out);
    write_segments(path, kind, start, append, out);
}

/// Runs [`write_path`], but appends the text of a segment that may need encoding with `append`.
///
/// Spec: whatwg#path-state
fn write_segments<O: Output>(
    path: &str,
    kind: SchemeKind,
    start: usize,
    append: impl Fn(&str, &mut O),
    out: &mut O,
) {
    let mut rest = path;
    loop {
        let is_drive_letter = kind == SchemeKind::File
            && out.len() == start
            && is_windows_drive_letter(in_bounds(rest.get(..scan_segment_of_path(rest, kind))));
        let clean = if is_drive_letter { Some(0) } else { scan_clean_segments(rest, kind) };
        // FAST: segments that are not dot segments and need no encoding are appended together.
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
            append(segment, out);
        }
        if !at_slash {
            return;
        }
        rest = in_bounds(after.get(1..));
    }
}

/// Runs the Standard's opaque path state on `path`, and appends the result to `out`. Encodes a space at the
/// end of `path` if `remaining`, the text after `path`, starts with `?` or `#`.
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

/// Returns the length of the segments before the first one that may be a dot segment or need encoding.
/// Returns `None` if there is no such segment.
#[inline]
fn scan_clean_segments(path: &str, kind: SchemeKind) -> Option<usize> {
    const UNCLEAN: ByteSet = PATH_PERCENT_ENCODE_SET.and(b".%");
    const SPECIAL_UNCLEAN: ByteSet = UNCLEAN.and(b"\\");
    let unclean = if kind.is_special() { &SPECIAL_UNCLEAN } else { &UNCLEAN };
    let mut before = b'/';
    let at = path.bytes().position(|byte| {
        // A dot or `%` matters only at the start of a segment, where it may begin a dot segment.
        let is_unclean = unclean.contains(byte) && (before == b'/' || !matches!(byte, b'.' | b'%'));
        before = byte;
        is_unclean
    })?;
    Some(path.get(..at)?.rfind('/').map_or(0, |slash| slash + 1))
}

/// Checks that `input` is a path-absolute-URL string, such as `/a/b`.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#path-absolute-url-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_path::whatwg::check_path_absolute_url_string(input).is_ok();
/// assert!(is_valid("/a//./%2e") && !is_valid("a") && !is_valid("/ "));
/// ```
pub fn check_path_absolute_url_string(input: &str) -> Result<(), Rejection> {
    // U+002F (/),
    let Some(segments) = input.strip_prefix('/') else {
        return Err(at_first(input, whatwg::PATH_ABSOLUTE_URL_STRING));
    };
    // followed by zero or more URL-path-segment strings, separated from each other by U+002F (/).
    check_segments(segments).map_err(|breach| breach.after(1))
}

/// Checks that `input` is a path-absolute-non-authority-URL string: one that does not start with `//`.
///
/// # Errors
/// Returns [`Reason::PathLikeAuthority`], [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#path-absolute-non-authority-url-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_path::whatwg::check_path_absolute_non_authority_url_string(input).is_ok();
/// assert!(is_valid("/a//b") && !is_valid("//b"));
/// ```
pub fn check_path_absolute_non_authority_url_string(input: &str) -> Result<(), Rejection> {
    // A path-absolute-URL string that does not start with two U+002F (/) code points.
    if input.starts_with("//") {
        let section = whatwg::PATH_ABSOLUTE_NON_AUTHORITY_URL_STRING;
        return Err(Rejection::new(Reason::PathLikeAuthority, section, Span::new(0, 2)));
    }
    check_path_absolute_url_string(input)
}

/// Checks that `input` is a path-relative-URL string: one that does not start with a slash, such as `a/b`.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#path-relative-url-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_path::whatwg::check_path_relative_url_string(input).is_ok();
/// assert!(is_valid("") && is_valid("../b:c") && !is_valid("/b"));
/// ```
pub fn check_path_relative_url_string(input: &str) -> Result<(), Rejection> {
    // Zero or more URL-path-segment strings, separated by U+002F (/), and not start with U+002F (/).
    if input.starts_with('/') {
        return Err(at_first(input, whatwg::PATH_RELATIVE_URL_STRING));
    }
    check_segments(input)
}

/// Checks that `input` is an opaque-path-URL string, such as `user@host` after `mailto:`.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#opaque-path-url-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_path::whatwg::check_opaque_path_url_string(input).is_ok();
/// assert!(is_valid("a/b@c") && is_valid("") && !is_valid("/b") && !is_valid("b c"));
/// ```
pub fn check_opaque_path_url_string(input: &str) -> Result<(), Rejection> {
    const QUESTION_MARK: ByteSet = ByteSet::of(b"?");
    // Zero or more URL units excluding U+003F (?), the first of which (if any) is not U+002F (/).
    if input.starts_with('/') {
        return Err(at_first(input, whatwg::OPAQUE_PATH_URL_STRING));
    }
    check_url_units(input, &QUESTION_MARK, whatwg::OPAQUE_PATH_URL_STRING)
}

/// Checks that `input` is a URL-path-segment string: one segment of a path, which may be a dot segment.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#url-path-segment-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_path::whatwg::check_url_path_segment_string(input).is_ok();
/// assert!(is_valid("a:@") && is_valid("..") && !is_valid("a/b"));
/// ```
pub fn check_url_path_segment_string(input: &str) -> Result<(), Rejection> {
    const EXCLUDED: ByteSet = ByteSet::of(b"/?");
    // Zero or more URL units excluding U+002F (/) and U+003F (?), that are not one of the dot segments,
    // or a single-dot URL path segment, or a double-dot URL path segment.
    // NOTE: dot segments also consist of URL units, so the check accepts them.
    check_url_units(input, &EXCLUDED, whatwg::URL_PATH_SEGMENT_STRING)
}

/// Spec: whatwg#path-absolute-url-string, whatwg#path-relative-url-string
fn check_segments(input: &str) -> Result<(), Rejection> {
    let mut start = 0;
    for segment in input.split('/') {
        check_url_path_segment_string(segment).map_err(|breach| breach.after(start))?;
        start += segment.len() + 1;
    }
    Ok(())
}

#[cold]
fn at_first(input: &str, section: Section) -> Rejection {
    let len = input.chars().next().map_or(0, char::len_utf8);
    Rejection::of_character(input, section, Span::new(0, len))
}
