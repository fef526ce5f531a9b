//! `parse URL`, `resolve URL` and `canon URL`: show the components of one URL and the result, or the error.
//! `check`: reports the first error in a string, by the rules of the profile for authors.

use std::{
    borrow::Cow,
    io::{self, IsTerminal as _, Write as _},
    sync::Arc,
};

use anstream::adapter::strip_bytes;
use memchr::memchr_iter;
use url_facade::{Parser, Profile, Url, trace::NoTrace, with_default_scheme};
use url_find::document::Settings;
use url_policies::{Applied, Output, Policy, fast};

use crate::{
    args::{Canon, Documents, Inputs, One, Options},
    format::Format,
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::{CheckUrl, Operation, Outcome, check_of, check_url},
    records::{Block, RecordError, without_cr},
    selection::{DocumentContext, Parsing},
    shape::{Answer, ErrorShape, Known, Place, hint_of_scheme, push_string},
    show::{InputStrings, print_either, report_by, say, write_fault, write_table},
    verdict::{Failure, Result, Verdict, refuse},
};

pub(crate) fn run(options: &Options, input: &str, operation: Operation<'_>) -> Result<Verdict> {
    let result = operation.run_traced(options.parser(), input, &mut NoTrace);
    let fault = result.as_ref().map_or_else(|&fault| Some(fault), Outcome::invalid);
    let error = fault.map(|fault| ErrorShape::in_input(fault, input));
    let answer = Answer::from_result(&result).with_reason(error);
    hint_of_scheme(input).filter(|_| result.is_ok()).iter().for_each(|hint| say(hint));
    if options.json || result.is_ok() {
        print_either(options, &answer, |out| result.iter().try_for_each(|it| write_table(out, it)))?;
    }
    if let Some(fault) = fault.filter(|_| !options.json) {
        report_by(|out| write_fault(out, fault, InputStrings { input, base: operation.base() }));
    }
    Ok(Verdict::invalid_if(fault.is_some()))
}

pub(super) fn read_url(one: &One) -> Result<String> {
    let urls = one.url.iter().cloned().collect();
    let input = Input::open(&Inputs { urls, lossy: one.lossy, ..Inputs::default() })?;
    let name = input.sources.first().map(|source| source.name.clone()).unwrap_or_default();
    let refused = |why: &str| refuse(format!("{name}: {why}"));
    let mut url = None;
    for block in input.into_blocks() {
        for (_, record) in block?.records() {
            let text = match record {
                Ok(text) => text.into_owned(),
                Err(RecordError::NotUtf8(_)) => {
                    return refused("the URL is not UTF-8 (--lossy replaces invalid bytes)");
                }
                Err(error) => return refused(&error.error().message),
            };
            if url.replace(text).is_some() {
                return refused("there is more than one line: `canon`, `get` and `diff --in -` accept many");
            }
        }
    }
    url.map_or_else(|| refused("there is no line"), Ok)
}

struct Strings {
    check: CheckUrl,
    base: Option<Url>,
}

const FORMATS: [Format; 5] = [Format::List, Format::Text, Format::Html, Format::Markdown, Format::Sitemap];

pub(crate) fn check(options: &Options, mut check: Documents) -> Result<Verdict> {
    check.stream.strict = true;
    let base = check.stream.base.as_deref();
    let Some(of_profile) = check_of(options.profile) else {
        let [one, other, last] = [Profile::Whatwg, Profile::Webspecs, Profile::Rfc3986];
        let why = format!("`check` supports only the profiles {one}, {other} and {last}");
        return refuse(why);
    };
    let Some(url) = check.stream.only_url() else {
        let base = base.map(|base| Parser::new(options.profile).parse(base)).transpose();
        let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
        let mut input = Input::open(&check.stream.inputs)?;
        let attributes = check.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
        let settings = Settings { attributes, ..Settings::default() };
        input.read_documents(check.format, &FORMATS, &Arc::new(settings), |_| None)?;
        let kind = Kind { answers_with_errors: true, ..Kind::of("valid") };
        let job = Box::new(Strings { check: of_profile, base });
        return lines::run_on(input, options, &check.stream, kind, &[], job);
    };
    let input = &*read_url(&url)?;
    let checked = check_url(of_profile, options.profile, input, base);
    match checked {
        Err(fault) if !options.json => report_by(|out| write_fault(out, fault, InputStrings { input, base })),
        _ => {
            let error = checked.err().map(|fault| ErrorShape::in_input(fault, input));
            let answer = Answer::of(Known::Valid(checked.is_ok())).with_reason(error);
            print_either(options, &answer, |out| writeln!(out, "valid"))?;
        }
    }
    Ok(Verdict::invalid_if(checked.is_err()))
}

impl Job for Strings {
    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        self.run_found(Place::from(number), line, DocumentContext::default(), page);
    }

    fn run_found(&self, place: Place, text: &str, _: DocumentContext<'_>, page: &mut Page<'_>) {
        match (self.check)(text, self.base.as_ref()) {
            Ok(()) => page.accept(),
            Err(error) => page.reject(place, ErrorShape::in_input(error, text)),
        }
    }
}

pub(crate) struct Canonical {
    pub(crate) parsing: Parsing,
    pub(crate) policy: Option<Policy>,
    /// True if the components of each URL are written, as for people.
    pub(crate) is_verbose: bool,
}

