//! Paths in RFC 3986: matching a path against the grammar, merging two paths, and removing dot segments.

use alloc::{borrow::Cow, string::String};

use url_core::{
    ByteSet, NoTrace, PCHAR, Parsed, Reason, Rejection, Repertoire, Report, Section, Span, Trace, UNRESERVED,
    decode_escapes, sections::rfc3986, upper_case_escapes,
};

use crate::{manakai::remove, segments::may_have_dot_segment};

/// The ASCII characters of `path`, without `%`, which starts a percent-encoded octet.
const PATH: ByteSet = PCHAR.and(b"/");

/// Returns the normalized form of `path`: removes dot segments, decodes escapes of unreserved characters,
/// writes the digits of other escapes in upper case, and removes the dot segments that were escaped. Borrows
/// if nothing changes. Does not check `path`.
///
/// A path without a slash at its start, such as `../a`, keeps its dot segments. Only [`join`] can remove
/// them.
///
/// Spec: rfc3986#percent-encoding-normalization-1, rfc3986#case-normalization-1
/// Spec: rfc3986#path-segment-normalization-1
///
/// # Examples
/// ```
/// use url_path::rfc3986::normalize_path;
/// assert_eq!(normalize_path("/a/%2e%2E/%7eb%c3%a9%2f"), "/~b%C3%A9%2F");
/// assert_eq!(["../%7Ea", "a/../b", ""].map(normalize_path), ["../~a", "a/../b", ""]);
/// ```
pub fn normalize_path(path: &str) -> Cow<'_, str> {
    let (is_rooted, span, trace) = (path.starts_with('/'), Span::whole(path), &mut NoTrace);
    // NOTE: resolution removes dot segments before normalization decodes others.
    let resolved = if is_rooted { remove_dot_segments(path) } else { path.into() };
    let path = trace.rewrite(rfc3986::PERCENT_ENCODING_NORMALIZATION_1, span, resolved, |path| {
        decode_escapes(path, |octet| UNRESERVED.contains(octet).then_some(octet.into()))
    });
    let path = trace.rewrite(rfc3986::CASE_NORMALIZATION_1, span, path, upper_case_escapes);
    if is_rooted { normalize_path_segments(path, trace) } else { path }
}

/// Resolves `reference`, the path of a reference, against `base`, the path of a URI with an authority. The
/// result has no dot segments, but keeps its escapes: [`normalize_path`] also normalizes these. An empty
/// reference returns `base` unchanged.
///
/// Spec: rfc3986#transform-references-1.3.2.2.1, rfc3986#transform-references-1.3.2.2.2.1
/// Spec: rfc3986#transform-references-1.3.2.2.2.2
///
/// # Examples
/// ```
/// use url_path::rfc3986::join;
/// assert_eq!((join("/b/c/d;p", "../g"), join("/b/c/d;p", "/./g")), ("/b/g".into(), "/g".into()));
/// assert_eq!(["", "b/c", "/b/../c"].map(|base| join(base, "g")), ["/g", "b/g", "/g"]);
/// ```
pub fn join(base: &str, reference: &str) -> String {
    // 1.3.2.2.1. if (R.path == "") then
    if reference.is_empty() {
        return base.into();
    }
    // 1.3.2.2.2.1. else if (R.path starts-with "/") then
    if reference.starts_with('/') {
        return remove_dot_segments(reference).into_owned();
    }
    // 1.3.2.2.2.2. else
    let base = Parsed { host: Some("".into()), path: Some(base.into()), ..Parsed::default() };
    remove_dot_segments(&merge_paths(reference, &base, &mut NoTrace)).into_owned()
}

/// Removes the segments `.` and `..`, with the segment before each `..`, as section 5.2.4 does for a path
/// that was merged with that of a base. Borrows if nothing changes.
///
/// The section is not meant for relative paths: it changes `../a` to `a`, and `a/../b` to `/b`.
///
/// Spec: rfc3986#remove-dot-segments
///
/// # Examples
/// ```
/// use url_path::rfc3986::remove_dot_segments;
/// assert_eq!(["/a/b/c/./../../g", "/%2e%2E/g", "/.."].map(remove_dot_segments), ["/a/g", "/%2e%2E/g", "/"]);
/// assert_eq!(["../a", "a/../b", "a/./b"].map(remove_dot_segments), ["a", "/b", "a/b"]);
/// ```
pub fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    remove_dot_segments_traced(path, &mut NoTrace)
}

