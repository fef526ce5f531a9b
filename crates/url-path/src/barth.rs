//! Paths in Adam Barth's two documents, and the parsers of three kinds of URLs that the documents leave open.
//!
//! Helpers, not in a spec: `record`.

use alloc::{borrow::Cow, format, string::String};

use url_core::{
    BarthDocument, ByteSet, Event, NoTrace, Parsed, Report, Section, Span, Step, Trace, percent_encode,
    sections::barth_01,
};

use crate::{
    manakai::{self, CONTROLS, decode_unreserved, dots, is_slash, remove},
    segments::may_have_dot_segment,
};

pub use crate::manakai::remove_dot_segments;

/// Returns the canonical path of a hierarchical URL with the path `path`, borrowed if nothing changes. The
/// result starts with a slash, even if `path` does not.
///
/// Spec: barth-01#canonicalizing-a-path
///
/// # Examples
/// ```
/// use url_path::barth::normalize_path;
/// assert_eq!(["", r"a\%2e.\%7eb c"].map(normalize_path), ["/", "/~b%20c"]);
/// ```
pub fn normalize_path(path: &str) -> Cow<'_, str> {
    canonicalize_path(path, &mut NoTrace)
}

/// Resolves `reference`, a path, against `base`, the path of a hierarchical URL, and returns the canonical
/// path of the result.
///
/// Spec: barth-01#resolving-a-string-as-a-path-relative-url
///
/// # Examples
/// ```
/// use url_path::barth::join;
/// assert_eq!(["../d", "/b c", ""].map(|path| join(r"/a/b\c", path)), ["/a/d", "/b%20c", "/a/b/c"]);
/// ```
pub fn join(base: &str, reference: &str) -> String {
    // NOTE: the document resolves an empty string, and one that starts with a slash, in other sections.
    match reference.as_bytes().first() {
        None => normalize_path(base).into_owned(),
        Some(&first) if is_slash(first) => normalize_path(reference).into_owned(),
        Some(_) => {
            // 2. Open: Can we assume base-url is canonicalized here so that it always has at least one "/"
            // character?
            let section = barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_2;
            let base_path = base_path(Some(base), section, &mut NoTrace);
            // 3. Let the directory-name be the characters of the base-url's path up to and including the last
            // slash character.
            let directory_name = directory_name(&base_path, &mut NoTrace);
            // 4.5. concatenated with relative-url.
            normalize_path(&[directory_name, reference].concat()).into_owned()
        }
    }
}

/// The bytes of the draft's `path-escaped`, without `%` and `\`, for which the draft has other rules.
///
/// Source: barth-01#canonicalizing-a-path-3
const PATH_ESCAPED: ByteSet = CONTROLS.and(b" \"#<>?^`{|}");

/// The bytes that the steps keep unchanged, except in dot-segments.
const PLAIN: ByteSet = PATH_ESCAPED.and(b"\\%").complement();

