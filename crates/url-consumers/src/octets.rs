//! Octets that may not be UTF-8.

use alloc::string::String;

/// The characters that `octets` stand for; each octet that belongs to none becomes U+FFFD.
pub(crate) fn characters(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}
