//! Schemes in the WebSpecs document: its grammar rules for schemes, and the list of relative schemes.

use alloc::borrow::Cow;

use url_core::{ByteSet, Report, Span, Trace, sections::webspecs, to_ascii_lower_case};

/// Spec: webspecs#urls-13
const RELATIVE_SCHEMES: [(&str, Option<u16>); 7] = [
    ("ftp", Some(21)),
    ("file", None),
    ("gopher", Some(70)),
    ("http", Some(80)),
    ("https", Some(443)),
    ("ws", Some(80)),
    ("wss", Some(443)),
];

/// The characters that the grammar rule `scheme` allows after the first one. The rule has no digits, although
/// the document allows authors to write digits.
const SCHEME: ByteSet = ByteSet::of(b"-+.").and_range(b'a', b'z').and_range(b'A', b'Z');

/// Returns true if `scheme`, in upper or lower case, is a relative scheme such as `http`.
///
/// Spec: webspecs#urls-13
///
/// # Examples
/// ```
/// use url_scheme::webspecs::is_relative_scheme;
/// assert!(is_relative_scheme("FILE") && !is_relative_scheme("mailto"));
/// ```
#[inline]
pub fn is_relative_scheme(scheme: &str) -> bool {
    RELATIVE_SCHEMES.iter().any(|(known, _)| known.eq_ignore_ascii_case(scheme))
}

/// Returns the default port of `scheme`, in upper or lower case, or `None` if the scheme has none.
///
/// Spec: webspecs#urls-13
///
/// # Examples
/// ```
/// assert_eq!(["WSS", "file"].map(url_scheme::webspecs::default_port), [Some(443), None]);
/// ```
#[inline]
pub fn default_port(scheme: &str) -> Option<u16> {
    RELATIVE_SCHEMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(scheme)).and_then(|&(_, port)| port)
}

/// Parses a scheme by the rule `scheme`. Returns the scheme in lower case and the rest of `input`, or `None`.
///
/// Spec: webspecs#scheme
///
/// # Examples
/// ```
/// let scheme = |input| url_scheme::webspecs::scheme(input, &mut url_core::NoTrace);
/// assert_eq!((scheme("h2:x"), scheme("1:x")), (Some(("h".into(), "2:x")), None));
/// ```
pub fn scheme<'a, T: Trace>(input: &'a str, trace: &mut T) -> Option<(Cow<'a, str>, &'a str)> {
    let (matched, rest) = scan_scheme(input)?;
    Some((scheme_value(matched, trace), rest))
}

/// Returns the text at the start of `input` that the grammar rule `scheme` matches, and the rest of `input`.
/// Returns `None` if the rule does not match. Reports no steps, because the caller may still reject the text
/// after the scheme: [`scheme_value`] reports them.
///
/// Spec: webspecs#scheme-1
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::webspecs::scan_scheme("HTTP:x"), Some(("HTTP", ":x")));
/// ```
#[inline]
pub fn scan_scheme(input: &str) -> Option<(&str, &str)> {
    // 1. An ASCII alpha, followed by zero or more ASCII alpha, hyphen-minus, plus sign or full stop.
    if !input.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let end = input.bytes().position(|byte| !SCHEME.contains(byte)).unwrap_or(input.len());
    input.split_at_checked(end)
}

/// Splits `input` at the colon that ends its scheme. Returns `None` if the rule `scheme` does not match, or
/// if no colon follows.
///
/// Spec: webspecs#scheme-1
///
/// # Examples
/// ```
/// use url_scheme::webspecs::split_scheme;
/// assert_eq!(["HTTP:x", "h2:x"].map(split_scheme), [Some(("HTTP", "x")), None]);
/// ```
pub fn split_scheme(input: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = scan_scheme(input)?;
    Some((scheme, rest.strip_prefix(':')?))
}

/// Returns `matched`, the result of [`scan_scheme`], in lower case. Reports the steps of the rule `scheme`.
///
/// Spec: webspecs#scheme
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::webspecs::scheme_value("HTTP", &mut url_core::NoTrace), "http");
/// ```
pub fn scheme_value<'a, T: Trace>(matched: &'a str, trace: &mut T) -> Cow<'a, str> {
    trace.step(webspecs::SCHEME_1, Span::whole(matched), matched, None);
    // 2. Return the results as a lowercased string.
    trace.rewrite(webspecs::SCHEME_2, Span::whole(matched), matched.into(), to_ascii_lower_case)
}

/// Returns the text at the start of `input` that the grammar rule `non-file-relative-scheme` matches, and the
/// rest of `input`. Returns `None` if the rule does not match.
///
/// Spec: webspecs#non-file-relative-scheme-1
///
/// # Examples
/// ```
/// use url_scheme::webspecs::scan_non_file_relative_scheme;
/// assert_eq!(["WSS:x", "file:x"].map(scan_non_file_relative_scheme), [Some(("WSS", ":x")), None]);
/// ```
#[inline]
pub fn scan_non_file_relative_scheme(input: &str) -> Option<(&str, &str)> {
    // 1. Parse input according to the railroad diagram: in a case insensitive manner, the longer of two
    // first.
    let known = NON_FILE.iter().find(|known| {
        input.as_bytes().get(..known.len()).is_some_and(|head| head.eq_ignore_ascii_case(known.as_bytes()))
    });
    input.split_at_checked(known?.len())
}

const NON_FILE: [&str; 6] = ["ftp", "gopher", "https", "http", "wss", "ws"];

/// Returns `matched`, the result of [`scan_non_file_relative_scheme`], in lower case.
///
/// Spec: webspecs#non-file-relative-scheme
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::webspecs::non_file_relative_scheme_value("WSS", &mut url_core::NoTrace), "wss");
/// ```
#[inline]
pub fn non_file_relative_scheme_value<T: Trace>(matched: &str, trace: &mut T) -> &'static str {
    let known = NON_FILE.into_iter().find(|known| known.eq_ignore_ascii_case(matched));
    let value = known.unwrap_or_default();
    trace.step(webspecs::NON_FILE_RELATIVE_SCHEME_1, Span::whole(matched), matched, None);
    // 2. Set encoding override to "utf-8" if the scheme matches "wss" or "ws".
    // NOTE: the query is the only user of the encoding, so the rule query does this.
    if matches!(value, "ws" | "wss") {
        trace.visited(webspecs::NON_FILE_RELATIVE_SCHEME_2, Span::whole(matched));
    }
    // 3. Return the scheme as a lowercased string.
    trace.change(webspecs::NON_FILE_RELATIVE_SCHEME_3, Span::whole(matched), matched, value);
    value
}
