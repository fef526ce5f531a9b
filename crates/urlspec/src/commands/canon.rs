//! `canon`: one URL from the command line, for people; or many, each canonical, or with a policy applied to it.

use memchr::memchr_iter;
use serde::Serialize;
use url_facade::Url;
use url_policies::{Applied, Output, Pass, Policy, fast};

use super::one::{self, given};
use crate::{
    args::{Canon, Options},
    lines::{self, Job, Kind, Page},
    operation::{Operation, Outcome},
    parsing::Parsing,
    records::{Block, without_cr},
    shape::name_of,
    verdict::{Failure, Verdict},
};

/// How a line becomes output.
pub(crate) struct Canonical {
    pub(crate) parsing: Parsing,
    pub(crate) policy: Option<Policy>,
}

pub(crate) fn run(options: &Options, canon: &Canon) -> Result<Verdict, Failure> {
    let (base, policy) = (canon.stream.base.as_deref(), canon.policy()?);
    if let (Some(url), None) = (canon.stream.only_url(), &policy) {
        return one::run(options, &given(&url)?, Operation::Canon { base });
    }
    let job = Canonical { parsing: Parsing::new(options, base)?, policy };
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
    /// Writes the result of `url`.
    fn write<S: AsRef<str> + Into<String>>(&self, number: u64, url: Url<S>, page: &mut Page<'_>) {
        match &self.policy {
            None if page.form.json => page.write_json(number, Outcome::of_url(url.into_owned())),
            None => page.write(number, url.as_str()),
            Some(policy) if page.form.json => {
                page.write_json(number, PolicyAnswer::of(policy, &url, &policy.apply(&url)));
            }
            Some(policy) => page.write(number, &policy.text(&url)),
        }
    }

    /// Writes the results of the lines of `text`, which end with `end`; `first` is the number of the first one.
    ///
    /// FAST: UTF-8 was checked once for all of them, and lines that stay as they are are copied together, with their ends. A test
    /// compares the result with that of [`Job::run`] for each line.
    fn copy(&self, first: u64, text: &str, end: u8, page: &mut Page<'_>) {
        let bytes = text.as_bytes();
        page.done.out.reserve(text.len());
        // What stays as it is and is not copied yet, and the next line, begin here.
        let (mut kept, mut start) = (0, 0);
        let mut numbers = first..;
        for (line_end, number) in memchr_iter(end, bytes).zip(&mut numbers) {
            let (line, next) = (&text[start..line_end], line_end + 1);
            page.done.counts.lines += 1;
            if self.keeps(line) {
                page.keep(&bytes[start..next], next - kept);
            } else {
                page.done.out.extend_from_slice(&bytes[kept..start]);
                kept = next;
                lines::run_one(self, number, without_cr(line, end), page);
            }
            start = next;
        }
        page.done.out.extend_from_slice(&bytes[kept..start]);
        // The last line of all may lack its end.
        if start < text.len() {
            page.done.counts.lines += 1;
            lines::run_one(self, numbers.start, without_cr(&text[start..], end), page);
        }
    }

    /// Whether `line` is known to be its own result.
    #[inline]
    fn keeps(&self, line: &str) -> bool {
        // First, since it takes less time; it means nothing of a line that is not canonical.
        let is_kept = |policy: &Policy| fast::keeps(policy, self.parsing.parser.profile(), line);
        self.policy.as_ref().is_none_or(is_kept) && self.parsing.keeps(line)
    }
}

/// The result of a policy.
#[derive(Debug, Serialize)]
struct PolicyAnswer<'a> {
    policy: &'static str,
    /// The canonical URL that the policy was applied to.
    href: &'a str,
    /// `url` or `key`.
    output: &'static str,
    result: &'a str,
    effect: String,
    changes: Vec<Change<'a>>,
}

/// What one rule changed at one place.
#[derive(Debug, Serialize)]
struct Change<'a> {
    rule: &'static str,
    effect: String,
    span: [u32; 2],
    text: &'a str,
}

impl<'a> PolicyAnswer<'a> {
    fn of(policy: &Policy, url: &'a Url<impl AsRef<str>>, applied: &'a Applied<'_>) -> Self {
        let changes = |pass: &'a Pass| {
            let rule = pass.rule();
            pass.edits().iter().map(move |edit| {
                let (span, effect) = (edit.span(), name_of(rule.effect()));
                Change { rule: rule.name(), effect, span: [span.start, span.end], text: edit.text() }
            })
        };
        Self {
            policy: policy.name(),
            href: url.as_str(),
            output: if policy.output() == Output::Url { "url" } else { "key" },
            result: applied.as_str(),
            effect: name_of(applied.receipt().effect()),
            changes: applied.receipt().passes().iter().flat_map(changes).collect(),
        }
    }
}
