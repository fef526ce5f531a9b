//! The modules of the program for commands on many records, and functions that run such commands.

use std::io::{Cursor, Read};

/// The modules of the program. They are included, since a program is not a library.
#[path = "../../crates/urlspec/src"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod source {
    pub(crate) mod args;
    pub(crate) mod buffers;
    pub(crate) mod commands {
        pub(crate) mod canon;
        pub(crate) mod columns;
        pub(crate) mod columns_json;
        pub(crate) mod get;
        pub(crate) mod one;
    }
    pub(crate) mod condition;
    pub(crate) mod format;
    pub(crate) mod inputs;
    pub(crate) mod lines;
    pub(crate) mod operation;
    pub(crate) mod parsing;
    pub(crate) mod pipeline;
    pub(crate) mod record_location;
    pub(crate) mod records;
    pub(crate) mod selection;
    pub(crate) mod shape;
    pub(crate) mod show;
    pub(crate) mod template;
    pub(crate) mod texts;
    pub(crate) mod verdict;
}
pub(crate) use source::*;

use inputs::{Budget, End, Input, Source};
use lines::{Blank, Counts, Errors, Form, Job};

/// The maximum size of an input, after decompression.
const MAX_BYTES: u64 = 1 << 20;

/// Creates an input with the content `bytes`. Each read returns at most `step` bytes.
pub(crate) fn input(bytes: &[u8], step: usize, end: End) -> Input {
    let reader = Box::new(ShortReads { bytes: Cursor::new(bytes.to_vec()), step });
    let source = Source::of_reader("input".into(), reader, None, end, &Budget::new(Some(MAX_BYTES)));
    of_source(source.unwrap_or_else(|error| panic!("nothing was read: {error}")))
}

/// Creates an input that consists of one `source`.
pub(crate) fn of_source(source: Source) -> Input {
    Input { sources: vec![source], is_lossy: false, read_as: None, has_names: false }
}

/// Returns `bytes` as the program reads them: decompressed, and without a byte order mark.
pub(crate) fn content(bytes: &[u8], end: u8) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut source = input(bytes, usize::MAX, End::Byte(end)).sources.pop()?;
    source.reader.read_to_end(&mut content).is_ok().then_some(content)
}

/// Returns the records in `content`, without their ends: the byte `end`, and for LF also a CR before it.
pub(crate) fn records(content: &[u8], end: u8) -> Vec<&[u8]> {
    let has_cr = |record: &[u8]| end == b'\n' && record.ends_with(b"\r");
    results(content, end)
        .into_iter()
        .map(|record| &record[..record.len() - usize::from(has_cr(record))])
        .collect()
}

/// Returns the results in `out`, each of which ends with `end`.
pub(crate) fn results(out: &[u8], end: u8) -> Vec<&[u8]> {
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

/// The output of a command, its errors and its counts.
#[derive(Default)]
pub(crate) struct CommandOutput {
    pub(crate) out: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) counts: Counts,
}

/// Runs `job` on `input`, and lists invalid records. Returns `None` if the input cannot be read.
pub(crate) fn run(job: &impl Job, input: Input, json: bool, end: u8, blank: Blank) -> Option<CommandOutput> {
    let form = Form {
        json,
        end,
        errors: Errors::Listed,
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
