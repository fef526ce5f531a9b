//! Percent-encoding and percent-decoding of a text, such as a user name, that is one part of a URL.

use alloc::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::{
    ByteSet, percent_encode,
    whatwg::{
        FORM_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET, PATH_PERCENT_ENCODE_SET,
        USERINFO_PERCENT_ENCODE_SET,
    },
};

/// The characters that are percent-encoded so that a text is a single path segment: the path percent-encode
/// set, the separators `/` and `\`, `%`, and `|`, which forms a Windows drive letter with a letter before it.
pub const SEGMENT_PERCENT_ENCODE_SET: ByteSet = PATH_PERCENT_ENCODE_SET.and(b"/\\%|");
const CREDENTIAL: ByteSet = USERINFO_PERCENT_ENCODE_SET.and(b"%");
const FRAGMENT: ByteSet = FRAGMENT_PERCENT_ENCODE_SET.and(b"%");

/// A part of a URL that contains text. For every text except the path segments `.` and `..`, a parser finds
/// the encoded text in the same part of the URL, and decoding returns the original text.
///
/// # Examples
/// ```
/// use url_core::TextPart;
/// assert_eq!(TextPart::PathSegment.encode("a/b c%"), "a%2Fb%20c%25");
/// assert_eq!(TextPart::QueryValue.encode("a/b c%"), "a%2Fb+c%25");
/// assert_eq!(TextPart::QueryValue.decode("a+b").as_deref(), Some("a b"));
/// assert_eq!(TextPart::Fragment.decode("a+b%C3%A9").as_deref(), Some("a+bé"));
/// assert_eq!(TextPart::Credential.decode("%FF"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextPart {
    /// A user name or a password.
    Credential,
    /// A segment of a path.
    PathSegment,
    /// A name or a value of a query, form-encoded: a space is `+`.
    QueryValue,
    /// A fragment.
    Fragment,
}

impl TextPart {
    /// Percent-encodes `text` for this part of a URL. Returns `text` itself if nothing needs encoding.
    pub fn encode(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Credential => percent_encode(text, &CREDENTIAL),
            Self::PathSegment => percent_encode(text, &SEGMENT_PERCENT_ENCODE_SET),
            Self::Fragment => percent_encode(text, &FRAGMENT),
            Self::QueryValue => match percent_encode(text, &FORM_PERCENT_ENCODE_SET) {
                // Each `%20` is an encoded space, because a `%` in the text has become `%25`.
                Cow::Owned(encoded) => Cow::Owned(encoded.replace("%20", "+")),
                unchanged @ Cow::Borrowed(_) => unchanged,
            },
        }
    }

    /// Percent-decodes `text`. A `%` without two hex digits after it stays. Returns `None` if the result is
    /// not UTF-8.
    pub fn decode(self, text: &str) -> Option<Cow<'_, str>> {
        if self == Self::QueryValue && text.contains('+') {
            let spaced = text.replace('+', " ");
            let decoded = percent_decode_str(&spaced).decode_utf8().ok()?.into_owned();
            return Some(Cow::Owned(decoded));
        }
        percent_decode_str(text).decode_utf8().ok()
    }
}
