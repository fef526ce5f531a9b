//! Runs a command on each of many records (lines or rows of the input), and counts the results.

mod sink;

use std::{borrow::Cow, collections::BTreeMap, num::NonZeroU64, sync::Arc};

use memchr::{memchr, memchr3};
use serde::Serialize;
use siphasher::sip128::SipHasher13;
use url_facade::{ParseError, Url};
use url_find::document::{Content, Context, Found, Position};
use url_guard::Disagreement;
use url_policies::Policy;
use urlspec_outputs::{Opening, finish};

use self::sink::{Processing, Sink};
use crate::{
    args::{Options, Stream},
    inputs::{Input, Progress},
    pipeline,
    records::{Block, Buffer, RecordError},
    selection::{DocumentContext, Selection},
    shape::{Answer, ErrorShape, Place, hint_of_scheme, write_line},
    show::{InputStrings, REPORTS, say, write_error, write_fault, write_report},
    template::Row,
    verdict::{Failure, Result, Verdict},
};

pub(crate) trait Job: Send + Sync + 'static {
    /// Returns true if each record is a URL, and not for example a row of a table.
    fn is_of_urls(&self) -> bool {
        true
    }

    /// Returns the URL in `record`, to which options such as `--where` apply. If records are not URLs,
    /// returns `None`; [`Job::run`] must then call [`Page::is_selected`] for each URL.
    fn url_of<'r>(&self, record: &'r str) -> Option<Cow<'r, str>> {
        self.is_of_urls().then(|| record.into())
    }

    /// Returns the policy that changes URLs before they are searched in the `--not-in` and `--only-in` lists.
    fn policy(&self) -> Option<&Policy> {
        None
    }

    /// Returns true if the command has a result for blank records, or refuses them itself.
    fn accepts_blank(&self) -> bool {
        false
    }

    /// Writes the result of `record`, whose number is `number`. Blank records are passed only if
    /// [`Form::blank`] is [`Blank::Take`].
    fn run(&self, number: u64, record: &str, page: &mut Page<'_>);

    /// Writes the results of all records of `block`. The block must not come from a document, such as HTML.
    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        run_each(self, block, page);
    }

    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        page.reject(number, error.error());
    }

    /// Writes the result of the URL `text`, which was found at `place` in a document, such as HTML.
    fn run_found(&self, place: Place, text: &str, _context: DocumentContext<'_>, page: &mut Page<'_>) {
        self.run(place.line, text, page);
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// The word before the number of results in the summary, such as "found".
    pub(crate) verb: &'static str,
    /// True if errors are written among the results, because they are part of the command's answer.
    pub(crate) answers_with_errors: bool,
    /// True if any invalid line, or an input without a checked line, causes the exit code 1, even without
    /// `--strict`.
    pub(crate) is_guard: bool,
}

impl Kind {
    pub(crate) fn of(verb: &'static str) -> Self {
        Self { verb, answers_with_errors: false, is_guard: false }
    }
}

pub(crate) fn run_each(job: &(impl Job + ?Sized), block: &Block, page: &mut Page<'_>) {
    for (number, record) in block.records() {
        page.done.counts.lines += 1;
        match record {
            Ok(record) => run_one(job, number, &record, page),
            Err(error) => job.run_invalid_record(number, error, page),
        }
    }
}

impl From<Position> for Place {
    fn from(Position { line, column }: Position) -> Self {
        Self { column: Some(column), ..Self::from(line) }
    }
}

/// Writes the result of the URL `found` in a document. Reports an error if `found` is not a URL.
pub(crate) fn take_found(
    job: &dyn Job,
    Found { file, at, context, content, .. }: &Found,
    document: DocumentContext<'_>,
    is_lossy: bool,
    page: &mut Page<'_>,
) {
    let place = || Place { file: file.as_deref().map(String::from), ..Place::from(*at) };
    let (kind, message) = match content {
        Content::NotUtf8(_) if !is_lossy => ("not-utf-8", "the URL is not UTF-8"),
        Content::Refused(kind, message) => (*kind, &**message),
        Content::Url(text) | Content::NotUtf8(text) => {
            if page.is_selected(at.line, text, document) {
                let Context { element, attribute, rel, hreflang, pointer, .. } = context;
                let names = ["element", "attribute", "rel", "hreflang", "pointer"].into_iter();
                let parts =
                    names.zip([element, attribute, rel, hreflang, pointer]).filter(|_| page.form.json);
                let inside = parts.filter_map(|(name, part)| Some((name, part.as_deref()?.into()))).collect();
                job.run_found(Place { inside, ..place() }, text, document, page);
            }
            return;
        }
    };
    page.reject(place(), ErrorShape::of_request(kind, message));
}