/// Returns the canonical path of a hierarchical URL, borrowed if nothing changes.
///
/// Spec: barth-01#canonicalizing-a-path, barth-01#canonicalizing-a-path-3
///
/// # Examples
/// ```
/// let canonical = |path| url_path::barth::canonicalize_path(path, &mut url_core::NoTrace);
/// assert_eq!(["", r";a\%2e.\%7eb%2F|"].map(canonical), ["/", "/~b%2F%7C"]);
/// ```
#[inline]
pub fn canonicalize_path<'a, T: Trace>(path: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let mut path = path.into();
    let span = Span::whole(&path);
    // 2. If the path is empty:
    if path.is_empty() {
        // 2.1. Output "/" and abort these steps.
        trace.step(barth_01::CANONICALIZING_A_PATH_2_1, span, &path, Some("/"));
        return Cow::Borrowed("/");
    }
    // 1. Open: Do we need to ensure that path's always start with a slash character?
    if !path.starts_with(['/', '\\']) {
        let slashed = format!("/{path}");
        trace.step_by_reading("B20", barth_01::CANONICALIZING_A_PATH_1, span, &path, Some(&slashed));
        path = Cow::Owned(slashed);
    }
    // FAST: a path of plain bytes without dot-segments stays unchanged.
    if !T::ENABLED && PLAIN.contains_all(path.as_bytes()) && !may_have_dot_segment(&path) {
        return path;
    }
    // 4. Process each character of the path in sequence:
    // NOTE: each step runs on the whole path, because a segment is many characters (our interpretation B20).
    // 4.3. Otherwise, if the current character is "\":
    if path.contains('\\') {
        // 4.3.1. Output "/".
        path = trace.rewrite_by_reading("B20", barth_01::CANONICALIZING_A_PATH_4_3_1, span, path, |path| {
            Cow::Owned(path.replace('\\', "/"))
        });
    }
    // 4.2. Otherwise, if the current character is ".":
    if may_have_dot_segment(&path) {
        // 4.2.1. Open: Handle "." collapsing.
        path = trace.rewrite_by_reading("B22", barth_01::CANONICALIZING_A_PATH_4_2_1, span, path, |path| {
            Cow::Owned(remove(path, dots, &mut NoTrace))
        });
    }
    // 4.4. Otherwise, if the current character is "%":
    if path.contains('%') {
        // 4.4.1. Open: Handle percent-unescaping.
        path = trace.rewrite_by_reading("B21", barth_01::CANONICALIZING_A_PATH_4_4_1, span, path, |path| {
            decode_unreserved(path, 1)
        });
    }
    // 4.5. Otherwise:
    // 4.5.1. Output the current character.
    let is_escaped = |c| u8::try_from(c).map_or(true, |byte| PATH_ESCAPED.contains(byte));
    let is_other = |c| !is_escaped(c) && !matches!(c, '.' | '\\' | '%');
    trace.visited_where(barth_01::CANONICALIZING_A_PATH_4_5_1, span, &path, is_other);
    // 4.1. If the current character matches path-escaped or is greater than or equal to U+0080:
    // 4.1.1. Output the utf8-percent-escaping of the current character.
    trace.rewrite_where(barth_01::CANONICALIZING_A_PATH_4_1_1, span, path, is_escaped, |path| {
        percent_encode(path, &PATH_ESCAPED)
    })
}

/// Returns the canonical path of a non-hierarchical URL. Escapes only controls and non-ASCII characters.
///
/// Spec: barth-01#canonicalizing-a-path-4.1
///
/// # Examples
/// ```
/// assert_eq!(url_path::barth::canonicalize_opaque_path("a ?%é\t", &mut url_core::NoTrace), "a ?%%C3%A9%09");
/// ```
pub fn canonicalize_opaque_path<'a, T: Trace>(path: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let path = path.into();
    let span = Span::whole(&path);
    trace.rewrite_by_reading("B26", barth_01::CANONICALIZING_A_PATH_4_1, span, path, |path| {
        percent_encode(path, &CONTROLS)
    })
}

/// Returns the path of a base URL, with a `/` added at its start if the path is missing or does not start
/// with a slash character. Reports the addition as the step `section`, which depends on the reference.
///
/// Spec: barth-01#resolving-a-string-as-a-path-relative-url-2
/// Spec: barth-01#resolving-a-string-as-a-query-relative-url-1.4
/// Spec: barth-01#resolving-a-string-as-a-fragment-relative-url-1.4
///
/// # Examples
/// ```
/// use url_core::{NoTrace, sections::barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_2 as SECTION};
/// assert_eq!(url_path::barth::base_path(None, SECTION, &mut NoTrace), "/");
/// assert_eq!(url_path::barth::base_path(Some(";x/y"), SECTION, &mut NoTrace), "/;x/y");
/// ```
pub fn base_path<'a, T: Trace>(path: Option<&'a str>, section: Section, trace: &mut T) -> Cow<'a, str> {
    // 2. Open: Can we assume base-url is canonicalized here so that it always has at least one "/" character?
    let path = path.unwrap_or_default();
    if path.starts_with(['/', '\\']) {
        return Cow::Borrowed(path);
    }
    let slashed = format!("/{path}");
    trace.step_by_reading("B12", section, Span::whole(path), path, Some(&slashed));
    Cow::Owned(slashed)
}

