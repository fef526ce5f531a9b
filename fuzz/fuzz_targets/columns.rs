//! Fuzzes `urlspec columns`, which adds columns to tables, and `urlspec canon --in` and `urlspec get --in`,
//! which process lists: no record may be lost or invented, and added columns must have the right values.
//!
//! The first byte of the fuzz input selects the command and its options. The rest is the input of the
//! command. That input may be compressed.

#![no_main]

use std::{
    borrow::Cow,
    io::{Cursor, Read},
    sync::LazyLock,
};

use clap::Parser as _;
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

/// The modules of the program, included as files because a program is not a library.
#[path = "../../crates/urlspec/src"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod source {
    pub(crate) mod args;
    pub(crate) mod commands {
        pub(crate) mod columns;
        pub(crate) mod one;
    }
    pub(crate) mod format;
    pub(crate) mod inputs;
    pub(crate) mod lines;
    pub(crate) mod operation;
    pub(crate) mod pipeline;
    pub(crate) mod published;
    pub(crate) mod records;
    pub(crate) mod selection;
    pub(crate) mod shape;
    pub(crate) mod show;
    pub(crate) mod template;
    pub(crate) mod verdict;
}
use source::*;

use args::{Cli, Columns, Command, Options, Stream};
use commands::{
    columns::{self, Fields, Shape},
    one::Canonical,
};
use inputs::{Budget, End, Input, Source};
use lines::{Blank, Counts, Errors, Form, Job};
use selection::Parsing;
use template::Addition;

/// The columns to add. In each row, either `href` or `error` has a value, but not both.
const ADDED: [&str; 7] = ["href", "error", "line", "input", "path:decoded", "path[-1]", "query[q]"];

static CALL: LazyLock<(Options, Columns)> = LazyLock::new(|| {
    let call = Cli::try_parse_from(["urlspec", "columns", "--column", "url", "--add", &ADDED.join(",")]);
    match call.unwrap() {
        Cli { options, command: Command::Columns(columns) } => (options, columns),
        Cli { command, .. } => panic!("{command:?}"),
    }
});

fn additions() -> Vec<Addition> {
    columns::additions(&CALL.0, &CALL.1).unwrap_or_else(|_| panic!("{ADDED:?} are fields"))
}

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    let case = Case {
        bytes,
        step: if choice & 16 == 0 { 1 << 16 } else { 3 },
        is_lossy: choice & 8 != 0,
        base: (choice & 32 != 0).then_some("http://base.test/a/b?c"),
    };
    match choice & 7 {
        0 | 1 => case.table(b','),
        2 => case.table(b'\t'),
        3 | 4 => case.objects(),
        5 => case.canon(b'\n'),
        6 => case.canon(0),
        _ if choice & 64 == 0 => case.get(Shape::Text),
        _ => case.get(Shape::Table(b',')),
    }
});

struct Case<'d> {
    bytes: &'d [u8],
    /// The maximum number of bytes that one read returns.
    step: usize,
    is_lossy: bool,
    base: Option<&'static str>,
}

