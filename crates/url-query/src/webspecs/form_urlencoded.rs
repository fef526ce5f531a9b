//! The parser and the serializer of forms, which are strings of names and values. Implements webspecs
//! "application/x-www-form-urlencoded". For forms in UTF-8 without the flags of [`FormOptions`], the
//! functions of [`crate::whatwg`] copy less text.

use alloc::{borrow::Cow, string::String, vec::Vec};

use url_core::{percent_encode_octets, whatwg::FORM_PERCENT_ENCODE_SET};

use crate::Encoding;

/// A name and a value of a form.
pub type Pair = (String, String);

/// The options of a form parser.
///
/// # Examples
/// ```
/// use url_query::webspecs::form_urlencoded::{FormOptions, parse};
/// let isindex = FormOptions { isindex: true, ..FormOptions::default() };
/// assert_eq!(parse(b"a+b", isindex).unwrap(), [("".into(), "a b".into())]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormOptions {
    /// The encoding in which the parser decodes the percent-encoded bytes of the form.
    pub encoding: Encoding,
    /// The `_charset_` flag. If true, and a pair has the name `_charset_` and the label of an encoding as its
    /// value, the parser uses that encoding instead of `encoding`.
    pub use_charset: bool,
    /// The isindex flag. If true, text before the first `&` without `=` is a value with an empty name.
    pub isindex: bool,
}

/// Parses the pairs in `input`. Returns `None` if `input` is not ASCII and the encoding is not UTF-8.
///
/// Spec: webspecs#urlencoded
///
/// # Examples
/// ```
/// use url_query::webspecs::form_urlencoded::{FormOptions, parse};
/// let pairs = parse(b"a=1+2&&b&%C3%A9==", FormOptions::default()).unwrap();
/// let pair = |name: &str, value: &str| (name.into(), value.into());
/// assert_eq!(pairs, [pair("a", "1 2"), pair("b", ""), pair("é", "=")]);
/// ```
pub fn parse(input: &[u8], options: FormOptions) -> Option<Vec<Pair>> {
    let FormOptions { mut encoding, mut use_charset, isindex } = options;
    // 1. Another encoding than utf-8 with a byte over 0x7F: failure.
    if encoding != Encoding::UTF_8 && !input.is_ascii() {
        return None;
    }
    // 1. Split at "&"; with the isindex flag and no "=" in the first piece, put "=" before it.
    let first_has_name = !isindex || input.split(|&byte| byte == b'&').next()?.contains(&b'=');
    // 1. Skip empty pieces; split at the first "="; "+" is a space in both halves.
    let pieces = input.split(|&byte| byte == b'&').enumerate().filter_map(|(index, piece)| {
        if index == 0 && !first_has_name {
            return Some((&b""[..], piece));
        }
        let mut halves = piece.splitn(2, |&byte| byte == b'=');
        let name = halves.next()?;
        (!piece.is_empty()).then(|| (name, halves.next().unwrap_or_default()))
    });
    let halves: Vec<_> = pieces.map(|(name, value)| (spaced(name), spaced(value))).collect();
    // 1. With the _charset_ flag, a "_charset_" entry naming a known encoding switches the encoding once.
    // NOTE: names are compared before percent-decoding, so `%5Fcharset_` does not match.
    for (name, value) in &halves {
        if use_charset
            && **name == *b"_charset_"
            && let Some(label) = str::from_utf8(value).ok()
            && let Ok(named) = Encoding::for_label(label)
        {
            use_charset = false;
            encoding = named;
        }
    }
    // 1. Percent-decode and decode both halves.
    let decoded =
        |half: &[u8]| encoding.decode(&Cow::from(percent_encoding::percent_decode(half))).0.into_owned();
    Some(halves.iter().map(|(name, value)| (decoded(name), decoded(value))).collect())
}

/// Spec: webspecs#urlencoded-1
fn spaced(half: &[u8]) -> Cow<'_, [u8]> {
    if half.contains(&b'+') {
        return half.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
    }
    Cow::Borrowed(half)
}

/// Serializes the names and values in `pairs` as a form in `encoding`.
///
/// Spec: webspecs#urlencoded
///
/// # Examples
/// ```
/// use url_query::{Encoding, webspecs::form_urlencoded::serialize};
/// assert_eq!(serialize([("a b", "~é*"), ("", "")], Encoding::UTF_8), "a+b=%7E%C3%A9*&=");
/// ```
pub fn serialize<'p>(pairs: impl IntoIterator<Item = (&'p str, &'p str)>, encoding: Encoding) -> String {
    let mut out = String::new();
    // 2. Join with "=" and "&".
    for (index, (name, value)) in pairs.into_iter().enumerate() {
        if index > 0 {
            out.push('&');
        }
        append_half(&mut out, name, encoding);
        out.push('=');
        append_half(&mut out, value, encoding);
    }
    out
}

/// Spec: webspecs#urlencoded-2
fn append_half(out: &mut String, half: &str, encoding: Encoding) {
    // 2. Encode each half, space is "+", keep "* - . _" and ASCII letters and digits, percent-encode the
    // rest.
    let octets = encoding.encode_with_question_marks(half);
    out.push_str(&percent_encode_octets(&octets, &FORM_PERCENT_ENCODE_SET).replace("%20", "+"));
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use super::{FormOptions, parse};

    fn pairs(input: &[u8], options: FormOptions) -> Vec<(String, String)> {
        parse(input, options).unwrap()
    }

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn isindex_makes_the_first_piece_a_value() {
        let isindex = FormOptions { isindex: true, ..FormOptions::default() };
        assert_eq!(pairs(b"a&b", isindex), owned(&[("", "a"), ("b", "")]));
        assert_eq!(pairs(b"a=1&b", isindex), owned(&[("a", "1"), ("b", "")]));
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn charset_switches_the_encoding_once() {
        let charset = FormOptions { use_charset: true, ..FormOptions::default() };
        let input = b"a=%E9&_charset_=windows-1252&_charset_=utf-8";
        let expected = [("a", "é"), ("_charset_", "windows-1252"), ("_charset_", "utf-8")];
        assert_eq!(pairs(input, charset), owned(&expected));
        assert_eq!(pairs(b"a=%E9&_charset_=x", charset)[0].1, "\u{FFFD}");
        // The name is compared before percent-decoding.
        assert_eq!(pairs(b"a=%E9&%5Fcharset_=koi8-r", charset)[0].1, "\u{FFFD}");
        assert_eq!(pairs(b"a=%E9&_charset_=%6Boi8-r", charset)[0].1, "\u{FFFD}");
        assert_eq!(pairs(b"a=%E9&_charset_=+koi8-r", charset)[0].1, "И");
        assert_eq!(pairs(input, FormOptions::default())[0].1, "\u{FFFD}");
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn another_encoding_wants_ascii() {
        let encoding = crate::Encoding::for_label("shift_jis").unwrap();
        let options = FormOptions { encoding, ..FormOptions::default() };
        assert_eq!(parse("é".as_bytes(), options), None);
        assert_eq!(pairs(b"%82%A0", options), owned(&[("あ", "")]));
        assert_eq!(super::serialize([("あ ", "é")], encoding), "%82%A0+=%3F");
    }
}
