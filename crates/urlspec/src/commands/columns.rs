//! `columns`: adds columns to a table. The added columns contain fields of the URLs in one of the columns.
//! `get`: fills in a template, such as `{host}`, for each URL.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    io::{self, Read as _},
    ops::Range,
    sync::Arc,
};

use memchr::{memchr, memchr_iter, memchr3};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::{
    args::{Columns, Get, Options},
    format::Format,
    inputs::{End, Input, Source},
    lines::{self, Job, Kind, Page},
    records::{Block, Quotes, RECORD_LIMIT, RecordError},
    selection::{DocumentContext, Parsing, bare_host},
    shape::{ErrorShape, push_string},
    template::{Addition, Field, Row, Template, did_you_mean},
    verdict::{Failure, Result, Verdict, refuse},
};

const HEADER_LIMIT: usize = 1 << 20;

pub(crate) struct AddColumns {
    parsing: Parsing,
    additions: Vec<Addition>,
    column: usize,
    width: usize,
    delimiter: u8,
}

const FORMATS: [Format; 3] = [Format::Csv, Format::Tsv, Format::Jsonl];

pub(crate) fn run(options: &Options, columns: &Columns) -> Result<Verdict> {
    // The output is a table, like the input, even with `--json`.
    let options = Options { json: false, ..*options };
    let parsing = Parsing::lenient(&options, &columns.stream)?;
    let additions = additions(&options, columns)?;
    parsing.permits(additions.iter().map(|added| &added.field))?;
    let mut names = BTreeSet::new();
    if let Some(Addition { name, .. }) = additions.iter().find(|added| !names.insert(&added.name)) {
        return refuse(format!("two columns are named {name}: write NAME=FIELD"));
    }
    let mut input = Input::open(&columns.stream.inputs)?;
    if input.is_typed() {
        return refuse("a table is read from a file, --in FILE, or from stdin");
    }
    let options_of = [(columns.csv, Format::Csv), (columns.tsv, Format::Tsv), (columns.jsonl, Format::Jsonl)];
    let option = options_of.into_iter().find_map(|(is_set, format)| is_set.then_some(format));
    let formats = input.formats(option, &FORMATS)?;
    let format = formats.first().copied().unwrap_or(Format::Csv);
    if formats.iter().any(|other| *other != format) {
        return refuse("the tables have several formats: read those of each format in a run of their own");
    }
    if format == Format::Jsonl {
        let job = AddMembers { parsing, additions, member: columns.column.clone() };
        return lines::run_on(input, &options, &columns.stream, Kind::of("results"), &[], Box::new(job));
    }
    let delimiter = match columns {
        Columns { delimiter: Some(delimiter), .. } => *delimiter,
        _ if format == Format::Tsv => b'\t',
        Columns { csv: true, .. } => b',',
        _ => delimiter_of(&mut input, &columns.column)?,
    };
    let (head, job) = prepare(&mut input, columns, additions, parsing, delimiter)?;
    lines::run_on(input, &options, &columns.stream, Kind::of("results"), &head, Box::new(job))
}

/// Returns the fields to add. Functions take the profile of the command, but read the text of a row as it is.
pub(crate) fn additions(options: &Options, columns: &Columns) -> Result<Vec<Addition>> {
    let mut additions: Vec<_> = columns.add.iter().flat_map(|all| all.0.clone()).collect();
    let stream = &columns.stream;
    let changes_text = stream.base.is_some() || stream.default_scheme.is_some();
    if let Some(Addition { name, .. }) = additions.iter().find(|added| changes_text && added.field.is_call())
    {
        return refuse(format!(
            "{name}: functions read a row as it is: write url_resolve(BASE) instead of --base"
        ));
    }
    for added in &mut additions {
        added.field.set_profile(options.profile).map_err(Failure::Refused)?;
    }
    Ok(additions)
}

