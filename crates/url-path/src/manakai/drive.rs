//! Drive specifications, plain and percent-encoded: in a host and at the start of a path. Implements manakai
//! "Drive specifications".
//!
//! Outside the specs: `octet`.

use alloc::{format, string::String};

use url_core::hex_octet;

use super::is_slash;

/// Returns true if the whole `host` is a drive specification.
///
/// Spec: manakai#canonicalization-5.1
///
/// # Examples
/// ```
/// assert!(url_path::manakai::is_drive_specification("%63|") && !url_path::manakai::is_drive_specification("c"));
/// ```
pub fn is_drive_specification(host: &str) -> bool {
    matches!(split_drive(host), Some((_, "")))
}

/// Returns true if `path` starts with a drive specification that is a whole segment.
///
/// Spec: manakai#relative-resolution-6.5.2
///
/// # Examples
/// ```
/// use url_path::manakai::starts_with_drive;
/// assert!(starts_with_drive("C%7C/x") && starts_with_drive("c:") && !starts_with_drive("c:x"));
/// ```
pub fn starts_with_drive(path: &str) -> bool {
    split_drive(path).is_some_and(|(_, rest)| ends_segment(rest))
}

/// Returns `path` with the drive at its start, after an optional slash character, rewritten to the form
/// `/C:/`; `None` if `path` does not start with a drive.
///
/// Spec: manakai#canonicalization-5.2.2.2
///
/// # Examples
/// ```
/// use url_path::manakai::path_with_drive;
/// assert_eq!(path_with_drive("C|/x").as_deref(), Some("/C:/x"));
/// assert_eq!(path_with_drive(r"\%63:").as_deref(), Some("/c:/"));
/// assert_eq!(path_with_drive("/C:x"), None);
/// ```
pub fn path_with_drive(path: &str) -> Option<String> {
    // 5.2.2.2. If the path begins with an optional slash character followed by a drive specification followed by a
    // slash character or the end of the string:
    let (letter, rest) = split_drive(after_optional_slash(path)).filter(|(_, rest)| ends_segment(rest))?;
    // 5.2.2.2.1. Replace them by "/", the decoded drive letter, ":", and "/".
    Some(format!("/{letter}:/{}", after_optional_slash(rest)))
}

/// The document calls the suffix (a colon or bar) optional, but the author's tests require it: `c` alone is
/// an ordinary host or segment. The caller checks the text that follows.
///
/// Spec: manakai#drive-specifications
fn split_drive(s: &str) -> Option<(char, &str)> {
    // 1. A string is a drive specification if it is a drive letter followed by a drive suffix.
    let (letter, rest) = octet(s)?;
    let (suffix, rest) = octet(rest)?;
    // 2. A drive letter is a character in A-Z and a-z, or its percent-encoded form.
    // 3. A drive suffix is U+003A (:) or U+007C (|), or its percent-encoded form.
    (letter.is_ascii_alphabetic() && matches!(suffix, b':' | b'|')).then_some((char::from(letter), rest))
}

fn octet(s: &str) -> Option<(u8, &str)> {
    let escaped = || hex_octet(s.strip_prefix('%')?.as_bytes().get(..2)?);
    match escaped() {
        Some(octet) => Some((octet, s.get(3..)?)),
        None => Some((*s.as_bytes().first()?, s.get(1..)?)),
    }
}

/// Spec: manakai#canonicalization-5.2.2.2, manakai#relative-resolution-6.5.2
fn ends_segment(rest: &str) -> bool {
    rest.bytes().next().is_none_or(is_slash)
}

/// Spec: manakai#canonicalization-5.2.2.2
fn after_optional_slash(path: &str) -> &str {
    path.strip_prefix(['/', '\\']).unwrap_or(path)
}
