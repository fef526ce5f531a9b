//! Commands over many lines: one way to read them, to write what becomes of them, and to count.

mod log;
mod page;
mod sink;
mod spill;
mod tally;
mod texts;
mod unique;

use std::io::{self, Write as _};

use indicatif::ProgressBar;
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use urlspec_outputs::{Opening, Output, finish};

pub(crate) use self::page::Page;
use self::{
    page::{Counts, Done, Errors, Form},
    sink::Sink,
};
use crate::{
    args::Stream,
    inputs::{Source, progress_bar},
    pipeline,
    records::{Block, Blocks, End, RECORD_LIMIT},
    shape::{ErrorShape, write_line},
    verdict::{Failure, Verdict},
};

/// What a command does with a line.
pub(crate) trait Job: Send + Sync + 'static {
    /// Writes what becomes of line `number`, which is not blank unless [`takes_blank`](Self::takes_blank).
    fn run(&self, number: u64, line: &[u8], page: &mut Page<'_>);

    /// Writes what becomes of the lines of `block`, which end with `end`.
    fn run_block(&self, block: &Block, end: u8, page: &mut Page<'_>) {
        run_each(self, block, end, page);
    }

    /// What ends a record of the input, if `byte` ends a line.
    fn record_end(&self, byte: u8) -> End {
        End::Byte(byte)
    }

    /// Whether the errors are among the results, as the command's answer.
    fn answers_with_errors(&self) -> bool {
        false
    }

    /// Whether the exit code is 1 if any line is invalid, without `--strict` too, or if there is no line.
    fn fails_on_invalid(&self) -> bool {
        false
    }

    /// Whether a line without content is one like others.
    fn takes_blank(&self) -> bool {
        false
    }
}

/// Writes what becomes of each line of `block`, which ends with `end`.
pub(crate) fn run_each(job: &(impl Job + ?Sized), block: &Block, end: u8, page: &mut Page<'_>) {
    for (number, record) in block.records(end) {
        page.done.counts.lines += 1;
        match record {
            Some(record) => run_one(job, number, record, page),
            None => page.reject(number, ErrorShape::too_long(RECORD_LIMIT)),
        }
    }
}

/// Writes what becomes of line `number`, unless it is blank.
pub(crate) fn run_one(job: &(impl Job + ?Sized), number: u64, line: &[u8], page: &mut Page<'_>) {
    if !job.takes_blank() && line.trim_ascii().is_empty() {
        page.done.counts.blank += 1;
    } else {
        job.run(number, line, page);
    }
}

/// How a command names its results in the summary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verb(pub(crate) &'static str);

/// What a run counted.
#[derive(Debug)]
struct Summary {
    verb: Verb,
    counts: Counts,
    /// How many results differ, if they were compared.
    distinct: Option<u64>,
}

/// Runs `job` on the lines, or on the URLs, that `stream` names.
pub(crate) fn run(json: bool, stream: &Stream, verb: Verb, job: impl Job) -> Result<Verdict, Failure> {
    let source = Source::of_stream(stream)?;
    run_on(source, json, stream, verb, &[], job)
}

/// Runs `job` on the lines of `source`, behind a `head` that is written first.
pub(crate) fn run_on(
    source: Source,
    json: bool,
    stream: &Stream,
    verb: Verb,
    head: &[u8],
    job: impl Job,
) -> Result<Verdict, Failure> {
    let Source { name, reader, size, identity, end, is_typed } = source;
    let (mut out, errors) = open(stream, Opening::beside(identity))?;
    let sink = Sink::new(stream, json)?;
    let form = Form {
        // What is counted are texts.
        json: json && !stream.count,
        end: if stream.null { 0 } else { b'\n' },
        errors: match stream.errors {
            Some(_) => Errors::Listed,
            None if job.answers_with_errors() => Errors::Answers,
            None if is_typed => Errors::Shown,
            None => Errors::Counted,
        },
        hasher: sink.hasher(),
    };

    let is_guard = job.fails_on_invalid();
    let is_strict = stream.strict || is_typed || is_guard;
    let has_hint = form.errors == Errors::Counted;
    let bar = progress_bar(size, stream.out.is_some());
    out.write(head)?;
    let blocks = Blocks::new(reader, job.record_end(end));
    let work = move |block| {
        let mut page = Page::new(&form, &block);
        job.run_block(&block, end, &mut page);
        page.done
    };
    let results = Results { sink, out, errors, total: Counts::default(), bar };
    let (results, outcome) =
        pipeline::run(&name, blocks, work, results, |results, done| results.take(&done))?;
    let Results { sink, mut out, errors, total, bar } = results;
    let outcome = outcome.and_then(|()| sink.finish(&mut out));
    bar.finish_and_clear();
    let distinct = outcome.as_ref().ok().copied().flatten();
    let outcome = outcome.and_then(|_| finish([out].into_iter().chain(errors), stream.fsync));
    let is_reported = match outcome {
        Ok(()) => !is_typed,
        Err(Failure::Refused(_)) => total.lines > 0,
        Err(Failure::Closed) => false,
    };
    if is_reported {
        report(&Summary { verb, counts: total, distinct }, has_hint, json);
    }
    outcome?;
    Ok(Verdict::invalid_if(is_strict && total.invalid > 0 || is_guard && total.lines == 0))
}

/// Where the results of blocks go.
struct Results {
    sink: Sink,
    out: Output,
    /// Where invalid lines are listed, if they are.
    errors: Option<Output>,
    total: Counts,
    bar: ProgressBar,
}

impl Results {
    /// Takes the results of the next block.
    fn take(&mut self, done: &Done) -> Result<(), Failure> {
        self.sink.take(done, &mut self.out)?;
        if let Some(errors) = &mut self.errors {
            errors.write(&done.errors)?;
        } else if !done.errors.is_empty() {
            // A closed stderr is no failure.
            self.bar.suspend(|| anstream::stderr().write_all(&done.errors).unwrap_or_default());
        }
        self.total.add(done.counts);
        self.bar.inc(done.bytes);
        Ok(())
    }
}

/// The outputs for the results, and for the invalid lines if these are asked for.
fn open(stream: &Stream, mut opening: Opening) -> Result<(Output, Option<Output>), Failure> {
    let out = opening.open(stream.out.as_deref())?;
    let errors = stream.errors.as_deref().map(|path| opening.open(Some(path))).transpose()?;
    Ok((out, errors))
}

/// Writes the summary to stderr. A closed stderr is no failure.
fn report(summary: &Summary, has_hint: bool, json: bool) {
    if json {
        let mut line = Vec::new();
        write_line(&mut line, summary);
        let _ = io::stderr().write_all(&line);
        return;
    }
    let Summary { verb, counts: Counts { lines, blank, done, invalid }, distinct } = summary;
    let blank = if *blank > 0 { format!(", blank {blank}") } else { String::new() };
    let distinct = distinct.map(|distinct| format!(", distinct {distinct}")).unwrap_or_default();
    let hint = if *invalid > 0 && has_hint { " (--errors FILE lists them)" } else { "" };
    let _ = writeln!(
        anstream::stderr(),
        "lines {lines}{blank}, {} {done}, invalid {invalid}{hint}{distinct}",
        verb.0
    );
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("lines", &self.counts.lines)?;
        map.serialize_entry(self.verb.0, &self.counts.done)?;
        map.serialize_entry("invalid", &self.counts.invalid)?;
        map.serialize_entry("blank", &self.counts.blank)?;
        if let Some(distinct) = self.distinct {
            map.serialize_entry("distinct", &distinct)?;
        }
        map.end()
    }
}