/// Reads the header of `input`. Returns the header of the output, and the job that adds fields to each row.
pub(crate) fn prepare(
    input: &mut Input,
    columns: &Columns,
    added: Vec<Addition>,
    parsing: Parsing,
    delimiter: u8,
) -> Result<(Vec<u8>, AddColumns)> {
    let header = take_headers(input, delimiter)?;
    let names = first_row(&header, delimiter);
    let column = names.iter().position(|name| name == columns.column.as_bytes()).ok_or_else(|| {
        let known: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
        let has =
            if known.is_empty() { "no row".into() } else { format!("the columns {}", known.join(", ")) };
        let hint = did_you_mean(&columns.column, known.iter().map(|name| &**name));
        Failure::Refused(format!("the table has no column {}:{hint} it has {has}", columns.column))
    })?;
    let is_known = |added: &&Addition| names.iter().any(|name| name == added.name.as_bytes());
    if let Some(Addition { name, .. }) = added.iter().find(is_known) {
        return refuse(format!("the table has a column {name}: write NAME=FIELD"));
    }
    let mut head = Vec::new();
    push_with(&mut head, &header, 0, delimiter, added.iter().map(|added| Cow::Borrowed(&*added.name)));
    Ok((head, AddColumns { parsing, additions: added, column, width: names.len(), delimiter }))
}

impl Job for AddColumns {
    fn is_of_urls(&self) -> bool {
        false
    }

    /// Does nothing: [`Job::run_block`] processes the rows, and CSV readers skip blank rows.
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
            } else if fields.len() > self.width {
                // The new fields would be in other columns, so the row stays as it is.
                let why = format!("the row has {} fields, and the header {}", fields.len(), self.width);
                page.reject(line, ErrorShape::of_request("too-many-fields", why));
                let (body, end) = split_end(row);
                page.push(|out| out.extend([body, end].concat()));
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
            Err(error) => {
                let input = text.as_ref().map_or(bytes, |text| text.as_bytes());
                self.reject(line, row, (missing, Some(input)), error, page);
            }
        }
    }

    fn reject(
        &self,
        line: u64,
        row: &[u8],
        (missing, input): (usize, Option<&[u8]>),
        error: ErrorShape<'_>,
        page: &mut Page<'_>,
    ) {
        let kind = error.kind;
        let value = |added: &Addition| added.field.of_rejected(input, kind).unwrap_or_default();
        let added = self.additions.iter().map(value);
        page.reject(line, error);
        page.push(|out| push_with(out, row, missing, self.delimiter, added));
    }

    fn write_empty_row(&self, line: u64, page: &mut Page<'_>) {
        page.done.counts.lost += 1;
        self.reject(line, b"", (self.width.saturating_sub(1), None), RecordError::TooLong.error(), page);
    }
}

fn delimiter_of(input: &mut Input, column: &str) -> Result<u8> {
    let peek = |source: &mut Source| source.peek().map_err(Failure::reading(&source.name));
    let start = input.sources.first_mut().map(peek).transpose()?.unwrap_or_default();
    let names = |delimiter: u8| first_row(&start, delimiter);
    let has_column = |delimiter: &u8| names(*delimiter).iter().any(|name| name == column.as_bytes());
    // If no delimiter gives the column, the error lists the columns of the delimiter that gives the most.
    let delimiters = [b'\t', b';', b','].into_iter();
    Ok(delimiters.max_by_key(|delimiter| (has_column(delimiter), names(*delimiter).len())).unwrap_or(b','))
}

fn take_headers(input: &mut Input, delimiter: u8) -> Result<Vec<u8>> {
    let mut first: Option<(&str, Vec<u8>)> = None;
    for source in &mut input.sources {
        source.end = End::Row(delimiter);
        let header = take_header(source, delimiter)?;
        let (name, known) = first.get_or_insert_with(|| (&source.name, header.clone()));
        if first_row(known, delimiter) != first_row(&header, delimiter) {
            let other = &source.name;
            return refuse(format!("{name} and {other} have different headers"));
        }
    }
    Ok(first.map(|(_, header)| header).unwrap_or_default())
}

/// Reads the header, which is the first row of `source`. The next read of `source` starts after the header.
fn take_header(source: &mut Source, delimiter: u8) -> Result<Vec<u8>> {
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
            return refuse(format!("{name}: the header is longer than {HEADER_LIMIT} bytes"));
        }
        if read == 0 {
            if quotes.is_open {
                return refuse(format!("{name}: the header ends inside quotation marks"));
            }
            break start.len();
        }
    };
    // A CR also ends a row, so the first row may end before `end`, the position of the first LF.
    let end = rows(&start[..end], delimiter).next().map_or(end, |(_, place)| place.end);
    source.put_back(start.split_off(end));
    source.first += lines_in(&start);
    Ok(start)
}

