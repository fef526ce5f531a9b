//! What every layer needs of the URL Standard: URL code points, percent-encode sets and UTF-8 percent-encode. Holds
//! whatwg "Percent-encoded bytes" but for encodings, and "URL units".

use alloc::{borrow::Cow, string::String};

use crate::{ByteSet, Section, Span, Trace};

/// C0 controls and everything after `~`.
///
/// Source: whatwg#c0-control-percent-encode-set
pub const C0_CONTROL_PERCENT_ENCODE_SET: ByteSet = ByteSet::of(b"").and_range(0, 0x1F).and_range(0x7F, 0xFF);

/// What is percent-encoded in a fragment.
///
/// Source: whatwg#fragment-percent-encode-set
pub const FRAGMENT_PERCENT_ENCODE_SET: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET.and(b" \"<>`");

/// What is percent-encoded in the query of a URL that is not special.
///
/// Source: whatwg#query-percent-encode-set
pub const QUERY_PERCENT_ENCODE_SET: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET.and(b" \"#<>");

/// What is percent-encoded in the query of a special URL.
///
/// Source: whatwg#special-query-percent-encode-set
pub const SPECIAL_QUERY_PERCENT_ENCODE_SET: ByteSet = QUERY_PERCENT_ENCODE_SET.and(b"'");

/// What is percent-encoded in a path that is not opaque.
///
/// Source: whatwg#path-percent-encode-set
pub const PATH_PERCENT_ENCODE_SET: ByteSet = QUERY_PERCENT_ENCODE_SET.and(b"?^`{}");

/// What is percent-encoded in a user name and in a password.
///
/// Source: whatwg#userinfo-percent-encode-set
pub const USERINFO_PERCENT_ENCODE_SET: ByteSet = PATH_PERCENT_ENCODE_SET.and(b"/:;=@[\\]|");

/// What is percent-encoded in data that may stand in any component.
///
/// Source: whatwg#component-percent-encode-set
pub const COMPONENT_PERCENT_ENCODE_SET: ByteSet = USERINFO_PERCENT_ENCODE_SET.and(b"$%&+,");

/// What is percent-encoded in a form: all but ASCII alphanumerics and `*-._`.
///
/// Source: whatwg#application-x-www-form-urlencoded-percent-encode-set
pub const FORM_PERCENT_ENCODE_SET: ByteSet = COMPONENT_PERCENT_ENCODE_SET.and(b"!'()~");

/// Whether `c` is a URL code point.
///
/// Spec: whatwg#url-code-points
///
/// # Examples
/// ```
/// use url_core::whatwg::is_url_code_point;
/// assert!(is_url_code_point('é') && is_url_code_point('~'));
/// assert!(!is_url_code_point('%') && !is_url_code_point('\u{FFFE}'));
/// ```
#[inline]
pub fn is_url_code_point(c: char) -> bool {
    /// Those in ASCII.
    const ASCII: ByteSet =
        ByteSet::of(b"!$&'()*+,-./:;=?@_~").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => ASCII.contains(byte),
        _ => {
            let is_noncharacter = matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE;
            c >= '\u{A0}' && !is_noncharacter
        }
    }
}

/// Whether `text` begins with a percent-encoded byte.
///
/// Spec: whatwg#percent-encoded-byte
///
/// # Examples
/// ```
/// use url_core::whatwg::starts_with_percent_encoded_byte;
/// assert!(starts_with_percent_encoded_byte(b"%2ex") && !starts_with_percent_encoded_byte(b"%2"));
/// ```
#[inline]
pub fn starts_with_percent_encoded_byte(text: &[u8]) -> bool {
    matches!(text, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Reports each code point of `text` that is neither a URL code point nor `%` as found by `not_code_point`, and each
/// `%` that begins no percent-encoded byte as found by `not_escape`.
///
/// Spec: whatwg#url-units, whatwg#invalid-url-unit
///
/// # Examples
/// ```
/// use url_core::{NoTrace, sections::whatwg, whatwg::report_units};
/// report_units("a<%", whatwg::PATH_STATE_2_1, whatwg::PATH_STATE_2_2, &mut NoTrace);
/// ```
pub fn report_units<T: Trace>(text: &str, not_code_point: Section, not_escape: Section, trace: &mut T) {
    if !T::ENABLED {
        return;
    }
    for (at, c) in text.char_indices() {
        let span = Span::new(at, at + c.len_utf8());
        if c == '%' {
            if !starts_with_percent_encoded_byte(&text.as_bytes()[at..]) {
                trace.violation(not_escape, "invalid-URL-unit", span);
            }
        } else if !is_url_code_point(c) {
            trace.violation(not_code_point, "invalid-URL-unit", span);
        }
    }
}

/// Appends `bytes` to `output`, with those in `percent_encode_set` percent-encoded. The set holds every byte that is
/// not ASCII.
///
/// Spec: whatwg#percent-encode
///
/// # Examples
/// ```
/// use url_core::whatwg::{QUERY_PERCENT_ENCODE_SET, write_percent_encoded};
/// let mut output = String::new();
/// write_percent_encoded(b"a \x82", &QUERY_PERCENT_ENCODE_SET, &mut output);
/// assert_eq!(output, "a%20%82");
/// ```
pub fn write_percent_encoded(bytes: &[u8], percent_encode_set: &ByteSet, output: &mut String) {
    const UPPER_HEX_DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    for run in bytes.chunk_by(|&a, &b| percent_encode_set.contains(a) == percent_encode_set.contains(b)) {
        let kept = run.first().is_none_or(|&byte| !percent_encode_set.contains(byte));
        // What the set does not hold is ASCII.
        if let (true, Ok(kept)) = (kept, str::from_utf8(run)) {
            output.push_str(kept);
            continue;
        }
        for byte in run {
            output.push('%');
            output.push(UPPER_HEX_DIGITS[usize::from(byte >> 4)]);
            output.push(UPPER_HEX_DIGITS[usize::from(byte & 0xF)]);
        }
    }
}

/// `input` with each code point in `percent_encode_set` percent-encoded as UTF-8; borrows when there is none.
///
/// Spec: whatwg#string-utf-8-percent-encode, whatwg#utf-8-percent-encode
///
/// # Examples
/// ```
/// use url_core::whatwg::{USERINFO_PERCENT_ENCODE_SET, utf8_percent_encode};
/// assert_eq!(utf8_percent_encode("Say what‽", &USERINFO_PERCENT_ENCODE_SET), "Say%20what%E2%80%BD");
/// ```
pub fn utf8_percent_encode<'a>(input: &'a str, percent_encode_set: &ByteSet) -> Cow<'a, str> {
    if percent_encode_set.find_in(input.as_bytes()).is_none() {
        return Cow::Borrowed(input);
    }
    let mut output = String::with_capacity(input.len() + 8);
    write_percent_encoded(input.as_bytes(), percent_encode_set, &mut output);
    Cow::Owned(output)
}
