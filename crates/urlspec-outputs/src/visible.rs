//! Escapes control characters in file names and decoded values, because a terminal would obey them.

use std::{
    borrow::Cow,
    io::{self, IsTerminal, Write},
};

/// Returns `text` with control characters, and format characters that reorder text, escaped as `\u{...}`.
/// Characters in `kept` are not escaped.
///
/// # Examples
/// ```
/// use urlspec_outputs::escape_controls;
/// assert_eq!(escape_controls("a\u{1b}[2J\tb\n", &['\t']), "a\\u{1b}[2J\tb\\u{a}");
/// ```
pub fn escape_controls<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    let is_escaped = |c: char| {
        (c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'))
            && !kept.contains(&c)
    };
    let Some(first) = text.find(is_escaped) else { return text.into() };
    let (start, rest) = text.split_at(first);
    let mut escaped = String::from(start);
    for c in rest.chars() {
        if is_escaped(c) { escaped.extend(c.escape_unicode()) } else { escaped.push(c) }
    }
    escaped.into()
}

/// A writer that escapes control characters. Each write must contain whole characters.
struct Terminal<W>(W);

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        self.0.write_all(escape_controls(&text, &['\n', '\t']).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

pub(super) fn stream(stream: impl Write + IsTerminal + Send + 'static) -> Box<dyn Write + Send> {
    if stream.is_terminal() { Box::new(Terminal(stream)) } else { Box::new(stream) }
}
