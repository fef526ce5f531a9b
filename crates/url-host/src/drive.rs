//! Drive specifications, plain and percent-encoded. Holds manakai "Drive specifications".
//!
//! Outside the specs: `octet`.

/// A drive letter and its suffix at the beginning of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriveSpecification {
    /// The drive letter, percent-decoded, in its case.
    pub letter: char,
    /// How many bytes the letter and the suffix take.
    pub len: usize,
}

/// The drive specification with which `s` begins, or `None`.
///
/// The document calls the suffix optional, but means it (so say the author's tests): `c` alone is a host or a segment
/// like any other. Whether `s` may go on behind it depends on where it stands, so that is the caller's question.
///
/// Spec: manakai#drive-specifications
///
/// # Examples
/// ```
/// let drive = url_host::scan_drive_specification("%63|/x").unwrap();
/// assert_eq!((drive.letter, drive.len), ('c', 4));
/// assert_eq!(url_host::scan_drive_specification("c/x"), None);
/// ```
pub fn scan_drive_specification(s: &str) -> Option<DriveSpecification> {
    // 1. A string is a drive specification if it is a drive letter followed by a drive suffix.
    let bytes = s.as_bytes();
    let (letter, letter_len) = octet(bytes)?;
    let (suffix, suffix_len) = octet(bytes.get(letter_len..)?)?;
    // 2. A drive letter is a character in A-Z and a-z, or its percent-encoded form.
    // 3. A drive suffix is U+003A (:) or U+007C (|), or its percent-encoded form.
    (letter.is_ascii_alphabetic() && matches!(suffix, b':' | b'|'))
        .then_some(DriveSpecification { letter: char::from(letter), len: letter_len + suffix_len })
}

/// The octet with which `bytes` begins, plain or percent-encoded, and how many bytes it takes.
fn octet(bytes: &[u8]) -> Option<(u8, usize)> {
    let decoded = percent_encoding::percent_decode(bytes.get(..bytes.len().min(3))?).next()?;
    let plain = *bytes.first()?;
    Some(if decoded == plain { (plain, 1) } else { (decoded, 3) })
}
