//! Schemes in the URL Standard: their syntax, and the special schemes with their default ports.

use url_core::{
    ByteSet,
    whatwg::{Edition, SchemeKind},
};

macro_rules! special_schemes {
    ($($scheme:literal: $port:expr),+ $(,)?) => {
        /// The special schemes of the URL Standard, each with its default port.
        ///
        /// Source: whatwg#special-scheme
        ///
        /// # Examples
        /// ```
        /// assert!(url_scheme::whatwg::SPECIAL_SCHEMES.contains(&("ftp", Some("21"))));
        /// ```
        pub const SPECIAL_SCHEMES: &[(&str, Option<&str>)] = &[$(($scheme, $port)),+];

        /// Spec: whatwg#special-scheme
        #[inline]
        pub(crate) fn scan_special_scheme(input: &str) -> Option<&'static str> {
            // FAST: comparing with a constant takes one or two instructions.
            $(if input.starts_with(concat!($scheme, "://")) {
                return Some($scheme);
            })+
            None
        }
    };
}

// The order is by frequency, because the schemes are compared in this order.
special_schemes! {
    "https": Some("443"),
    "http": Some("80"),
    "file": None,
    "wss": Some("443"),
    "ws": Some("80"),
    "ftp": Some("21"),
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

/// Returns true if `scheme` is a special scheme. `scheme` must be in lower case.
///
/// Spec: whatwg#special-scheme, whatwg#is-special
///
/// # Examples
/// ```
/// use url_scheme::whatwg::is_special_scheme;
/// assert!(is_special_scheme("file") && !is_special_scheme("blob"));
/// ```
#[inline]
pub fn is_special_scheme(scheme: &str) -> bool {
    SPECIAL_SCHEMES.iter().any(|(known, _)| *known == scheme)
}

/// Returns the kind of `scheme`, which must be in lower case.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// use url_core::whatwg::SchemeKind;
/// use url_scheme::whatwg::scheme_kind;
/// assert_eq!((scheme_kind("https"), scheme_kind("mailto")), (SchemeKind::Special, SchemeKind::NotSpecial));
/// ```
#[inline]
pub fn scheme_kind(scheme: &str) -> SchemeKind {
    match scheme {
        "file" => SchemeKind::File,
        "ws" | "wss" => SchemeKind::WebSocket,
        _ if is_special_scheme(scheme) => SchemeKind::Special,
        _ => SchemeKind::NotSpecial,
    }
}

/// Returns the special scheme that equals `scheme` without regard to case, in lower case, or `None`.
///
/// Spec: whatwg#special-scheme, whatwg#scheme-state-1
///
/// # Examples
/// ```
/// assert_eq!(["HTTP", "blob"].map(url_scheme::whatwg::find_special_scheme), [Some("http"), None]);
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

/// Returns the default port of `scheme`, or `None` if it has none. `scheme` must be in lower case.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// assert_eq!(["wss", "file"].map(url_scheme::whatwg::default_port), [Some("443"), None]);
/// ```
#[inline]
pub fn default_port(scheme: &str) -> Option<&'static str> {
    SPECIAL_SCHEMES.iter().find(|(known, _)| *known == scheme).and_then(|&(_, port)| port)
}

/// Returns the kind and the default port of `scheme`, which must be in lower case, by the given `edition` of
/// the Standard. A candidate edition may change both.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// use url_core::whatwg::{Edition::Newest, SchemeKind};
/// use url_scheme::whatwg::special_scheme;
/// assert_eq!(special_scheme("wss", Newest), (SchemeKind::WebSocket, Some("443")));
/// assert_eq!(special_scheme("blob", Newest), (SchemeKind::NotSpecial, None));
/// ```
#[inline]
pub fn special_scheme(scheme: &str, edition: Edition) -> (SchemeKind, Option<&'static str>) {
    edition.altered_scheme(scheme).unwrap_or_else(|| (scheme_kind(scheme), default_port(scheme)))
}

/// Returns the scheme at the start of `input`. Returns `None` if `input` does not start with a valid
/// URL-scheme string and a colon.
///
/// Spec: whatwg#url-scheme-string, webspecs#url-writing-5
///
/// # Examples
/// ```
/// use url_scheme::whatwg::scan_url_scheme_string;
/// assert_eq!(scan_url_scheme_string("a+1:b"), Some("a+1"));
/// assert_eq!((scan_url_scheme_string("1a:b"), scan_url_scheme_string("a/b:")), (None, None));
/// ```
pub fn scan_url_scheme_string(input: &str) -> Option<&str> {
    let (scheme, rest) = input.split_at_checked(scan_scheme(input))?;
    (scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with(':')).then_some(scheme)
}

/// Returns the number of bytes at the start of `input` that a scheme may contain: letters, digits, `+-.`.
///
/// Spec: whatwg#scheme-state-1
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::whatwg::scan_scheme("view-source:x"), 11);
/// ```
#[inline]
pub fn scan_scheme(input: &str) -> usize {
    const SCHEME: ByteSet =
        ByteSet::of(b"+-.").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');
    input.bytes().position(|byte| !SCHEME.contains(byte)).unwrap_or(input.len())
}