fn lines_in(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// An iterator over the rows of a text. An item is the fields of a row, and the byte range of the row.
struct Rows<'t> {
    text: &'t [u8],
    reader: csv::Reader<io::Chain<&'t [u8], &'t [u8]>>,
    row: csv::ByteRecord,
}

fn rows(text: &[u8], delimiter: u8) -> Rows<'_> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(delimiter);
    // The crate `csv` removes a byte order mark at the start of a text, but not after an LF.
    let reader = reader.from_reader(b"\n".chain(text));
    Rows { text, reader, row: csv::ByteRecord::new() }
}

fn first_row(text: &[u8], delimiter: u8) -> csv::ByteRecord {
    rows(text, delimiter).next().map(|(row, _)| row.clone()).unwrap_or_default()
}

impl Rows<'_> {
    fn next(&mut self) -> Option<(&csv::ByteRecord, Range<usize>)> {
        // No error can occur: the text is in memory, and rows may have different numbers of fields.
        let found = self.reader.read_byte_record(&mut self.row).unwrap_or(false);
        let start = self.row.position().map_or(0, csv::Position::byte);
        let end = self.reader.position().byte();
        let at = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).saturating_sub(1).min(self.text.len());
        // The crate `csv` skips blank lines, so blank lines before the row are excluded from its range.
        let mut place = at(start)..at(end);
        while let [b'\n' | b'\r', ..] = &self.text[place.clone()] {
            place.start += 1;
        }
        found.then_some((&self.row, place))
    }
}

/// Returns the row without its line end, and the line end.
fn split_end(row: &[u8]) -> (&[u8], &'static [u8]) {
    let body = row.strip_suffix(b"\n").unwrap_or(row);
    // If a row ends with CR LF, the crate `csv` counts the LF as part of the next row.
    body.strip_suffix(b"\r").map_or((body, b"\n"), |body| (body, b"\r\n"))
}

/// Appends `row`, then `missing` empty fields, then the fields `added`. Keeps the line end of `row`.
fn push_with<'f>(
    out: &mut Vec<u8>,
    row: &[u8],
    missing: usize,
    delimiter: u8,
    added: impl Iterator<Item = Cow<'f, str>>,
) {
    let (body, end) = split_end(row);
    out.extend_from_slice(body);
    out.extend(std::iter::repeat_n(delimiter, missing));
    // The empty first field adds the comma after `row`, and prevents that a single empty field is quoted.
    push_row(out, delimiter, std::iter::once(Cow::Borrowed("")).chain(added));
    out.pop();
    out.extend_from_slice(end);
}

/// The job of `columns --jsonl`, which adds members to the JSON object on each line.
pub(crate) struct AddMembers {
    pub(crate) parsing: Parsing,
    pub(crate) additions: Vec<Addition>,
    pub(crate) member: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct JsonString<'l>(#[serde(borrow)] Cow<'l, str>);

type Object<'l> = BTreeMap<JsonString<'l>, &'l RawValue>;

/// Returns the value of the member of `object` called `name`. If there is none, dots in `name` separate the
/// names of nested members: `a.b` is the member `b` of the member `a`.
fn member_at<'l>(object: &Object<'l>, name: &str) -> Option<&'l RawValue> {
    let get = |name: &str| object.get(&JsonString(name.into())).copied();
    get(name).or_else(|| {
        name.match_indices('.').find_map(|(at, _)| {
            let inner: Object<'l> = serde_json::from_str(get(&name[..at])?.get()).ok()?;
            member_at(&inner, &name[at + 1..])
        })
    })
}

