//! `canon`: writes the canonical form of one URL, for people, or of many, with an optional policy.

use std::borrow::Cow;

use memchr::memchr_iter;
use url_facade::{Url, with_default_scheme};
use url_policies::{Applied, Output, Policy, fast};

use super::one::{self, read_url};
use crate::{
    args::{Canon, Options},
    lines::{self, Job, Kind, Page},
    operation::{Operation, Outcome},
    parsing::Parsing,
    records::{Block, without_cr},
    shape::push_string,
    verdict::{Failure, Verdict},
};

pub(crate) struct Canonical {
    pub(crate) parsing: Parsing,
    pub(crate) policy: Option<Policy>,
}

pub(crate) fn run(options: &Options, canon: &Canon) -> Result<Verdict, Failure> {
    let (base, policy) = (canon.stream.base.as_deref(), canon.policy()?);
    if let (Some(url), None) = (canon.stream.only_url(), &policy) {
        let (url, scheme) = (read_url(&url)?, canon.stream.default_scheme.as_ref());
        let url = scheme.map_or(Cow::Borrowed(&*url), |scheme| with_default_scheme(&url, scheme));
        return one::run(options, &url, Operation::Canon { base });
    }
    let job = Canonical { parsing: Parsing::new(options, &canon.stream)?, policy };
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
        match block.text().filter(|_| page.form.is_plain() && page.form.end == end) {
            Some((first, text)) => self.copy(first, text, end, page),
            None => lines::run_each(self, block, page),
        }
    }
}

impl Canonical {
    fn write<S: AsRef<str> + Into<String>>(&self, number: u64, url: Url<S>, page: &mut Page<'_>) {
        match &self.policy {
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

    /// Writes the results of the lines of `text`. Each ends with `end`; the first has the number `first`.
    ///
    /// FAST: the UTF-8 of all lines was validated at once, and consecutive unchanged lines are copied
    /// together, with their ends. A test compares the result with that of [`Job::run`] for each line.
    fn copy(&self, first: u64, text: &str, end: u8, page: &mut Page<'_>) {
        let bytes = text.as_bytes();
        page.done.out.reserve(text.len());
        // `kept` is the start of the unchanged lines that are not copied yet, `start` that of the next line.
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
        // The policy is checked first, as this is faster. Its check is valid only for canonical lines.
        let is_kept = |policy: &Policy| fast::is_unchanged(policy, self.parsing.parser.profile(), line);
        self.policy.as_ref().is_none_or(is_kept) && self.parsing.is_unchanged(line)
    }
}

fn push_applied(out: &mut Vec<u8>, policy: &Policy, href: &str, applied: &Applied<'_>) {
    // Names need no escapes in JSON.
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
