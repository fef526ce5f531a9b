//! Functions of the WebSpecs URL Standard that process the text of any component. They implement its
//! sections "URL code points", "cleanse", "Encode sets" and "Percent-encode".
//!
//! The crate `percent-encoding` has the escapes. Its sets have no function that finds the first byte of a set
//! in a text, and are not the sets that the fast paths test sixteen bytes at once for, so the loops are here.

use alloc::{borrow::Cow, string::String};

use percent_encoding::percent_encode_byte;

use crate::{ByteSet, Output, Report, Span, Trace, hex_octet, is_noncharacter, sections::webspecs};

/// The simple encode set of the WebSpecs URL Standard: C0 controls, U+007F, and all non-ASCII characters.
///
/// Spec: webspecs#encode-sets-1
pub const SIMPLE_ENCODE_SET: ByteSet = ByteSet::of(&[]).and_range(0, 0x1F).and_range(0x7F, 0xFF);

/// The default encode set of the WebSpecs URL Standard, for the authority and the path.
///
/// Spec: webspecs#encode-sets-1
pub const DEFAULT_ENCODE_SET: ByteSet = SIMPLE_ENCODE_SET.and(b" \"#<>?`");

/// The password encode set of the WebSpecs URL Standard.
///
/// Spec: webspecs#encode-sets-1
pub const PASSWORD_ENCODE_SET: ByteSet = DEFAULT_ENCODE_SET.and(b"/@\\");

/// The username encode set of the WebSpecs URL Standard.
///
/// Spec: webspecs#encode-sets-1.1
pub const USERNAME_ENCODE_SET: ByteSet = PASSWORD_ENCODE_SET.and(b":");

/// The query encode set of the WebSpecs URL Standard, for queries.
///
/// Spec: webspecs#encode-sets-1.1
pub const QUERY_ENCODE_SET: ByteSet = SIMPLE_ENCODE_SET.and(b" \"#<>`");

const ASCII_URL_CODE_POINTS: ByteSet =
    ByteSet::of(b"!$&'()*+,-./:;=?@_~").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');

/// Returns true if `c` is a URL code point of the WebSpecs URL Standard.
///
/// Spec: webspecs#url-writing-22, whatwg#url-code-points
///
/// # Examples
/// ```
/// use url_core::is_url_code_point;
/// assert!(is_url_code_point('é') && is_url_code_point('?'));
/// assert!(!is_url_code_point('%') && !is_url_code_point('\u{1FFFE}'));
/// ```
pub fn is_url_code_point(c: char) -> bool {
    match u8::try_from(u32::from(c)) {
        Ok(byte) if byte < 0x80 => ASCII_URL_CODE_POINTS.contains(byte),
        _ => c >= '\u{A0}' && !is_noncharacter(c),
    }
}

/// Removes the tabs and newlines of `text`. If `set` is `Some`, percent-encodes the UTF-8 bytes that are in
/// the set. Reports to `trace` each character that authors may not write. Returns `text` itself if nothing
/// changes.
///
/// Spec: webspecs#cleanse
///
/// # Examples
/// ```
/// use url_core::{DEFAULT_ENCODE_SET, NoTrace, cleanse};
/// assert_eq!(cleanse("a b\tc%zz", Some(&DEFAULT_ENCODE_SET), &mut NoTrace), "a%20bc%zz");
/// assert_eq!(cleanse("a b\tc%zz", None, &mut NoTrace), "a bc%zz");
/// ```
pub fn cleanse<'a, T: Trace>(text: &'a str, set: Option<&ByteSet>, trace: &mut T) -> Cow<'a, str> {
    // FAST: a scan for each step detects text that no step would change.
    let has_any = |set: &ByteSet| set.find_in(text.as_bytes()).is_some();
    if !T::ENABLED && !has_any(const { &ByteSet::of(b"\t\n\r") }) && !set.is_some_and(has_any) {
        return Cow::Borrowed(text);
    }
    let span = Span::whole(text);
    if T::ENABLED {
        report_conformance_errors(text, trace);
    }
    // 3. Remove U+0009, U+000A, U+000D; that is a conformance error.
    let removed = ['\t', '\n', '\r'];
    let text = trace.rewrite(webspecs::CLEANSE_3, span, Cow::Borrowed(text), |text| {
        if text.contains(removed) { Cow::Owned(text.replace(removed, "")) } else { Cow::Borrowed(text) }
    });
    // 4. With a set: percent-encode by the set.
    match set {
        Some(set) => {
            // percent-encode 1. "%" and two upper case hex digits per byte.
            if T::ENABLED && text.bytes().any(|byte| set.contains(byte)) {
                trace.visited(webspecs::PERCENT_ENCODE_1, span);
            }
            trace.rewrite(webspecs::CLEANSE_4, span, text, |text| percent_encode(text, set))
        }
        None => text,
    }
}

