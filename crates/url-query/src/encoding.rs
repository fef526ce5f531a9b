//! The character encodings that a query can be written in, by their labels on the web. Holds manakai
//! "Percent-encoding" step 3.

use alloc::{borrow::Cow, string::String};
use core::fmt;

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

    /// Decodes `octets`, with U+FFFD for what is wrong in them.
    ///
    /// Spec: webspecs#urlencoded-1
    #[cfg(feature = "encoding")]
    pub(crate) fn decode(self, octets: &[u8]) -> String {
        self.0.decode_without_bom_handling(octets).0.into_owned()
    }

    /// Decodes `octets`, which without the feature `encoding` can only be UTF-8.
    ///
    /// Spec: webspecs#urlencoded-1
    #[cfg(not(feature = "encoding"))]
    #[allow(clippy::unused_self)]
    pub(crate) fn decode(self, octets: &[u8]) -> String {
        String::from_utf8_lossy(octets).into_owned()
    }

    /// Encodes `text`, and calls `take` with the bytes up to each character that the encoding cannot represent and that
    /// character, then with the rest and `None`. A stateful encoding is back in ASCII before each such character.
    ///
    /// Spec: whatwg#string-percent-encode-after-encoding-7.2
    #[cfg(feature = "encoding")]
    pub(crate) fn encode_or_fail(self, text: &str, mut take: impl FnMut(&[u8], Option<char>)) {
        use encoding_rs::EncoderResult;
        if self == Self::UTF_8 {
            return take(text.as_bytes(), None);
        }
        let mut encoder = self.0.new_encoder();
        let mut octets = alloc::vec::Vec::with_capacity(text.len() + 16);
        let mut rest = text;
        loop {
            let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut octets, true);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return take(&octets, None),
                EncoderResult::OutputFull => octets.reserve(rest.len() + 16),
                EncoderResult::Unmappable(c) => {
                    take(&octets, Some(c));
                    octets.clear();
                }
            }
        }
    }

    /// Encodes `text`, which without the feature `encoding` can only be to UTF-8.
    ///
    /// Spec: whatwg#string-percent-encode-after-encoding-7.2
    #[cfg(not(feature = "encoding"))]
    #[allow(clippy::unused_self)]
    pub(crate) fn encode_or_fail(self, text: &str, mut take: impl FnMut(&[u8], Option<char>)) {
        take(text.as_bytes(), None);
    }

    /// Encodes `text`, with `?` for what the encoding cannot represent.
    ///
    /// Spec: manakai#percent-encoding-5, manakai#percent-encoding-6
    #[cfg(feature = "encoding")]
    pub(crate) fn encode(self, text: &str) -> Cow<'_, [u8]> {
        use encoding_rs::{EncoderResult, UTF_8};
        if self.0 == UTF_8 {
            return Cow::Borrowed(text.as_bytes());
        }
        let mut encoder = self.0.new_encoder();
        let mut octets = alloc::vec::Vec::with_capacity(text.len() + 16);
        // Feeds a text to the encoder and says how much of it is left behind a character that has no octets.
        let mut feed = |text: &str, last: bool| {
            let mut read_so_far = 0;
            loop {
                octets.reserve(text.len() - read_so_far + 16);
                let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(
                    &text[read_so_far..],
                    &mut octets,
                    last,
                );
                read_so_far += read;
                match result {
                    EncoderResult::InputEmpty => return None,
                    EncoderResult::OutputFull => {}
                    EncoderResult::Unmappable(_) => return Some(text.len() - read_so_far),
                }
            }
        };
        let mut rest = text;
        // The question mark goes through the encoder, so that a stateful encoding is back in ASCII for it.
        while let Some(left) = feed(rest, true) {
            feed("?", false);
            rest = &rest[rest.len() - left..];
        }
        Cow::Owned(octets)
    }

    /// Encodes `text`, which without the feature `encoding` can only be to UTF-8.
    ///
    /// Spec: manakai#percent-encoding-5, manakai#percent-encoding-6
    #[cfg(not(feature = "encoding"))]
    #[allow(clippy::unused_self)]
    pub(crate) fn encode(self, text: &str) -> Cow<'_, [u8]> {
        Cow::Borrowed(text.as_bytes())
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
