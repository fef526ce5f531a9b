//! `columns`: a table with columns added, which are fields of the URLs in one of its columns.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    io::{Cursor, Read},
};

use super::{
    columns_json,
    get::{Parsing, push_row},
};
use crate::{
    args::{Columns, Options, text},
    inputs::Source,
    lines::{self, Job, Page, Verb},
    records::{Block, End, RECORD_LIMIT},
    shape::ErrorShape,
    template::{Addition, Row},
    verdict::{Failure, Verdict},
};

struct Added {
    parsing: Parsing,
    additions: Vec<Addition>,
    /// The index of the column with the URLs.
    column: usize,
    /// How many columns the table has.
    width: usize,
    delimiter: u8,
}

pub(crate) fn run(options: &Options, columns: &Columns) -> Result<Verdict, Failure> {
    let base = columns.stream.base.as_ref().map(text);
    let parsing = Parsing::new(options, base.as_deref())?;
    let added = &columns.add;
    let mut names = BTreeSet::new();
    if let Some(Addition { name, .. }) = added.iter().find(|added| !names.insert(&added.name)) {
        return Err(Failure::Refused(format!("two columns are named {name}: write NAME=FIELD")));
    }
    if columns.jsonl {
        return columns_json::run(columns, parsing);
    }
    let source = Source::of_stream(&columns.stream)?;
    let delimiter = if columns.tsv { b'\t' } else { b',' };
    let (source, header) = take_header(source)?;
    let names = rows(&header, delimiter).next().map(|(row, _)| row).unwrap_or_default();
    let column = names.iter().position(|name| name == columns.column.as_bytes()).ok_or_else(|| {
        let known: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
        Failure::Refused(format!("the table has no column {}: it has {}", columns.column, known.join(", ")))
    })?;
    if let Some(Addition { name, .. }) =
        added.iter().find(|added| names.iter().any(|name| name == added.name.as_bytes()))
    {
        return Err(Failure::Refused(format!("the table has a column {name}: write NAME=FIELD")));
    }
    let mut head = Vec::new();
    push_with(&mut head, &header, 0, delimiter, added.iter().map(|added| Cow::Borrowed(&*added.name)));
    let job = Added { parsing, additions: added.clone(), column, width: names.len(), delimiter };
    lines::run_on(source, false, &columns.stream, Verb("results"), &head, job)
}

impl Job for Added {
    fn run(&self, number: u64, row: &[u8], page: &mut Page<'_>) {
        for (fields, bytes) in rows(row, self.delimiter) {
            self.add(number, &fields, bytes, page);
        }
    }

    fn run_block(&self, block: &Block, _: u8, page: &mut Page<'_>) {
        // The header is the first row.
        let (first, bytes) = block.whole();
        let Some(bytes) = bytes else {
            page.done.counts.lines += 1;
            return page.reject(first + 1, ErrorShape::too_long(RECORD_LIMIT));
        };
        for (number, (fields, row)) in (first + 1..).zip(rows(bytes, self.delimiter)) {
            page.done.counts.lines += 1;
            self.add(number, &fields, row, page);
        }
    }

    fn record_end(&self, _: u8) -> End {
        End::Row
    }
}

impl Added {
    /// Writes `row`, and behind it the fields of its URL; empty ones if it has none.
    fn add(&self, number: u64, fields: &csv::ByteRecord, row: &[u8], page: &mut Page<'_>) {
        let missing = self.width.saturating_sub(fields.len());
        match self.parsing.parse_row(fields.get(self.column).unwrap_or_default()) {
            Ok((input, url)) => {
                let from = Row { line: number, input, url: &url };
                let added = self.additions.iter().map(|added| added.field.of(from).unwrap_or_default());
                page.write_with(|out| push_with(out, row, missing, self.delimiter, added));
            }
            Err(error) => {
                let added = self.additions.iter().map(|added| {
                    Cow::Borrowed(if added.field.is_error() { error.reason() } else { "" })
                });
                page.write_rejected(|out| push_with(out, row, missing, self.delimiter, added));
                page.reject(number, ErrorShape::of_row(error));
            }
        }
    }
}

/// The first row of `source`, which goes on behind it.
fn take_header(source: Source) -> Result<(Source, Vec<u8>), Failure> {
    let Source { name, mut reader, .. } = source;
    let mut start = Vec::new();
    let mut is_quoted = false;
    let mut searched = 0;
    let end = loop {
        let found = start[searched..].iter().position(|&byte| {
            is_quoted ^= byte == b'"';
            byte == b'\n' && !is_quoted
        });
        if let Some(at) = found {
            break searched + at + 1;
        }
        searched = start.len();
        let read = (&mut reader).take(64 << 10).read_to_end(&mut start).map_err(Failure::reading(&name))?;
        if read == 0 || start.len() > RECORD_LIMIT {
            break start.len();
        }
    };
    let rest = start.split_off(end);
    let reader = Box::new(Cursor::new(rest).chain(reader));
    Ok((Source { name, reader, ..source }, start))
}

/// The rows of `text`: the fields of each, and its bytes.
fn rows(text: &[u8], delimiter: u8) -> impl Iterator<Item = (csv::ByteRecord, &[u8])> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text);
    std::iter::from_fn(move || {
        let mut row = csv::ByteRecord::new();
        // Reading from memory does not fail, and rows may differ in length.
        let found = reader.read_byte_record(&mut row).unwrap_or(false);
        let start = row.position().map_or(0, csv::Position::byte);
        let end = reader.position().byte();
        let at = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
        // Blank lines belong to no row.
        let mut bytes = &text[at(start)..at(end)];
        while let Some(rest) = bytes.strip_prefix(b"\n").or_else(|| bytes.strip_prefix(b"\r\n")) {
            bytes = rest;
        }
        found.then_some((row, bytes))
    })
}

/// Appends `row`, with `missing` empty fields and the fields `added` behind it, and the end that it has.
fn push_with<'f>(
    out: &mut Vec<u8>,
    row: &[u8],
    missing: usize,
    delimiter: u8,
    added: impl Iterator<Item = Cow<'f, str>>,
) {
    let body = row.strip_suffix(b"\n").unwrap_or(row);
    // The reader counts the LF of CR LF to the next row.
    let (body, end) = body.strip_suffix(b"\r").map_or((body, &b"\n"[..]), |body| (body, b"\r\n"));
    out.extend_from_slice(body);
    out.extend(std::iter::repeat_n(delimiter, missing + 1));
    push_row(out, delimiter, added);
    out.pop();
    out.extend_from_slice(end);
}
