//! The result of a block of records: the output, the errors and the counts.

use std::{collections::BTreeMap, sync::Arc};

use memchr::{memchr, memchr3};
use serde::Serialize;
use siphasher::sip128::SipHasher13;
use url_facade::{ParseError, Url, UrlRef};

use crate::{
    buffers::Buffer,
    parsing::DocumentContext,
    record_location::RecordLocation,
    records::Block,
    selection::Selection,
    shape::{Answer, ErrorShape, write_line},
    show::{InputStrings, write_error, write_fault},
    template::Row,
};

/// The number of bytes to collect before a write.
pub(super) const WRITE_SIZE: usize = 64 << 10;

pub(crate) struct Form {
    pub(crate) json: bool,
    /// The byte that ends a line of output, unless it is JSON.
    pub(crate) end: u8,
    pub(crate) errors: Errors,
    pub(crate) blank: Blank,
    pub(crate) marks: Marks,
    pub(crate) selection: Option<Selection>,
    /// True if the sort key of a result is written before the result.
    pub(crate) is_grouped: bool,
}

impl Form {
    /// True if unchanged lines may be copied together: no JSON, no selection, and no marks except hashes.
    pub(crate) fn is_plain(&self) -> bool {
        !self.json && self.selection.is_none() && self.marks.ends == self.marks.hasher.is_some()
    }
}

/// The data to record for each result in addition to its text.
#[derive(Default)]
pub(crate) struct Marks {
    /// The byte offset at which the text ends.
    pub(crate) ends: bool,
    /// The hash of the text, with this hasher, if results are compared.
    pub(crate) hasher: Option<SipHasher13>,
    /// The counts of records before the end of the result.
    pub(crate) counts: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errors {
    Counted,
    /// Lists them in the error output, one per line.
    Listed,
    /// Shows them to people, with the place marked, as for a single URL.
    Shown,
    /// Writes them among the results, one per line.
    Answers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    /// Counts it, and writes no result.
    Skip,
    Take,
    /// Reports it as invalid.
    Refuse,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) lines: u64,
    /// Records that are empty or consist of white space.
    pub(crate) blank: u64,
    /// URLs that options such as `--where` exclude.
    pub(crate) left_out: u64,
    pub(crate) done: u64,
    pub(crate) invalid: u64,
    /// Records whose content is missing from the output, since they are too long.
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

#[derive(Default)]
pub(crate) struct Done {
    pub(crate) bytes: u64,
    pub(crate) out: Buffer,
    /// The hash of each result, and its end in `out`, if [`Marks`] request them.
    pub(crate) marks: Vec<(u128, usize)>,
    /// For each result, the counts up to it, and the end in `errors` of the errors before it.
    pub(crate) snapshots: Vec<(Counts, usize)>,
    /// The sort keys of all results, one after the other; `key_ends` has the end of each.
    pub(crate) keys: Vec<u8>,
    pub(crate) key_ends: Vec<usize>,
    pub(crate) errors: Vec<u8>,
    pub(crate) counts: Counts,
}

impl Done {
    pub(super) fn results(&self) -> impl Iterator<Item = (u128, &[u8])> {
        let mut start = 0;
        self.marks.iter().map(move |&(hash, end)| (hash, &self.out[std::mem::replace(&mut start, end)..end]))
    }

    pub(super) fn weight(&self) -> usize {
        let marks = 32 * self.marks.len() + 64 * self.snapshots.len();
        self.out.len() + self.errors.len() + self.keys.len() + marks
    }
}

pub(crate) struct Page<'f> {
    pub(crate) form: &'f Form,
    /// The name of the source, if there are several.
    file: Option<Arc<str>>,
    pub(crate) done: Done,
    key: Vec<u8>,
    /// The current URL, if an option such as `--where` required parsing it.
    pub(crate) url: Option<Url>,
}

impl<'f> Page<'f> {
    pub(crate) fn new(form: &'f Form, block: &Block) -> Self {
        let done = Done { bytes: block.len(), ..Done::default() };
        Self { form, file: block.origin.name.clone(), done, key: Vec::new(), url: None }
    }

    /// Returns `place` with the name of the block's file, unless `place` names another file.
    fn located(&self, place: impl Into<RecordLocation>) -> RecordLocation {
        let place = place.into();
        RecordLocation { file: place.file.or_else(|| self.file.as_deref().map(Into::into)), ..place }
    }

    /// Counts the result `line`, which includes its line end. The caller appends it to the output later,
    /// where it will end `len` bytes after the current end.
    #[inline]
    pub(crate) fn keep(&mut self, line: &[u8], len: usize) {
        self.done.counts.done += 1;
        if let Marks { hasher: Some(hasher), counts, .. } = self.form.marks {
            self.done.marks.push((hasher.hash(line).as_u128(), self.done.out.len() + len));
            if counts {
                self.done.snapshots.push((self.done.counts, self.done.errors.len()));
            }
        }
    }

    /// True if the options select the URL `text`, which is parsed with the base and encoding of `context`.
    /// Invalid URLs are selected, so that the command reports them. Counts the URL if it is excluded.
    pub(crate) fn is_selected(&mut self, line: u64, text: &str, context: DocumentContext<'_>) -> bool {
        self.key.clear();
        self.url = None;
        let Some(Selection { parsing, .. }) = &self.form.selection else { return true };
        let Ok(url) = parsing.parse_in(text, context) else { return true };
        let is_selected = self.is_row_selected(parsing.row(line, text, &url));
        self.url = Some(url).filter(|_| is_selected).map(UrlRef::into_owned);
        is_selected
    }

