//! Percent-encoding of a string in a character encoding. Implements manakai "Percent-encoding".

use alloc::borrow::Cow;

use url_core::{ByteSet, Span, Trace, manakai::report_percent_encoding, percent_encode_octets};

use crate::Encoding;

/// Encodes `string` in `encoding` and percent-encodes every octet that is above 0x7E or in `octets`.
///
/// The document allows `octets` to exclude octets above 0x7E and decodes those again afterwards. Every list
/// that it gives for an encoding other than UTF-8 contains them all, so the result is ASCII and step 8
/// changes nothing.
///
/// Spec: manakai#percent-encoding, manakai#percent-encoding-9
///
/// # Examples
/// ```
/// use url_core::{ByteSet, NoTrace};
/// use url_query::{Encoding, manakai::percent_encode};
/// const CONTROLS: ByteSet = ByteSet::of(b"").and_range(0x00, 0x1F).and_range(0x7F, 0xFF);
/// assert_eq!(percent_encode("a\u{4E00}b", Encoding::UTF_8, &CONTROLS, &mut NoTrace), "a%E4%B8%80b");
/// # #[cfg(feature = "encoding")]
/// assert_eq!(percent_encode("é\u{4E00}", Encoding::for_label("latin1")?, &CONTROLS, &mut NoTrace), "%E9?");
/// # Ok::<(), url_query::UnknownEncoding>(())
/// ```
pub fn percent_encode<'a, T: Trace>(
    string: &'a str,
    encoding: Encoding,
    octets: &ByteSet,
    trace: &mut T,
) -> Cow<'a, str> {
    let span = Span::whole(string);
    // 1. Let s be the given string.
    let s = string;
    // 2. Let encoding be the given character encoding.
    // 3. If encoding is not ASCII-compatible, let encoding be UTF-8.
    // NOTE: `Encoding::for_label` does this.
    // 4. Let octets be the list of octets being percent-encoded.
    report_percent_encoding(span, trace);
    // FAST: UTF-8 can represent every character, and steps 5, 6 and 8 change nothing.
    if !T::ENABLED && encoding == Encoding::UTF_8 {
        return url_core::percent_encode(s, octets);
    }
    // 5. Replace any code point in s which cannot be represented in encoding by "?".
    // 6. Encode s in encoding.
    let encoded = encoding.encode_with_question_marks(s);
    // 7. Replace any octet in s contained in octets by its percent-encoded form, with uppercase digits.
    // 8. Decode s by encoding.
    let text = percent_encode_octets(&encoded, octets);
    if text == string { Cow::Borrowed(string) } else { Cow::Owned(text) }
}