pub(crate) fn run_one(job: &(impl Job + ?Sized), number: u64, record: &str, page: &mut Page<'_>) {
    let blank = if record.trim_ascii().is_empty() { page.form.blank } else { Blank::Take };
    match blank {
        Blank::Skip => page.done.counts.blank += 1,
        Blank::Refuse => page.reject(number, ErrorShape::of_disagreement(&Disagreement::Blank)),
        Blank::Take => {
            let is_selected = |url: Cow<'_, str>| page.is_selected(number, &url, DocumentContext::default());
            if job.url_of(record).is_none_or(is_selected) {
                job.run(number, record, page);
            }
        }
    }
}

pub(crate) fn run(options: &Options, stream: &Stream, kind: Kind, job: impl Job) -> Result<Verdict> {
    run_on(Input::open(&stream.inputs)?, options, stream, kind, &[], Box::new(job))
}

pub(crate) fn run_on(
    mut input: Input,
    options: &Options,
    stream: &Stream,
    kind: Kind,
    head: &[u8],
    job: Box<dyn Job>,
) -> Result<Verdict> {
    let (json, is_typed, read_as) = (options.json, input.is_typed(), input.read_as.take());
    let urls = stream.inputs.urls.iter().filter_map(|url| job.url_of(url.to_str()?));
    let hints = urls.filter(|_| is_typed && stream.default_scheme.is_none());
    hints.filter_map(|url| hint_of_scheme(&url)).for_each(|hint| say(&hint));
    let mut identities = input.take_identities();
    let selection = Selection::new(options, stream, job.policy(), &mut identities)?;
    let mut opening = Opening::beside(identities);
    let out = opening.open(stream.out.as_deref())?;
    let errors = stream.errors.as_deref().map(|path| opening.open(Some(path))).transpose()?;
    let left = stream.choice.limit.map_or(u64::MAX, NonZeroU64::get);
    let (processing, bar) = (Processing::new(stream)?, Progress::new(&input, stream.out.is_some()));
    let (total, distinct, reports) = (Counts::default(), None, if is_typed { usize::MAX } else { REPORTS });
    let mut sink = Sink { processing, left, json, out, errors, total, distinct, bar, reports };
    // With `--count`, the command counts the results as texts, not as JSON.
    let has_json = json && !stream.count;
    let form = Form {
        json: has_json,
        end: if stream.inputs.null { 0 } else { b'\n' },
        blank: match stream.base.as_deref().filter(|_| job.url_of("").is_some()) {
            None if kind.is_guard && !job.accepts_blank() => Blank::Refuse,
            None if !is_typed && !kind.is_guard && !job.accepts_blank() => Blank::Skip,
            _ => Blank::Take,
        },
        errors: match stream.errors {
            Some(_) => Errors::Listed,
            None if kind.answers_with_errors || is_typed && has_json => Errors::Answers,
            None if is_typed => Errors::Shown,
            None => Errors::Reported,
        },
        only: input.only(),
        base: stream.base.clone(),
        marks: sink.marks(),
        selection,
        is_grouped: stream.choice.group_by.is_some(),
    };

    let is_strict = stream.strict || is_typed || kind.is_guard;
    sink.out.write(head)?;
    let work = move |block: Block| run_block(&*job, &block, &form);
    let take = |sink: &mut Sink, done| sink.take(&done);
    let (mut sink, outcome) = pipeline::run(input.into_blocks(), work, Done::weight, sink, take)?;
    let outcome = outcome.and_then(|()| sink.finish());
    sink.bar.finish();
    let summary = sink.summary(kind.verb, read_as.as_deref());
    let outcome = outcome.and_then(|()| finish([sink.out].into_iter().chain(sink.errors), stream.fsync));
    let total = sink.total;
    let is_reported = match outcome {
        Ok(()) => !is_typed,
        Err(Failure::Refused(_)) => total.lines > 0,
        Err(Failure::Closed) => false,
    };
    if is_reported {
        say(&summary);
    }
    outcome?;
    let is_unchecked = kind.is_guard && total.lines == total.left_out;
    if is_unchecked && is_typed {
        say("no URL was checked");
    }
    Ok(Verdict::invalid_if(is_strict && total.invalid > 0 || total.lost > 0 || is_unchecked))
}

pub(crate) fn run_block(job: &dyn Job, block: &Block, form: &Form) -> Done {
    let mut page = Page::new(form, block);
    let Some(base) = &block.origin.document else {
        job.run_block(block, &mut page);
        return page.done;
    };
    for found in &block.found {
        page.done.counts.lines += 1;
        let context =
            DocumentContext { base: base.get().filter(|_| found.has_base), encoding: base.encoding() };
        take_found(job, found, context, block.origin.is_lossy, &mut page);
    }
    page.done
}

