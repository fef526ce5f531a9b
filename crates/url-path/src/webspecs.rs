//! Paths and scheme data in the WebSpecs document: its grammar rules, and the concatenation of two paths.
//!
//! A path is a list of names. URLs store it as a string with `/` before each name: `["a", ""]` is stored as
//! `/a/`, `[""]` as `/`, and the empty list as the empty string. The serializer writes the stored string, or
//! `/` for the empty list.
//!
//! Helpers, not in a spec: `to_text`, `first`.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use smallvec::SmallVec;
use url_core::{
    ByteSet, DEFAULT_ENCODE_SET, NoTrace, Place, Reason, Rejection, Report, Span, Trace, cleanse,
    fast::split_at_any, sections::webspecs, whatwg::check_url_units,
};

use crate::whatwg::{is_double_dot, is_single_dot};

/// A path as a list of names without slashes and backslashes, as [`path`] returns it.
///
/// # Examples
/// ```
/// let (mut names, _) = url_path::webspecs::path("/x", &mut url_core::NoTrace);
/// names.drop_empty_first();
/// assert_eq!(names.with_drive('c'), "/c:/x");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<'a>(SmallVec<[Cow<'a, str>; 8]>);

impl Path<'_> {
    /// Returns the path as a string, with `/` before each name.
    pub fn to_text(&self) -> String {
        self.after("")
    }

    /// Returns the first name of the path, or `None` if the path has no names.
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(AsRef::as_ref)
    }

    /// Removes the first name if it is empty and the second name is not empty.
    ///
    /// Spec: webspecs#path
    pub fn drop_empty_first(&mut self) {
        if let [first, second, ..] = self.0.as_slice()
            && first.is_empty()
            && !second.is_empty()
        {
            self.0.remove(0);
        }
    }

    /// Returns the path as a string, with `letter` and a colon as an additional first name, such as `/c:/x`.
    ///
    /// Spec: webspecs#path
    pub fn with_drive(&self, letter: char) -> String {
        self.after(&format!("/{letter}:"))
    }

    /// Returns the string `directory`, followed by this path as a string, with `/` before each name.
    ///
    /// Spec: webspecs#path
    pub fn after(&self, directory: &str) -> String {
        let len = self.0.iter().map(|name| name.len() + 1).sum::<usize>();
        let mut text = String::with_capacity(directory.len() + len);
        text.push_str(directory);
        for name in &self.0 {
            text.push('/');
            text.push_str(name);
        }
        text
    }
}

/// Returns the letter of the drive at the start of `input`, and the text after the drive. A drive is a letter
/// followed by one of `marks`. Returns `None` if `input` does not start with a drive.
///
/// Spec: webspecs#file-url-1
///
/// # Examples
/// ```
/// use url_path::webspecs::split_drive;
/// assert_eq!((split_drive("c|/x", &['|']), split_drive("c:/x", &['|'])), (Some(('c', "/x")), None));
/// ```
pub fn split_drive<'a>(input: &'a str, marks: &[char]) -> Option<(char, &'a str)> {
    let [letter, mark, ..] = *input.as_bytes() else { return None };
    let is_drive = letter.is_ascii_alphabetic() && marks.contains(&char::from(mark)) && mark.is_ascii();
    is_drive.then(|| (char::from(letter), &input[2..]))
}

/// Parses the path at the start of `input` by the grammar rule `path`. Returns the path and the rest of
/// `input`, which is empty or starts with `?` or `#`.
///
/// Spec: webspecs#path
///
/// # Examples
/// ```
/// let (names, rest) = url_path::webspecs::path(r"a\b/./%2E%2e/c d?q", &mut url_core::NoTrace);
/// assert_eq!((&*names.to_text(), rest), ("/a/c%20d", "?q"));
/// ```
pub fn path<'a, T: Trace>(input: &'a str, trace: &mut T) -> (Path<'a>, &'a str) {
    // 1. Split at "/" and "\" over the run without "?", "#". A backslash separator is a conformance error.
    let (run, rest) = split_at_any(input, b"?#");
    (names(run, Some(&DEFAULT_ENCODE_SET), trace), rest)
}

