//! The canonical path of draft-abarth-url-01. Holds its "Canonicalizing a Path", and the path of a URL that is not
//! hierarchical, of which the draft says nothing (reading B26).

use alloc::{borrow::Cow, format};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use url_core::{Span, Trace, sections::barth_01};

use crate::{
    decode_unreserved,
    dot_segments::{may_have_dot_segment, remove},
};

/// The characters of `path-escaped` but `%` and `\`, which have rules of their own (reading B20).
///
/// Source: barth-01#canonicalizing-a-path-3
const PATH_ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The canonical path of a hierarchical URL; borrows when that is how it stands.
///
/// Spec: barth-01#canonicalizing-a-path
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// let canonical = |path| url_path::barth::canonicalize_path(path, &mut NoTrace);
/// assert_eq!(canonical(""), "/");
/// assert_eq!(canonical(r";a\%2e.\%7eb%2F|"), "/~b%2F%7C");
/// ```
pub fn canonicalize_path<'a, T: Trace>(path: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let mut path = path.into();
    let span = Span::whole(&path);
    // 2. If the path is empty:
    if path.is_empty() {
        // 2.1. Output "/" and abort these steps.
        trace.step(barth_01::CANONICALIZING_A_PATH_2_1, span, &path, Some("/"));
        return Cow::Borrowed("/");
    }
    // 1. TODO: Do we need to ensure that path's always start with a slash character?
    if !path.starts_with(['/', '\\']) {
        let slashed = format!("/{path}");
        trace.step_by_reading("B20", barth_01::CANONICALIZING_A_PATH_1, span, &path, Some(&slashed));
        path = Cow::Owned(slashed);
    }
    // 4. Process each character of the path in sequence:
    // NOTE: a segment is not one character, so one rule is applied after the other, those that come first by reading
    // B20 first.
    // FAST: with no `\` and no segment that begins with a dot, the next two rules change nothing.
    if T::ENABLED || may_have_dot_segment(path.as_bytes()) {
        // 4.3. Otherwise, if the current character is "\":
        // 4.3.1. Output "/".
        path = trace.rewrite_by_reading("B20", barth_01::CANONICALIZING_A_PATH_4_3_1, span, path, |path| {
            if path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) }
        });
        // 4.2. Otherwise, if the current character is ".":
        // 4.2.1. TODO: Handle "." collapsing.
        path = trace.rewrite_by_reading("B22", barth_01::CANONICALIZING_A_PATH_4_2_1, span, path, |path| {
            Cow::Owned(remove(path))
        });
    }
    // 4.4. Otherwise, if the current character is "%":
    // 4.4.1. TODO: Handle percent-unescaping.
    path = trace.rewrite_by_reading("B21", barth_01::CANONICALIZING_A_PATH_4_4_1, span, path, |path| {
        decode_unreserved(path, 1)
    });
    // 4.1. If the current character matches path-escaped or is greater than or equal to U+0080:
    // 4.1.1. Output the utf8-percent-escaping of the current character.
    // 4.5. Otherwise:
    // 4.5.1. Output the current character.
    trace.rewrite(barth_01::CANONICALIZING_A_PATH_4_1_1, span, path, |path| {
        utf8_percent_encode(path, PATH_ESCAPED).into()
    })
}

/// The canonical path of a URL that is not hierarchical; borrows when that is how it stands.
///
/// Spec: barth-01#canonicalizing-a-path-4.1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::barth::canonicalize_opaque_path("a ?%é\t", &mut NoTrace), "a ?%%C3%A9%09");
/// ```
pub fn canonicalize_opaque_path<'a, T: Trace>(path: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let path = path.into();
    let span = Span::whole(&path);
    trace.rewrite_by_reading("B26", barth_01::CANONICALIZING_A_PATH_4_1, span, path, |path| {
        // U+0020 to U+007E are kept.
        utf8_percent_encode(path, CONTROLS).into()
    })
}
