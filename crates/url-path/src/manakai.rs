//! Paths in the manakai document, which adds rules to section 5.2.4 of RFC 3986, "Remove Dot Segments".
//!
//! In the parsers here, `s` is the text after the scheme and its colon, or a whole UNC path.
//!
//! Helpers, not in a spec: `is_slash`, `octet`.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use url_core::{
    ByteSet, NoTrace, Parsed, Report, Section, Span, Text, Trace, UNRESERVED, decode_escapes,
    fast::{find_any, split_at_any},
    hex_octet,
    manakai::report_percent_encoding,
    percent_encode,
    sections::{manakai, rfc3986},
};

use crate::{
    segments::may_have_dot_segment,
    whatwg::{is_double_dot, is_single_dot},
};

#[inline]
pub(crate) const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Parses `s`, the text after `mailto:`, into path and query. The query starts after the first `?` and may
/// contain `#`, because such a URL has no fragment.
///
/// Spec: manakai#parsing-mailto
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_mailto_url("a@b.test?subject=#1", &mut url_core::NoTrace);
/// assert_eq!((url.path.as_deref(), url.query.as_deref()), (Some("a@b.test"), Some("subject=#1")));
/// ```
pub fn parse_mailto_url<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    let mut url = Parsed::default();
    // 1. If s contains U+003F (?):
    if let Some((path, query)) = s.split_once('?') {
        // 1.1. Split s into two parts by the first "?".
        trace.visited(manakai::PARSING_MAILTO_1_1, Span::whole(s));
        // 1.2. Let the path be the first part.
        trace.step(manakai::PARSING_MAILTO_1_2, Span::whole(path), s, Some(path));
        url.path = Some(path.into());
        // 1.3. Let the query be the second part.
        trace.step(manakai::PARSING_MAILTO_1_3, Span::new(path.len() + 1, s.len()), s, Some(query));
        url.query = Some(query.into());
    } else {
        // 2. Otherwise, let the path be s.
        trace.step(manakai::PARSING_MAILTO_2, Span::whole(s), s, Some(s));
        url.path = Some(s.into());
    }
    url
}

/// Parses a string such as `c:\x` as a `file` URL. `scheme` must be the drive letter, and `s` the text after
/// the colon. Spans refer to the whole string.
///
/// Spec: manakai#parsing-drive
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_drive_url("C", r"\x?y", &mut url_core::NoTrace);
/// assert_eq!((url.scheme.as_deref(), url.path.as_deref()), (Some("file"), Some(r"/C:\x")));
/// ```
pub fn parse_drive_url<'a, T: Trace>(scheme: &'a str, s: &'a str, trace: &mut T) -> Parsed<'a> {
    let start = Span::whole(scheme).end + 1;
    // 1. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(s, '#', start, manakai::PARSING_DRIVE_1, trace);
    // 2. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', start, manakai::PARSING_DRIVE_2, trace);
    // 3. Let the path be the concatenation of:
    let slash = if s.bytes().next().is_some_and(is_slash) { "" } else { "/" };
    let parts = [
        // 3.1. "/"
        (manakai::PARSING_DRIVE_3_1, "/"),
        // 3.2. the scheme
        (manakai::PARSING_DRIVE_3_2, scheme),
        // 3.3. ":"
        (manakai::PARSING_DRIVE_3_3, ":"),
        // 3.4. "/" if s does not begin with a slash character
        (manakai::PARSING_DRIVE_3_4, slash),
        // 3.5. s.
        (manakai::PARSING_DRIVE_3_5, s),
    ];
    let path = parts
        .map(|(section, part)| {
            trace.visited(section, Span::whole(s).after(start));
            part
        })
        .concat();
    trace.step(manakai::PARSING_DRIVE_3, Span::whole(s).after(start), s, Some(&path));
    // 4. Let the scheme be "file".
    trace.step(manakai::PARSING_DRIVE_4, Span::whole(scheme), scheme, Some("file"));
    // 5. Let the host be the empty string.
    // NOTE: the host is an empty slice after the letter, so that `trace` has a span for it.
    let host = &scheme[scheme.len()..];
    trace.step(manakai::PARSING_DRIVE_5, Span::whole(host).after(Span::whole(scheme).end), host, Some(host));
    let (scheme, path) = (Some(Text::built("file", scheme)), Some(Text::built(path, s)));
    Parsed { scheme, host: Some(host.into()), path, query, fragment, ..Parsed::default() }
}

