//! `canon --in FILE`: canonicalizes every line, in order, in constant memory, on all cores.

use std::io::Write;

use memchr::memchr;
use url_facade::{Parser, Reference};

use super::one::write_json;
use crate::{
    args::{Lines, Options},
    inputs::{Source, progress_bar},
    operation::{Outcome, parse_base},
    outputs::{self, Opening, Output},
    pipeline,
    records::{Block, RECORD_LIMIT},
    shape::{Answer, ErrorShape, Summary, write_line},
    verdict::{Failure, Verdict},
};

/// How a line becomes output.
struct Work {
    parser: Parser<'static>,
    base: Option<Reference>,
    end: u8,
    json: bool,
    /// Whether invalid lines are reported, not only counted.
    reports: bool,
}

/// The result of one block.
#[derive(Default)]
struct Done {
    bytes: u64,
    out: Vec<u8>,
    errors: Vec<u8>,
    count: Summary,
}

pub(crate) fn run(options: &Options, base: Option<&str>, lines: &Lines) -> Result<Verdict, Failure> {
    let Some(input) = &lines.input else { return Ok(Verdict::Valid) };
    let parser = options.parser();
    let base = base.map(|base| parse_base(parser, base)).transpose();
    let base = base.map_err(|fault| Failure::Refused(format!("the base: {}", fault.error)))?;
    let end = if lines.null { 0 } else { b'\n' };
    let work = Work { parser, base, end, json: options.json, reports: lines.errors.is_some() };

    let Source { name, reader, size, identity } = Source::open(input)?;
    let (mut out, mut errors) = open(lines, Opening::beside(identity))?;

    let bar = progress_bar(size, lines.out.is_some());
    let mut total = Summary::default();
    let outcome = pipeline::run(
        &name,
        reader,
        end,
        move |block| work.run(&block),
        |done: Done| {
            out.write(&done.out)?;
            errors.as_mut().map_or(Ok(()), |errors| errors.write(&done.errors))?;
            total.add(done.count);
            bar.inc(done.bytes);
            Ok(())
        },
    );
    bar.finish_and_clear();
    let outcome = outcome.and_then(|()| outputs::finish([out].into_iter().chain(errors), lines.fsync));
    let is_reported = match outcome {
        Ok(()) => true,
        Err(Failure::Refused(_)) => total.lines > 0,
        Err(Failure::Closed) => false,
    };
    if is_reported {
        report(total, lines, options.json);
    }
    outcome?;
    Ok(Verdict::invalid_if(lines.strict && total.invalid > 0))
}

/// The outputs for the URLs, and for the invalid lines if these are asked for.
fn open(lines: &Lines, mut opening: Opening) -> Result<(Output, Option<Output>), Failure> {
    let out = opening.open(lines.out.as_deref())?;
    let errors = lines.errors.as_deref().map(|path| opening.open(Some(path))).transpose()?;
    Ok((out, errors))
}

/// Writes the summary to stderr. A closed stderr is no failure.
fn report(total: Summary, lines: &Lines, json: bool) {
    let mut err = anstream::stderr().lock();
    let _ = if json {
        write_json(&mut err, &total)
    } else {
        let Summary { lines: count, canonical, invalid } = total;
        let hint = if invalid > 0 && lines.errors.is_none() { " (--errors FILE lists them)" } else { "" };
        writeln!(err, "lines {count}, canonical {canonical}, invalid {invalid}{hint}")
    };
}

impl pipeline::Made for Done {
    fn weight(&self) -> usize {
        self.out.len() + self.errors.len()
    }
}

impl Summary {
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.canonical += other.canonical;
        self.invalid += other.invalid;
    }
}

impl Work {
    fn run(&self, block: &Block) -> Done {
        let mut done = Done { bytes: block.len(), ..Done::default() };
        for (number, record) in block.records(self.end) {
            done.count.lines += 1;
            match record {
                Some(record) => self.canonicalize(number, &url_facade::from_bytes(record), &mut done),
                None => self.reject(number, ErrorShape::too_long(RECORD_LIMIT), &mut done),
            }
        }
        done
    }

    fn canonicalize(&self, number: u64, input: &str, done: &mut Done) {
        match self.parser.with_base(self.base.as_ref()).parse(input) {
            Ok(url) if self.json => {
                done.count.canonical += 1;
                write_line(&mut done.out, &Answer::of(&Outcome::Url(url)).with_line(number));
            }
            // A base may contain the end of a line.
            Ok(url) if memchr(self.end, url.as_str().as_bytes()).is_some() => {
                self.reject(number, ErrorShape::not_one_line(self.end), done);
            }
            Ok(url) => {
                done.count.canonical += 1;
                done.out.extend_from_slice(url.as_str().as_bytes());
                done.out.push(self.end);
            }
            Err(error) => self.reject(number, ErrorShape::of(error.into()), done),
        }
    }

    fn reject(&self, number: u64, error: ErrorShape<'_>, done: &mut Done) {
        done.count.invalid += 1;
        if !self.reports {
            return;
        }
        if self.json {
            write_line(&mut done.errors, &Answer::failed(error).with_line(number));
        } else {
            done.errors.extend_from_slice(format!("{number}\t{}\n", error.to_tabs()).as_bytes());
        }
    }
}
