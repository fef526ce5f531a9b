//! Conversion between the host and the path of a `file:` URL, and the escapes that count as slashes there.
//! Implements manakai "Canonicalization" step 5 and the `%2F`/`%5C` steps of "Resolution".

use alloc::{borrow::Cow, format, string::String};

use url_core::{Report, Span, Trace, decode_escapes, sections::manakai};

use super::is_slash;

/// Returns the path of a `file:` URL whose host is the drive specification `host`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::path_from_drive_host("c:", Some("x"), &mut NoTrace), "/c:/x");
/// assert_eq!(url_path::manakai::path_from_drive_host("c:", None, &mut NoTrace), "/c:/");
/// ```
pub fn path_from_drive_host<T: Trace>(host: &str, path: Option<&str>, trace: &mut T) -> String {
    // 5.1.1. Let the path be "/", followed by the host, followed by "/" if the original path does not begin with a
    // slash character or is missing, followed by the original path, if any.
    let slash = if path.is_some_and(|path| path.starts_with(['/', '\\'])) { "" } else { "/" };
    let made = format!("/{host}{slash}{}", path.unwrap_or_default());
    trace.step(manakai::CANONICALIZATION_5_1_1, Span::whole(host), host, Some(&made));
    made
}

/// Splits a path that starts with three or more slash characters into the host that it contains and the
/// remaining path.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::host_from_path("///h/x", &mut NoTrace), Some(("h", "/x")));
/// assert_eq!(url_path::manakai::host_from_path("//h/x", &mut NoTrace), None);
/// ```
pub fn host_from_path<'a, T: Trace>(path: &'a str, trace: &mut T) -> Option<(&'a str, &'a str)> {
    // 5.2.2.1. If [the host is the empty string and] the path begins with three or more slash characters:
    let slashes = path.bytes().take_while(|&byte| is_slash(byte)).count();
    if slashes < 3 {
        return None;
    }
    // 5.2.2.1.1. Remove those slash characters from the path.
    let without_slashes = &path[slashes..];
    trace.step(manakai::CANONICALIZATION_5_2_2_1_1, Span::new(0, slashes), path, Some(without_slashes));
    // 5.2.2.1.2. Remove zero or more characters that are not slash characters from the beginning [of the path].
    // Let the host be the removed string.
    let end = without_slashes.bytes().position(is_slash).unwrap_or(without_slashes.len());
    let (host, path) = without_slashes.split_at(end);
    let span = Span::new(slashes, slashes + end);
    trace.step(manakai::CANONICALIZATION_5_2_2_1_2, span, without_slashes, Some(host));
    Some((host, path))
}

/// Percent-decodes every `%2F` and `%5C` of a `file:` path, once; borrows when there are none.
///
/// Spec: manakai#resolution-10.1, manakai#relative-resolution-2.2.1, manakai#relative-resolution-3.3, manakai#relative-resolution-6.5.1
///
/// # Examples
/// ```
/// assert_eq!(url_path::manakai::decode_escaped_slashes("/a%2fb%5Cc%252F"), r"/a/b\c%252F");
/// ```
pub fn decode_escaped_slashes(path: &str) -> Cow<'_, str> {
    decode_escapes(path, |octet| matches!(octet, b'/' | b'\\').then_some(octet.into()))
}