/// Parses `s`, the text after `file:`, into host, path, query and fragment.
///
/// Spec: manakai#parsing-file
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_file_url("//host/share/x#y", &mut url_core::NoTrace);
/// assert_eq!((url.host.as_deref(), url.path.as_deref()), (Some("host"), Some("/share/x")));
/// ```
pub fn parse_file_url<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 1. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(s, '#', 0, manakai::PARSING_FILE_1, trace);
    // 2. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', 0, manakai::PARSING_FILE_2, trace);
    let mut url = Parsed { query, fragment, ..Parsed::default() };
    let slashes = s.bytes().take_while(|&byte| is_slash(byte)).count();
    match slashes {
        // 3. If s begins with exactly three slash characters:
        3 => {
            // 3.1. Remove the slash characters from the beginning of s.
            let rest = &s[slashes..];
            trace.step(manakai::PARSING_FILE_3_1, Span::whole(s), s, Some(rest));
            // 3.2. Let the host be the empty string.
            trace.step(manakai::PARSING_FILE_3_2, Span::new(2, 2), "", Some(""));
            url.host = Some(s[2..2].into());
            // 3.3. Let the path be "/" followed by s.
            let path = if s.as_bytes()[2] == b'/' {
                s[2..].into()
            } else {
                Text::built(format!("/{rest}"), &s[2..])
            };
            trace.step(manakai::PARSING_FILE_3_3, Span::new(2, s.len()), rest, Some(&path));
            url.path = Some(path);
        }
        // 4. Otherwise, if s begins with two or more slash characters:
        2.. => {
            // 4.1. Remove the slash characters from the beginning of s.
            let host_and_path = &s[slashes..];
            trace.step(manakai::PARSING_FILE_4_1, Span::whole(s), s, Some(host_and_path));
            // 4.2. Remove zero or more characters that are not slash characters; let the host be the removed.
            // 4.3. Let the path be s.
            let sections = [manakai::PARSING_FILE_4_2, manakai::PARSING_FILE_4_3];
            take_host(host_and_path, Span::new(0, slashes).end, sections, &mut url, trace);
        }
        // 5. Otherwise, let the path be s.
        _ => {
            trace.step(manakai::PARSING_FILE_5, Span::whole(s), s, Some(s));
            url.path = Some(s.into());
        }
    }
    url
}

/// Parses `s`, a UNC path such as `\\host\share`, into a hierarchical `file` URL. The document does not say
/// that the scheme is `file`, but the tests of its author expect this (our interpretation M5).
///
/// Spec: manakai#parsing-unc
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_unc_path(r"\\host\share\x", &mut url_core::NoTrace);
/// assert_eq!((url.host.as_deref(), url.path.as_deref()), (Some("host"), Some(r"\share\x")));
/// ```
pub fn parse_unc_path<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 1. Remove one or more U+005C (\) characters at the beginning of s.
    let without_backslashes = s.trim_start_matches('\\');
    let start = Span::whole(s).end - Span::whole(without_backslashes).end;
    let backslashes = Span { start: 0, end: start };
    trace.step_by_reading("M5", manakai::PARSING_UNC, backslashes, backslashes.of(s), Some("file"));
    let scheme = Some(Text::built("file", backslashes.of(s)));
    trace.step(manakai::PARSING_UNC_1, Span::whole(s), s, Some(without_backslashes));
    // 2. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(without_backslashes, '#', start, manakai::PARSING_UNC_2, trace);
    // 3. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', start, manakai::PARSING_UNC_3, trace);
    let mut url = Parsed { scheme, query, fragment, hierarchical: true, ..Parsed::default() };
    // 4. Remove zero or more characters that are not slash characters at the beginning of s; let the host be
    // them.
    // 5. Let the path be s.
    take_host(s, start, [manakai::PARSING_UNC_4, manakai::PARSING_UNC_5], &mut url, trace);
    url
}