/// Splits `run` into names, and cleanses them with `set`.
///
/// Spec: webspecs#path
fn names<'a, T: Trace>(run: &'a str, set: Option<&ByteSet>, trace: &mut T) -> Path<'a> {
    trace.step(webspecs::PATH_1, Span::whole(run), run, None);
    for (at, _) in run.match_indices('\\').filter(|_| T::ENABLED) {
        trace.violation(webspecs::PATH_1, "backslash-in-path", Span::new(at, at + 1));
    }
    let mut names = SmallVec::new();
    let mut places = Vec::new();
    let mut start = 0;
    loop {
        // 2. Left to right, cleanse each name with the default encode set, then:
        let (given, after) = split_at_any(&run[start..], b"/\\");
        let is_last = after.is_empty();
        let name = cleanse(given, set, &mut trace.after(start));
        let span = Span::new(start, start + given.len());
        let dropped = push_name(&mut names, name, is_last, span, trace);
        if T::ENABLED {
            // 2.2. [Remove] the name before.
            if let Some(name) = dropped
                && let Some(span) = places.pop()
            {
                trace.step(webspecs::PATH_2_2, span, &name, Some(""));
            }
            places.resize(names.len(), span);
        }
        start += given.len() + 1;
        if is_last {
            break;
        }
    }
    Path(names)
}

/// Returns the path of a URL with a relative scheme, such as `https`, that has `path` after its authority.
/// Borrows if nothing changes. The result starts with a slash, even if `path` does not. The document keeps a
/// `.` that is the only name.
///
/// Spec: webspecs#path, webspecs#url-serializer-1
///
/// # Examples
/// ```
/// use url_path::webspecs::normalize_path;
/// assert_eq!(["/a/%2e%2E/b c", r"a\b", "", "/."].map(normalize_path), ["/b%20c", "/a/b", "/", "/."]);
/// ```
pub fn normalize_path(path: &str) -> Cow<'_, str> {
    whole_path(path, Some(&DEFAULT_ENCODE_SET))
}

/// Removes the dot segments of `path` like [`normalize_path`], but encodes nothing.
///
/// Spec: webspecs#path
///
/// # Examples
/// ```
/// assert_eq!(url_path::webspecs::remove_dot_segments(r"/a\%2e%2E/b c"), "/b c");
/// ```
pub fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    whole_path(path, None)
}

/// Resolves `reference`, a path, against `base`, the path of a URL with a relative scheme, by the path
/// concatenation of the document, which differs from that of RFC 3986.
///
/// Spec: webspecs#path, webspecs#url-serializer-1
///
/// # Examples
/// ```
/// use url_path::webspecs::join;
/// assert_eq!(["x", "/x", ".", ""].map(|path| join("/a/b/c", path)), ["/a/b/x", "/x", "/a", "/a/b/c"]);
/// ```
pub fn join(base: &str, reference: &str) -> String {
    let path = names(reference, Some(&DEFAULT_ENCODE_SET), &mut NoTrace);
    let joined = concatenate(normalize_path(base), path, [Place::default(); 2], &mut NoTrace);
    if joined.is_empty() { "/".into() } else { joined.into_owned() }
}

/// Spec: webspecs#path
fn whole_path<'a>(path: &'a str, set: Option<&ByteSet>) -> Cow<'a, str> {
    let text = names(path.strip_prefix(['/', '\\']).unwrap_or(path), set, &mut NoTrace).to_text();
    if text == path {
        Cow::Borrowed(path)
    } else if text.is_empty() {
        Cow::Borrowed("/")
    } else {
        Cow::Owned(text)
    }
}