/// The number of bytes that are collected before they are written to the output.
pub(crate) const WRITE_SIZE: usize = 64 << 10;

pub(crate) struct Form {
    pub(crate) json: bool,
    /// The byte that ends a line of the output, except a line of JSON, which ends with LF.
    pub(crate) end: u8,
    pub(crate) errors: Errors,
    /// The name of the input, if there is only one, for reports of invalid lines.
    pub(crate) only: Option<String>,
    /// The base of `--base`, for reports of its errors.
    pub(crate) base: Option<String>,
    pub(crate) blank: Blank,
    pub(crate) marks: Marks,
    pub(crate) selection: Option<Selection>,
    /// True if the sort key of a result is written before the result (`--group-by`).
    pub(crate) is_grouped: bool,
}

impl Form {
    /// True if unchanged lines may be copied together: the output is not JSON, and no option needs the URLs.
    pub(crate) fn is_plain(&self) -> bool {
        !self.json && self.selection.is_none() && self.marks.ends == self.marks.hasher.is_some()
    }
}

/// The data that each result has in [`Done`], in addition to its text.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) ends: bool,
    /// The hasher for the texts of results, if the options compare results.
    pub(crate) hasher: Option<SipHasher13>,
    pub(crate) counts: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errors {
    /// The first [`REPORTS`] errors are written for people, each as a line `FILE:LINE: message`.
    Reported,
    Listed,
    /// Errors are written for people, with the input and a caret below the wrong text, as for a single URL.
    Shown,
    Answers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    Skip,
    Take,
    Refuse,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) lines: u64,
    pub(crate) blank: u64,
    pub(crate) left_out: u64,
    pub(crate) done: u64,
    pub(crate) invalid: u64,
    /// The number of records whose content is missing from the output, because they are too long.
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
    /// For each result, its hash and the position of its end in `out`. Empty unless [`Marks`] request them.
    pub(crate) marks: Vec<(u128, usize)>,
    /// For each result, the counts after this result, and the length of `errors` before this result.
    pub(crate) snapshots: Vec<(Counts, usize)>,
    /// The sort keys of all results, one after the other. `key_ends` has the position of the end of each key.
    pub(crate) keys: Vec<u8>,
    pub(crate) key_ends: Vec<usize>,
    pub(crate) errors: Vec<u8>,
    pub(crate) counts: Counts,
}

impl Done {
    pub(crate) fn results(&self) -> impl Iterator<Item = (u128, &[u8])> {
        let mut start = 0;
        self.marks.iter().map(move |&(hash, end)| (hash, &self.out[std::mem::replace(&mut start, end)..end]))
    }

    pub(crate) fn weight(&self) -> usize {
        let marks = 32 * self.marks.len() + 64 * self.snapshots.len();
        self.out.len() + self.errors.len() + self.keys.len() + marks
    }
}

pub(crate) struct Page<'f> {
    pub(crate) form: &'f Form,
    /// The number of errors that may still be reported.
    reports: usize,
    file: Option<Arc<str>>,
    pub(crate) done: Done,
    key: Vec<u8>,
    /// The URL of the current record, if an option such as `--where` required parsing it.
    pub(crate) url: Option<Url>,
}

impl<'f> Page<'f> {
    pub(crate) fn new(form: &'f Form, block: &Block) -> Self {
        let done = Done { bytes: block.len(), ..Done::default() };
        let file = block.origin.name.clone();
        Self { form, reports: REPORTS, file, done, key: Vec::new(), url: None }
    }

    /// Adds the name of the block's input file to `place`, unless `place` already names a file.
    fn located(&self, place: impl Into<Place>) -> Place {
        let place = place.into();
        Place { file: place.file.or_else(|| self.file.as_deref().map(Into::into)), ..place }
    }

    /// Counts the result `line`, which includes its line end, without writing it. The caller appends it to
    /// the output later: it will end `len` bytes after the current end of the output.
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