/// Parses `s`, the text after a scheme and colon, into path, query and fragment. `s` must not start with a
/// slash. For a scheme in the document's list of "not hierarchical" schemes, call [`parse_path_alone`]
/// instead.
///
/// Spec: manakai#parsing
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_not_hierarchical("a?b", &mut url_core::NoTrace);
/// assert_eq!((url.path.as_deref(), url.query.as_deref()), (Some("a"), Some("b")));
/// ```
pub fn parse_not_hierarchical<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 12. Otherwise, if there is the scheme and [the scheme] is not [in the list of] not hierarchical [ones]:
    // 12.1. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(s, '#', 0, manakai::PARSING_12_1, trace);
    // 12.2. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', 0, manakai::PARSING_12_2, trace);
    Parsed { query, fragment, ..parse_path_alone(s, trace) }
}

/// Parses `s`, the text after a scheme whose URLs have only a path, such as `data`.
///
/// Spec: manakai#parsing
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::parse_path_alone("a?b", &mut NoTrace).path.as_deref(), Some("a?b"));
/// ```
pub fn parse_path_alone<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 13. Let the path be s.
    trace.step(manakai::PARSING_13, Span::whole(s), s, Some(s));
    Parsed { path: Some(s.into()), ..Parsed::default() }
}

/// Spec: manakai#parsing-12.1, manakai#parsing-drive-1, manakai#parsing-file-1, manakai#parsing-unc-2
/// Spec: manakai#parsing-12.2, manakai#parsing-drive-2, manakai#parsing-file-2, manakai#parsing-unc-3
fn split_off<'a, T: Trace>(
    s: &'a str,
    delimiter: char,
    at: u32,
    section: Section,
    trace: &mut T,
) -> (&'a str, Option<Text<'a>>) {
    let Some((before, component)) = s.split_once(delimiter) else { return (s, None) };
    trace.step(section, Span::new(before.len() + 1, s.len()).after(at), s, Some(component));
    (before, Some(component.into()))
}

/// Spec: manakai#parsing-file-4.2, manakai#parsing-file-4.3, manakai#parsing-unc-4, manakai#parsing-unc-5
fn take_host<'a, T: Trace>(s: &'a str, at: u32, sections: [Section; 2], url: &mut Parsed<'a>, trace: &mut T) {
    let (host, path) = s.split_at(s.bytes().position(is_slash).unwrap_or(s.len()));
    trace.step(sections[0], Span::whole(host).after(at), s, Some(host));
    trace.step(sections[1], Span::new(host.len(), s.len()).after(at), path, Some(path));
    url.host = Some(host.into());
    url.path = Some(path.into());
}

/// Returns the canonical path of a hierarchical URL with the path `path`, without dot-segments. Borrows if
/// nothing changes. The result starts with a slash, even if `path` does not.
///
/// Spec: manakai#resolution-10.2, manakai#canonicalization-8, manakai#canonicalization-9
///
/// # Examples
/// ```
/// use url_path::manakai::normalize_path;
/// assert_eq!((normalize_path(r"/a\.%2e/%7Eb c"), normalize_path("a")), ("/~b%20c".into(), "/a".into()));
/// ```
pub fn normalize_path(path: &str) -> Cow<'_, str> {
    // 10.2. Invoke the steps to remove dot-segments with the path.
    canonicalize_path(remove_dot_segments(path), PathKind::Hierarchical, &mut NoTrace)
}

/// Resolves `reference`, a path, against `base`, the path of a hierarchical URL. The result has no
/// dot-segments, but is not canonical: [`normalize_path`] also decodes and encodes.
///
/// Spec: manakai#relative-resolution-3, manakai#relative-resolution-6
///
/// # Examples
/// ```
/// use url_path::manakai::join;
/// assert_eq!([r"..\d", "/b/.", ""].map(|path| join("/a/b/c", path)), ["/a/d", "/b/", "/a/b/c"]);
/// ```
pub fn join(base: &str, reference: &str) -> String {
    // 3. Otherwise, if there is the path in resolved-url and it begins with a slash character:
    if reference.bytes().next().is_some_and(is_slash) {
        // 3.4. Invoke the steps to remove dot-segments with the path.
        remove_dot_segments(reference).into_owned()
    } else if reference.is_empty() {
        base.into()
    // 6. Otherwise:
    } else {
        // 6.6. Invoke the steps to merge path with r_path and b_path.
        // 6.7. Invoke the steps to remove dot-segments with r_path.
        remove_dot_segments(&merge_path(reference, base, &mut NoTrace)).into_owned()
    }
}