/// Adds `name` to `names`, or changes `names` if `name` is a dot segment. If a double-dot segment removes the
/// name before it, returns the removed name.
///
/// Spec: webspecs#path
fn push_name<'a, T: Trace>(
    names: &mut SmallVec<[Cow<'a, str>; 8]>,
    name: Cow<'a, str>,
    is_last: bool,
    span: Span,
    trace: &mut T,
) -> Option<Cow<'a, str>> {
    let mut dropped = None;
    match dots(&name) {
        // 2.1. "." or "%2e": not last: remove.
        1 if !is_last => trace.step(webspecs::PATH_2_1, span, &name, Some("")),
        // 2.1. Last and not first: empty string. Only entry: leave as is.
        1 if !names.is_empty() => {
            trace.step_by_reading("W16", webspecs::PATH_2_1, span, &name, Some(""));
            names.push("".into());
        }
        // 2.2. "..": first: remove only itself.
        2 if names.is_empty() => trace.step(webspecs::PATH_2_2, span, &name, Some("")),
        // 2.2. Not last: remove it and the name before. Last: the same, and append an empty string.
        2 => {
            trace.step(webspecs::PATH_2_2, span, &name, Some(""));
            dropped = names.pop();
            if is_last {
                names.push("".into());
            }
        }
        dots => {
            if dots == 1 {
                trace.step_by_reading("W16", webspecs::PATH_2_1, span, &name, Some(&name));
            }
            names.push(name);
        }
    }
    dropped
}

/// Spec: webspecs#path-2.1, webspecs#path-2.2
fn dots(name: &str) -> usize {
    usize::from(is_single_dot(name)) + 2 * usize::from(is_double_dot(name))
}

/// Concatenates `base`, the path of a base URL with `/` before each name, and `path`, as the grammar rule
/// `path` requires. Reports steps at `of_base` and `of_path`, the [`Place`]s of the two paths in their URLs.
///
/// Spec: webspecs#path
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Place};
/// use url_path::webspecs::{concatenate, path};
/// let places = [Place::default(); 2];
/// let resolve = |reference| concatenate("/a/b/c", path(reference, &mut NoTrace).0, places, &mut NoTrace);
/// // RFC 3986 would resolve the last two references to other paths.
/// assert_eq!(["x", "/x", ".", "../x"].map(resolve), ["/a/b/x", "/x", "/a", "/a/b/x"]);
/// ```
pub fn concatenate<'a, T: Trace>(
    base: impl Into<Cow<'a, str>>,
    mut path: Path<'_>,
    [of_base, of_path]: [Place<'_>; 2],
    trace: &mut T,
) -> Cow<'a, str> {
    // 3. Copy base (none: empty). If path begins with ".": remove that, and remove the last of base.
    let mut base = base.into();
    // 3.3. Only the literal "." is tested.
    let has_dot = path.first() == Some(".");
    if has_dot {
        let on_base = &mut trace.moved(of_base);
        base = on_base
            .rewrite(webspecs::PATH_3, Span::whole(&base), base, |base| Cow::Borrowed(without_last(base)));
        path.0.remove(0);
    }
    let span = Span::whole(&base);
    // 3.1. Then: path is exactly one empty string: result is base.
    let result = if matches!(path.0.as_slice(), [only] if only.is_empty()) {
        trace.moved(of_base).step(webspecs::PATH_3_1, span, &base, None);
        base
    // 3.1. Path longer than one and first empty: drop that first, result is path.
    } else if path.0.len() > 1 && path.first() == Some("") {
        let all = if T::ENABLED { path.to_text() } else { String::new() };
        path.0.remove(0);
        let result = path.to_text();
        trace.moved(of_path).step(webspecs::PATH_3_1, Span::whole(&all), &all, Some(&result));
        Cow::Owned(result)
    // 3.2. Otherwise remove the last of base and put base in front of path.
    } else {
        let joined = path.after(without_last(&base));
        trace.moved(of_base).step(webspecs::PATH_3_2, span, &base, Some(&joined));
        Cow::Owned(joined)
    };
    if has_dot {
        trace.moved(of_base).visited(webspecs::PATH_3_3, span);
    }
    result
}

