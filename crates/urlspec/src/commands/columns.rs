//! `columns`: adds columns to a table. They contain fields of the URLs in one of the table's columns.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    io::{self, Read as _},
    ops::Range,
};

use memchr::memchr_iter;

use super::{columns_json, get::push_row};
use crate::{
    args::{Columns, Options},
    format::Format,
    inputs::{End, Input, Source},
    lines::{self, Job, Kind, Page},
    parsing::Parsing,
    records::{Block, Quotes, RECORD_LIMIT, RecordError},
    shape::ErrorShape,
    template::{Addition, did_you_mean},
    verdict::{Failure, Verdict},
};

const HEADER_LIMIT: usize = 1 << 20;

pub(crate) struct AddColumns {
    parsing: Parsing,
    additions: Vec<Addition>,
    /// The index of the column with the URLs.
    column: usize,
    width: usize,
    delimiter: u8,
}

const FORMATS: [Format; 3] = [Format::Csv, Format::Tsv, Format::Jsonl];

pub(crate) fn run(options: &Options, columns: &Columns) -> Result<Verdict, Failure> {
    // The output is a table, like the input, even with `--json`.
    let options = Options { json: false, ..*options };
    let parsing = Parsing::new(&options, &columns.stream)?;
    let mut names = BTreeSet::new();
    if let Some(Addition { name, .. }) = columns.add.iter().find(|added| !names.insert(&added.name)) {
        return Err(Failure::Refused(format!("two columns are named {name}: write NAME=FIELD")));
    }
    let mut input = Input::open(&columns.stream.inputs)?;
    if input.is_typed() {
        return Err(Failure::Refused("a table is read from a file, --in FILE, or from stdin".into()));
    }
    let options_of = [(columns.csv, Format::Csv), (columns.tsv, Format::Tsv), (columns.jsonl, Format::Jsonl)];
    let option = options_of.into_iter().find_map(|(is_set, format)| is_set.then_some(format));
    let formats = input.formats(option, &FORMATS)?;
    let format = formats.first().copied().unwrap_or(Format::Csv);
    if formats.iter().any(|other| *other != format) {
        return Err(Failure::Refused(
            "the tables have several formats: read those of each format in a run of their own".into(),
        ));
    }
    if format == Format::Jsonl {
        let job = columns_json::AddMembers::new(columns, parsing);
        return lines::run_on(input, &options, &columns.stream, Kind::of("results"), &[], job);
    }
    let delimiter = match columns {
        Columns { delimiter: Some(delimiter), .. } => *delimiter,
        _ if format == Format::Tsv => b'\t',
        Columns { csv: true, .. } => b',',
        _ => delimiter_of(&mut input, &columns.column)?,
    };
    let (head, job) = prepare(&mut input, columns, parsing, delimiter)?;
    lines::run_on(input, &options, &columns.stream, Kind::of("results"), &head, job)
}

/// Reads the header of `input`. Returns the header of the output, and the job that adds fields to the rows.
pub(crate) fn prepare(
    input: &mut Input,
    columns: &Columns,
    parsing: Parsing,
    delimiter: u8,
) -> Result<(Vec<u8>, AddColumns), Failure> {
    let added = &columns.add;
    let header = take_headers(input, delimiter)?;
    let names = rows(&header, delimiter).next().map(|(row, _)| row.clone()).unwrap_or_default();
    let column = names.iter().position(|name| name == columns.column.as_bytes()).ok_or_else(|| {
        let known: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
        let has =
            if known.is_empty() { "no row".into() } else { format!("the columns {}", known.join(", ")) };
        let hint = did_you_mean(&columns.column, known.iter().map(|name| &**name));
        Failure::Refused(format!("the table has no column {}:{hint} it has {has}", columns.column))
    })?;
    let is_known = |added: &&Addition| names.iter().any(|name| name == added.name.as_bytes());
    if let Some(Addition { name, .. }) = added.iter().find(is_known) {
        return Err(Failure::Refused(format!("the table has a column {name}: write NAME=FIELD")));
    }
    let mut head = Vec::new();
    push_with(&mut head, &header, 0, delimiter, added.iter().map(|added| Cow::Borrowed(&*added.name)));
    Ok((head, AddColumns { parsing, additions: added.clone(), column, width: names.len(), delimiter }))
}