/// Removes the dot-segments of `path` by [`remove_dot_segments_traced`]. A path without a slash at its start
/// gets none, unless `..` removes its first segment: `a/../b` becomes `/b`.
///
/// Spec: manakai#remove-dot-segments-1, manakai#remove-dot-segments-2, barth-01#canonicalizing-a-path-4.2.1
///
/// # Examples
/// ```
/// use url_path::manakai::remove_dot_segments;
/// assert_eq!([r"/a/b\..\./%2E%2e/c", "../a", "a/../b"].map(remove_dot_segments), ["/c", "a", "/b"]);
/// ```
pub fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    remove_dot_segments_traced(path, &mut NoTrace)
}

/// Replaces the last segment of `base_path` by `path`, as in section 5.2.3 of RFC 3986, but with `\` as
/// another separator of segments. If `base_path` is empty, returns a `/` followed by `path`.
///
/// Spec: manakai#merge-path-1
///
/// # Examples
/// ```
/// let merge = |base| url_path::manakai::merge_path("g", base, &mut url_core::NoTrace);
/// assert_eq!(["/b/c/d", r"\b\c", ""].map(merge), ["/b/c/g", r"\b\g", "/g"]);
/// ```
pub fn merge_path<T: Trace>(path: &str, base_path: &str, trace: &mut T) -> String {
    let directory = match base_path.bytes().rposition(is_slash) {
        // "excluding any characters after the right-most slash in the base URI path"
        Some(last_slash) => &base_path[..=last_slash],
        // "or excluding the entire base URI path if it does not contain any slash characters"
        None if !base_path.is_empty() => "",
        // "a string consisting of "/" concatenated with the reference's path"
        None => "/",
    };
    let merged = [directory, path].concat();
    if directory.ends_with('\\') {
        trace.step(manakai::MERGE_PATH_1, Span::whole(path), path, Some(&merged));
    }
    merged
}

/// Replaces `\` by `/`, and removes the segments `.` and `..`, with the segment before each `..`. A dot may
/// be written as `%2E`. The result is borrowed if nothing changes. Takes linear time.
///
/// Spec: manakai#remove-dot-segments-1, manakai#remove-dot-segments-2
///
/// # Examples
/// ```
/// let remove = |text| url_path::manakai::remove_dot_segments_traced(text, &mut url_core::NoTrace);
/// assert_eq!([r"/a/b\..\./%2E%2e/c", "/a/.b/c.."].map(remove), ["/c", "/a/.b/c.."]);
/// ```
pub fn remove_dot_segments_traced<'a, T: Trace>(path: &'a str, trace: &mut T) -> Cow<'a, str> {
    // FAST: a path without `\` and without a segment that starts with `.` or `%` stays unchanged.
    if !T::ENABLED && !may_have_dot_segment(path) {
        return Cow::Borrowed(path);
    }
    let span = Span::whole(path);

    // 1. Before invoking the steps, any U+005C (\) in the input string must be replaced by U+002F (/).
    let slashed = if path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
    trace.change(manakai::REMOVE_DOT_SEGMENTS_1, span, path, &slashed);

    // 2. In the steps, any "%2E" or "%2e" must be treated as if it were a U+002E (.).
    // NOTE: the caller reports the removal.
    trace.visited(manakai::REMOVE_DOT_SEGMENTS_2, span);
    let removed = remove(&slashed, dots, &mut NoTrace);
    if removed == path { Cow::Borrowed(path) } else { Cow::Owned(removed) }
}

