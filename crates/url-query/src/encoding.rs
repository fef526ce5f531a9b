//! The character encodings of queries and their labels. Implements manakai "Percent-encoding" step 3.
//!
//! Helpers, not in a spec: `name`, `is_utf_8`, `is_among`, `feed`, `decode`, `encode_character`, `encode`.

use alloc::{borrow::Cow, string::String, vec::Vec};
#[cfg(feature = "encoding")]
use core::panic::RefUnwindSafe;
use core::{
    fmt,
    hash::{Hash, Hasher},
    ops::Range,
};

/// A character encoding. It converts the characters of a query to octets, before percent-encoding.
///
/// # Examples
/// ```
/// use url_query::Encoding;
/// assert_eq!(Encoding::for_label("utf8"), Ok(Encoding::UTF_8));
/// assert_eq!(Encoding::for_label("utf-16"), Ok(Encoding::UTF_8)); // not ASCII-compatible
/// assert!(Encoding::for_label("klingon").is_err());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Encoding {
    /// The encoder, or `None` for UTF-8.
    ///
    /// FAST: only [`Encoding::for_label`] refers to the encoders. If a program never calls that function, the
    /// linker omits the encoders' tables.
    #[cfg(feature = "encoding")]
    legacy: Option<&'static dyn Legacy>,
    label: Label,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Label {
    /// UTF-8 or UTF-16.
    #[default]
    Unicode,
    /// ISO 8859-1. The Encoding Standard replaces this encoding by windows-1252.
    #[cfg(feature = "encoding")]
    Latin1,
    Other,
}

/// The labels of ISO 8859-1. The Encoding Standard lists them as labels of windows-1252.
#[cfg(feature = "encoding")]
const LATIN1: &str = "\
    iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 csisolatin1 latin1 l1 ibm819 \
    cp819";

/// The labels of UTF-8 in the Encoding Standard, then the labels of UTF-16.
#[cfg(any(test, not(feature = "encoding")))]
const UNICODE: &str = "\
    utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-16 utf-16be utf-16le \
    csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff unicodefffe";

/// Labels of encodings that are not ASCII-compatible and that the Encoding Standard does not list.
const NOT_ASCII_COMPATIBLE: &str = "\
    utf-7 unicode-1-1-utf-7 csunicode11utf7 utf-32 utf-32le utf-32be scsu bocu-1 ibm037 cp037 \
    ebcdic-cp-us ibm500 ibm1026 ibm1047";

