//! Places in a text, counted in characters as in Python.

use url_facade::{Source, Span};

/// Returns the name and the text of the string in which spans of `source` are counted.
pub(crate) fn given<'t>(source: Source, input: &'t str, base: Option<&'t str>) -> (&'static str, &'t str) {
    match (source, base) {
        (Source::Base, Some(base)) => ("base", base),
        _ => ("input", input),
    }
}

/// The distance in bytes between the offsets whose character index is stored.
const STRIDE: usize = 256;

/// Converts places of a text from bytes to characters, each in constant time.
pub(crate) struct Places<'t> {
    text: &'t [u8],
    /// The number of characters that begin before each multiple of [`STRIDE`]; empty if each byte is a
    /// character.
    counts: Vec<usize>,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut counts = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for stride in text.as_bytes().chunks(STRIDE) {
                counts.push(count);
                count += characters(stride);
            }
        }
        Self { text: text.as_bytes(), counts }
    }

    /// Returns the indices of the first character of `span`, and of the first one after it.
    pub(crate) fn span(&self, span: Span) -> (usize, usize) {
        (self.index(span.start as usize), self.index(span.end as usize))
    }

    /// Returns the index of the character that begins at the byte `at`.
    fn index(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        // If the text is a whole number of strides long, its end belongs to the last stride.
        let stride = (at / STRIDE).min(self.counts.len().saturating_sub(1));
        match (self.counts.get(stride), self.text.get(stride * STRIDE..at)) {
            (Some(before), Some(rest)) => before + characters(rest),
            _ => at,
        }
    }
}

/// Returns the number of characters that begin in `bytes`, which are UTF-8.
pub(crate) fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
}