/// Runs the loop of RFC 3986, section 5.2.4, on a path without `\`. `dots` returns 1 for a segment that means
/// `.`, 2 for one that means `..` and 0 for any other. Reports steps of RFC 3986 to `trace`, so callers that
/// implement another document pass [`NoTrace`].
///
/// Spec: manakai#remove-dot-segments-2, barth-01#canonicalizing-a-path-4.2.1, rfc3986#remove-dot-segments-1
/// Spec: rfc3986#remove-dot-segments-2, rfc3986#remove-dot-segments-2.1..5, rfc3986#remove-dot-segments-3
pub(crate) fn remove<T: Trace>(path: &str, dots: fn(&str) -> u8, trace: &mut T) -> String {
    // 1. Initialize the input buffer with the path and the output buffer to the empty string.
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_1, Span::whole(path));
    // 2. While the input buffer is not empty, loop as follows:
    while !input.is_empty() {
        let slash = input.starts_with('/');
        let (segment, rest) = split_at_any(input.strip_prefix('/').unwrap_or(input), b"/");
        let span = Span::new(path.len() - input.len(), path.len() - rest.len());
        match (dots(segment), slash) {
            (1 | 2, false) => {
                if let Some(after_prefix) = rest.strip_prefix('/') {
                    // 2A. A prefix of "../" or "./": remove it.
                    trace.decide(rfc3986::REMOVE_DOT_SEGMENTS_2_1, span, span.of(path), true);
                    input = after_prefix;
                } else {
                    // 2D. An input of only "." or "..": remove it.
                    trace.decide(rfc3986::REMOVE_DOT_SEGMENTS_2_4, span, span.of(path), true);
                    input = rest;
                }
            }
            // 2B, 2C. A prefix of "/./" or "/../", or "/." or "/.." at the end: replace it by "/"
            // and, for "..", remove the last segment and its preceding "/" (if any) from the output.
            (dots @ (1 | 2), true) => {
                if dots == 2 {
                    trace.decide(rfc3986::REMOVE_DOT_SEGMENTS_2_3, span, span.of(path), true);
                    output.truncate(output.rfind('/').unwrap_or(0));
                } else {
                    trace.decide(rfc3986::REMOVE_DOT_SEGMENTS_2_2, span, span.of(path), true);
                }
                if rest.is_empty() {
                    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_2_5, span);
                    output.push('/');
                }
                input = rest;
            }
            // 2E. Move the first segment, including the initial "/" (if any), to the output buffer.
            _ => {
                trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_2_5, span);
                let (moved, rest) = input.split_at(input.len() - rest.len());
                output.push_str(moved);
                input = rest;
            }
        }
    }
    // 3. The output buffer is the result.
    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_3, Span::whole(path));
    output
}

/// Spec: manakai#remove-dot-segments-2
pub(crate) fn dots(segment: &str) -> u8 {
    u8::from(is_single_dot(segment)) + 2 * u8::from(is_double_dot(segment))
}

/// The octets that step 9.2 of "Canonicalization" encodes. The document writes `0x2D (,)` for `0x2C (,)`.
const PATH: ByteSet = PLAIN.and(b"%").complement();

pub(crate) const CONTROLS: ByteSet = ByteSet::of(b"").and_range(0x00, 0x1F).and_range(0x7F, 0xFF);

/// The bytes that steps 9.1, 9.2 and 10 of "Canonicalization" keep unchanged in every path.
const PLAIN: ByteSet = UNRESERVED.and(b"!#$&'()*+,/:;=@[]");

/// The kind of a path. The kind selects the steps that [`canonicalize_path`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// The path of a hierarchical URL. [`canonicalize_path`] adds an initial slash if it is missing, decodes
    /// escaped unreserved characters, and encodes characters that are not allowed.
    Hierarchical,
    /// The path of a `mailto:` URL. [`canonicalize_path`] decodes and encodes, but adds no slash.
    Mailto,
    /// The path of any other URL. [`canonicalize_path`] encodes only control and non-ASCII characters.
    Opaque,
}