impl Case<'_> {
    fn parsing(&self) -> Parsing {
        let stream = Stream { base: self.base.map(str::to_owned), ..CALL.1.stream.clone() };
        Parsing::new(&CALL.0, &stream).unwrap_or_else(|_| panic!("{:?} is a base", self.base))
    }

    fn input(&self, end: u8) -> Input {
        Input { is_lossy: self.is_lossy, ..input(self.bytes, self.step, End::Byte(end)) }
    }

    fn text<'r>(&self, record: &'r [u8]) -> Option<Cow<'r, str>> {
        match str::from_utf8(record) {
            Ok(text) => Some(text.into()),
            Err(_) => self.is_lossy.then(|| url_facade::from_bytes(record)),
        }
    }

    /// Checks that the columns of each row are unchanged and that the added columns follow.
    fn table(&self, delimiter: u8) {
        let mut input = self.input(b'\n');
        let prepared = columns::prepare(&mut input, &CALL.1, additions(), self.parsing(), delimiter);
        let Ok((head, job)) = prepared else { return };
        let Some(made) = run(&job, input, b'\n', Blank::Skip) else { return };
        let Some(content) = content(self.bytes, b'\n') else { return };
        let out = [head, made.out].concat();
        let what = || format!("{} -> {}", content.escape_ascii(), out.escape_ascii());
        let (before, after) = (rows(&content, delimiter), rows(&out, delimiter));
        let line_of = |row: &csv::ByteRecord| {
            // [`rows`] inserted a byte before the table.
            let start = row.position().map_or(0, |start| start.byte() as usize).saturating_sub(1);
            let (head, rest) = content.split_at(start);
            let blank = rest.iter().take_while(|byte| b"\r\n".contains(byte));
            head.iter().chain(blank).filter(|byte| **byte == b'\n').count() + 1
        };
        assert_eq!(before.len(), after.len(), "rows: {}", what());
        assert_eq!(made.counts.lines as usize, before.len() - 1, "{}", what());
        assert_eq!(made.counts.done + made.counts.invalid, made.counts.lines, "{}", what());
        assert_eq!(results(&made.errors, b'\n').len() as u64, made.counts.invalid, "{}", what());
        let column = before[0].iter().position(|name| name == b"url").unwrap_or_else(|| panic!("{}", what()));
        for (number, (old, new)) in before.iter().zip(&after).enumerate() {
            let width = before[0].len();
            // A row with more fields than the header is rejected, and stays as it is.
            if old.len() > width {
                assert!(old.iter().eq(new.iter()), "row {number}: {}", what());
                continue;
            }
            assert_eq!(new.len(), width + ADDED.len(), "row {number}: {}", what());
            let kept = old.iter().chain(std::iter::repeat(&b""[..])).take(width);
            assert!(kept.eq(new.iter().take(width)), "row {number}: {}", what());
            let added: Vec<&[u8]> = new.iter().skip(width).collect();
            if number == 0 {
                assert!(added.iter().eq(ADDED.iter().map(|name| name.as_bytes()).collect::<Vec<_>>().iter()));
                continue;
            }
            let url = self.text(old.get(column).unwrap_or_default());
            let url = url.as_deref().and_then(|url| Some((url, self.parsing().parse(url).ok()?)));
            match url {
                Some((input, url)) => {
                    let line = line_of(old).to_string();
                    assert_eq!(added[..4], [url.as_str(), "", &line, input].map(str::as_bytes), "{}", what());
                }
                None => {
                    let empty = added.iter().enumerate().all(|(at, field)| field.is_empty() != (at == 1));
                    assert!(empty, "row {number}: {}", what());
                }
            }
        }
    }

    /// Checks that each JSON line is either unchanged or extended with the added members.
    fn objects(&self) {
        let member = CALL.1.column.clone();
        let job = columns::AddMembers { parsing: self.parsing(), additions: additions(), member };
        let Some(made) = run(&job, self.input(b'\n'), b'\n', Blank::Skip) else { return };
        let Some(content) = content(self.bytes, b'\n') else { return };
        let what = || format!("{} -> {}", content.escape_ascii(), made.out.escape_ascii());
        let before = records(&content, b'\n');
        let (blank, before): (Vec<_>, Vec<_>) =
            before.into_iter().partition(|line| line.trim_ascii().is_empty());
        let after = results(&made.out, b'\n');
        assert_eq!(before.len(), after.len(), "lines: {}", what());
        let counts = made.counts;
        assert_eq!(counts.blank as usize, blank.len(), "{}", what());
        assert_eq!(counts.done + counts.invalid, after.len() as u64, "{}", what());
        assert_eq!(counts.lines, counts.done + counts.invalid + counts.blank, "{}", what());
        assert_eq!(results(&made.errors, b'\n').len() as u64, counts.invalid, "{}", what());
        let mut unchanged = 0;
        for (old, new) in before.into_iter().zip(after) {
            let text = self.text(old);
            let old = text.as_deref().map_or(old, str::as_bytes);
            // Here, some numbers, lone surrogates and deep nesting are errors. In the program, they are not.
            let object = serde_json::from_slice::<Map<String, Value>>(old).ok();
            let has_url = object.as_ref().is_some_and(|object| {
                object.get("url").is_some_and(|url| url.is_string() || url.is_null())
                    && !ADDED.iter().any(|name| object.contains_key(*name))
            });
            if old == new {
                unchanged += 1;
                assert!(!has_url, "without members: {}", what());
            } else if let Some(mut object) = object {
                assert!(has_url, "with members: {}", what());
                let mut new: Map<String, Value> =
                    serde_json::from_slice(new).unwrap_or_else(|error| panic!("{error}: {}", what()));
                let added =
                    ADDED.map(|name| new.remove(name).unwrap_or_else(|| panic!("{name}: {}", what())));
                assert_eq!(new, object, "{}", what());
                let url = object.remove("url").and_then(|url| url.as_str().map(String::from));
                let parsing = self.parsing();
                let parsed = url.as_deref().map(|url| parsing.parse(url));
                let href = parsed.as_ref().and_then(|url| Some(url.as_ref().ok()?.as_str()));
                assert_eq!(added[0].as_str(), href, "{}", what());
                assert_eq!(added[1].is_string(), parsed.is_some_and(|url| url.is_err()), "{}", what());
            }
        }
        assert!(unchanged <= counts.invalid, "{}", what());
    }

    /// Checks that `urlspec canon` writes the same results for the list as for each of its lines alone.
    fn canon(&self, end: u8) {
        let job = Canonical { parsing: self.parsing(), policy: None, is_verbose: false };
        let Some((made, content)) = self.list(&job, end) else { return };
        let texts = records(&content, end).into_iter().filter_map(|record| self.text(record));
        let expected: Vec<String> = texts
            .filter(|text| self.base.is_some() || !text.trim_ascii().is_empty())
            .filter_map(|text| Some(job.parsing.parse(&text).ok()?.as_str().to_owned()))
            .collect();
        let out = results(&made.out, end);
        assert!(out.into_iter().eq(expected.iter().map(String::as_bytes)), "{}", content.escape_ascii());
    }

    fn get(&self, shape: Shape) {
        let is_table = matches!(shape, Shape::Table(_));
        let template = "{line}\t{path:decoded}\t{query[q]:all}\t{host:unicode}\t{dedupe}".parse();
        let template = template.unwrap();
        let job = Fields { parsing: self.parsing(), template, shape, bare_hosts: false };
        let Some((made, content)) = self.list(&job, b'\n') else { return };
        let found = if is_table { rows(&made.out, b',').len() } else { results(&made.out, b'\n').len() };
        assert_eq!(found as u64, made.counts.done, "{}", content.escape_ascii());
    }

    /// Runs `job` on the fuzz input, and checks the counts of records. Returns the output and the records.
    fn list(&self, job: &impl Job, end: u8) -> Option<(CommandOutput, Vec<u8>)> {
        let blank = if self.base.is_some() { Blank::Take } else { Blank::Skip };
        let made = run(job, self.input(end), end, blank)?;
        let content = content(self.bytes, end)?;
        let (counts, errors) = (made.counts, results(&made.errors, b'\n').len() as u64);
        let what = || format!("{counts:?}: {} -> {}", content.escape_ascii(), made.out.escape_ascii());
        assert_eq!(counts.lines as usize, records(&content, end).len(), "{}", what());
        assert_eq!(counts.lines, counts.done + counts.invalid + counts.blank, "{}", what());
        assert_eq!(errors, counts.invalid, "{}", what());
        Some((made, content))
    }
}