/// Returns `path`, a string with `/` before each name, without its last name and the slash before that.
///
/// Spec: webspecs#path-3
///
/// # Examples
/// ```
/// assert_eq!(["/a/b", "/", ""].map(url_path::webspecs::without_last), ["/a", "", ""]);
/// ```
pub fn without_last(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

/// Parses the scheme data at the start of `input` by the grammar rule `scheme-data`. Returns the data and the
/// rest of `input`, which is empty or starts with `?` or `#`.
///
/// Spec: webspecs#scheme-data
///
/// # Examples
/// ```
/// let data = url_path::webspecs::scheme_data("a\tb c?d", &mut url_core::NoTrace);
/// assert_eq!(data, ("ab c".into(), "?d"));
/// ```
pub fn scheme_data<'a, T: Trace>(input: &'a str, trace: &mut T) -> (Cow<'a, str>, &'a str) {
    // 1. Run without "?", "#", cleanse with no encode set.
    let (run, rest) = split_at_any(input, b"?#");
    trace.step(webspecs::SCHEME_DATA_1, Span::whole(run), run, None);
    (cleanse(run, None, trace), rest)
}

/// Checks that authors may write `input` as scheme data, such as the text after `mailto:`.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: webspecs#url-writing-6
///
/// # Examples
/// ```
/// use url_path::webspecs::check_scheme_data;
/// assert!(check_scheme_data("a@b//:c").is_ok() && check_scheme_data("a b").is_err());
/// ```
pub fn check_scheme_data(input: &str) -> Result<(), Rejection> {
    const QUESTION_MARK: ByteSet = ByteSet::of(b"?");
    // Zero or more URL units, excluding "?".
    check_url_units(input, &QUESTION_MARK, webspecs::URL_WRITING_6)
}

/// Checks that `input` is an absolute-path-relative URL, such as `/a/b`.
///
/// # Errors
/// Returns [`Reason::PathLikeAuthority`], [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: webspecs#url-writing-17
///
/// # Examples
/// ```
/// let is_valid = |path| url_path::webspecs::check_absolute_path_relative_url(path).is_ok();
/// assert!(is_valid("/a//b") && is_valid("/") && !is_valid("a") && !is_valid("//a") && !is_valid("/a:b"));
/// ```
pub fn check_absolute_path_relative_url(input: &str) -> Result<(), Rejection> {
    // "/", followed by a path-relative URL
    let Some(path) = input.strip_prefix('/') else {
        let first = Span::new(0, input.chars().next().map_or(0, char::len_utf8));
        return Err(Rejection::of_character(input, webspecs::URL_WRITING_17, first));
    };
    // that does not start with "/".
    if path.starts_with('/') {
        return Err(Rejection::new(Reason::PathLikeAuthority, webspecs::URL_WRITING_17, Span::new(0, 2)));
    }
    check_path_relative_url(path).map_err(|breach| breach.after(1))
}

/// Checks that `input` is a path-relative URL, such as `a/b`.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`].
///
/// Spec: webspecs#url-writing-18..19
///
/// # Examples
/// ```
/// let is_valid = |input| url_path::webspecs::check_path_relative_url(input).is_ok();
/// assert!(is_valid("") && is_valid("a/b:c") && !is_valid("b:c/a") && !is_valid("a b"));
/// ```
pub fn check_path_relative_url(input: &str) -> Result<(), Rejection> {
    const NOT_IN_SEGMENT: ByteSet = ByteSet::of(b"/?");
    // Zero or more path segments separated from each other by a "/".
    let mut start = 0;
    for segment in input.split('/') {
        // The first segment must not contain a colon.
        if let (0, Some(at)) = (start, segment.find(':')) {
            return Err(Rejection::of_character(input, webspecs::URL_WRITING_18, Span::new(at, at + 1)));
        }
        // A path segment: zero or more URL units, excluding "/" and "?".
        check_url_units(segment, &NOT_IN_SEGMENT, webspecs::URL_WRITING_19)
            .map_err(|breach| breach.after(start))?;
        start += segment.len() + 1;
    }
    Ok(())
}