impl Job for AddColumns {
    fn url_of<'r>(&self, _: &'r str) -> Option<Cow<'r, str>> {
        None
    }

    /// A blank row is skipped, as CSV readers do.
    fn run(&self, _: u64, _: &str, _: &mut Page<'_>) {}

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        let (mut line, bytes) = block.whole();
        let Some(bytes) = bytes else {
            page.done.counts.lines += 1;
            return self.write_empty_row(line, page);
        };
        let mut start = 0;
        let mut rows = rows(bytes, self.delimiter);
        while let Some((fields, place)) = rows.next() {
            page.done.counts.lines += 1;
            line += lines_in(&bytes[start..place.start]);
            start = place.start;
            let row = &bytes[place];
            if row.len() > RECORD_LIMIT {
                self.write_empty_row(line, page);
            } else {
                self.add(line, fields, row, block, page);
            }
        }
    }
}

impl AddColumns {
    fn add(&self, line: u64, fields: &csv::ByteRecord, row: &[u8], block: &Block, page: &mut Page<'_>) {
        let missing = self.width.saturating_sub(fields.len());
        let bytes = fields.get(self.column).unwrap_or_default();
        let text = block.decode(bytes);
        let url = match &text {
            Ok(text) => self.parsing.parse_row(&**text),
            Err(_) => self.parsing.parse_row(bytes),
        };
        match url {
            Ok((input, url)) => {
                let from = self.parsing.row(line, input, &url);
                if page.is_row_selected(from) {
                    let added = self.additions.iter().map(|added| added.field.of(from).unwrap_or_default());
                    page.accept();
                    page.push(|out| push_with(out, row, missing, self.delimiter, added));
                }
            }
            Err(error) => self.reject(line, row, missing, error, page),
        }
    }

    /// Writes `row`, which begins at `line`, with empty fields; the field `error` is the reason.
    fn reject(&self, line: u64, row: &[u8], missing: usize, error: ErrorShape<'_>, page: &mut Page<'_>) {
        let kind = error.kind;
        let reason = |added: &Addition| Cow::Borrowed(if added.field.is_error() { kind } else { "" });
        let added = self.additions.iter().map(reason);
        page.reject(line, error);
        page.push(|out| push_with(out, row, missing, self.delimiter, added));
    }

    /// Writes an empty row for the row at `line`, which was dropped because it is too long.
    fn write_empty_row(&self, line: u64, page: &mut Page<'_>) {
        page.done.counts.lost += 1;
        self.reject(line, b"", self.width.saturating_sub(1), RecordError::TooLong.error(), page);
    }
}

/// Returns the delimiter for which the first row contains `column`.
fn delimiter_of(input: &mut Input, column: &str) -> Result<u8, Failure> {
    let peek = |source: &mut Source| source.peek().map_err(Failure::reading(&source.name));
    let start = input.sources.first_mut().map(peek).transpose()?.unwrap_or_default();
    let names =
        |delimiter: u8| rows(&start, delimiter).next().map(|(row, _)| row.clone()).unwrap_or_default();
    let has_column = |delimiter: &u8| names(*delimiter).iter().any(|name| name == column.as_bytes());
    // If no delimiter fits, the message lists the columns for the delimiter that gives the most.
    let delimiters = [b'\t', b';', b','].into_iter();
    Ok(delimiters.max_by_key(|delimiter| (has_column(delimiter), names(*delimiter).len())).unwrap_or(b','))
}

