//! Drive specifications, plain and percent-encoded. Holds manakai "Drive specifications".
//!
//! Outside the specs: `octet`.

/// A drive letter and its suffix at the start of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriveSpecification {
    /// The drive letter, percent-decoded, in its case.
    pub letter: char,
    /// The number of bytes of the letter and the suffix.
    pub len: usize,
}

/// Returns the drive specification at the start of `s`, if there is one.
///
/// The document calls the suffix optional, but requires it (according to the author's tests): `c` alone is a host or
/// a segment like any other. What may follow depends on the context, so the caller checks it.
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

/// Returns the octet at the start of `bytes`, plain or percent-encoded, and the number of bytes that it takes.
fn octet(bytes: &[u8]) -> Option<(u8, usize)> {
    let decoded = percent_encoding::percent_decode(bytes.get(..bytes.len().min(3))?).next()?;
    let plain = *bytes.first()?;
    Some(if decoded == plain { (plain, 1) } else { (decoded, 3) })
}
