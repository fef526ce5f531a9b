//! Trimming of a string in the WebSpecs document. Implements step 1.2 of its "Basic URL parser".

use alloc::borrow::Cow;

use url_core::{NoTrace, Report, Span, Trace, sections::webspecs};

/// Removes ASCII whitespace from both ends of `input`. The parser removes tabs and newlines in components
/// later.
///
/// Spec: webspecs#concept-basic-url-parser
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::webspecs::clean("\t a\tb\n"), "a\tb");
/// ```
pub fn clean(input: &str) -> Cow<'_, str> {
    Cow::Borrowed(trim_ascii_whitespace(input, &mut NoTrace))
}

/// Removes ASCII whitespace from both ends of `input`. Reports a violation if there is any.
///
/// Spec: webspecs#concept-basic-url-parser
///
/// # Examples
/// ```
/// let trimmed = url_preprocess::webspecs::trim_ascii_whitespace("\t a:b c\n", &mut url_core::NoTrace);
/// assert_eq!(trimmed, "a:b c");
/// ```
pub fn trim_ascii_whitespace<'a, T: Trace>(input: &'a str, trace: &mut T) -> &'a str {
    // 1.2. If leading or trailing ASCII whitespace code points are present in the input:
    let without_leading = input.trim_ascii_start();
    let trimmed = without_leading.trim_ascii_end();
    if trimmed.len() != input.len() {
        // 1.2.1. Indicate a conformance error.
        let start = input.len() - without_leading.len();
        for span in [Span::new(0, start), Span::new(start + trimmed.len(), input.len())] {
            if !span.is_empty() {
                let name = "leading-or-trailing-whitespace";
                trace.violation(webspecs::CONCEPT_BASIC_URL_PARSER_1_2_1, name, span);
            }
        }
        // 1.2.2. Remove leading and trailing ASCII whitespace from input.
        let section = webspecs::CONCEPT_BASIC_URL_PARSER_1_2_2;
        trace.step(section, Span::whole(input), input, Some(trimmed));
    }
    trimmed
}
