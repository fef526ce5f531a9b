//! Schemes in the URL Standard: their syntax, the special schemes with their default ports, and the kinds of
//! schemes that the basic URL parser distinguishes.

use crate::{ByteSet, Reason, Rejection, Section, Span, in_bounds};

/// The kind of a scheme, as [`scheme_kind`] returns it.
///
/// Source: whatwg#special-scheme
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// The special schemes `http`, `https` and `ftp`.
    Special,
    /// The special schemes `ws` and `wss`, whose queries are always encoded in UTF-8.
    WebSocket,
    /// The special scheme `file`.
    File,
    /// Any other scheme, or a missing scheme.
    NotSpecial,
}

impl SchemeKind {
    /// Returns true if a URL with a scheme of this kind is special.
    ///
    /// Spec: whatwg#is-special
    #[inline]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::NotSpecial)
    }
}

macro_rules! special_schemes {
    ($($scheme:literal: $port:expr),+ $(,)?) => {
        /// The special schemes of the URL Standard, each with its default port.
        ///
        /// Source: whatwg#special-scheme
        ///
        /// # Examples
        /// ```
        /// assert!(url_core::whatwg::SPECIAL_SCHEMES.contains(&("ftp", Some(21))));
        /// ```
        pub const SPECIAL_SCHEMES: &[(&str, Option<u16>)] = &[$(($scheme, $port)),+];

        /// Returns the special scheme at the start of `input`, if the scheme is in lower case and `://`
        /// follows.
        ///
        /// Spec: whatwg#special-scheme
        #[inline]
        pub fn scan_special_scheme(input: &str) -> Option<&'static str> {
            // FAST: comparing with a constant takes one or two instructions.
            $(if input.starts_with(concat!($scheme, "://")) {
                return Some($scheme);
            })+
            None
        }
    };
}

/// Returns the special scheme at the start of `input`, in any case, if `://` follows.
///
/// Spec: whatwg#special-scheme
#[inline]
pub fn scan_special_scheme_in_any_case(input: &str) -> Option<&'static str> {
    scan_special_scheme(input).or_else(|| {
        let colon = input.bytes().take(LONGEST + 1).position(|byte| byte == b':')?;
        let (scheme, rest) = input.split_at_checked(colon)?;
        rest.starts_with("://").then(|| find_special_scheme(scheme))?
    })
}

// The order is by frequency, because the schemes are compared in this order.
special_schemes! {
    "https": Some(443),
    "http": Some(80),
    "file": None,
    "wss": Some(443),
    "ws": Some(80),
    "ftp": Some(21),
}

const LONGEST: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < SPECIAL_SCHEMES.len() {
        let len = SPECIAL_SCHEMES[at].0.len();
        longest = if len > longest { len } else { longest };
        at += 1;
    }
    longest
};

/// Returns the kind of `scheme`, which must be in lower case.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// use url_core::whatwg::{SchemeKind, scheme_kind};
/// assert_eq!((scheme_kind("https"), scheme_kind("mailto")), (SchemeKind::Special, SchemeKind::NotSpecial));
/// ```
#[inline]
pub fn scheme_kind(scheme: &str) -> SchemeKind {
    match scheme {
        "file" => SchemeKind::File,
        "ws" | "wss" => SchemeKind::WebSocket,
        _ if SPECIAL_SCHEMES.iter().any(|(known, _)| *known == scheme) => SchemeKind::Special,
        _ => SchemeKind::NotSpecial,
    }
}

/// Returns the special scheme that equals `scheme` without regard to case, in lower case, or `None`.
///
/// Spec: whatwg#special-scheme, whatwg#scheme-state-1
///
/// # Examples
/// ```
/// assert_eq!(["HTTP", "blob"].map(url_core::whatwg::find_special_scheme), [Some("http"), None]);
/// ```
#[inline]
pub fn find_special_scheme(scheme: &str) -> Option<&'static str> {
    // FAST: most schemes that are not special are longer than every special scheme.
    if scheme.len() > LONGEST {
        return None;
    }
    let mut known = SPECIAL_SCHEMES.iter().map(|&(known, _)| known);
    known.find(|known| known.eq_ignore_ascii_case(scheme))
}

/// Returns the default port of `scheme`, in upper or lower case, or `None` if the Standard lists none.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// assert_eq!(["HTTPS", "file", "irc"].map(url_core::whatwg::default_port), [Some(443), None, None]);
/// ```
#[inline]
pub fn default_port(scheme: &str) -> Option<u16> {
    // FAST: most schemes are in lower case.
    let known = SPECIAL_SCHEMES.iter().find(|(known, _)| *known == scheme);
    let known =
        known.or_else(|| SPECIAL_SCHEMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(scheme)));
    known.and_then(|&(_, port)| port)
}

/// Returns the length of the run of scheme characters (letters, digits, `+`, `-`, `.`) at the start of
/// `input`, which need not begin with a letter or end before a colon.
///
/// Spec: whatwg#scheme-state-1
///
/// # Examples
/// ```
/// use url_core::whatwg::scan_scheme;
/// assert_eq!(["view-source:x", "1a b:c"].map(scan_scheme), [11, 2]);
/// ```
#[inline]
pub fn scan_scheme(input: &str) -> usize {
    const SCHEME: ByteSet =
        ByteSet::of(b"+-.").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');
    input.bytes().position(|byte| !SCHEME.contains(byte)).unwrap_or(input.len())
}

/// Checks that `scheme` is a letter, followed by letters, digits, `+`, `-` and `.`.
///
/// # Errors
/// Returns [`Reason::MissingScheme`] if `scheme` is empty, and otherwise [`Reason::SchemeCharacter`] with the
/// span of the first other character. The error names `section`.
///
/// Spec: whatwg#url-scheme-string, rfc3986#scheme-2.1
///
/// # Examples
/// ```
/// use url_core::{Span, sections::whatwg::URL_SCHEME_STRING, whatwg::check_scheme};
/// assert!(check_scheme("a+1", URL_SCHEME_STRING).is_ok());
/// assert_eq!(check_scheme("ht tp", URL_SCHEME_STRING).unwrap_err().span, Span::new(2, 3));
/// ```
pub fn check_scheme(scheme: &str, section: Section) -> Result<(), Rejection> {
    let starts_with_letter = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let at = if starts_with_letter { scan_scheme(scheme) } else { 0 };
    match in_bounds(scheme.get(at..)).chars().next() {
        None if scheme.is_empty() => Err(Rejection::new(Reason::MissingScheme, section, Span::default())),
        None => Ok(()),
        Some(c) => Err(Rejection::new(Reason::SchemeCharacter, section, Span::new(at, at + c.len_utf8()))),
    }
}