pub(crate) fn canon(options: &Options, canon: &Canon) -> Result<Verdict> {
    let (base, policy) = (canon.stream.base.as_deref(), canon.policy()?);
    let parsing = Parsing::new(options, &canon.stream)?;
    let shows_one = canon.verbose || policy.is_none() && !options.json && io::stdout().is_terminal();
    if let Some(url) = canon.stream.only_url().filter(|_| shows_one) {
        let (url, scheme) = (read_url(&url)?, canon.stream.default_scheme.as_ref());
        let url = scheme.map_or(Cow::Borrowed(&*url), |scheme| with_default_scheme(&url, scheme));
        return run(options, &url, Operation::Canon { base });
    }
    let job = Canonical { parsing, policy, is_verbose: canon.verbose };
    lines::run(options, &canon.stream, Kind::of("canonical"), job)
}

impl Job for Canonical {
    fn policy(&self) -> Option<&Policy> {
        self.policy.as_ref()
    }

    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        if let Some(url) = page.url.take() {
            self.write(number, url, page);
        } else if let Some(url) = page.parsed(number, input, self.parsing.parse(input)) {
            self.write(number, url, page);
        }
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        let end = block.origin.end.byte();
        match block.text().filter(|_| page.form.is_plain() && page.form.end == end && !self.is_verbose) {
            Some((first, text)) => self.copy(first, text, end, page),
            None => lines::run_each(self, block, page),
        }
    }
}

impl Canonical {
    fn write<S: AsRef<str> + Into<String>>(&self, number: u64, url: Url<S>, page: &mut Page<'_>) {
        match &self.policy {
            None if self.is_verbose => {
                let (outcome, mut table) = (Outcome::of_url(url.into_owned()), Vec::new());
                // Writing to memory cannot fail.
                let _ = write_table(&mut table, &outcome);
                page.accept();
                page.push_line(|out| out.extend(strip_bytes(&table).into_vec()));
            }
            None if page.form.json => page.write_json(number, Outcome::of_url(url.into_owned())),
            None => page.write(number, url.as_str()),
            Some(policy) if page.form.json => {
                page.write_members(number, |out| {
                    push_applied(out, policy, url.as_str(), &policy.apply(&url));
                });
            }
            Some(policy) => page.write(number, &policy.text(&url)),
        }
    }

    /// Writes the results of the lines of `text`. Each line ends with the byte `end`. `first` is the number
    /// of the first line.
    ///
    /// FAST: the caller has validated the UTF-8 of all lines at once, and consecutive unchanged lines are
    /// copied together. A test compares the output with that of [`Job::run`] for each line.
    fn copy(&self, first: u64, text: &str, end: u8, page: &mut Page<'_>) {
        let bytes = text.as_bytes();
        page.done.out.reserve(text.len());
        // `kept` is the start of the unchanged lines that are not copied yet; `start` begins the next line.
        let (mut kept, mut start) = (0, 0);
        let mut numbers = first..;
        for (line_end, number) in memchr_iter(end, bytes).zip(&mut numbers) {
            let (line, next) = (&text[start..line_end], line_end + 1);
            page.done.counts.lines += 1;
            if self.is_unchanged(line) {
                page.keep(&bytes[start..next], next - kept);
            } else {
                page.done.out.extend_from_slice(&bytes[kept..start]);
                kept = next;
                lines::run_one(self, number, without_cr(line, end), page);
            }
            start = next;
        }
        page.done.out.extend_from_slice(&bytes[kept..start]);
        // The last line of the input may lack its end.
        if start < text.len() {
            page.done.counts.lines += 1;
            lines::run_one(self, numbers.start, without_cr(&text[start..], end), page);
        }
    }

    #[inline]
    fn is_unchanged(&self, line: &str) -> bool {
        // The policy is checked first, because that is faster. This check is valid only if the next succeeds.
        let is_kept = |policy: &Policy| fast::is_unchanged(policy, self.parsing.parser.profile(), line);
        self.policy.as_ref().is_none_or(is_kept) && self.parsing.is_unchanged(line)
    }
}

fn push_applied(out: &mut Vec<u8>, policy: &Policy, href: &str, applied: &Applied<'_>) {
    // Names of policies, rules and effects need no escapes in JSON.
    let push = |out: &mut Vec<u8>, texts: &[&str]| {
        texts.iter().map(|text| text.as_bytes()).for_each(|text| out.extend_from_slice(text));
    };
    push(out, &[r#","policy":""#, policy.name(), r#"","href":"#]);
    push_string(out, href);
    let output = if policy.output() == Output::Url { "url" } else { "key" };
    push(out, &[r#","output":""#, output, r#"","result":"#]);
    push_string(out, applied.as_str());
    push(out, &[r#","effect":""#, applied.receipt().effect().name(), r#"","changes":["#]);
    let mut before = r#"{"rule":""#;
    let passes = applied.receipt().passes().iter();
    for (rule, edit) in passes.flat_map(|pass| pass.edits().iter().map(|edit| (pass.rule(), edit))) {
        let (mut start, mut end) = (itoa::Buffer::new(), itoa::Buffer::new());
        let span = [start.format(edit.span().start), ",", end.format(edit.span().end)];
        push(out, &[before, rule.name(), r#"","effect":""#, rule.effect().name(), r#"","span":["#]);
        push(out, &span);
        push(out, &[r#"],"text":"#]);
        push_string(out, edit.text());
        before = r#"},{"rule":""#;
    }
    out.extend_from_slice(if applied.receipt().is_empty() { b"]" } else { b"}]" });
}