impl Job for AddMembers {
    fn is_of_urls(&self) -> bool {
        false
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        let input = match self.url_of(line) {
            Ok(Some(input)) => input,
            Ok(None) => {
                let nulls = self.additions.iter().map(|added| (added, None));
                page.accept();
                return page.push_line(|out| push_members(out, line, nulls));
            }
            Err(error) => {
                page.reject(number, error);
                return page.push_line(|out| out.extend_from_slice(line.as_bytes()));
            }
        };
        match self.parsing.parse_row(&*input) {
            Ok((input, url)) => {
                let from = self.parsing.row(number, input, &url);
                if page.is_row_selected(from) {
                    let added = self.additions.iter().map(|added| (added, added.field.of(from)));
                    page.accept();
                    page.push_line(|out| push_members(out, line, added));
                }
            }
            Err(error) => self.reject(number, line, Some(input.as_bytes()), error, page),
        }
    }

    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        match error {
            RecordError::NotUtf8(line) => {
                page.reject(number, error.error());
                page.push_line(|out| out.extend_from_slice(line));
            }
            RecordError::TooLong => {
                page.done.counts.lost += 1;
                self.reject(number, "{}", None, error.error(), page);
            }
        }
    }
}

impl AddMembers {
    fn reject(
        &self,
        number: u64,
        line: &str,
        input: Option<&[u8]>,
        error: ErrorShape<'_>,
        page: &mut Page<'_>,
    ) {
        let kind = error.kind;
        page.reject(number, error);
        let added = self.additions.iter().map(|added| (added, added.field.of_rejected(input, kind)));
        page.push_line(|out| push_members(out, line, added));
    }

    /// Returns the URL in the JSON object `line`, or `None` if the member that contains the URL is null.
    fn url_of<'l>(&self, line: &'l str) -> Result<Option<Cow<'l, str>>, ErrorShape<'static>> {
        let error = |kind, message: String| ErrorShape::of_request(kind, message);
        let object: Object<'l> = serde_json::from_str(line)
            .map_err(|_| error("not-an-object", "the line is not a JSON object".into()))?;
        let get = |name: &str| object.get(&JsonString(name.into())).copied();
        if let Some(Addition { name, .. }) = self.additions.iter().find(|added| get(&added.name).is_some()) {
            return Err(error("member-exists", format!("the object has a member {name:?}")));
        }
        let member = &self.member;
        let value = member_at(&object, member)
            .ok_or_else(|| error("no-member", format!("the object has no member {member:?}")))?;
        serde_json::from_str::<Option<JsonString<'l>>>(value.get())
            .map(|url| url.map(|JsonString(url)| url))
            .map_err(|_| error("not-a-string", format!("the member {member:?} is not a string")))
    }
}

fn push_members<'f>(
    out: &mut Vec<u8>,
    line: &str,
    added: impl Iterator<Item = (&'f Addition, Option<Cow<'f, str>>)>,
) {
    // The line is a JSON object, so its last character is a brace.
    let object = line.trim_ascii();
    let members = object.strip_suffix('}').unwrap_or(object).trim_ascii_end();
    out.extend_from_slice(members.as_bytes());
    let mut has_members = !members.ends_with('{');
    for (Addition { name, .. }, value) in added {
        if has_members {
            out.push(b',');
        }
        has_members = true;
        push_string(out, name);
        out.push(b':');
        match value {
            Some(value) => push_string(out, &value),
            None => out.extend_from_slice(b"null"),
        }
    }
    out.push(b'}');
}

pub(crate) enum Shape {
    Text,
    Json(Vec<Field>),
    Table(u8),
}

pub(crate) struct Fields {
    pub(crate) parsing: Parsing,
    pub(crate) template: Template,
    pub(crate) shape: Shape,
    pub(crate) bare_hosts: bool,
}

pub(crate) fn get(options: &Options, get: &Get) -> Result<Verdict> {
    let mut parsing = Parsing::lenient(options, &get.stream)?;
    parsing.permits(get.template.fields())?;
    if get.pattern.is_none() && get.template.fields().any(Field::is_group) {
        return refuse("the field `pattern[NAME]` is a group of a pattern: give it with --pattern");
    }
    parsing.pattern = get.pattern.clone().map(Arc::new);
    let json = options.json && !get.stream.count;
    let shape = match () {
        () if get.csv => Shape::Table(b','),
        () if get.tsv => Shape::Table(b'\t'),
        () if json => Shape::Json(members(&get.template, get.stream.unique)),
        () => Shape::Text,
    };
    let mut head = Vec::new();
    if let Shape::Table(delimiter) = shape
        && !get.stream.count
    {
        push_row(&mut head, delimiter, get.template.fields().map(|field| Cow::Borrowed(&*field.name)));
    }
    let (input, kind) = (Input::open(&get.stream.inputs)?, Kind::of("results"));
    let job = Fields { parsing, template: get.template.clone(), shape, bare_hosts: get.bare_hosts };
    lines::run_on(input, options, &get.stream, kind, &head, Box::new(job))
}

