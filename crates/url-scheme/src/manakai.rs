//! Schemes in the manakai document: finding, canonicalization, and default ports.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, NoTrace, Reason, Rejection, Report, Span, Trace, sections::manakai, to_ascii_lower_case,
};

/// The characters that a scheme may contain in the manakai document.
///
/// Source: manakai#valid-scheme-characters
pub const VALID_SCHEME_CHARACTERS: ByteSet =
    ByteSet::of(b"+-.").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');

/// Splits `s` at its first colon into the scheme and the text after the colon.
///
/// # Errors
/// Returns [`Reason::MissingScheme`] if `s` does not start with valid scheme characters and a colon.
///
/// Spec: manakai#finding-the-scheme, manakai#valid-scheme-characters-1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_scheme::manakai::find_scheme("http://a.test/", &mut NoTrace), Ok(("http", "//a.test/")));
/// assert!(url_scheme::manakai::find_scheme("/a:b", &mut NoTrace).is_err());
/// ```
#[inline]
pub fn find_scheme<'a, T: Trace>(s: &'a str, trace: &mut T) -> Result<(&'a str, &'a str), Rejection> {
    // 1. If s begins with one or more valid scheme characters followed by U+003A (:), find the scheme.
    let end = s.bytes().position(|byte| !VALID_SCHEME_CHARACTERS.contains(byte));
    if let Some(end) = end.filter(|&end| end > 0)
        && let Some(after_scheme) = s[end..].strip_prefix(':')
    {
        let scheme = &s[..end];
        trace.step(manakai::FINDING_THE_SCHEME_1, Span::whole(scheme), s, Some(scheme));
        return Ok((scheme, after_scheme));
    }
    // 2. Otherwise, set the /invalid/ flag.
    trace.step(manakai::FINDING_THE_SCHEME_2, Span::whole(s), s, None);
    Err(Rejection::new(Reason::MissingScheme, manakai::FINDING_THE_SCHEME_2, Span::whole(s)))
}

/// Splits `s` as [`find_scheme`] does. A scheme may begin with any valid scheme character.
///
/// Spec: manakai#finding-the-scheme
///
/// # Examples
/// ```
/// use url_scheme::manakai::split_scheme;
/// assert_eq!(["1a:b", "a b:c"].map(split_scheme), [Some(("1a", "b")), None]);
/// ```
pub fn split_scheme(s: &str) -> Option<(&str, &str)> {
    find_scheme(s, &mut NoTrace).ok()
}

/// Returns true if `scheme` is in the document's list of schemes whose URLs are never hierarchical.
///
/// Spec: manakai#hierarchicalness-1
///
/// # Examples
/// ```
/// assert!(url_scheme::manakai::is_not_hierarchical("MailTo"));
/// assert!(!url_scheme::manakai::is_not_hierarchical("http"));
/// ```
#[inline]
pub fn is_not_hierarchical(scheme: &str) -> bool {
    // FAST: most schemes are these.
    !matches!(scheme, "http" | "https" | "ftp" | "file")
        && ["about", "data", "javascript", "mailto", "vbscript"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Returns the default port of `scheme`, or `None` if the document lists none for it.
///
/// Spec: manakai#port-numbers-1
///
/// # Examples
/// ```
/// assert_eq!(["wss", "file"].map(url_scheme::manakai::default_port), [Some(443), None]);
/// ```
#[inline]
pub fn default_port(scheme: &str) -> Option<u16> {
    /// The rows of the document's table of ports, except `file`, which has no port.
    const DEFAULT_PORTS: [(&str, u16); 9] = [
        ("ftp", 21),
        ("gopher", 70),
        ("http", 80),
        ("https", 443),
        ("telnet", 23),
        ("tn3270", 23),
        ("rlogin", 513),
        ("ws", 80),
        ("wss", 443),
    ];
    DEFAULT_PORTS.iter().find(|(known, _)| scheme.eq_ignore_ascii_case(known)).map(|&(_, port)| port)
}

/// Converts `scheme` to ASCII lower case. The result is borrowed if nothing changes.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::manakai::canonicalize_scheme("HTTP", &mut url_core::NoTrace), "http");
/// ```
#[inline]
pub fn canonicalize_scheme<'a, T: Trace>(scheme: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let scheme = scheme.into();
    // 2. If there is the scheme in u, replace it by the same string converted to ASCII lowercase.
    trace.rewrite(manakai::CANONICALIZATION_2, Span::whole(&scheme), scheme, to_ascii_lower_case)
}
