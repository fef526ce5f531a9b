//! Preprocessing of a string in the URL Standard: steps 1 to 3 of the basic URL parser.

use alloc::borrow::Cow;

use url_core::{ByteSet, NoTrace, Report, Span, Trace, fast::any_is_below, sections::whatwg};

use crate::SourceMap;

/// Returns the string that the parser of the URL Standard reads if it gets `input`: without C0 controls and
/// spaces at both ends, and without tabs and newlines anywhere. Borrows unless it removes a tab or a newline
/// between other characters.
///
/// Spec: whatwg#concept-basic-url-parser-1.3, whatwg#concept-basic-url-parser-3
///
/// # Examples
/// ```
/// use url_preprocess::clean;
/// assert_eq!(clean(" https://example.org/a\n  b\n\0"), "https://example.org/a  b");
/// ```
pub fn clean(input: &str) -> Cow<'_, str> {
    remove_tab_and_newline(strip_c0_control_or_space(input, &mut NoTrace), &mut NoTrace)
}

/// Returns the result of [`clean`], and a map from its bytes to those of `input`.
///
/// Spec: whatwg#concept-basic-url-parser-1.3, whatwg#concept-basic-url-parser-3
///
/// # Examples
/// ```
/// use url_core::Span;
/// let input = "  https://exam\nple.org ";
/// let (cleaned, map) = url_preprocess::clean_with_map(input);
/// assert_eq!(cleaned, "https://example.org");
/// assert_eq!(map.original(Span::new(8, 15)).of(input), "exam\nple");
/// ```
pub fn clean_with_map(input: &str) -> (Cow<'_, str>, SourceMap) {
    (clean(input), SourceMap::of_whatwg(input))
}

/// Removes C0 controls and spaces from both ends of `input`. Reports a violation if there are any.
///
/// Spec: whatwg#concept-basic-url-parser
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::whatwg::strip_c0_control_or_space("\0 a b\n", &mut url_core::NoTrace), "a b");
/// ```
pub fn strip_c0_control_or_space<'a, T: Trace>(input: &'a str, trace: &mut T) -> &'a str {
    // FAST: most inputs have no C0 control or space at an end.
    if let (Some(b'!'..), Some(b'!'..)) = (input.as_bytes().first(), input.as_bytes().last()) {
        return input;
    }
    let without_leading = input.trim_start_matches(is_c0_control_or_space);
    let stripped = without_leading.trim_end_matches(is_c0_control_or_space);
    if stripped.len() != input.len() {
        // 1.2. Leading or trailing C0 control or space: validation error.
        let start = input.len() - without_leading.len();
        let leading = Span::new(0, start);
        let trailing = Span::new(start + stripped.len(), input.len());
        let found = if leading.is_empty() { trailing } else { leading };
        trace.violation(whatwg::CONCEPT_BASIC_URL_PARSER_1_2, "invalid-URL-unit", found);
        // 1.3. Remove any leading and trailing C0 control or space.
        trace.change(whatwg::CONCEPT_BASIC_URL_PARSER_1_3, Span::whole(input), input, stripped);
    }
    stripped
}

/// Removes ASCII tabs and newlines from `input`. The result is borrowed if there are none.
///
/// Spec: whatwg#concept-basic-url-parser
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_preprocess::whatwg::remove_tab_and_newline("ht\ntp\r:\t", &mut NoTrace), "http:");
/// ```
pub fn remove_tab_and_newline<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str> {
    // FAST: most inputs have no tab or newline.
    if !T::ENABLED && !has_tab_or_newline(input) {
        return Cow::Borrowed(input);
    }
    let Some(at) = TAB_OR_NEWLINE.find_in(input.as_bytes()) else { return Cow::Borrowed(input) };
    // 2. An ASCII tab or newline: validation error.
    trace.violation(whatwg::CONCEPT_BASIC_URL_PARSER_2, "invalid-URL-unit", Span::new(at, at + 1));
    // 3. Remove all ASCII tab or newline.
    let removed = input.replace(is_tab_or_newline, "");
    trace.change(whatwg::CONCEPT_BASIC_URL_PARSER_3, Span::whole(input), input, &removed);
    Cow::Owned(removed)
}

/// Spec: whatwg#concept-basic-url-parser-1.3
pub(crate) fn is_c0_control_or_space(c: char) -> bool {
    c <= ' '
}

/// Spec: whatwg#concept-basic-url-parser-3
const TAB_OR_NEWLINE: ByteSet = ByteSet::of(b"\t\n\r");

/// Returns true if `input` contains an ASCII tab or newline.
///
/// Spec: whatwg#concept-basic-url-parser-2
///
/// # Examples
/// ```
/// use url_preprocess::whatwg::has_tab_or_newline;
/// assert!(has_tab_or_newline("a\tb") && !has_tab_or_newline("a b"));
/// ```
#[inline]
pub fn has_tab_or_newline(input: &str) -> bool {
    // FAST: most inputs have no byte up to U+000D.
    any_is_below(input, b'\r' + 1) && TAB_OR_NEWLINE.find_in(input.as_bytes()).is_some()
}

/// Spec: whatwg#concept-basic-url-parser-3
pub(crate) fn is_tab_or_newline(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}