fn take_headers(input: &mut Input, delimiter: u8) -> Result<Vec<u8>, Failure> {
    let names = |header: &[u8]| rows(header, delimiter).next().map(|(row, _)| row.clone());
    let mut first: Option<(&str, Vec<u8>)> = None;
    for source in &mut input.sources {
        source.end = End::Row(delimiter);
        let header = take_header(source, delimiter)?;
        let (name, known) = first.get_or_insert_with(|| (&source.name, header.clone()));
        if names(known) != names(&header) {
            let other = &source.name;
            return Err(Failure::Refused(format!("{name} and {other} have different headers")));
        }
    }
    Ok(first.map(|(_, header)| header).unwrap_or_default())
}

/// Reads the first row of `source`. The next read continues after it.
fn take_header(source: &mut Source, delimiter: u8) -> Result<Vec<u8>, Failure> {
    let Source { name, reader, .. } = source;
    let mut start = Vec::new();
    let mut quotes = Quotes::new(source.end);
    let mut searched = 0;
    let end = loop {
        if let Some(at) = quotes.ends(&start[searched..]).next() {
            break searched + at + 1;
        }
        searched = start.len();
        let read = reader.take(64 << 10).read_to_end(&mut start).map_err(Failure::reading(&*name))?;
        if start.len() > HEADER_LIMIT {
            return Err(Failure::Refused(format!("{name}: the header is longer than {HEADER_LIMIT} bytes")));
        }
        if read == 0 {
            if quotes.is_open {
                return Err(Failure::Refused(format!("{name}: the header ends inside quotation marks")));
            }
            break start.len();
        }
    };
    // The row ends before that LF if it contains a CR, which also ends a row.
    let end = rows(&start[..end], delimiter).next().map_or(end, |(_, place)| place.end);
    source.put_back(start.split_off(end));
    source.first += lines_in(&start);
    Ok(start)
}

fn lines_in(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// An iterator over the rows of a text: the fields of each, and the range of its bytes.
struct Rows<'t> {
    text: &'t [u8],
    reader: csv::Reader<io::Chain<&'t [u8], &'t [u8]>>,
    row: csv::ByteRecord,
}

fn rows(text: &[u8], delimiter: u8) -> Rows<'_> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(delimiter);
    // The reader removes a byte order mark at the start. Here it is part of a field, so an LF precedes it.
    let reader = reader.from_reader(b"\n".chain(text));
    Rows { text, reader, row: csv::ByteRecord::new() }
}

impl Rows<'_> {
    /// Returns the next row, reusing the memory of the previous one.
    fn next(&mut self) -> Option<(&csv::ByteRecord, Range<usize>)> {
        // Reading from memory cannot fail, and rows may have different numbers of fields.
        let found = self.reader.read_byte_record(&mut self.row).unwrap_or(false);
        let start = self.row.position().map_or(0, csv::Position::byte);
        let end = self.reader.position().byte();
        let at = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).saturating_sub(1).min(self.text.len());
        // The reader skips blank lines, so they are not part of a row.
        let mut place = at(start)..at(end);
        while let [b'\n' | b'\r', ..] = &self.text[place.clone()] {
            place.start += 1;
        }
        found.then_some((&self.row, place))
    }
}

/// Appends `row`, then `missing` empty fields, then the fields `added`. The line end is that of `row`.
fn push_with<'f>(
    out: &mut Vec<u8>,
    row: &[u8],
    missing: usize,
    delimiter: u8,
    added: impl Iterator<Item = Cow<'f, str>>,
) {
    let body = row.strip_suffix(b"\n").unwrap_or(row);
    // For a row that ends with CR LF, the reader counts the LF as part of the next row.
    let (body, end) = body.strip_suffix(b"\r").map_or((body, &b"\n"[..]), |body| (body, b"\r\n"));
    out.extend_from_slice(body);
    out.extend(std::iter::repeat_n(delimiter, missing));
    // The empty field adds the comma after `row`. It also keeps a single empty field from being quoted.
    push_row(out, delimiter, std::iter::once(Cow::Borrowed("")).chain(added));
    out.pop();
    out.extend_from_slice(end);
}