/// A buffer for one character. The longest encoded character has eight octets, in ISO-2022-JP, but the
/// encoders of `encoding_rs` require a larger buffer.
#[cfg(feature = "connolly")]
pub(crate) type OctetsOfCharacter = [u8; 32];

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self {
        #[cfg(feature = "encoding")]
        legacy: None,
        label: Label::Unicode,
    };

    /// Returns the encoding that the Encoding Standard assigns to `label`. Returns UTF-8 if that encoding is
    /// not ASCII-compatible or has no encoder. Ignores the case of `label`, and white space at its ends.
    ///
    /// Without the feature `encoding`, only the labels of UTF-8 and UTF-16 are known.
    ///
    /// # Errors
    /// Returns [`UnknownEncoding`] if no encoding has this label.
    ///
    /// Spec: manakai#percent-encoding-3
    pub fn for_label(label: &str) -> Result<Self, UnknownEncoding> {
        let name = label.trim_matches(['\t', '\n', '\u{C}', '\r', ' ']);
        if is_among(NOT_ASCII_COMPATIBLE, name) {
            let mut encoding = Self::UTF_8;
            encoding.label = Label::Other;
            return Ok(encoding);
        }
        Self::of_the_web(name).ok_or_else(|| UnknownEncoding(label.into()))
    }

    /// Returns the Encoding Standard's name of this encoding.
    ///
    /// # Examples
    /// ```
    /// use url_query::Encoding;
    /// assert_eq!(Encoding::UTF_8.name(), "UTF-8");
    /// # #[cfg(feature = "encoding")]
    /// assert_eq!(Encoding::for_label("latin1")?.name(), "windows-1252");
    /// # Ok::<(), url_query::UnknownEncoding>(())
    /// ```
    pub fn name(self) -> &'static str {
        #[cfg(feature = "encoding")]
        if let Some(legacy) = self.legacy {
            return legacy.name();
        }
        "UTF-8"
    }

    /// Spec: manakai#percent-encoding-3
    #[cfg(feature = "encoding")]
    fn of_the_web(label: &str) -> Option<Self> {
        use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
        let encoding = Encoding::for_label(label.as_bytes())?;
        let label = if [UTF_8, UTF_16BE, UTF_16LE].contains(&encoding) {
            Label::Unicode
        } else if is_among(LATIN1, label) {
            Label::Latin1
        } else {
            Label::Other
        };
        let output = encoding.output_encoding();
        Some(Self { legacy: (output != UTF_8).then_some(output as &dyn Legacy), label })
    }

    /// Spec: manakai#percent-encoding-3
    #[cfg(not(feature = "encoding"))]
    fn of_the_web(label: &str) -> Option<Self> {
        is_among(UNICODE, label).then_some(Self::UTF_8)
    }

    #[cfg_attr(not(feature = "encoding"), allow(clippy::unused_self))]
    #[inline]
    pub(crate) fn is_utf_8(self) -> bool {
        #[cfg(feature = "encoding")]
        return self.legacy.is_none();
        #[cfg(not(feature = "encoding"))]
        true
    }

    /// Decodes `octets`, with U+FFFD for each invalid sequence. Returns the text, and false if a sequence is
    /// invalid.
    ///
    /// Spec: webspecs#urlencoded-1
    #[cfg_attr(not(feature = "encoding"), allow(clippy::unused_self))]
    pub(crate) fn decode(self, octets: &[u8]) -> (Cow<'_, str>, bool) {
        #[cfg(feature = "encoding")]
        if let Some(legacy) = self.legacy {
            return legacy.decode(octets);
        }
        let text = String::from_utf8_lossy(octets);
        let is_valid = matches!(text, Cow::Borrowed(_));
        (text, is_valid)
    }

    /// Returns true for [`Encoding::UTF_8`], and for the result of [`Encoding::for_label`] for a label of
    /// UTF-8 or UTF-16. Returns false if that function used UTF-8 instead of another encoding, such as UTF-7.
    ///
    /// Spec: connolly#url-3.4, connolly#absolute-url-3
    ///
    /// # Examples
    /// ```
    /// use url_query::Encoding;
    /// assert!(Encoding::for_label("utf-16")?.is_utf_8_or_utf_16());
    /// assert!(!Encoding::for_label("utf-7")?.is_utf_8_or_utf_16());
    /// # Ok::<(), url_query::UnknownEncoding>(())
    /// ```
    pub fn is_utf_8_or_utf_16(self) -> bool {
        self.label == Label::Unicode
    }

    /// Encodes `c`. Returns `None` if the encoding lacks `c`. Does not replace ISO 8859-1 by windows-1252.
    ///
    /// Spec: connolly#absolute-url-15
    #[cfg(feature = "connolly")]
    #[cfg_attr(
        not(feature = "encoding"),
        allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "UTF-8 has every character")
    )]
    pub(crate) fn encode_character(self, c: char, buffer: &mut OctetsOfCharacter) -> Option<&[u8]> {
        #[cfg(feature = "encoding")]
        if self.label == Label::Latin1 {
            buffer[0] = u8::try_from(c).ok()?;
            return Some(&buffer[..1]);
        }
        #[cfg(feature = "encoding")]
        if let Some(legacy) = self.legacy {
            return legacy.encode_character(c, buffer);
        }
        Some(c.encode_utf8(buffer).as_bytes())
    }

    /// Spec: manakai#percent-encoding-5, manakai#percent-encoding-6
    #[cfg(any(feature = "manakai", feature = "webspecs"))]
    pub(crate) fn encode_with_question_marks(self, text: &str) -> Cow<'_, [u8]> {
        self.encode(text, |_| "?".into()).0
    }

    /// Encodes `text`, with the result of `substitute` in place of each character that the encoding lacks.
    /// Returns the octets, and the range of octets of each substitute.
    ///
    /// Spec: manakai#percent-encoding-5, manakai#percent-encoding-6, barth-01#canonicalizing-a-query-1
    #[cfg_attr(not(feature = "encoding"), allow(clippy::unused_self, unused_variables))]
    pub(crate) fn encode(
        self,
        text: &str,
        substitute: impl Fn(char) -> Cow<'static, str>,
    ) -> (Cow<'_, [u8]>, Vec<Range<usize>>) {
        #[cfg(feature = "encoding")]
        if let Some(legacy) = self.legacy {
            let (octets, substituted) = legacy.encode(text, &substitute);
            return (Cow::Owned(octets), substituted);
        }
        (Cow::Borrowed(text.as_bytes()), Vec::new())
    }
}