/// Returns the rows of `table`. Inserts a line feed before the table, because the CSV reader would skip a
/// byte order mark at the start.
fn rows(table: &[u8], delimiter: u8) -> Vec<csv::ByteRecord> {
    let mut reader = csv::ReaderBuilder::new();
    let reader =
        reader.has_headers(false).flexible(true).delimiter(delimiter).from_reader(b"\n".chain(table));
    reader.into_byte_records().map(|row| row.unwrap()).collect()
}

/// The maximum size of an input after decompression, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Creates an input whose reads return at most `step` bytes each.
fn input(bytes: &[u8], step: usize, end: End) -> Input {
    let reader = Box::new(ShortReads { bytes: Cursor::new(bytes.to_vec()), step });
    let source = Source::of_reader("input".into(), reader, None, end, &Budget::new(Some(MAX_BYTES)));
    let source = source.unwrap_or_else(|error| panic!("nothing was read: {error}"));
    Input { sources: vec![source], is_lossy: false, read_as: None, has_names: false }
}

/// Returns `bytes` as the program sees them: decompressed, and without a byte order mark.
fn content(bytes: &[u8], end: u8) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut source = input(bytes, usize::MAX, End::Byte(end)).sources.pop()?;
    source.reader.read_to_end(&mut content).is_ok().then_some(content)
}

/// Returns the records in `content`, without their ends: the byte `end` and, if it is LF, a CR before it.
fn records(content: &[u8], end: u8) -> Vec<&[u8]> {
    let records = results(content, end).into_iter();
    records.map(|record| record.strip_suffix(b"\r").filter(|_| end == b'\n').unwrap_or(record)).collect()
}

/// Returns the results in `out`. Each result ends with the byte `end`.
fn results(out: &[u8], end: u8) -> Vec<&[u8]> {
    if out.is_empty() {
        return Vec::new();
    }
    out.strip_suffix(&[end]).unwrap_or(out).split(|byte| *byte == end).collect()
}

struct ShortReads {
    bytes: Cursor<Vec<u8>>,
    step: usize,
}

impl Read for ShortReads {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = buffer.len().min(self.step);
        self.bytes.read(&mut buffer[..len])
    }
}

#[derive(Default)]
struct CommandOutput {
    out: Vec<u8>,
    errors: Vec<u8>,
    counts: Counts,
}

/// Runs `job` on `input`. Returns the output, and the errors of invalid records, or `None` if a read fails.
fn run(job: &impl Job, input: Input, end: u8, blank: Blank) -> Option<CommandOutput> {
    let form = Form {
        json: false,
        end,
        errors: Errors::Listed,
        only: None,
        base: None,
        blank,
        marks: Default::default(),
        selection: None,
        is_grouped: false,
    };
    let mut made = CommandOutput::default();
    for block in input.into_blocks() {
        let done = lines::run_block(job, &block.ok()?, &form);
        made.out.extend_from_slice(&done.out);
        made.errors.extend_from_slice(&done.errors);
        made.counts.add(done.counts);
    }
    Some(made)
}
