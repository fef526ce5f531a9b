//! The common frame of commands on many records: runs the command on each record, and counts the results.

mod page;
mod sample;
mod sink;
mod sorted;
mod tally;
mod unique;

use std::{borrow::Cow, sync::Arc};

use url_diff::Disagreement;
use url_find::document::{Content, Context, DocumentBase, Found, Position};
use url_policies::Policy;
use urlspec_outputs::{Opening, finish};

pub(crate) use self::page::{Blank, Counts, Done, Errors, Form, Marks, Page};
use self::sink::{Processing, Sink};
use crate::{
    args::{Options, Stream},
    inputs::{Input, progress_bar},
    parsing::DocumentContext,
    pipeline,
    record_location::{Inside, RecordLocation},
    records::{Block, RecordError},
    selection::Selection,
    shape::{ErrorShape, hint_of_scheme},
    show::say,
    verdict::{Failure, Verdict},
};

pub(crate) trait Job: Send + Sync + 'static {
    /// Returns the URL in `record`, to which options such as `--where` apply. Returns `None` if records are
    /// not URLs; the job then calls [`Page::is_selected`] itself.
    fn url_of<'r>(&self, record: &'r str) -> Option<Cow<'r, str>> {
        Some(record.into())
    }

    /// Returns the policy whose results are looked up in lists, if those are not of canonical URLs.
    fn policy(&self) -> Option<&Policy> {
        None
    }

    /// True if the job has results for blank records, or refuses them itself.
    fn accepts_blank(&self) -> bool {
        false
    }

    /// Writes the result of the record with this number. Blank records are passed only if [`Form::blank`]
    /// accepts them.
    fn run(&self, number: u64, record: &str, page: &mut Page<'_>);

    /// Writes the results of all records of `block`, which does not come from a document.
    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        run_each(self, block, page);
    }

    /// Reports the record with this number, which cannot be read as text.
    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        page.reject(number, error.error());
    }

    /// Writes the result of the URL `text`, which was found at `place` in a document.
    fn run_found(
        &self,
        place: RecordLocation,
        text: &str,
        _context: DocumentContext<'_>,
        page: &mut Page<'_>,
    ) {
        self.run(place.line, text, page);
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// The name of the count of results in the summary, such as "found".
    pub(crate) verb: &'static str,
    /// True if errors are written among the results, because they are the command's answer.
    pub(crate) answers_with_errors: bool,
    /// True if any invalid line gives the exit code 1, even without `--strict`, and so does an empty input.
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

fn run_document(job: &impl Job, block: &Block, base: &DocumentBase, page: &mut Page<'_>) {
    for found in &block.found {
        page.done.counts.lines += 1;
        let context =
            DocumentContext { base: base.get().filter(|_| found.has_base), encoding: base.encoding() };
        take_found(job, found, context, block.origin.is_lossy, page);
    }
}

impl From<&Context> for Inside {
    fn from(context: &Context) -> Self {
        let text = |part: &Option<Arc<str>>| part.as_deref().map(Into::into);
        Self {
            element: text(&context.element),
            attribute: text(&context.attribute),
            rel: text(&context.rel),
            hreflang: text(&context.hreflang),
            pointer: text(&context.pointer),
        }
    }
}

impl From<Position> for RecordLocation {
    fn from(Position { line, column }: Position) -> Self {
        Self { column: Some(column), ..Self::from(line) }
    }
}

/// Writes the result of a URL found in a document, or reports why there is none.
pub(crate) fn take_found(
    job: &impl Job,
    Found { file, at, context, content, .. }: &Found,
    document: DocumentContext<'_>,
    is_lossy: bool,
    page: &mut Page<'_>,
) {
    let place = || RecordLocation { file: file.as_deref().map(String::from), ..RecordLocation::from(*at) };
    let (kind, message) = match content {
        Content::NotUtf8(_) if !is_lossy => ("not-utf-8", "the URL is not UTF-8"),
        Content::Refused(kind, message) => (*kind, &**message),
        Content::Url(text) | Content::NotUtf8(text) => {
            if page.is_selected(at.line, text, document) {
                let inside = if page.form.json { Inside::from(context) } else { Inside::default() };
                job.run_found(RecordLocation { inside, ..place() }, text, document, page);
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
        Blank::Take
            if job
                .url_of(record)
                .is_none_or(|url| page.is_selected(number, &url, DocumentContext::default())) =>
        {
            job.run(number, record, page);
        }
        Blank::Take => {}
    }
}

pub(crate) fn run(options: &Options, stream: &Stream, kind: Kind, job: impl Job) -> Result<Verdict, Failure> {
    run_on(Input::open(&stream.inputs)?, options, stream, kind, &[], job)
}

pub(crate) fn run_on(
    mut input: Input,
    options: &Options,
    stream: &Stream,
    kind: Kind,
    head: &[u8],
    job: impl Job,
) -> Result<Verdict, Failure> {
    let (json, is_typed, read_as) = (options.json, input.is_typed(), input.read_as.take());
    let urls = stream.inputs.urls.iter().filter_map(|url| job.url_of(url.to_str()?));
    let hints = urls.filter(|_| is_typed && stream.default_scheme.is_none());
    hints.filter_map(|url| hint_of_scheme(&url)).for_each(|hint| say(&hint));
    let mut identities = input.take_identities();
    let selection = Selection::new(options, stream, job.policy(), &mut identities)?;
    let mut opening = Opening::beside(identities);
    let out = opening.open(stream.out.as_deref())?;
    let errors = stream.errors.as_deref().map(|path| opening.open(Some(path))).transpose()?;
    let (processing, left) = (Processing::new(stream)?, stream.choice.limit.unwrap_or(u64::MAX));
    let bar = progress_bar(&input, stream.out.is_some());
    let mut sink =
        Sink { processing, left, json, out, errors, total: Counts::default(), distinct: None, bar };
    // With `--count`, the results that are counted are texts, not JSON.
    let has_json = json && !stream.count;
    let form = Form {
        json: has_json,
        end: if stream.inputs.null { 0 } else { b'\n' },
        blank: match stream.base.as_deref().filter(|_| job.url_of("").is_some()) {
            None if kind.is_guard && !job.accepts_blank() => Blank::Refuse,
            // Arguments are never skipped, even blank ones.
            None if !is_typed && !kind.is_guard && !job.accepts_blank() => Blank::Skip,
            _ => Blank::Take,
        },
        errors: match stream.errors {
            Some(_) => Errors::Listed,
            None if kind.answers_with_errors || is_typed && has_json => Errors::Answers,
            None if is_typed => Errors::Shown,
            None => Errors::Counted,
        },
        marks: sink.marks(),
        selection,
        is_grouped: stream.choice.group_by.is_some(),
    };

    let is_strict = stream.strict || is_typed || kind.is_guard;
    let has_hint = form.errors == Errors::Counted;
    sink.out.write(head)?;
    let work = move |block: Block| run_block(&job, &block, &form);
    let take = |sink: &mut Sink, done| sink.take(&done);
    let (mut sink, outcome) = pipeline::run(input.into_blocks(), work, Done::weight, sink, take)?;
    let outcome = outcome.and_then(|()| sink.finish());
    sink.bar.finish_and_clear();
    let summary = sink.summary(kind.verb, read_as.as_deref(), has_hint);
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
    let is_unchecked = kind.is_guard && total.lines == 0;
    Ok(Verdict::invalid_if(is_strict && total.invalid > 0 || total.lost > 0 || is_unchecked))
}

pub(crate) fn run_block(job: &impl Job, block: &Block, form: &Form) -> Done {
    let mut page = Page::new(form, block);
    match &block.origin.document {
        Some(base) => run_document(job, block, base, &mut page),
        None => job.run_block(block, &mut page),
    }
    page.done
}
