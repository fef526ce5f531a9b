//! The character encodings that a query can be written in, by their labels on the web. Holds manakai
//! "Percent-encoding" step 3.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{fmt, ops::Range};

/// A character encoding for queries.
///
/// # Examples
/// ```
/// use url_query::Encoding;
/// assert_eq!(Encoding::for_label("utf8"), Ok(Encoding::UTF_8));
/// assert_eq!(Encoding::for_label("utf-16"), Ok(Encoding::UTF_8)); // not ASCII-compatible
/// assert!(Encoding::for_label("klingon").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(#[cfg(feature = "encoding")] &'static encoding_rs::Encoding);

/// Encodings that are not ASCII-compatible and that the web platform does not know, by the labels in use for them.
const NOT_ASCII_COMPATIBLE: [&str; 14] = [
    "utf-7",
    "unicode-1-1-utf-7",
    "csunicode11utf7",
    "utf-32",
    "utf-32le",
    "utf-32be",
    "scsu",
    "bocu-1",
    "ibm037",
    "cp037",
    "ebcdic-cp-us",
    "ibm500",
    "ibm1026",
    "ibm1047",
];

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(
        #[cfg(feature = "encoding")]
        encoding_rs::UTF_8,
    );

    /// The encoding with which text under `label` is percent-encoded: the one that the Encoding Standard gives the
    /// label, or UTF-8 where that is not ASCII-compatible or cannot be encoded to.
    ///
    /// Without the feature `encoding` only the labels of UTF-8 are known. White space around `label` and its case
    /// do not count.
    ///
    /// # Errors
    /// [`UnknownEncoding`] when nothing has this label.
    ///
    /// Spec: manakai#percent-encoding-3
    pub fn for_label(label: &str) -> Result<Self, UnknownEncoding> {
        let name = label.trim_matches(['\t', '\n', '\u{C}', '\r', ' ']);
        if NOT_ASCII_COMPATIBLE.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            return Ok(Self::UTF_8);
        }
        Self::of_the_web(name).ok_or_else(|| UnknownEncoding(label.into()))
    }

    /// Spec: manakai#percent-encoding-3
    #[cfg(feature = "encoding")]
    fn of_the_web(label: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(|encoding| Self(encoding.output_encoding()))
    }

    /// Spec: manakai#percent-encoding-3
    #[cfg(not(feature = "encoding"))]
    fn of_the_web(label: &str) -> Option<Self> {
        let utf_8 =
            ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"];
        utf_8.iter().any(|known| label.eq_ignore_ascii_case(known)).then_some(Self::UTF_8)
    }

    /// Encodes `text`, with the text that `substitute` gives for each character that the encoding cannot represent; says
    /// which octets are of such texts.
    ///
    /// Spec: manakai#percent-encoding-5, manakai#percent-encoding-6, barth-01#canonicalizing-a-query-1
    #[cfg(feature = "encoding")]
    pub(crate) fn encode(
        self,
        text: &str,
        substitute: impl Fn(char) -> Cow<'static, str>,
    ) -> (Cow<'_, [u8]>, Vec<Range<usize>>) {
        let mut substituted = Vec::new();
        if self.0 == encoding_rs::UTF_8 {
            return (Cow::Borrowed(text.as_bytes()), substituted);
        }
        let mut encoder = self.0.new_encoder();
        let mut octets = Vec::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some((left, unmappable)) = feed(&mut encoder, rest, true, &mut octets) {
            let start = octets.len();
            // The substitute goes through the encoder, so that a stateful encoding is back in ASCII for it.
            feed(&mut encoder, &substitute(unmappable), false, &mut octets);
            substituted.push(start..octets.len());
            rest = left;
        }
        (Cow::Owned(octets), substituted)
    }

    /// Encodes `text`, which without the feature `encoding` can only be to UTF-8.
    ///
    /// Spec: manakai#percent-encoding-5, manakai#percent-encoding-6, barth-01#canonicalizing-a-query-1
    #[cfg(not(feature = "encoding"))]
    #[allow(clippy::unused_self)]
    pub(crate) fn encode(
        self,
        text: &str,
        _: impl Fn(char) -> Cow<'static, str>,
    ) -> (Cow<'_, [u8]>, Vec<Range<usize>>) {
        (Cow::Borrowed(text.as_bytes()), Vec::new())
    }
}

/// Feeds `text` to `encoder` as far as it can be encoded. What is left of it follows a character that has no octets.
///
/// Spec: none (the encoder)
#[cfg(feature = "encoding")]
fn feed<'t>(
    encoder: &mut encoding_rs::Encoder,
    text: &'t str,
    is_last: bool,
    octets: &mut Vec<u8>,
) -> Option<(&'t str, char)> {
    use encoding_rs::EncoderResult;
    let mut rest = text;
    loop {
        octets.reserve(rest.len() + 16);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, octets, is_last);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return None,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(c) => return Some((rest, c)),
        }
    }
}

impl Default for Encoding {
    fn default() -> Self {
        Self::UTF_8
    }
}

/// No encoding has this label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEncoding(String);

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown encoding label {:?}", self.0)
    }
}

impl core::error::Error for UnknownEncoding {}