    /// Returns true if the options, such as `--where`, select the URL `text`. `context` has the base and the
    /// encoding of `text`. Selects invalid URLs, so that the command reports them. Counts the other URLs.
    pub(crate) fn is_selected(&mut self, line: u64, text: &str, context: DocumentContext<'_>) -> bool {
        self.key.clear();
        self.url = None;
        let Some(Selection { parsing, .. }) = &self.form.selection else { return true };
        let Ok(read) = parsing.read(text, context) else { return true };
        let is_selected = self.is_row_selected(parsing.row(line, text, &read));
        self.url = read.url().filter(|_| is_selected).map(|url| url.clone().into_owned());
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

    /// Returns the location to write with a result, or `None` if the options compare results: results with
    /// different locations would never be equal.
    pub(crate) fn shown(&self, place: impl Into<Place>) -> Option<Place> {
        self.form.marks.hasher.is_none().then(|| self.located(place))
    }

    /// Writes a result that is already counted. `write` appends the result and the byte that ends it.
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

    /// Writes `text`, the result of the record at `place`, as a line. Reports an error if `text` has a line
    /// end.
    pub(crate) fn write(&mut self, place: impl Into<Place>, text: &str) {
        self.write_by(place, |out| out.extend_from_slice(text.as_bytes()));
    }

    /// Writes the result that `write` appends, without its line end. Like [`write`](Self::write), reports an
    /// error if the result contains a line end.
    pub(crate) fn write_by(&mut self, place: impl Into<Place>, write: impl FnOnce(&mut Vec<u8>)) {
        let (start, end) = (self.done.out.len(), self.form.end);
        write(&mut self.done.out);
        // Some bases and decoded texts contain a line end.
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

    pub(crate) fn write_text(&mut self, line: u64, text: &str) {
        if self.form.json {
            self.write_json(line, BTreeMap::from([("text", text)]));
        } else {
            self.write(line, text);
        }
    }

    pub(crate) fn write_json(&mut self, place: impl Into<Place>, result: impl Serialize) {
        self.accept();
        self.push_json(place, result);
    }

    /// Writes a JSON object with the location and `ok`, as [`write_json`](Self::write_json) does. `write`
    /// appends all further members, each after a comma.
    pub(crate) fn write_members(&mut self, place: impl Into<Place>, write: impl FnOnce(&mut Vec<u8>)) {
        self.accept();
        let answer = Answer { place: self.shown(place), ..Answer::of(()) };
        self.push(|out| {
            write_line(out, &answer);
            out.truncate(out.len() - b"}\n".len());
            write(out);
            out.extend_from_slice(b"}\n");
        });
    }

    /// Writes `result` as JSON, with its location. The caller counts the result.
    pub(crate) fn push_json(&mut self, place: impl Into<Place>, result: impl Serialize) {
        let answer = Answer { place: self.shown(place), ..Answer::of(result) };
        self.push(|out| write_line(out, &answer));
    }

    pub(crate) fn parsed<T>(&mut self, line: u64, input: &str, result: Result<T, ParseError>) -> Option<T> {
        result.map_err(|error| self.reject_fault(line, input, error)).ok()
    }

    pub(crate) fn reject_fault(&mut self, place: impl Into<Place>, input: &str, fault: ParseError) {
        if self.form.errors == Errors::Shown {
            self.done.counts.invalid += 1;
            // Writing to memory cannot fail.
            let base = self.form.base.as_deref();
            let _ = write_fault(&mut self.done.errors, fault, InputStrings { input, base });
            return;
        }
        self.reject(place, ErrorShape::in_input(fault, input));
    }

    pub(crate) fn reject(&mut self, place: impl Into<Place>, error: ErrorShape<'_>) {
        self.reject_input(place, None, error);
    }

    /// Reports that a record is invalid. A report for people contains the strings `input`.
    pub(crate) fn reject_input(
        &mut self,
        place: impl Into<Place>,
        input: Option<InputStrings<'_>>,
        error: ErrorShape<'_>,
    ) {
        self.done.counts.invalid += 1;
        let (mut place, json) = (self.located(place), self.form.json);
        match self.form.errors {
            Errors::Reported if self.reports == 0 => {}
            Errors::Reported => {
                self.reports -= 1;
                if json {
                    return error.write_line(place, json, &mut self.done.errors);
                }
                place.file = place.file.or_else(|| self.form.only.clone());
                let input = input.map(|strings| strings.input);
                _ = write_report(&mut self.done.errors, &place, &error, input);
            }
            Errors::Shown => _ = write_error(&mut self.done.errors, &error, input),
            Errors::Listed => error.write_line(place, json, &mut self.done.errors),
            Errors::Answers => self.push(|out| error.write_line(place, json, out)),
        }
    }

    /// Writes a result that `write` appends without its line end. The caller counts the result.
    pub(crate) fn push_line(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let end = self.form.end;
        self.push(|out| {
            write(out);
            out.push(end);
        });
    }

    /// Counts a record as invalid, although it has a result. With `--errors`, also reports the error.
    pub(crate) fn refuse(&mut self, place: impl Into<Place>, error: ErrorShape<'_>) {
        if self.form.errors == Errors::Listed {
            return self.reject(place, error);
        }
        self.done.counts.invalid += 1;
    }

    pub(crate) fn accept(&mut self) {
        self.done.counts.done += 1;
    }
}
