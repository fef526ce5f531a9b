//! Output for people: results as tables, and errors with a caret below the wrong text. Invisible characters,
//! and characters that would affect a terminal, are escaped.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use url_facade::{Component, ParseError, Quote, Source, Span, escape_invisible};
use urlspec_outputs::{Stdout, escape_controls, print, print_styled};

use crate::{
    args::Options,
    operation::Outcome,
    shape::{ErrorShape, SourceSpan, hint, to_line},
    verdict::{Result, Verdict},
};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const LABEL: Style = Style::new().dimmed();
pub(crate) const SECTION: Style = AnsiColor::Cyan.on_default();
pub(crate) const MADE: Style = AnsiColor::Green.on_default();

#[derive(Clone, Copy, Debug)]
pub(crate) struct InputStrings<'a> {
    pub(crate) input: &'a str,
    pub(crate) base: Option<&'a str>,
}

/// With `--json`, prints `shape` as JSON. Otherwise, prints the output of `show`. Always returns
/// [`Verdict::Valid`].
pub(crate) fn print_either(
    options: &Options,
    shape: &impl Serialize,
    show: impl FnOnce(&mut Stdout) -> io::Result<()>,
) -> Result<Verdict> {
    if options.json {
        print(|out| out.write_all(&to_line(shape)))?;
    } else {
        print_styled(show)?;
    }
    Ok(Verdict::Valid)
}

/// Escapes the invisible characters in `text`. The empty string becomes two quotation marks.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.is_empty() { "\"\"".into() } else { escape_invisible(text) }
}

/// Returns at most `limit` characters of a text, with invisible characters escaped. If the text is longer,
/// `…` and its length follow. `start` is the beginning of the text, and `len` its full length in bytes.
pub(crate) fn clip(start: &str, len: usize, limit: usize) -> String {
    let shown = start.char_indices().nth(limit).map_or(start, |(at, _)| &start[..at]);
    if shown.len() < len {
        format!("{}… ({len} bytes)", visible(shown))
    } else {
        visible(shown).into_owned()
    }
}

/// Returns the last character boundary in `text` at or before byte `at`.
pub(crate) fn boundary_before(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

/// Writes a line to stderr. A failed write is ignored.
pub(crate) fn say(line: &str) {
    let _ = io::stderr().write_all([&escape_controls(line, &[]), "\n"].concat().as_bytes());
}

pub(crate) fn write_table(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    let rows = || outcome.components().chain(outcome.href().map(|href| ("result", href)));
    // The column of names has at least the width of `fragment`, so that several outputs are aligned.
    let width = rows().map(|(name, _)| name.len()).fold(Component::Fragment.name().len(), usize::max);
    for (name, text) in rows() {
        writeln!(out, "{LABEL}{name:<width$}{LABEL:#}  {}", visible(text))?;
    }
    Ok(())
}

pub(crate) fn write_fault(
    out: &mut impl Write,
    error: ParseError,
    strings: InputStrings<'_>,
) -> io::Result<()> {
    let reason = error.reason();
    writeln!(out, "{ERROR}error[{}]:{ERROR:#} {reason}", reason.name())?;
    write_place(out, strings, error.span_source(), error.span())?;
    let section = error.section();
    writeln!(out, "{LABEL}  ={LABEL:#} {SECTION}{section}{SECTION:#}: {}", section.title())?;
    let hint = hint(error, strings.input);
    hint.map_or(Ok(()), |hint| writeln!(out, "{LABEL}  ={LABEL:#} hint: {hint}"))
}

pub(crate) fn write_error(out: &mut impl Write, error: &ErrorShape<'_>) -> io::Result<()> {
    writeln!(out, "{ERROR}error[{}]:{ERROR:#} {}", error.kind, escape_controls(&error.message, &[]))
}

pub(crate) fn write_place(
    out: &mut impl Write,
    strings: InputStrings<'_>,
    source: Source,
    span: Span,
) -> io::Result<()> {
    writeln!(out, "{LABEL} -->{LABEL:#} {}", SourceSpan::new(source, span))?;
    let text = strings.base.filter(|_| source == Source::Base).unwrap_or(strings.input);
    let quote = Quote::new(text, span);
    writeln!(out, "{LABEL}  |{LABEL:#} {}", quote.text())?;
    let (column, carets) = (quote.column(), "^".repeat(quote.width().max(1)));
    writeln!(out, "{LABEL}  |{LABEL:#} {:column$}{ERROR}{carets}{ERROR:#}", "")
}