/// Returns the canonical form of `path`, borrowed if nothing changes. See [`PathKind`] for the changes.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_path::manakai::{PathKind, canonicalize_path};
/// assert_eq!(canonicalize_path("/%7Ea b", PathKind::Hierarchical, &mut NoTrace), "/~a%20b");
/// assert_eq!(canonicalize_path("a bé", PathKind::Opaque, &mut NoTrace), "a b%C3%A9");
/// ```
pub fn canonicalize_path<'a, T: Trace>(
    path: impl Into<Cow<'a, str>>,
    kind: PathKind,
    trace: &mut T,
) -> Cow<'a, str> {
    let mut path = path.into();
    let span = Span::whole(&path);
    // 8. If the URL is hierarchical:
    if kind == PathKind::Hierarchical {
        // 8.1. If there is no path or it is the empty string, let the path be "/".
        if path.is_empty() {
            trace.step(manakai::CANONICALIZATION_8_1, span, "", Some("/"));
            path = Cow::Borrowed("/");
        // 8.2. Otherwise, if the path does not begin with "/", prepend a "/".
        } else if !path.starts_with('/') {
            let slashed = format!("/{path}");
            trace.step(manakai::CANONICALIZATION_8_2, span, &path, Some(&slashed));
            path = Cow::Owned(slashed);
        }
    }
    // FAST: a path of plain bytes has nothing to decode or encode.
    if !T::ENABLED && PLAIN.contains_all(path.as_bytes()) {
        return path;
    }
    match kind {
        // 9. If the URL is hierarchical or its scheme is "mailto":
        PathKind::Hierarchical | PathKind::Mailto => {
            // 9.1. Percent-decode percent-encoded representations of unreserved characters in the path.
            let section = manakai::CANONICALIZATION_9_1;
            path = trace.rewrite(section, span, path, |path| decode_unreserved(path, 1));
            // 9.2. Percent-encode the path, with UTF-8 and the octets that are not in the list.
            report_percent_encoding(span, trace);
            trace.rewrite(manakai::CANONICALIZATION_9_2, span, path, |path| percent_encode(path, &PATH))
        }
        // 10. Otherwise, percent-encode the path, with UTF-8 and the octets 0x00-0x1F and 0x7F-0xFF.
        PathKind::Opaque => {
            report_percent_encoding(span, trace);
            trace.rewrite(manakai::CANONICALIZATION_10, span, path, |path| percent_encode(path, &CONTROLS))
        }
    }
}

/// Adds `/.` before a path such as `//x`, which would be an authority if the URL were parsed again.
///
/// Call this function only if the URL has no authority or only an empty host in it, and if the scheme is not
/// in the document's list of "not hierarchical" schemes. The document requires that the scheme is in the
/// list, but the tests of its author require the opposite.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// assert_eq!(url_path::manakai::guard_path("//x".into(), &mut url_core::NoTrace), "/.//x");
/// ```
pub fn guard_path<'a, T: Trace>(path: Cow<'a, str>, trace: &mut T) -> Cow<'a, str> {
    // 12. If the scheme is [not] "not hierarchical":
    // 12.1. If there is the path and it begins with two or more "/":
    // 12.1.1. If there is no authority, or only an empty host in it, prepend "/." to the path.
    if path.starts_with("//") {
        let guarded = format!("/.{path}");
        trace.step(manakai::CANONICALIZATION_12_1_1, Span::whole(&path), &path, Some(&guarded));
        return Cow::Owned(guarded);
    }
    path
}

/// Decodes every percent-encoded unreserved character of `path`, in at most `times` passes. A second pass
/// decodes escapes that the first pass produced: `%%341` becomes `%41`, and then `A`. Borrows if nothing
/// changes. Takes linear time for any number of passes, so `times` may be [`u32::MAX`].
///
/// Spec: barth-01#canonicalizing-a-path-4.4.1
/// Spec: manakai#canonicalization-9.1, manakai#unreserved-characters-1, manakai#unreserved-characters-2
///
/// # Examples
/// ```
/// use url_path::manakai::decode_unreserved;
/// assert_eq!(decode_unreserved("/%%341%2F", 1), "/%41%2F");
/// assert_eq!(decode_unreserved("/%%341%2F", 2), "/A%2F");
/// ```
pub fn decode_unreserved(path: &str, times: u32) -> Cow<'_, str> {
    let Some(first) = find_any(path, b"%") else { return Cow::Borrowed(path) };
    // FAST: if the first pass decodes nothing, no later pass does.
    if !path.as_bytes()[first..].windows(3).any(|triplet| unreserved_escape(triplet).is_some()) {
        return Cow::Borrowed(path);
    }
    let (clean, rest) = path.split_at(first);
    let mut decoded = String::with_capacity(path.len());
    decoded.push_str(clean);
    // The number of the pass that produced each byte after `clean`. It is 0 for a byte of `path` itself.
    let mut made_in: Vec<u32> = Vec::with_capacity(rest.len());
    for c in rest.chars() {
        decoded.push(c);
        made_in.resize(decoded.len() - first, 0);
        // Escapes do not overlap, so the order has no effect: each complete escape is decoded at once.
        while let Some((octet, made)) = escape_at_end(&decoded.as_bytes()[first..], &made_in)
            && made <= times
        {
            decoded.truncate(decoded.len() - 3);
            decoded.push(char::from(octet));
            made_in.truncate(made_in.len() - 3);
            made_in.push(made);
        }
    }
    if decoded.len() == path.len() { Cow::Borrowed(path) } else { Cow::Owned(decoded) }
}

