//! The canonical path. Holds manakai "Unreserved characters" and "Canonicalization" steps 8, 9, 10 and 12.

use alloc::{borrow::Cow, string::String};

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use url_core::{Section, Span, Trace, sections::manakai};

/// All octets but the unreserved characters.
const NON_UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The octets that step 9.2 percent-encodes (its `0x2D (,)` is a slip for `0x2C`).
const PATH: &AsciiSet = &NON_UNRESERVED
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'%')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b'/')
    .remove(b':')
    .remove(b';')
    .remove(b'=')
    .remove(b'@')
    .remove(b'[')
    .remove(b']');

/// The canonical path of a URL; borrows when that is how it stands.
///
/// `hierarchical` says whether the URL is; `decodes` whether its escapes of unreserved characters are decoded, which
/// is so for hierarchical URLs and for `mailto:`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_path::canonicalize_path;
/// assert_eq!(canonicalize_path(Some("/%7Ea b"), true, true, &mut NoTrace).unwrap(), "/~a%20b");
/// assert_eq!(canonicalize_path(None, true, true, &mut NoTrace).unwrap(), "/");
/// assert_eq!(canonicalize_path(Some("a bé"), false, false, &mut NoTrace).unwrap(), "a b%C3%A9");
/// ```
pub fn canonicalize_path<'a, T: Trace>(
    path: Option<&'a str>,
    hierarchical: bool,
    decodes: bool,
    trace: &mut T,
) -> Option<Cow<'a, str>> {
    let span = Span::whole(path.unwrap_or_default());
    let mut path = path.map(Cow::Borrowed);
    // 8. If the URL is hierarchical:
    if hierarchical {
        // 8.1. If there is no path or it is the empty string, let the path be "/".
        if path.as_deref().is_none_or(str::is_empty) {
            trace.step(manakai::CANONICALIZATION_8_1, span, "", Some("/"));
            path = Some(Cow::Borrowed("/"));
        // 8.2. Otherwise, if the path does not begin with "/", prepend a "/".
        } else if let Some(bare) = path.as_deref().filter(|path| !path.starts_with('/')) {
            let mut slashed = String::with_capacity(1 + bare.len());
            slashed.push('/');
            slashed.push_str(bare);
            trace.step(manakai::CANONICALIZATION_8_2, span, bare, Some(&slashed));
            path = Some(Cow::Owned(slashed));
        }
    }
    // 9. If the URL is hierarchical or its scheme is "mailto":
    Some(if decodes {
        // 9.1. Percent-decode percent-encoded representations of unreserved characters in the path.
        let decoded = map(path?, manakai::CANONICALIZATION_9_1, span, decode_unreserved, trace);
        // 9.2. Percent-encode the path, with UTF-8 and the octets that are not in the list.
        let encode = |path| utf8_percent_encode(path, PATH).into();
        map(decoded, manakai::CANONICALIZATION_9_2, span, encode, trace)
    } else {
        // 10. Otherwise, percent-encode the path, with UTF-8 and the octets 0x00-0x1F and 0x7F-0xFF.
        let encode = |path| utf8_percent_encode(path, CONTROLS).into();
        map(path?, manakai::CANONICALIZATION_10, span, encode, trace)
    })
}

/// Puts `/.` before a path that would otherwise be read as an authority when the URL is parsed again.
///
/// `bare` says that nothing, or only an empty host, stands before the path. For schemes outside the document's list
/// of not hierarchical ones (its text says the opposite; the author's tests do not).
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::guard_path("//x".into(), true, &mut NoTrace), "/.//x");
/// ```
pub fn guard_path<'a, T: Trace>(path: Cow<'a, str>, bare: bool, trace: &mut T) -> Cow<'a, str> {
    // 12. If the scheme is [not] "not hierarchical":
    // 12.1. If there is the path and it begins with two or more "/":
    // 12.1.1. If there is no authority, or only an empty host in it, prepend "/." to the path.
    if !(bare && path.starts_with("//")) {
        return path;
    }
    let mut guarded = String::with_capacity(2 + path.len());
    guarded.push_str("/.");
    guarded.push_str(&path);
    trace.step(manakai::CANONICALIZATION_12_1_1, Span::whole(&path), &path, Some(&guarded));
    Cow::Owned(guarded)
}

/// Decodes every percent-encoded unreserved character of `path`, once; borrows when there is none.
///
/// Spec: manakai#canonicalization-9.1, manakai#unreserved-characters-1, manakai#unreserved-characters-3
fn decode_unreserved(path: &str) -> Cow<'_, str> {
    let mut decoded = String::new();
    let mut copied = 0;
    for (at, _) in path.match_indices('%') {
        // An escape that overlaps the one before it is none: "%4%41" holds one escape.
        let Some(octet) = path.as_bytes().get(at + 1..at + 3).and_then(hex_octet) else { continue };
        if octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~') {
            decoded.push_str(&path[copied..at]);
            decoded.push(char::from(octet));
            copied = at + 3;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(path);
    }
    decoded.push_str(&path[copied..]);
    Cow::Owned(decoded)
}

/// The octet that two hexadecimal digits stand for.
///
/// Spec: none (the percent-encoding of RFC 3986)
fn hex_octet(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let [high, low] = *digits else { return None };
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Runs one step on `path`, keeping a borrowed path borrowed where the step changes nothing.
///
/// Spec: none (the trace)
fn map<'a, T: Trace>(
    path: Cow<'a, str>,
    section: Section,
    span: Span,
    step: impl for<'s> Fn(&'s str) -> Cow<'s, str>,
    trace: &mut T,
) -> Cow<'a, str> {
    let made = match path {
        Cow::Borrowed(text) => step(text),
        Cow::Owned(ref text) => match step(text) {
            Cow::Owned(made) => Cow::Owned(made),
            Cow::Borrowed(_) => {
                trace.step(section, span, &path, None);
                return path;
            }
        },
    };
    trace.step(section, span, &path, (made != path).then_some(&made));
    made
}
