//! Removal of dot-segments. Implements manakai "Remove dot-segments", which amends RFC 3986 section 5.2.4.
//!
//! Outside the specs: `may_have_dot_segment`.

use alloc::{borrow::Cow, string::String};

use url_core::{
    NoTrace, Report, Span, Trace,
    sections::{manakai, rfc3986},
};

/// Removes the segments `.` and `..` from `path`, with the segment before each `..`; `\` becomes `/` first,
/// and `%2E` counts as a dot. Borrows when nothing changes; takes linear time.
///
/// Spec: manakai#remove-dot-segments-1, manakai#remove-dot-segments-2
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::remove_dot_segments(r"/a/b\..\./%2E%2e/c", &mut NoTrace), "/c");
/// assert_eq!(url_path::manakai::remove_dot_segments("/a/.b/c..", &mut NoTrace), "/a/.b/c..");
/// ```
pub fn remove_dot_segments<'a, T: Trace>(path: &'a str, trace: &mut T) -> Cow<'a, str> {
    // FAST: with no `\` and no segment that starts with a dot or an escape, every segment moves from input to
    // output unchanged.
    if !T::ENABLED && !may_have_dot_segment(path.as_bytes()) {
        return Cow::Borrowed(path);
    }
    let span = Span::whole(path);

    // 1. Before invoking the steps, any U+005C (\) in the input string must be replaced by U+002F (/).
    let slashed = if path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
    trace.change(manakai::REMOVE_DOT_SEGMENTS_1, span, path, &slashed);

    // 2. In the steps, any "%2E" or "%2e" must be treated as if it were a U+002E (.).
    // NOTE: the step that runs this algorithm reports the removal.
    trace.visited(manakai::REMOVE_DOT_SEGMENTS_2, span);
    let removed = remove(&slashed, dots, &mut NoTrace);
    if removed == path { Cow::Borrowed(path) } else { Cow::Owned(removed) }
}

/// Runs the loop of RFC 3986 section 5.2.4 on a path without `\`; `dots` is 0 for ordinary segments. Reports
/// the steps as those of RFC 3986, so other documents pass [`NoTrace`].
///
/// Spec: manakai#remove-dot-segments-2, barth-01#canonicalizing-a-path-4.2.1, rfc3986#remove-dot-segments-1, rfc3986#remove-dot-segments-2, rfc3986#remove-dot-segments-2.1..5, rfc3986#remove-dot-segments-3
pub(crate) fn remove<T: Trace>(path: &str, dots: fn(&str) -> u8, trace: &mut T) -> String {
    // 1. Initialize the input buffer with the path and the output buffer to the empty string.
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_1, Span::whole(path));
    // 2. While the input buffer is not empty, loop as follows:
    while !input.is_empty() {
        let (slash, after_slash) = match input.strip_prefix('/') {
            Some(after_slash) => (true, after_slash),
            None => (false, input),
        };
        let end = after_slash.find('/').unwrap_or(after_slash.len());
        let (segment, rest) = after_slash.split_at(end);
        let span = Span::new(path.len() - input.len(), path.len() - rest.len());
        match (dots(segment), slash) {
            (1 | 2, false) => {
                if let Some(after_prefix) = rest.strip_prefix('/') {
                    // 2A. A prefix of "../" or "./": remove it.
                    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_2_1, span);
                    input = after_prefix;
                } else {
                    // 2D. An input of only "." or "..": remove it.
                    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_2_4, span);
                    input = rest;
                }
            }
            // 2B, 2C. A prefix of "/./" or "/../", or "/." or "/.." at the end: replace it by "/"
            // and, for "..", remove the last segment and its preceding "/" (if any) from the output.
            (dots @ (1 | 2), true) => {
                if dots == 2 {
                    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_2_3, span);
                    output.truncate(output.rfind('/').unwrap_or(0));
                } else {
                    trace.visited(rfc3986::REMOVE_DOT_SEGMENTS_2_2, span);
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
    let mut rest = segment.as_bytes();
    let mut dots = 0;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'E' | b'e', rest @ ..] if dots < 2 => rest,
            _ => return 0,
        };
        dots += 1;
    }
    dots
}

#[expect(clippy::needless_bitwise_bool, reason = "without branches the scan is vectorized")]
pub(crate) fn may_have_dot_segment(path: &[u8]) -> bool {
    let starts_dot = |byte: u8| (byte == b'.') | (byte == b'%');
    let next_to_slash = path.iter().zip(path.iter().skip(1));
    path.first().is_some_and(|&first| starts_dot(first) || first == b'\\')
        || next_to_slash.fold(false, |any, (&before, &byte)| {
            any | (byte == b'\\') | ((before == b'/') & starts_dot(byte))
        })
}