/// Returns the unreserved octet that is escaped at the end of `bytes`, and the number of the first pass of
/// [`decode_unreserved`] that can decode it: one more than the last pass that produced a byte of the escape.
///
/// Spec: manakai#canonicalization-9.1
fn escape_at_end(bytes: &[u8], made_in: &[u32]) -> Option<(u8, u32)> {
    let octet = unreserved_escape(bytes.last_chunk::<3>()?)?;
    let made_in = made_in.iter().rev().take(3).max()?;
    Some((octet, made_in + 1))
}

/// Spec: manakai#unreserved-characters-1, manakai#unreserved-characters-2
fn unreserved_escape(triplet: &[u8]) -> Option<u8> {
    let [b'%', digits @ ..] = triplet else { return None };
    hex_octet(digits).filter(|&octet| UNRESERVED.contains(octet))
}

/// Returns true if all of `host` is a drive specification, such as `c:` or `%63|`.
///
/// Spec: manakai#canonicalization-5.1
///
/// # Examples
/// ```
/// assert!(url_path::manakai::is_drive_specification("%63|") && !url_path::manakai::is_drive_specification("c"));
/// ```
pub fn is_drive_specification(host: &str) -> bool {
    matches!(split_drive(host), Some((_, "")))
}

/// Returns true if the first segment of `path` is a drive specification, such as `C%7C`.
///
/// Spec: manakai#relative-resolution-6.5.2
///
/// # Examples
/// ```
/// use url_path::manakai::starts_with_drive;
/// assert!(starts_with_drive("C%7C/x") && starts_with_drive("c:") && !starts_with_drive("c:x"));
/// ```
pub fn starts_with_drive(path: &str) -> bool {
    split_drive(path).is_some_and(|(_, rest)| ends_segment(rest))
}

/// Rewrites the drive at the start of `path`, or after its first slash, to the form `/C:/`. Returns `None` if
/// the first segment of `path` is not a drive specification.
///
/// Spec: manakai#canonicalization-5.2.2.2
///
/// # Examples
/// ```
/// use url_path::manakai::path_with_drive;
/// assert_eq!(path_with_drive("C|/x").as_deref(), Some("/C:/x"));
/// assert_eq!((path_with_drive(r"\%63:").as_deref(), path_with_drive("/C:x")), (Some("/c:/"), None));
/// ```
pub fn path_with_drive(path: &str) -> Option<String> {
    // 5.2.2.2. If the path begins with an optional slash character followed by a drive specification followed
    // by a slash character or the end of the string:
    let (letter, rest) = split_drive(after_optional_slash(path)).filter(|(_, rest)| ends_segment(rest))?;
    // 5.2.2.2.1. Replace them by "/", the decoded drive letter, ":", and "/".
    Some(format!("/{letter}:/{}", after_optional_slash(rest)))
}