/// The production of RFC 3986 that a path matches, as [`match_path`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathForm {
    /// `path-abempty`: the path after an authority.
    Abempty,
    /// `path-absolute`: a path that starts with exactly one slash.
    Absolute,
    /// `path-noscheme`: a path without an initial slash and without a colon in its first segment.
    Noscheme,
    /// `path-rootless`: a path without an initial slash, after a scheme.
    Rootless,
    /// `path-empty`: the empty path, without an authority before it.
    Empty,
}

/// The component of a URI reference that precedes the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// An authority precedes the path.
    Authority,
    /// A scheme precedes the path, and there is no authority.
    Scheme,
    /// Neither a scheme nor an authority precedes the path.
    Nothing,
}

/// Returns the production of RFC 3986 that `path` matches. `before` is the component before the path.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`], [`Reason::PercentNotEscape`], [`Reason::ColonInFirstSegment`] or
/// [`Reason::PathLikeAuthority`], with a span in `path`.
///
/// Spec: rfc3986#path-2.1, rfc3986#path-2.2, rfc3986#path-2.3, rfc3986#path-3, rfc3986#authority-4
/// Spec: rfc3986#path-2, rfc3986#relative-reference-4
/// Spec: connolly#parsing-urls-8.5, connolly#parsing-urls-8.5.1..5
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason, Rfc3986, Span};
/// use url_path::rfc3986::{Before, PathForm, match_path};
/// let form = |path, before| match_path(Rfc3986, path, before, &mut NoTrace);
/// assert_eq!(form("/a:b", Before::Authority), Ok(PathForm::Abempty));
/// assert_eq!(form("a:b", Before::Scheme), Ok(PathForm::Rootless));
/// assert_eq!(form("a:b", Before::Nothing).unwrap_err().reason, Reason::ColonInFirstSegment);
/// assert_eq!(form("/a//", Before::Nothing), Ok(PathForm::Absolute));
/// assert_eq!(form("//a", Before::Nothing).unwrap_err().span, Span::new(0, 2));
/// ```
#[inline]
pub fn match_path<R: Repertoire, T: Trace>(
    _: R,
    path: &str,
    before: Before,
    trace: &mut T,
) -> Result<PathForm, Rejection> {
    let span = Span::whole(path);
    let allowed = const { &PATH.or(&R::AFTER_AUTHORITY) };
    let unmatched = allowed.find_unmatched(path, R::is_ucschar);
    trace.step(rfc3986::PATH_2_1, span, path, unmatched.is_none().then_some(path));
    if let Some(span) = unmatched {
        return Err(Rejection::of_character(path, rfc3986::PATH_2_3, span));
    }
    // "If a URI contains an authority component, then the path component must either be empty or begin with a
    // slash." NOTE: always true, because an authority extends up to a slash or an empty path.
    if before == Before::Authority {
        trace.visited(rfc3986::AUTHORITY_4, span);
        // path-abempty = *( "/" segment )
        return Ok(PathForm::Abempty);
    }
    if path.is_empty() {
        // path-empty = 0<pchar>
        return Ok(PathForm::Empty);
    }
    if path.starts_with('/') {
        // "If a URI does not contain an authority component, then the path cannot begin with two slash
        // characters."
        if path.starts_with("//") {
            return Err(Rejection::new(Reason::PathLikeAuthority, rfc3986::PATH_2, Span::new(0, 2)));
        }
        // path-absolute = "/" [ segment-nz *( "/" segment ) ]
        return Ok(PathForm::Absolute);
    }
    if before == Before::Scheme {
        // path-rootless = segment-nz *( "/" segment )
        return Ok(PathForm::Rootless);
    }
    // path-noscheme = segment-nz-nc *( "/" segment )
    // "A path segment that contains a colon character cannot be used as the first segment of a relative-path
    // reference."
    let first = path.split('/').next().unwrap_or_default();
    let (reason, section) = (Reason::ColonInFirstSegment, rfc3986::RELATIVE_REFERENCE_4);
    first
        .find(':')
        .map_or(Ok(PathForm::Noscheme), |at| Err(Rejection::new(reason, section, Span::new(at, at + 1))))
}

