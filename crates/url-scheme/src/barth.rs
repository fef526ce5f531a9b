//! Schemes in Adam Barth's two documents, and the hierarchical schemes, which the documents do not list.

use alloc::borrow::Cow;

use url_core::{
    Barth01, BarthDocument, ByteSet, NoTrace, Reason, Rejection, Report, Span, Trace, fast::split_at_any,
    percent_encode, sections::barth_01,
};

use crate::manakai::VALID_SCHEME_CHARACTERS;

const SCHEME_ESCAPED: ByteSet = VALID_SCHEME_CHARACTERS.and(b"%").complement();

/// Splits `s` at its first colon into the scheme, which may be any text, and the text after the colon.
///
/// # Errors
/// Returns [`Reason::MissingScheme`] if `s` contains no colon.
///
/// Spec: barth-2010#finding-the-scheme-2, barth-2010#finding-the-scheme-2.1..2
/// Spec: barth-2010#finding-the-scheme-3..5
/// Spec: barth-01#finding-the-scheme-1, barth-01#finding-the-scheme-1.1..2, barth-01#finding-the-scheme-2..4
///
/// # Examples
/// ```
/// use url_core::{Barth01, NoTrace};
/// use url_scheme::barth::find_scheme;
/// assert_eq!(find_scheme(Barth01, "//a:b:c", &mut NoTrace), Ok(("//a", "b:c")));
/// assert!(find_scheme(Barth01, "//a", &mut NoTrace).is_err());
/// ```
#[inline]
pub fn find_scheme<'a, D: BarthDocument, T: Trace>(
    _: D,
    s: &'a str,
    trace: &mut T,
) -> Result<(&'a str, &'a str), Rejection> {
    // NOTE: steps are numbered as in draft-abarth-url-01. The 2010 text has one more step at the start.
    // 1. If the remaining string does not contain a ":" character:
    let (scheme, rest) = split_at_any(s, b":");
    let Some(after_scheme) = rest.strip_prefix(':') else {
        // 1.1. The URL is invalid.
        trace.step(D::INVALID_WITHOUT_SCHEME, Span::whole(s), s, None);
        // 1.2. Abort these steps.
        trace.visited(D::INVALID_WITHOUT_SCHEME_STOP, Span::whole(s));
        return Err(Rejection::new(Reason::MissingScheme, D::INVALID_WITHOUT_SCHEME, Span::whole(s)));
    };
    // 2. Consume characters up to, but not including, the first ":" character. These characters are the
    // scheme.
    trace.step(D::SCHEME, Span::whole(scheme), s, Some(scheme));
    // 3. Consume the ":" character.
    trace.visited(D::CONSUME_COLON_OF_SCHEME, Span::new(scheme.len(), scheme.len() + 1));
    // 4. The remaining characters are the after-scheme.
    trace.step(D::AFTER_SCHEME, Span::new(scheme.len() + 1, s.len()), after_scheme, Some(after_scheme));
    Ok((scheme, after_scheme))
}

/// Splits `s` as [`find_scheme`] does. A scheme may be any text without a colon.
///
/// Spec: barth-01#finding-the-scheme-2..4
///
/// # Examples
/// ```
/// use url_scheme::barth::split_scheme;
/// assert_eq!(["a b:c", "http"].map(split_scheme), [Some(("a b", "c")), None]);
/// ```
pub fn split_scheme(s: &str) -> Option<(&str, &str)> {
    find_scheme(Barth01, s, &mut NoTrace).ok()
}