/// Returns the directory of a base URL's path: the text up to and including its last slash character.
///
/// Spec: barth-01#resolving-a-string-as-a-path-relative-url-3
///
/// # Examples
/// ```
/// assert_eq!(url_path::barth::directory_name(r"/a\b", &mut url_core::NoTrace), r"/a\");
/// ```
pub fn directory_name<'a, T: Trace>(base_path: &'a str, trace: &mut T) -> &'a str {
    // 3. Let the directory-name be the characters of the base-url's path up to and including the last slash
    // character.
    let end = base_path.bytes().rposition(is_slash).map_or(0, |last| last + 1);
    let directory = &base_path[..end];
    let section = barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_3;
    if directory.ends_with('\\') {
        trace.step_by_reading("B2", section, Span::whole(directory), base_path, Some(directory));
    } else {
        trace.step(section, Span::whole(directory), base_path, Some(directory));
    }
    directory
}

/// Parses a string such as `c:\x` as a `file` URL. `scheme` must be the drive letter, and `after_scheme` the
/// text after the colon. The documents do not say how to parse such strings, so the function follows the
/// manakai document (our interpretation B6). Spans refer to the whole string.
///
/// Spec: barth-2010#parsing-a-url-3.1, barth-01#parsing-a-url-4.1
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// let url = url_path::barth::parse_drive_url(Barth01, "c", r"\x?y", &mut NoTrace);
/// assert_eq!((url.scheme.as_deref(), url.path.as_deref()), (Some("file"), Some(r"/c:\x")));
/// ```
pub fn parse_drive_url<'a, D: BarthDocument, T: Trace>(
    _: D,
    scheme: &'a str,
    after_scheme: &'a str,
    trace: &mut T,
) -> Parsed<'a> {
    let on = &mut AsManakai { reading: "B6", section: D::DRIVE, trace };
    Parsed { hierarchical: true, ..manakai::parse_drive_url(scheme, after_scheme, on) }
}

/// Parses the text after `file:` as in the manakai document, because Barth's documents do not say how to
/// parse it (our interpretation B7).
///
/// Spec: barth-2010#parsing-a-url-4.1, barth-01#parsing-a-url-5.1
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// let url = url_path::barth::parse_file_url(Barth01, "a/b", &mut NoTrace);
/// assert_eq!((url.host.as_deref(), url.path.as_deref()), (Some(""), Some("a/b")));
/// ```
pub fn parse_file_url<'a, D: BarthDocument, T: Trace>(
    _: D,
    after_scheme: &'a str,
    trace: &mut T,
) -> Parsed<'a> {
    let on = &mut AsManakai { reading: "B7", section: D::FILE, trace };
    let mut url = Parsed { hierarchical: true, ..manakai::parse_file_url(after_scheme, on) };
    // Without an authority, all text after the scheme is the path.
    if url.host.is_none() {
        on.step(D::FILE, Span::default(), "", Some(""));
        url.host = Some(after_scheme[..0].into());
    }
    url
}

/// Parses the text after `mailto:` as in the manakai document, because Barth's documents do not say how to
/// parse it (our interpretation B8).
///
/// Spec: barth-2010#parsing-a-url-5.1, barth-01#parsing-a-url-6.1
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// let url = url_path::barth::parse_mailto_url(Barth01, "a?b#c", &mut NoTrace);
/// assert_eq!((url.path.as_deref(), url.query.as_deref()), (Some("a"), Some("b#c")));
/// ```
pub fn parse_mailto_url<'a, D: BarthDocument, T: Trace>(
    _: D,
    after_scheme: &'a str,
    trace: &mut T,
) -> Parsed<'a> {
    manakai::parse_mailto_url(after_scheme, &mut AsManakai { reading: "B8", section: D::MAILTO, trace })
}

struct AsManakai<'t, T> {
    reading: &'static str,
    section: Section,
    trace: &'t mut T,
}

impl<T: Trace> Trace for AsManakai<'_, T> {
    const ENABLED: bool = T::ENABLED;

    fn record(&mut self, event: Event<'_>) {
        if let Event::Step(step) = event {
            let step = Step { section: self.section, reading: Some(self.reading), ..step };
            self.trace.record(Event::Step(step));
        }
    }
}