/// Adds `/.` at the start of `path`, which has no authority before it, if `path` starts with `//`. Otherwise
/// the first segment would become an authority (our interpretation R1).
///
/// Spec: rfc3986#path-2
///
/// # Examples
/// ```
/// let keep = |path: &'static str| url_path::rfc3986::keep_path_apart(path.into(), &mut url_core::NoTrace);
/// assert_eq!((&*keep("//a"), &*keep("/a//")), ("/.//a", "/a//"));
/// ```
pub fn keep_path_apart<'a, T: Trace>(path: Cow<'a, str>, trace: &mut T) -> Cow<'a, str> {
    if !path.starts_with("//") {
        return path;
    }
    let kept = ["/.", &*path].concat();
    trace.step_by_reading("R1", rfc3986::PATH_2, Span::whole(&path), &path, Some(&kept));
    Cow::Owned(kept)
}

/// Returns the path of `base` with its last segment replaced by `path`. If `base` has an authority and an
/// empty path, returns a slash followed by `path`.
///
/// Spec: rfc3986#merge-paths-1, rfc3986#merge-paths-2
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let merge = |host: Option<&'static str>, path: &'static str| {
///     let base = Parsed { host: host.map(Into::into), path: Some(path.into()), ..Parsed::default() };
///     url_path::rfc3986::merge_paths("g", &base, &mut NoTrace)
/// };
/// assert_eq!((merge(Some("a"), "/b/c/d"), merge(Some("a"), "")), ("/b/c/g".into(), "/g".into()));
/// ```
pub fn merge_paths<T: Trace>(path: &str, base: &Parsed<'_>, trace: &mut T) -> String {
    let base_path = base.path.as_deref().unwrap_or_default();
    let (section, directory) = if base.host.is_some() && base_path.is_empty() {
        // "If the base URI has a defined authority component and an empty path, then return a string
        // consisting of "/" concatenated with the reference's path; otherwise,"
        (rfc3986::MERGE_PATHS_1, "/")
    } else {
        // "return a string consisting of the reference's path component appended to all but the last segment
        // of the base URI's path".
        (rfc3986::MERGE_PATHS_2, base_path.rfind('/').map_or("", |slash| &base_path[..=slash]))
    };
    let merged = [directory, path].concat();
    trace.step(section, Span::whole(path), path, Some(&merged));
    merged
}

/// Removes the segments `.` and `..`, with the segment before each `..`. Borrows if nothing changes.
///
/// Spec: rfc3986#remove-dot-segments, rfc3986#path-4
///
/// # Examples
/// ```
/// let remove = |text| url_path::rfc3986::remove_dot_segments_traced(text, &mut url_core::NoTrace);
/// assert_eq!(["/a/b/c/./../../g", "/%2e%2E/g"].map(remove), ["/a/g", "/%2e%2E/g"]);
/// ```
pub fn remove_dot_segments_traced<'a, T: Trace>(
    path: impl Into<Cow<'a, str>>,
    trace: &mut T,
) -> Cow<'a, str> {
    without_dot_segments(path.into(), rfc3986::REMOVE_DOT_SEGMENTS, trace)
}

/// Removes dot segments like [`remove_dot_segments_traced`], but as the step "Path Segment Normalization".
///
/// Spec: rfc3986#path-segment-normalization-1
///
/// # Examples
/// ```
/// assert_eq!(url_path::rfc3986::normalize_path_segments("/a/../b", &mut url_core::NoTrace), "/b");
/// ```
pub fn normalize_path_segments<'a, T: Trace>(path: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let path = path.into();
    trace.visited(rfc3986::PATH_SEGMENT_NORMALIZATION_1, Span::whole(&path));
    without_dot_segments(path, rfc3986::PATH_SEGMENT_NORMALIZATION_1, trace)
}

/// Spec: rfc3986#remove-dot-segments
fn without_dot_segments<'a, T: Trace>(path: Cow<'a, str>, section: Section, trace: &mut T) -> Cow<'a, str> {
    // FAST: if no segment starts with a dot, the loop copies every segment unchanged.
    if !T::ENABLED && !may_have_dot_segment(&path) {
        return path;
    }
    let removed = remove(&path, dots, trace);
    trace.change(section, Span::whole(&path), &path, &removed);
    if removed == path { path } else { Cow::Owned(removed) }
}

/// Spec: rfc3986#remove-dot-segments
fn dots(segment: &str) -> u8 {
    match segment {
        "." => 1,
        ".." => 2,
        _ => 0,
    }
}
