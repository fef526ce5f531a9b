//! Places in a text, counted as Python counts them.

use url_facade::{Source, Span};

/// The name and the text of what places of `source` are in.
pub(crate) fn given<'t>(source: Source, input: &'t str, base: Option<&'t str>) -> (&'static str, &'t str) {
    match (source, base) {
        (Source::Base, Some(base)) => ("base", base),
        _ => ("input", input),
    }
}

/// How far apart the places are whose index is kept.
const STRIDE: usize = 256;

/// Converts places of a text from bytes to characters, each in constant time.
pub(crate) struct Places<'t> {
    text: &'t [u8],
    /// How many characters begin before each multiple of [`STRIDE`]; empty if each byte is a character.
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

    /// The indices of the first character of `span`, and of the first one after it.
    pub(crate) fn span(&self, span: Span) -> (usize, usize) {
        (self.index(span.start as usize), self.index(span.end as usize))
    }

    /// The index of the character that begins at the byte `at`.
    fn index(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        // The end of a text of whole strides belongs to the last one.
        let stride = (at / STRIDE).min(self.counts.len().saturating_sub(1));
        match (self.counts.get(stride), self.text.get(stride * STRIDE..at)) {
            (Some(before), Some(rest)) => before + characters(rest),
            _ => at,
        }
    }
}

/// How many characters begin in `bytes`, which are UTF-8.
pub(crate) fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
}