/// Returns true if `scheme` is hierarchical: `http`, `https`, `ftp`, `gopher`, `ws` or `wss`. The documents
/// do not list the hierarchical schemes (our interpretation B4).
///
/// Spec: barth-2010#parsing-a-url-6, barth-01#parsing-a-url-7
///
/// # Examples
/// ```
/// use url_scheme::barth::is_hierarchical;
/// assert!(is_hierarchical("WSS") && !is_hierarchical("file") && !is_hierarchical("ftps"));
/// ```
#[inline]
pub fn is_hierarchical(scheme: &str) -> bool {
    // FAST: most schemes are in lower case.
    matches!(scheme, "http" | "https" | "ftp")
        || ["http", "https", "ftp", "gopher", "ws", "wss"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Returns true if `scheme` has one or more letters, digits, `+`, `-` and `.`, and no other characters.
///
/// Spec: barth-01#resolving-a-string-relative-to-a-base-url-4
///
/// # Examples
/// ```
/// let is_valid = |text| url_scheme::barth::is_of_valid_characters(text, &mut url_core::NoTrace);
/// assert!(is_valid("1+x") && !is_valid("a/b") && !is_valid(""));
/// ```
#[inline]
pub fn is_of_valid_characters<T: Trace>(scheme: &str, trace: &mut T) -> bool {
    // 4. If relative-url's scheme contains any characters which are not "valid scheme characters":
    let is_valid = !scheme.is_empty() && scheme.bytes().all(|byte| VALID_SCHEME_CHARACTERS.contains(byte));
    let section = barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_4;
    if is_valid {
        trace.decide(section, Span::whole(scheme), scheme, false);
    } else {
        trace.step_by_reading("B10", section, Span::whole(scheme), scheme, None);
    }
    is_valid
}

/// Returns the canonical form of `scheme`, in lower case, and borrowed if nothing changes. Escapes invalid
/// characters. Reports the violation `invalid-scheme` if `scheme` is invalid.
///
/// Spec: barth-01#canonicalizing-a-scheme
///
/// # Examples
/// ```
/// let canonicalize = |text| url_scheme::barth::canonicalize_scheme(text, &mut url_core::NoTrace);
/// assert_eq!(["HTTP", "c|%x"].map(canonicalize), ["http", "c%7C%x"]);
/// ```
#[inline]
pub fn canonicalize_scheme<'a, T: Trace>(scheme: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let mut scheme = scheme.into();
    let span = Span::whole(&scheme);
    // 1. If the first character of the scheme is not in ALPHA, the scheme is invalid.
    trace.step(barth_01::CANONICALIZING_A_SCHEME_1, span, &scheme, None);
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) {
        trace.violation(barth_01::CANONICALIZING_A_SCHEME_1, "invalid-scheme", span);
    }
    // 2. Process each character of the scheme in sequence:
    // 2.1. If the current character is among ALPHA, DIGIT, "+", "-", and ".":
    // 2.1.1. Output the current character.
    // NOTE: the output is in lower case, by our interpretation B14.
    if scheme.bytes().any(|byte| byte.is_ascii_uppercase()) {
        let lower = scheme.to_ascii_lowercase();
        let section = barth_01::CANONICALIZING_A_SCHEME_2_1_1;
        trace.step_by_reading("B14", section, span, &scheme, Some(&lower));
        scheme = Cow::Owned(lower);
    } else {
        trace.step(barth_01::CANONICALIZING_A_SCHEME_2_1_1, span, &scheme, None);
    }
    if VALID_SCHEME_CHARACTERS.contains_all(scheme.as_bytes()) {
        return scheme;
    }
    // 2.2. Otherwise, if the current character is "%":
    if scheme.contains('%') {
        // 2.2.1. The scheme is invalid.
        // 2.2.2. Output the current character.
        trace.violation(barth_01::CANONICALIZING_A_SCHEME_2_2_1, "invalid-scheme", span);
        trace.step_by_reading("B14", barth_01::CANONICALIZING_A_SCHEME_2_2_2, span, &scheme, None);
    }
    // 2.3. Otherwise:
    // 2.3.1. The scheme is invalid.
    // 2.3.2. Output the utf8-percent-escaping of the current character.
    let escaped = percent_encode(&scheme, &SCHEME_ESCAPED).into_owned();
    if escaped != scheme {
        trace.violation(barth_01::CANONICALIZING_A_SCHEME_2_3_1, "invalid-scheme", span);
        let section = barth_01::CANONICALIZING_A_SCHEME_2_3_2;
        trace.step_by_reading("B14", section, span, &scheme, Some(&escaped));
        scheme = Cow::Owned(escaped);
    }
    scheme
}