    pub(crate) fn is_row_selected(&mut self, row: Row<'_>) -> bool {
        let Some(selection) = &self.form.selection else { return true };
        let is_selected = selection.is_selected(row);
        if !is_selected {
            self.done.counts.left_out += 1;
        } else if let Some(key) = &selection.key {
            self.key.clear();
            key.fill(row, &mut self.key);
            if self.form.is_grouped && memchr3(b'\t', b'\n', 0, &self.key).is_some() {
                let message =
                    "the text of --group-by contains a tab, LF or NUL, which would end it: use --sort-by";
                self.reject(row.line, ErrorShape::of_request("not-one-line", message));
                return false;
            }
        }
        is_selected
    }

    /// Returns the location to write with a result; `None` if results are compared, which it would prevent.
    pub(crate) fn shown(&self, place: impl Into<RecordLocation>) -> Option<RecordLocation> {
        self.form.marks.hasher.is_none().then(|| self.located(place))
    }

    /// Writes a counted result, which `write` appends with its end.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.done.out.len();
        write(&mut self.done.out);
        self.mark(start);
    }

    fn mark(&mut self, start: usize) {
        let Done { out, marks, snapshots, keys, key_ends, counts, errors, .. } = &mut self.done;
        let kept = &self.form.marks;
        if !kept.ends {
            return;
        }
        let hash = kept.hasher.map_or(0, |hasher| hasher.hash(&out[start..]).as_u128());
        marks.push((hash, out.len()));
        if kept.counts {
            snapshots.push((*counts, errors.len()));
        }
        if self.form.selection.as_ref().is_some_and(|selection| selection.key.is_some()) {
            keys.extend_from_slice(&self.key);
            key_ends.push(keys.len());
        }
    }

    /// Writes `text`, the result of the record at `place`, as a line. A line end in it is an error.
    pub(crate) fn write(&mut self, place: impl Into<RecordLocation>, text: &str) {
        self.write_by(place, |out| out.extend_from_slice(text.as_bytes()));
    }

    /// Like [`write`](Self::write), but `write` appends the result, without its line end.
    pub(crate) fn write_by(&mut self, place: impl Into<RecordLocation>, write: impl FnOnce(&mut Vec<u8>)) {
        let (start, end) = (self.done.out.len(), self.form.end);
        write(&mut self.done.out);
        // A base or a decoded text may contain a line end.
        if memchr(end, &self.done.out[start..]).is_some() {
            self.done.out.truncate(start);
            let name = if end == 0 { "NUL" } else { "LF" };
            let message = format!("the result contains {name}, which ends lines: use --json");
            return self.reject(place, ErrorShape::of_request("not-one-line", message));
        }
        self.accept();
        self.done.out.push(end);
        self.mark(start);
    }

    /// Writes `text`, which is not a URL, as one result.
    pub(crate) fn write_text(&mut self, line: u64, text: &str) {
        if self.form.json {
            self.write_json(line, BTreeMap::from([("text", text)]));
        } else {
            self.write(line, text);
        }
    }

    pub(crate) fn write_json(&mut self, place: impl Into<RecordLocation>, result: impl Serialize) {
        self.accept();
        self.push_json(place, result);
    }

    /// Like [`write_json`](Self::write_json), but `write` appends the members, each after a comma.
    pub(crate) fn write_members(
        &mut self,
        place: impl Into<RecordLocation>,
        write: impl FnOnce(&mut Vec<u8>),
    ) {
        self.accept();
        let answer = Answer { place: self.shown(place), ..Answer::of(()) };
        self.push(|out| {
            write_line(out, &answer);
            out.truncate(out.len() - b"}\n".len());
            write(out);
            out.extend_from_slice(b"}\n");
        });
    }

    /// Writes a result, which the caller counts, as JSON with its location.
    pub(crate) fn push_json(&mut self, place: impl Into<RecordLocation>, result: impl Serialize) {
        let answer = Answer { place: self.shown(place), ..Answer::of(result) };
        self.push(|out| write_line(out, &answer));
    }

    /// Returns the value in `result`, which parsing `input` gave, or reports its error.
    pub(crate) fn parsed<T>(&mut self, line: u64, input: &str, result: Result<T, ParseError>) -> Option<T> {
        result.map_err(|error| self.reject_fault(line, input, error)).ok()
    }

    pub(crate) fn reject_fault(&mut self, place: impl Into<RecordLocation>, input: &str, fault: ParseError) {
        if self.form.errors == Errors::Shown {
            self.done.counts.invalid += 1;
            // Writing to memory cannot fail.
            let _ = write_fault(&mut self.done.errors, fault, InputStrings { input, base: None });
            return;
        }
        self.reject(place, ErrorShape::in_input(fault, input));
    }

    pub(crate) fn reject(&mut self, place: impl Into<RecordLocation>, error: ErrorShape<'_>) {
        self.done.counts.invalid += 1;
        let (place, json) = (self.located(place), self.form.json);
        match self.form.errors {
            Errors::Counted => {}
            // Writing to memory cannot fail.
            Errors::Shown => _ = write_error(&mut self.done.errors, &error),
            Errors::Listed => error.write_line(place, json, &mut self.done.errors),
            Errors::Answers => self.push(|out| error.write_line(place, json, out)),
        }
    }

    /// Writes a result, which the caller counts. `write` appends it without its line end.
    pub(crate) fn push_line(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let end = self.form.end;
        self.push(|out| {
            write(out);
            out.push(end);
        });
    }

    /// Counts a record as invalid, although it has a result, and reports it if errors are listed.
    pub(crate) fn refuse(&mut self, place: impl Into<RecordLocation>, error: ErrorShape<'_>) {
        if self.form.errors == Errors::Listed {
            return self.reject(place, error);
        }
        self.done.counts.invalid += 1;
    }

    /// Counts a result that the caller writes.
    pub(crate) fn accept(&mut self) {
        self.done.counts.done += 1;
    }
}