fn is_among(labels: &str, label: &str) -> bool {
    labels.split(' ').any(|known| known.eq_ignore_ascii_case(label))
}

#[cfg(feature = "encoding")]
type Substitute<'s> = dyn Fn(char) -> Cow<'static, str> + 's;

#[cfg(feature = "encoding")]
trait Legacy: Sync + RefUnwindSafe {
    fn name(&'static self) -> &'static str;

    fn decode<'o>(&'static self, octets: &'o [u8]) -> (Cow<'o, str>, bool);

    #[cfg(feature = "connolly")]
    fn encode_character<'b>(&'static self, c: char, buffer: &'b mut OctetsOfCharacter) -> Option<&'b [u8]>;

    fn encode(&'static self, text: &str, substitute: &Substitute<'_>) -> (Vec<u8>, Vec<Range<usize>>);
}

#[cfg(feature = "encoding")]
impl Legacy for encoding_rs::Encoding {
    fn name(&'static self) -> &'static str {
        self.name()
    }

    fn decode<'o>(&'static self, octets: &'o [u8]) -> (Cow<'o, str>, bool) {
        let (text, has_errors) = self.decode_without_bom_handling(octets);
        (text, !has_errors)
    }

    #[cfg(feature = "connolly")]
    fn encode_character<'b>(&'static self, c: char, buffer: &'b mut OctetsOfCharacter) -> Option<&'b [u8]> {
        let mut utf_8 = [0; 4];
        let utf_8 = c.encode_utf8(&mut utf_8);
        let (result, _, written) =
            self.new_encoder().encode_from_utf8_without_replacement(utf_8, buffer, true);
        (result == encoding_rs::EncoderResult::InputEmpty).then_some(&buffer[..written])
    }

    fn encode(&'static self, text: &str, substitute: &Substitute<'_>) -> (Vec<u8>, Vec<Range<usize>>) {
        let mut substituted = Vec::new();
        let mut encoder = self.new_encoder();
        let mut octets = Vec::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some((left, unmappable)) = feed(&mut encoder, rest, true, &mut octets) {
            let start = octets.len();
            // The encoder also encodes the substitute, so that a stateful encoding first returns to ASCII.
            feed(&mut encoder, &substitute(unmappable), false, &mut octets);
            substituted.push(start..octets.len());
            rest = left;
        }
        (octets, substituted)
    }
}

/// Encodes `text` up to the first character that the encoding lacks. Returns the text after this character,
/// and the character. Returns `None` if all of `text` was encoded.
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

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        (self.name(), self.label) == (other.name(), other.label)
    }
}

impl Eq for Encoding {}

impl Hash for Encoding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.name(), self.label).hash(state);
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({})", self.name())
    }
}

/// The error of [`Encoding::for_label`] for a label that no encoding has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEncoding(String);

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown encoding label {:?}", self.0)
    }
}

impl core::error::Error for UnknownEncoding {}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use super::*;

    #[test]
    fn labels_of_unicode() {
        for label in UNICODE.split(' ') {
            assert_eq!(Encoding::for_label(label).map(Encoding::is_utf_8_or_utf_16), Ok(true), "{label}");
        }
    }

    #[test]
    fn an_encoding_is_equal_to_itself_only() {
        let labels = ["utf-8", "shift_jis", "gbk", "windows-1252"];
        let encodings = labels.map(|label| Encoding::for_label(label).unwrap());
        for (at, one) in encodings.iter().enumerate() {
            assert!(one.name().eq_ignore_ascii_case(labels[at]), "{one:?}");
            let equal: Vec<_> = (0..labels.len()).filter(|&other| *one == encodings[other]).collect();
            assert_eq!(equal, [at], "{one:?}");
        }
    }
}
