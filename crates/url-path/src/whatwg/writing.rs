//! Checks of paths against the rules for authors. Implements the path strings of whatwg "URL writing".
//!
//! Outside the specs: `at_first`.

use url_core::{ByteSet, Reason, Rejection, Section, Span, sections::whatwg, whatwg::check_url_units};

/// Checks that `input` is a path-absolute-URL string.
///
/// # Errors
/// [`Reason::CharacterNotAllowed`] and [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#path-absolute-url-string
///
/// # Examples
/// ```
/// use url_path::whatwg::check_path_absolute_url_string;
/// assert!(check_path_absolute_url_string("/a//./%2e").is_ok());
/// assert!(check_path_absolute_url_string("a").is_err() && check_path_absolute_url_string("/ ").is_err());
/// ```
pub fn check_path_absolute_url_string(input: &str) -> Result<(), Rejection> {
    // U+002F (/),
    let Some(segments) = input.strip_prefix('/') else {
        return Err(at_first(input, whatwg::PATH_ABSOLUTE_URL_STRING));
    };
    // followed by zero or more URL-path-segment strings, separated from each other by U+002F (/).
    check_segments(segments).map_err(|breach| breach.after(1))
}

/// Checks that `input` is a path-absolute-non-authority-URL string.
///
/// # Errors
/// [`Reason::PathLikeAuthority`], [`Reason::CharacterNotAllowed`] and [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#path-absolute-non-authority-url-string
///
/// # Examples
/// ```
/// use url_path::whatwg::check_path_absolute_non_authority_url_string;
/// assert!(check_path_absolute_non_authority_url_string("/a//b").is_ok());
/// assert!(check_path_absolute_non_authority_url_string("//b").is_err());
/// ```
pub fn check_path_absolute_non_authority_url_string(input: &str) -> Result<(), Rejection> {
    // A path-absolute-URL string that does not start with two U+002F (/) code points.
    if input.starts_with("//") {
        let section = whatwg::PATH_ABSOLUTE_NON_AUTHORITY_URL_STRING;
        return Err(Rejection::new(Reason::PathLikeAuthority, section, Span::new(0, 2)));
    }
    check_path_absolute_url_string(input)
}

/// Checks that `input` is a path-relative-URL string.
///
/// # Errors
/// [`Reason::CharacterNotAllowed`] and [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#path-relative-url-string
///
/// # Examples
/// ```
/// use url_path::whatwg::check_path_relative_url_string;
/// assert!(check_path_relative_url_string("").is_ok() && check_path_relative_url_string("../b:c").is_ok());
/// assert!(check_path_relative_url_string("/b").is_err());
/// ```
pub fn check_path_relative_url_string(input: &str) -> Result<(), Rejection> {
    // Zero or more URL-path-segment strings, separated by U+002F (/), and not start with U+002F (/).
    if input.starts_with('/') {
        return Err(at_first(input, whatwg::PATH_RELATIVE_URL_STRING));
    }
    check_segments(input)
}

/// Checks that `input` is an opaque-path-URL string.
///
/// # Errors
/// [`Reason::CharacterNotAllowed`] and [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#opaque-path-url-string
///
/// # Examples
/// ```
/// use url_path::whatwg::check_opaque_path_url_string;
/// assert!(check_opaque_path_url_string("a/b@c").is_ok() && check_opaque_path_url_string("").is_ok());
/// assert!(check_opaque_path_url_string("/b").is_err() && check_opaque_path_url_string("b c").is_err());
/// ```
pub fn check_opaque_path_url_string(input: &str) -> Result<(), Rejection> {
    const QUESTION_MARK: ByteSet = ByteSet::of(b"?");
    // Zero or more URL units excluding U+003F (?), the first of which (if any) is not U+002F (/).
    if input.starts_with('/') {
        return Err(at_first(input, whatwg::OPAQUE_PATH_URL_STRING));
    }
    check_url_units(input, &QUESTION_MARK, whatwg::OPAQUE_PATH_URL_STRING)
}

/// Checks that `input` is a URL-path-segment string.
///
/// # Errors
/// [`Reason::CharacterNotAllowed`] and [`Reason::PercentNotEscape`].
///
/// Spec: whatwg#url-path-segment-string
///
/// # Examples
/// ```
/// use url_path::whatwg::check_url_path_segment_string;
/// assert!(check_url_path_segment_string("a:@").is_ok() && check_url_path_segment_string("..").is_ok());
/// assert!(check_url_path_segment_string("a/b").is_err());
/// ```
pub fn check_url_path_segment_string(input: &str) -> Result<(), Rejection> {
    const EXCLUDED: ByteSet = ByteSet::of(b"/?");
    // Zero or more URL units excluding U+002F (/) and U+003F (?), that are not one of the dot segments,
    // or a single-dot URL path segment, or a double-dot URL path segment.
    // NOTE: dot segments are URL units too, so this function allows them in any case.
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
