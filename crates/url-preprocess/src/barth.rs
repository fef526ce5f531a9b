//! Trimming of control characters: the only preprocessing of a string in Adam Barth's two documents.

use alloc::borrow::Cow;

use url_core::{Barth01, BarthDocument, NoTrace, Report, Span, Trace};

/// Removes control characters, which are all characters up to U+0020, from both ends of `input`.
///
/// Spec: barth-01#parsing-a-url-1, barth-2010#finding-the-scheme-1
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::barth::clean("\t a\tb\n"), "a\tb");
/// ```
pub fn clean(input: &str) -> Cow<'_, str> {
    Cow::Borrowed(consume_control_characters(Barth01, input, &mut NoTrace))
}

/// Removes control characters, which are all characters up to U+0020, from both ends of `input`. This is part
/// of "Finding the scheme" in the text of 2010, and of "Parsing a URL" in draft-abarth-url-01.
///
/// Callers that resolve a reference must also call this function first (our interpretation B1).
///
/// Spec: barth-01#resolving-a-string-relative-to-a-base-url-2
/// Spec: barth-2010#finding-the-scheme-1, barth-2010#definitions-1, barth-01#parsing-a-url-1
/// Spec: barth-01#definitions-1
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// use url_preprocess::barth::consume_control_characters;
/// assert_eq!(consume_control_characters(Barth01, "\u{1}\t a:b\u{A0}\0", &mut NoTrace), "a:b\u{A0}");
/// ```
#[inline]
pub fn consume_control_characters<'a, D: BarthDocument, T: Trace>(
    _: D,
    input: &'a str,
    trace: &mut T,
) -> &'a str {
    // 1. Given a string of characters, consume all leading and trailing control characters.
    let consumed = crate::trim(input, |c| c <= ' ');
    trace.change(D::CONSUME_CONTROL_CHARACTERS, Span::whole(input), input, consumed);
    if T::ENABLED && consumed.contains(['\t', '\n', '\r']) {
        let span = Span::locate(consumed, input).unwrap_or_default();
        trace.step_by_reading("B27", D::CONSUME_CONTROL_CHARACTERS, span, consumed, None);
    }
    consumed
}