/// Returns the letter of the drive specification at the start of `s`, and the rest of `s`. The document says
/// that `:` or `|` is optional, but the tests of its author require one. The rest may be any text.
///
/// Spec: manakai#drive-specifications
fn split_drive(s: &str) -> Option<(char, &str)> {
    // 1. A string is a drive specification if it is a drive letter followed by a drive suffix.
    let (letter, rest) = octet(s)?;
    let (suffix, rest) = octet(rest)?;
    // 2. A drive letter is a character in A-Z and a-z, or its percent-encoded form.
    // 3. A drive suffix is U+003A (:) or U+007C (|), or its percent-encoded form.
    (letter.is_ascii_alphabetic() && matches!(suffix, b':' | b'|')).then_some((char::from(letter), rest))
}

fn octet(s: &str) -> Option<(u8, &str)> {
    let escaped = || hex_octet(s.strip_prefix('%')?.as_bytes().get(..2)?);
    match escaped() {
        Some(octet) => Some((octet, s.get(3..)?)),
        None => Some((*s.as_bytes().first()?, s.get(1..)?)),
    }
}

/// Spec: manakai#canonicalization-5.2.2.2, manakai#relative-resolution-6.5.2
fn ends_segment(rest: &str) -> bool {
    rest.bytes().next().is_none_or(is_slash)
}

/// Spec: manakai#canonicalization-5.2.2.2
fn after_optional_slash(path: &str) -> &str {
    path.strip_prefix(['/', '\\']).unwrap_or(path)
}

/// Returns the canonical path of a `file:` URL with a drive specification as `host`: `host` as the first
/// segment, and then the segments of `path`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::path_from_drive_host("c:", Some("x"), &mut NoTrace), "/c:/x");
/// assert_eq!(url_path::manakai::path_from_drive_host("c:", None, &mut NoTrace), "/c:/");
/// ```
pub fn path_from_drive_host<T: Trace>(host: &str, path: Option<&str>, trace: &mut T) -> String {
    // 5.1.1. Let the path be "/", followed by the host, followed by "/" if the original path does not begin
    // with a slash character or is missing, followed by the original path, if any.
    let slash = if path.is_some_and(|path| path.starts_with(['/', '\\'])) { "" } else { "/" };
    let made = format!("/{host}{slash}{}", path.unwrap_or_default());
    trace.step(manakai::CANONICALIZATION_5_1_1, Span::whole(host), host, Some(&made));
    made
}

/// Splits a path that starts with three or more slashes into a host, the first segment after these slashes,
/// and the rest. Returns `None` for any other path.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// let host = |text| url_path::manakai::host_from_path(text, &mut url_core::NoTrace);
/// assert_eq!(["///h/x", "//h/x"].map(host), [Some(("h", "/x")), None]);
/// ```
pub fn host_from_path<'a, T: Trace>(path: &'a str, trace: &mut T) -> Option<(&'a str, &'a str)> {
    // 5.2.2.1. If [the host is the empty string and] the path begins with three or more slash characters:
    let slashes = path.bytes().take_while(|&byte| is_slash(byte)).count();
    if slashes < 3 {
        return None;
    }
    // 5.2.2.1.1. Remove those slash characters from the path.
    let without_slashes = &path[slashes..];
    trace.step(manakai::CANONICALIZATION_5_2_2_1_1, Span::new(0, slashes), path, Some(without_slashes));
    // 5.2.2.1.2. Remove zero or more characters that are not slash characters from the beginning [of the
    // path]. Let the host be the removed string.
    let end = without_slashes.bytes().position(is_slash).unwrap_or(without_slashes.len());
    let (host, path) = without_slashes.split_at(end);
    let span = Span::new(slashes, slashes + end);
    trace.step(manakai::CANONICALIZATION_5_2_2_1_2, span, without_slashes, Some(host));
    Some((host, path))
}

/// Decodes every `%2F` and `%5C` of `path`, the path of a `file:` URL, once. Borrows if there are none.
///
/// Spec: manakai#resolution-10.1, manakai#relative-resolution-2.2.1, manakai#relative-resolution-3.3
/// Spec: manakai#relative-resolution-6.5.1
///
/// # Examples
/// ```
/// assert_eq!(url_path::manakai::decode_escaped_slashes("/a%2fb%5Cc%252F"), r"/a/b\c%252F");
/// ```
pub fn decode_escaped_slashes(path: &str) -> Cow<'_, str> {
    decode_escapes(path, |octet| matches!(octet, b'/' | b'\\').then_some(octet.into()))
}