/// Reports each character of `text` that authors may not write, including tabs and newlines.
///
/// Spec: webspecs#cleanse
#[cold]
fn report_conformance_errors<T: Trace>(text: &str, trace: &mut T) {
    let mut report = |section, name, is_error: &dyn Fn(usize, char) -> bool| {
        for (at, c) in text.char_indices().filter(|&(at, c)| is_error(at, c)) {
            trace.violation(section, name, Span::new(at, at + c.len_utf8()));
        }
    };
    let is_removed = |c| matches!(c, '\t' | '\n' | '\r');
    // 1. A character that is neither URL code point nor "%" is a conformance error.
    let is_other = |_, c| c != '%' && !is_removed(c) && !is_url_code_point(c);
    report(webspecs::CLEANSE_1, "not-a-url-code-point", &is_other);
    // 2. "%" without two hex digits is a conformance error.
    let is_stray = |at, c| c == '%' && text.as_bytes().get(at + 1..at + 3).and_then(hex_octet).is_none();
    report(webspecs::CLEANSE_2, "stray-percent-sign", &is_stray);
    // 3. So is a tab or newline.
    report(webspecs::CLEANSE_3, "tab-or-newline", &|_, c| is_removed(c));
}

/// Percent-encodes every UTF-8 byte of `text` that is in `set`. Returns `text` itself if there is none. `set`
/// must contain the bytes that are not ASCII, as all percent-encode sets do.
///
/// Spec: webspecs#percent-encode, whatwg#string-utf-8-percent-encode, whatwg#utf-8-percent-encode
///
/// # Examples
/// ```
/// use url_core::{PASSWORD_ENCODE_SET, percent_encode};
/// assert_eq!(percent_encode("é@", &PASSWORD_ENCODE_SET), "%C3%A9%40");
/// ```
#[inline]
pub fn percent_encode<'a>(text: &'a str, set: &ByteSet) -> Cow<'a, str> {
    if set.find_in(text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    append_percent_encoded(text, set, &mut out);
    Cow::Owned(out)
}

/// Appends `text` to `out`. Percent-encodes every UTF-8 byte of `text` that is in `set` or is not ASCII.
///
/// Spec: webspecs#percent-encode, whatwg#string-utf-8-percent-encode, whatwg#utf-8-percent-encode
///
/// # Examples
/// ```
/// use url_core::{PASSWORD_ENCODE_SET, append_percent_encoded};
/// let mut out = String::from("/");
/// append_percent_encoded("aé@b", &PASSWORD_ENCODE_SET, &mut out);
/// assert_eq!(out, "/a%C3%A9%40b");
/// ```
pub fn append_percent_encoded<O: Output>(text: &str, set: &ByteSet, out: &mut O) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii() || set.contains(byte)) {
        let (run, encoded) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(run);
        let mut chars = encoded.chars();
        let len = chars.next().map_or(0, char::len_utf8);
        for &octet in &encoded.as_bytes()[..len] {
            // percent-encode 1. "%" and two upper case hex digits per byte.
            out.push_str(percent_encode_byte(octet));
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
}

/// Percent-encodes each of `octets` that is in `set` or is not ASCII, with upper-case digits.
///
/// Spec: webspecs#percent-encode-1, whatwg#percent-encode
pub fn percent_encode_octets(octets: &[u8], set: &ByteSet) -> String {
    let mut out = String::with_capacity(octets.len() + 16);
    for &octet in octets {
        if octet.is_ascii() && !set.contains(octet) {
            out.push(char::from(octet));
        } else {
            out.push_str(percent_encode_byte(octet));
        }
    }
    out
}
