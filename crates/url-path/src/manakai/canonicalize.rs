//! The canonical path. Implements manakai "Unreserved characters" and steps 8, 9, 10 and 12 of
//! "Canonicalization".
//!
//! Outside the specs: `is_plain`.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use url_core::{
    ByteSet, Report, Span, Trace, UNRESERVED, hex_octet, manakai::report_percent_encoding, percent_encode,
    sections::manakai,
};

/// The octets that step 9.2 percent-encodes (`0x2D (,)` in its list is a mistake for `0x2C`).
const PATH: ByteSet = PLAIN.and(b"%").complement();

pub(crate) const CONTROLS: ByteSet = ByteSet::of(b"").and_range(0x00, 0x1F).and_range(0x7F, 0xFF);

/// The bytes that steps 9.1, 9.2 and 10 never change: those outside [`PATH`], except `%`.
const PLAIN: ByteSet = UNRESERVED.and(b"!#$&'()*+,/:;=@[]");

/// Returns true if `path` consists of [`PLAIN`] bytes.
fn is_plain(path: &str) -> bool {
    path.bytes().all(|byte| PLAIN.contains(byte))
}

/// The kind of a path to canonicalize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// The path of a hierarchical URL: it starts with a slash, and escapes of unreserved characters are
    /// decoded.
    Hierarchical,
    /// The path of a `mailto:` URL: escapes of unreserved characters are decoded.
    Mailto,
    /// The path of any other URL.
    Opaque,
}

/// Returns the canonical path of a URL; borrows when nothing changes.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_path::manakai::{PathKind, canonicalize_path};
/// assert_eq!(canonicalize_path("/%7Ea b", PathKind::Hierarchical, &mut NoTrace), "/~a%20b");
/// assert_eq!(canonicalize_path("", PathKind::Hierarchical, &mut NoTrace), "/");
/// assert_eq!(canonicalize_path("a bé", PathKind::Opaque, &mut NoTrace), "a b%C3%A9");
/// ```
pub fn canonicalize_path<'a, T: Trace>(
    path: impl Into<Cow<'a, str>>,
    kind: PathKind,
    trace: &mut T,
) -> Cow<'a, str> {
    let mut path = path.into();
    let span = Span::whole(&path);
    // 8. If the URL is hierarchical:
    if kind == PathKind::Hierarchical {
        // 8.1. If there is no path or it is the empty string, let the path be "/".
        if path.is_empty() {
            trace.step(manakai::CANONICALIZATION_8_1, span, "", Some("/"));
            path = Cow::Borrowed("/");
        // 8.2. Otherwise, if the path does not begin with "/", prepend a "/".
        } else if !path.starts_with('/') {
            let slashed = format!("/{path}");
            trace.step(manakai::CANONICALIZATION_8_2, span, &path, Some(&slashed));
            path = Cow::Owned(slashed);
        }
    }
    // FAST: plain bytes need neither decoding nor encoding.
    if !T::ENABLED && is_plain(&path) {
        return path;
    }
    match kind {
        // 9. If the URL is hierarchical or its scheme is "mailto":
        PathKind::Hierarchical | PathKind::Mailto => {
            // 9.1. Percent-decode percent-encoded representations of unreserved characters in the path.
            let section = manakai::CANONICALIZATION_9_1;
            path = trace.rewrite(section, span, path, |path| decode_unreserved(path, 1));
            // 9.2. Percent-encode the path, with UTF-8 and the octets that are not in the list.
            report_percent_encoding(span, trace);
            trace.rewrite(manakai::CANONICALIZATION_9_2, span, path, |path| percent_encode(path, &PATH))
        }
        // 10. Otherwise, percent-encode the path, with UTF-8 and the octets 0x00-0x1F and 0x7F-0xFF.
        PathKind::Opaque => {
            report_percent_encoding(span, trace);
            trace.rewrite(manakai::CANONICALIZATION_10, span, path, |path| percent_encode(path, &CONTROLS))
        }
    }
}

