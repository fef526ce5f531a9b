//! Output for people: results as tables, and errors with a caret below the wrong text. Invisible characters,
//! and characters that would affect a terminal, are escaped.

use std::{
    borrow::Cow,
    io::{self, Write},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use anstyle::{AnsiColor, Style};
use memchr::memchr_iter;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};
use url_facade::{
    Component, ParseError, Quote, Reason, Source, Span, escape_invisible,
    redact::{Rules, redact},
};
use urlspec_outputs::{Stdout, escape_controls, print, print_styled};

use crate::{
    args::Options,
    operation::Outcome,
    shape::{ErrorShape, Place, SourceSpan, hint, to_line},
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

impl<'a> InputStrings<'a> {
    fn text(self, source: Source) -> &'a str {
        self.base.filter(|_| source == Source::Base).unwrap_or(self.input)
    }
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

/// True with `--quiet`: nothing but failures is written to stderr.
pub(crate) static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Writes a line to stderr.
pub(crate) fn say(line: &str) {
    report([&escape_controls(line, &[]), "\n"].concat().as_bytes());
}

/// Passes a buffer to `write`, and writes its content to stderr as [`report`] does.
pub(crate) fn report_by(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(&mut text);
    report(&text);
}

/// Writes `text` to stderr, unless `--quiet` is given. A failed write is ignored, because the exit code also
/// reports errors.
pub(crate) fn report(text: &[u8]) {
    if !IS_QUIET.load(Relaxed) {
        let _ = anstream::stderr().write_all(text);
    }
}

/// The maximum number of invalid lines that are reported on stderr.
pub(crate) const REPORTS: usize = 10;

/// The maximum number of characters of a URL in such a report.
const REPORTED: usize = 200;

/// Returns the first lines of `text`, at most `left`. Subtracts their number from `left`.
pub(crate) fn first_lines<'t>(text: &'t [u8], left: &mut usize) -> &'t [u8] {
    let ends = memchr_iter(b'\n', text).take(*left);
    let (count, len) = ends.fold((0, 0), |(count, _), end| (count + 1, end + 1));
    *left -= count;
    &text[..len]
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
    write_error_place(out, strings, error.span_source(), forbidden_character(error, strings.input))?;
    let section = error.section();
    writeln!(out, "{LABEL}  ={LABEL:#} {SECTION}{section}{SECTION:#}: {}", section.title())?;
    let hint = hint(error, strings.input);
    hint.map_or(Ok(()), |hint| writeln!(out, "{LABEL}  ={LABEL:#} hint: {hint}"))
}

/// Returns the start of `input`, a URL, without secrets: logs contain reports.
pub(crate) fn shown_in_report(input: &str) -> String {
    let redacted = redact(input, &Rules::default());
    clip(&redacted, redacted.len(), REPORTED)
}

/// Writes an error as a line: `FILE:LINE: message`, or with `input`, `FILE:LINE: URL: message`.
pub(crate) fn write_report(
    out: &mut impl Write,
    place: &Place,
    error: &ErrorShape<'_>,
    input: Option<&str>,
) -> io::Result<()> {
    let input = input.map(|input| shown_in_report(input) + ": ").unwrap_or_default();
    writeln!(out, "{place}: {input}{}", escape_invisible(&error.message))
}

/// Returns the span of the first character that no host may contain, if that is the error, or else the span
/// of the error.
fn forbidden_character(error: ParseError, input: &str) -> Span {
    let span = error.span();
    let host = input.get(span.start as usize..span.end as usize).unwrap_or_default();
    let is_forbidden = (error.reason(), error.span_source()) == (Reason::HostForbidden, Source::Input);
    let wrong = host.find(|c| is_forbidden && (c <= ' ' || "<>\\^|".contains(c)));
    let start = wrong.map(|at| span.start as usize + at);
    start.map_or(span, |start| Span::new(start, start + 1))
}

/// Writes an error of `input`, with the place if the error has one, or else with all of `input`.
pub(crate) fn write_error(
    out: &mut impl Write,
    error: &ErrorShape<'_>,
    strings: Option<InputStrings<'_>>,
) -> io::Result<()> {
    writeln!(out, "{ERROR}error[{}]:{ERROR:#} {}", error.kind, escape_controls(&error.message, &[]))?;
    let Some(strings) = strings else { return Ok(()) };
    let (source, span) = error.place().unwrap_or((Source::Input, Span::new(0, strings.input.len())));
    write_error_place(out, strings, source, span)
}

/// Writes an error's place as [`write_place`] does, but with `***` in place of secrets.
pub(crate) fn write_error_place(
    out: &mut impl Write,
    strings: InputStrings<'_>,
    source: Source,
    span: Span,
) -> io::Result<()> {
    let text = strings.text(source);
    let redacted = redact(text, &Rules::default());
    match span_after_redaction(text, &redacted, span) {
        Some(shown) => write_quote(out, SourceSpan::new(source, span), &redacted, shown),
        None => writeln!(out, "{LABEL}  |{LABEL:#} {}", visible(&redacted)),
    }
}

/// Returns the position in `redacted` of `span` in `text`, or `None` if a secret overlaps with the span.
fn span_after_redaction(text: &str, redacted: &str, span: Span) -> Option<Span> {
    let before = redact(text.get(..span.start as usize)?, &Rules::default());
    let marked = text.get(span.start as usize..span.end as usize)?;
    let is_kept = redacted.strip_prefix(&*before)?.starts_with(marked);
    is_kept.then(|| Span::new(before.len(), before.len() + marked.len()))
}

/// Writes the input or the base, and marks `span` in it.
pub(crate) fn write_place(
    out: &mut impl Write,
    strings: InputStrings<'_>,
    source: Source,
    span: Span,
) -> io::Result<()> {
    write_quote(out, SourceSpan::new(source, span), strings.text(source), span)
}

/// Writes `text` with `span` marked, below the `place` of the span in the input or the base.
fn write_quote(out: &mut impl Write, place: SourceSpan, text: &str, span: Span) -> io::Result<()> {
    writeln!(out, "{LABEL} -->{LABEL:#} {place}")?;
    // On a terminal, the line fits: it has a margin of six columns, and three parts of this length.
    let columns = terminal_size_of(io::stderr()).map_or(usize::MAX, |(Width(columns), _)| columns.into());
    let quote = Quote::with_context(text, span, (columns.saturating_sub(6) / 3).clamp(8, 60));
    writeln!(out, "{LABEL}  |{LABEL:#} {}", quote.text())?;
    let (column, carets) = (quote.column(), "^".repeat(quote.width().max(1)));
    writeln!(out, "{LABEL}  |{LABEL:#} {:column$}{ERROR}{carets}{ERROR:#}", "")
}
