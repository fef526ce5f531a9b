//! Quotes a range of a text for people to read.

use std::{borrow::Cow, fmt};

use unicode_width::UnicodeWidthChar as _;
use url_core::Span;

use crate::ParseError;

/// The number of characters that [`Quote::new`] keeps before, in, and after its range.
const CONTEXT: usize = 60;

/// A line of text with a mark under a part of the line.
///
/// A quote contains some characters before, in, and after the range, escaped with [`escape_invisible`]: at
/// most 60 each, or the number given to [`Quote::with_context`]. [`Display`](fmt::Display) writes the line,
/// and then a line of carets.
///
/// # Examples
/// ```
/// let input = "https://日本.test:99999/";
/// let error = url_facade::Url::parse(input).unwrap_err();
/// assert_eq!(error.quote(input).to_string(), "https://日本.test:99999/\n                  ^^^^^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    text: String,
    column: usize,
    width: usize,
}

impl Quote {
    /// Quotes `text` around `span`. A `span` that splits a character is extended to the whole character.
    pub fn new(text: &str, span: Span) -> Self {
        Self::with_context(text, span, CONTEXT)
    }

    /// Quotes `text` around `span`, with at most `context` characters before, in, and after `span`.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Quote, Span};
    ///
    /// let quote = Quote::with_context("https://host:99999/path", Span::new(13, 18), 3);
    /// assert_eq!(quote.to_string(), "…st:999…/pa…\n    ^^^^");
    /// ```
    pub fn with_context(text: &str, span: Span, context: usize) -> Self {
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let start = (0..=text.len().min(span.start as usize)).rfind(is_boundary).unwrap_or_default();
        let end = (start.max(span.end as usize)..text.len()).find(is_boundary).unwrap_or(text.len());
        let (head, marked, tail) = (&text[..start], &text[start..end], &text[end..]);
        let cut = head.char_indices().rev().take(context).last().map_or(head.len(), |(at, _)| at);
        let cut_off = if cut > 0 { "…" } else { "" };
        let before = format!("{cut_off}{}", escape_invisible(&head[cut..]));
        let marked = escaped_start_of(marked, context);
        let (column, width) = (columns(&before), columns(&marked));
        Self { text: before + &marked + &escaped_start_of(tail, context), column, width }
    }

    /// Returns the quoted line, with invisible characters escaped.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the column of [`Quote::text`] where the marked range begins. The first column is 0.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Returns the width of the marked range in columns, or 0 for a position between two characters.
    pub const fn width(&self) -> usize {
        self.width
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, column, width } = self;
        write!(f, "{text}\n{:column$}{}", "", "^".repeat(*width.max(&1)))
    }
}

impl ParseError {
    /// Quotes `input` with a mark under [`ParseError::span`]. `input` must be the string that
    /// [`ParseError::span_source`] names: the input or the base. Requires the feature `quote`; see [`Quote`].
    pub fn quote(&self, input: &str) -> Quote {
        Quote::new(input, self.span())
    }
}

/// Returns `text` with some characters written as `\u{...}`, because they are invisible or affect a terminal:
/// controls, format and unassigned characters, combining marks, and spaces at the start and the end. All
/// other characters, even backslashes, are unchanged. Requires the feature `quote`.
///
/// # Examples
/// ```
/// assert_eq!(url_facade::escape_invisible("a\tb\\ "), r"a\u{9}b\\u{20}");
/// ```
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    // FAST: visible ASCII needs no escape.
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.into();
    }
    let leading = text.len() - text.trim_start_matches(' ').len();
    let trailing = text.trim_end_matches(' ').len();
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_edge = at < leading || at >= trailing;
        // `escape_debug` escapes all characters that do not print, and also quotes and backslashes.
        if !is_edge && (matches!(c, '"' | '\'' | '\\') || c.escape_debug().len() == 1) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_unicode());
        }
    }
    escaped.into()
}

fn escaped_start_of(text: &str, context: usize) -> String {
    match text.char_indices().nth(context) {
        Some((at, _)) => escape_invisible(&text[..at]).into_owned() + "…",
        None => escape_invisible(text).into_owned(),
    }
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}