/// Prepends `/.` to a path that would otherwise be read as an authority when the URL is parsed again.
///
/// The caller checks that there is no authority, or only an empty host in it, and that the scheme is not in
/// the document's list of "not hierarchical" schemes. The text of the document says the opposite about the
/// scheme, but the author's tests do not.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// assert_eq!(url_path::manakai::guard_path("//x".into(), &mut url_core::NoTrace), "/.//x");
/// ```
pub fn guard_path<'a, T: Trace>(path: Cow<'a, str>, trace: &mut T) -> Cow<'a, str> {
    // 12. If the scheme is [not] "not hierarchical":
    // 12.1. If there is the path and it begins with two or more "/":
    // 12.1.1. If there is no authority, or only an empty host in it, prepend "/." to the path.
    if path.starts_with("//") {
        let guarded = format!("/.{path}");
        trace.step(manakai::CANONICALIZATION_12_1_1, Span::whole(&path), &path, Some(&guarded));
        return Cow::Owned(guarded);
    }
    path
}

/// Decodes every percent-encoded unreserved character of `path`, in `times` passes; borrows when there are
/// none.
///
/// A second pass can decode escapes that the first pass produced: `%%341` becomes `%41`, and then `A`. Takes
/// linear time for any `times`. With [`u32::MAX`], decodes until nothing is left to decode.
///
/// Spec: barth-01#canonicalizing-a-path-4.4.1
/// Spec: manakai#canonicalization-9.1, manakai#unreserved-characters-1, manakai#unreserved-characters-2
///
/// # Examples
/// ```
/// use url_path::manakai::decode_unreserved;
/// assert_eq!(decode_unreserved("/%%341%2F", 1), "/%41%2F");
/// assert_eq!(decode_unreserved("/%%341%2F", 2), "/A%2F");
/// ```
pub fn decode_unreserved(path: &str, times: u32) -> Cow<'_, str> {
    let Some(first) = path.bytes().position(|byte| byte == b'%') else { return Cow::Borrowed(path) };
    // FAST: if the first pass decodes nothing, no later one does.
    if !path.as_bytes()[first..].windows(3).any(|triplet| unreserved_escape(triplet).is_some()) {
        return Cow::Borrowed(path);
    }
    let (clean, rest) = path.split_at(first);
    let mut decoded = String::with_capacity(path.len());
    decoded.push_str(clean);
    // The number of the pass that produced each byte after `clean`; 0 for the bytes of `path` itself.
    let mut made_in: Vec<u32> = Vec::with_capacity(rest.len());
    for c in rest.chars() {
        decoded.push(c);
        made_in.resize(decoded.len() - first, 0);
        // Escapes never overlap, so their order does not matter: an escape at the end can be decoded at once.
        while let Some((octet, made)) = escape_at_end(&decoded.as_bytes()[first..], &made_in)
            && made <= times
        {
            decoded.truncate(decoded.len() - 3);
            decoded.push(char::from(octet));
            made_in.truncate(made_in.len() - 3);
            made_in.push(made);
        }
    }
    if decoded.len() == path.len() { Cow::Borrowed(path) } else { Cow::Owned(decoded) }
}

/// Returns the octet, and the pass in which its escape can be decoded.
///
/// Spec: manakai#canonicalization-9.1
fn escape_at_end(bytes: &[u8], made_in: &[u32]) -> Option<(u8, u32)> {
    let octet = unreserved_escape(bytes.last_chunk::<3>()?)?;
    let made_in = made_in.iter().rev().take(3).max()?;
    Some((octet, made_in + 1))
}

/// Spec: manakai#unreserved-characters-1, manakai#unreserved-characters-2
fn unreserved_escape(triplet: &[u8]) -> Option<u8> {
    let [b'%', digits @ ..] = triplet else { return None };
    hex_octet(digits).filter(|&octet| UNRESERVED.contains(octet))
}
