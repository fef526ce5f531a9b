//! Text for people: characters that are invisible, or that would affect a terminal, are escaped.

use url_facade::escape_invisible;

/// [`escape_invisible`]; for the empty string, two quotation marks.
pub(crate) fn visible(text: &str) -> String {
    if text.is_empty() { "\"\"".into() } else { escape_invisible(text) }
}

/// The first `limit` characters of a text of `len` bytes that begins with `start`, made visible, with a mark if more follow.
pub(crate) fn clip(start: &str, len: usize, limit: usize) -> String {
    let shown = start.char_indices().nth(limit).map_or(start, |(at, _)| &start[..at]);
    if shown.len() < len { format!("{}… ({len} bytes)", visible(shown)) } else { visible(shown) }
}

/// The last character boundary of `text` that is not after byte `at`.
pub(crate) fn boundary_before(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