/// Returns the fields of `template`, without repeated names. `is_unique` is true with `--unique`. If it is
/// false, the field `line` is left out, because every result already has the key `line`.
fn members(template: &Template, is_unique: bool) -> Vec<Field> {
    let mut names: BTreeSet<&str> = if is_unique { BTreeSet::new() } else { ["line"].into() };
    template.fields().filter(|field| names.insert(&field.name)).cloned().collect()
}

/// Appends a row of a table with the `fields`, separated by `delimiter`.
///
/// FAST: does not create a `csv::Writer` for each row. A test compares the bytes with those of a writer.
fn push_row<'f>(out: &mut Vec<u8>, delimiter: u8, fields: impl Iterator<Item = Cow<'f, str>>) {
    let start = out.len();
    for (i, field) in fields.enumerate() {
        out.extend((i > 0).then_some(delimiter));
        let marks = memchr3(b'"', b'\n', b'\r', field.as_bytes());
        let is_quoted = marks.is_some() || memchr(delimiter, field.as_bytes()).is_some();
        let field = if is_quoted { format!("\"{}\"", field.replace('"', "\"\"")).into() } else { field };
        out.extend_from_slice(field.as_bytes());
    }
    // A CSV reader would skip an empty line, so a row with a single empty field is written as `""`.
    out.extend_from_slice(if out.len() == start { b"\"\"\n" } else { b"\n" });
}

impl Job for Fields {
    fn url_of<'r>(&self, input: &'r str) -> Option<Cow<'r, str>> {
        if self.bare_hosts {
            Some(format!("https://{}/", bare_host(input)?).into())
        } else {
            Some(input.into())
        }
    }

    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let Some(text) = self.url_of(input) else {
            let message = "a host has no port and no path, and an IPv6 address has brackets";
            return page.reject(number, ErrorShape::of_request("not-a-host", message));
        };
        let Some(url) = page.parsed(number, input, self.parsing.read(&text, DocumentContext::default()))
        else {
            return;
        };
        let row = self.parsing.row(number, input, &url);
        match &self.shape {
            Shape::Text => page.write_by(number, |out| self.template.fill(row, out)),
            Shape::Json(members) => page.write_json(number, FieldsObject(members, row)),
            Shape::Table(delimiter) => {
                let values = self.template.fields().map(|field| field.of(row).unwrap_or_default());
                page.accept();
                page.push(|out| push_row(out, *delimiter, values));
            }
        }
    }
}

struct FieldsObject<'a>(&'a [Field], Row<'a>);

impl Serialize for FieldsObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(fields, row) = self;
        serializer.collect_map(fields.iter().map(|field| (&field.name, field.of(*row))))
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::push_row;
    use crate::shape::push_string;

    #[test]
    fn rows_and_strings_match_csv_and_serde_json() {
        let fields = url_testdata::hostile::short_strings("a\",\t\n\r '#\\\u{1f}é", 2);
        let rows = fields.iter().flat_map(|field| [vec![&**field, "x"], vec!["", field], vec![field]]);
        for (row, delimiter) in rows.flat_map(|row| [(row.clone(), b','), (row, b'\t')]) {
            let mut fast = Vec::new();
            push_row(&mut fast, delimiter, row.iter().map(|&field| Cow::Borrowed(field)));
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
            writer.write_record(&row).unwrap();
            assert_eq!(fast, writer.into_inner().unwrap(), "{row:?}");
            fast.clear();
            push_string(&mut fast, row[0]);
            assert_eq!(fast, serde_json::to_vec(row[0]).unwrap());
        }
    }
}
