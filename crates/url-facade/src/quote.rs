//! A place in a text, shown to people.

use std::{borrow::Cow, fmt};

use unicode_width::UnicodeWidthChar as _;
use url_core::Span;

use crate::ParseError;

/// How many characters are shown on either side of a place, and of the place itself.
const CONTEXT: usize = 60;

/// A line of text with a mark under a place in it.
///
/// The text is cut to 60 characters before the place, of it, and after it, and shown with [`escape_invisible`].
/// [`Display`](fmt::Display) writes the line, and a second one with carets in the columns of the place: wide characters take
/// two columns.
///
/// # Examples
/// ```
/// use url_facade::{Quote, Span, Url};
/// let input = "https://日本.test:99999/";
/// let error = Url::parse(input).unwrap_err();
/// assert_eq!(
///     format!("{}\n{}", error.reason(), error.quote(input)),
///     "the port is greater than 65535: write a smaller one\n\
///      https://日本.test:99999/\n\
///      \u{20}                 ^^^^^",
/// );
/// assert_eq!(Quote::new("a\tb", Span::new(1, 2)).to_string(), "a\\u{9}b\n ^^^^^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    text: String,
    column: usize,
    width: usize,
}

impl Quote {
    /// Quotes `text` around `span`, in bytes. A span that is not in `text` is moved to the nearest character.
    pub fn new(text: &str, span: Span) -> Self {
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let start = (0..=text.len().min(span.start as usize)).rfind(is_boundary).unwrap_or_default();
        let end = (start.max(span.end as usize)..text.len()).find(is_boundary).unwrap_or(text.len());
        let (head, marked, tail) = (&text[..start], &text[start..end], &text[end..]);
        let before = match head.char_indices().rev().nth(CONTEXT - 1) {
            Some((at, _)) if at > 0 => format!("…{}", escape_invisible(&head[at..])),
            _ => escape_invisible(head).into_owned(),
        };
        let marked = start_of(marked);
        let (column, width) = (columns(&before), columns(&marked));
        Self { text: before + &marked + &start_of(tail), column, width }
    }

    /// The line, as it is shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The column of [`Quote::text`] in which the place begins, from 0.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The width of the place, in columns; 0 if it is between two characters.
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
    /// Quotes `input`, the string that was parsed (or the base, if that is [`ParseError::span_source`]), with a mark under
    /// [`ParseError::span`]. With the feature `quote`. Example: [`Quote`].
    pub fn quote(&self, input: &str) -> Quote {
        Quote::new(input, self.span())
    }
}

/// Returns `text` with every control, format and unassigned character, every combining mark, and every space at its ends as
/// `\u{...}`: what is invisible, or would affect a terminal. Everything else is unchanged, backslashes too, so that the result
/// is for people to read and not for programs. Borrows what is all visible ASCII. With the feature `quote`.
///
/// # Examples
/// ```
/// assert_eq!(url_facade::escape_invisible("a\tb\\ "), r"a\u{9}b\\u{20}");
/// ```
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    // FAST: what is visible is not escaped.
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.into();
    }
    let leading = text.len() - text.trim_start_matches(' ').len();
    let trailing = text.trim_end_matches(' ').len();
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_edge = at < leading || at >= trailing;
        // The standard library knows which characters print. It also escapes quotes and backslashes, which do.
        if !is_edge && (matches!(c, '"' | '\'' | '\\') || c.escape_debug().len() == 1) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_unicode());
        }
    }
    escaped.into()
}

/// The start of `text`, as far as it is shown.
fn start_of(text: &str) -> String {
    match text.char_indices().nth(CONTEXT) {
        Some((at, _)) => escape_invisible(&text[..at]).into_owned() + "…",
        None => escape_invisible(text).into_owned(),
    }
}

/// The number of columns of a terminal that `text` takes.
fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}
