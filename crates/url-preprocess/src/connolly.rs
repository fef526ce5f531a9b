//! Preprocessing of a string in "Web addresses in HTML 5", before the grammar of RFC 3986 applies.
//!
//! The functions encode characters as UTF-8 before percent-encoding, and borrow `w` if nothing changes.

use alloc::borrow::Cow;

use url_core::{Connolly, NoTrace, Repertoire, Report, Span, Trace, percent_encode, sections::connolly};

/// Removes tabs, line feeds, form feeds, carriage returns and spaces from both ends of `input`.
///
/// Spec: connolly#parsing-urls-1
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::connolly::clean("\t a\tb\n"), "a\tb");
/// ```
pub fn clean(input: &str) -> Cow<'_, str> {
    Cow::Borrowed(strip_space_characters(input, &mut NoTrace))
}

/// Removes tabs, line feeds, form feeds, carriage returns and spaces from both ends of `w`. These are the
/// space characters of HTML. The draft does not define its "space characters" (our interpretation C1).
///
/// Spec: connolly#parsing-urls-1
///
/// # Examples
/// ```
/// let strip = |text| url_preprocess::connolly::strip_space_characters(text, &mut url_core::NoTrace);
/// assert_eq!(["\t\n\u{C}\r http://h/ ", "\u{B}x"].map(strip), ["http://h/", "\u{B}x"]);
/// ```
pub fn strip_space_characters<'a, T: Trace>(w: &'a str, trace: &mut T) -> &'a str {
    // 1. Strip leading and trailing space characters from w.
    let stripped = crate::trim(w, |c| matches!(c, '\t' | '\n' | '\u{C}' | '\r' | ' '));
    let made = (stripped != w).then_some(stripped);
    if made.is_some() {
        trace.step_by_reading("C1", connolly::PARSING_URLS_1, Span::whole(w), w, made);
    } else {
        trace.step(connolly::PARSING_URLS_1, Span::whole(w), w, None);
    }
    stripped
}

/// Percent-encodes all characters that a URI cannot contain, and the percent sign.
///
/// Spec: connolly#parsing-urls-2
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::connolly::escape_non_uri_characters("a b%20\\"), "a%20b%2520%5C");
/// ```
pub fn escape_non_uri_characters(w: &str) -> Cow<'_, str> {
    // 2. Percent-encode all non-URI characters in w.
    percent_encode(w, &Connolly::IN_AUTHORITY)
}

/// Percent-encodes the square brackets in `w`, except those in an authority. `after_scheme` must be the text
/// of `w` after the scheme and its colon, or all of `w`. An authority follows if it starts with `//`.
///
/// Spec: connolly#parsing-urls-3, connolly#parsing-urls-3.1, connolly#parsing-urls-3.2
/// Spec: connolly#parsing-urls-4
///
/// # Examples
/// ```
/// use url_preprocess::connolly::escape_brackets;
/// assert_eq!(escape_brackets("a://[::1]/[", "//[::1]/["), "a://[::1]/%5B");
/// assert_eq!(escape_brackets("a[b]", "a[b]"), "a%5Bb%5D");
/// ```
pub fn escape_brackets<'a>(w: &'a str, after_scheme: &str) -> Cow<'a, str> {
    let from = match after_scheme.strip_prefix("//") {
        // 3. If w begins with either of [these], then percent-encode any left or right square brackets
        // following the first occurrence of "/", "?", or "#" which follows the first occurrence of "//".
        Some(authority) => {
            authority.find(['/', '?', '#']).map_or(w.len(), |end| w.len() - authority.len() + end)
        }
        // 4. Otherwise, percent-encode all left and right square brackets.
        None => 0,
    };
    let (kept, rest) = w.split_at(from);
    if !rest.contains(['[', ']']) {
        return Cow::Borrowed(w);
    }
    Cow::Owned([kept, &rest.replace('[', "%5B").replace(']', "%5D")].concat())
}

/// Percent-encodes every number sign (`#`) after the first one.
///
/// Spec: connolly#parsing-urls-5
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::connolly::escape_number_signs("a#b#c#"), "a#b%23c%23");
/// ```
pub fn escape_number_signs(w: &str) -> Cow<'_, str> {
    // 5. Percent-encode all occurrences of U+0023 (Number sign, "#") after the first.
    match w.split_once('#') {
        Some((kept, rest)) if rest.contains('#') => {
            Cow::Owned([kept, "#", &rest.replace('#', "%23")].concat())
        }
        _ => Cow::Borrowed(w),
    }
}
