//! The result of a block of records: the output, the errors and the counts.

use std::{hash::BuildHasher as _, sync::Arc};

use hashbrown::DefaultHashBuilder;
use memchr::memchr;
use serde::Serialize;

use crate::{
    buffers::Buffer,
    operation::Fault,
    pipeline,
    place::Place,
    records::Block,
    shape::{Answer, ErrorShape, write_line},
    show::{Given, write_error, write_fault},
};

/// How results and errors are written.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) json: bool,
    /// What ends a line of output that is not JSON.
    pub(crate) end: u8,
    pub(crate) errors: Errors,
    pub(crate) blank: Blank,
    /// What the results are hashed with, if they are compared with each other.
    pub(crate) hasher: Option<DefaultHashBuilder>,
}

/// Where errors go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errors {
    /// They are only counted.
    Counted,
    /// A line each.
    Listed,
    /// As for one URL, for people.
    Shown,
    /// Among the results, a line each.
    Answers,
}

/// What is done with a record that holds nothing but white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    /// It is counted, and has no result.
    Skip,
    /// It is a record like others.
    Take,
    /// It is invalid.
    Refuse,
}

/// How many lines there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) lines: u64,
    /// Lines that hold nothing but white space.
    pub(crate) blank: u64,
    /// URLs that do not meet a condition.
    pub(crate) left_out: u64,
    /// Results.
    pub(crate) done: u64,
    pub(crate) invalid: u64,
    /// Records that the output should hold and does not.
    pub(crate) lost: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.blank += other.blank;
        self.left_out += other.left_out;
        self.done += other.done;
        self.invalid += other.invalid;
        self.lost += other.lost;
    }
}

/// The result of a block.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The number of bytes of the input.
    pub(crate) bytes: u64,
    pub(crate) out: Buffer,
    /// The hash and the end of each result in `out`, if there is a hasher.
    pub(crate) hashes: Vec<(u64, usize)>,
    pub(crate) errors: Vec<u8>,
    pub(crate) counts: Counts,
}

impl pipeline::Made for Done {
    fn weight(&self) -> usize {
        self.out.len() + self.errors.len() + 16 * self.hashes.len()
    }
}

/// What is written for a block, as far as it is.
#[derive(Debug)]
pub(crate) struct Page<'f> {
    pub(crate) form: &'f Form,
    /// The file, where there are several.
    file: Option<Arc<str>>,
    pub(crate) done: Done,
}

impl<'f> Page<'f> {
    /// For the results of `block`.
    pub(crate) fn new(form: &'f Form, block: &Block) -> Self {
        let done = Done { bytes: block.len(), ..Done::default() };
        Self { form, file: block.origin.name.clone(), done }
    }

    /// `place`, in the file of the block unless it is in another one.
    fn located(&self, place: impl Into<Place>) -> Place {
        let place = place.into();
        Place { file: place.file.or_else(|| self.file.as_deref().map(Into::into)), ..place }
    }

    /// Takes one result, a `line` with its end, which is to be written later; it will end `len` bytes after what is written now.
    #[inline]
    pub(crate) fn keep(&mut self, line: &[u8], len: usize) {
        let Done { out, hashes, counts, .. } = &mut self.done;
        counts.done += 1;
        if let Some(hasher) = &self.form.hasher {
            hashes.push((hasher.hash_one(line), out.len() + len));
        }
    }

    /// The place as it is written: not where equal results are to be found.
    pub(crate) fn shown(&self, place: impl Into<Place>) -> Option<Place> {
        self.form.hasher.is_none().then(|| self.located(place))
    }

    /// Writes what is then counted, which `write` appends with all that ends it.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let Done { out, hashes, .. } = &mut self.done;
        let start = out.len();
        write(out);
        if let Some(hasher) = &self.form.hasher {
            hashes.push((hasher.hash_one(&out[start..]), out.len()));
        }
    }

    /// Counts a URL that has no result, since it does not meet a condition.
    pub(crate) fn leave_out(&mut self) {
        self.done.counts.left_out += 1;
    }

    /// Writes one result as a line. `place` is where it is from, for the error if it would be read as two lines.
    pub(crate) fn write(&mut self, place: impl Into<Place>, text: &str) {
        let end = self.form.end;
        // A base may contain the end of a line, and so may what is decoded.
        if memchr(end, text.as_bytes()).is_some() {
            let name = if end == 0 { "NUL" } else { "LF" };
            let message = format!("the result contains {name}, which ends lines: use --json");
            return self.reject(place, ErrorShape::of_request("not-one-line", message));
        }
        self.accept();
        self.push_line(|out| out.extend_from_slice(text.as_bytes()));
    }

    /// Writes one result as JSON, with its place.
    pub(crate) fn write_json(&mut self, place: impl Into<Place>, result: impl Serialize) {
        self.accept();
        self.push_json(place, result);
    }

    /// Writes as JSON, with its place, what is then counted.
    pub(crate) fn push_json(&mut self, place: impl Into<Place>, result: impl Serialize) {
        let answer = Answer::of(result).at(self.shown(place));
        self.push(|out| write_line(out, &answer));
    }

    /// Reports the fault of `input`.
    pub(crate) fn reject_fault(&mut self, place: impl Into<Place>, input: &str, fault: Fault) {
        if self.form.errors == Errors::Shown {
            self.done.counts.invalid += 1;
            // The memory of the block; writing there does not fail.
            let _ = write_fault(&mut self.done.errors, fault, Given { input, base: None });
            return;
        }
        self.reject(place, ErrorShape::of(fault));
    }

    /// Reports an error.
    pub(crate) fn reject(&mut self, place: impl Into<Place>, error: ErrorShape<'_>) {
        self.done.counts.invalid += 1;
        let (place, json) = (self.located(place), self.form.json);
        match self.form.errors {
            Errors::Counted => {}
            // The memory of the block; writing there does not fail.
            Errors::Shown => _ = write_error(&mut self.done.errors, &error),
            Errors::Listed => error.write_line(place, json, &mut self.done.errors),
            Errors::Answers => self.push(|out| error.write_line(place, json, out)),
        }
    }

    /// Writes what is then counted, which `write` appends without its end.
    pub(crate) fn push_line(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let end = self.form.end;
        self.push(|out| {
            write(out);
            out.push(end);
        });
    }

    /// Counts a result as invalid that was written as one, and reports it where invalid lines are listed.
    pub(crate) fn refuse(&mut self, place: impl Into<Place>, error: ErrorShape<'_>) {
        if self.form.errors == Errors::Listed {
            return self.reject(place, error);
        }
        self.done.counts.invalid += 1;
    }

    /// Counts one result.
    pub(crate) fn accept(&mut self) {
        self.done.counts.done += 1;
    }
}
