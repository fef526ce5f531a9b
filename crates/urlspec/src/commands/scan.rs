//! `guard --find`: reports the URLs in documents that are not safe to fetch, as they are written there.

use std::{borrow::Cow, sync::Arc};

use url_facade::{Parser, Url};
use url_find::{
    Finder, Options as FinderOptions,
    document::{self, Settings},
};
use url_guard::{Guard, Permitted, Refusal};

use crate::{
    args::{GuardOptions, Options},
    commands::find::FORMATS,
    format::Format,
    inputs::Input,
    lines::{self, Job, Page},
    parsing::{DocumentContext, Parsing},
    permitted::{PermittedShape, refused},
    record_location::RecordLocation,
    records::{Block, RecordError},
    verdict::Failure,
};

/// The base of documents that have none. A reference that resolves to another host contains that host.
const PLACEHOLDER_BASE: &str = "https://reference.invalid/";

/// The base that replaces a refused base, so that every reference that depends on it is refused too.
const REFUSED_BASE: &str = "http://refused-base.localhost/";

const NOT_FETCHED: [&str; 7] = ["mailto", "tel", "sms", "data", "about", "cid", "urn"];

#[derive(Clone)]
pub(super) struct Scan {
    guard: Guard,
    base: Option<String>,
    settings: Arc<Settings>,
}

pub(super) fn open(options: &Options, args: &GuardOptions, guard: Guard) -> Result<(Input, Scan), Failure> {
    let parsing = Parsing::new(options, &args.stream)?;
    let mut input = Input::open_whole(&args.stream)?;
    let origin = parsing.origin().map(Into::into);
    // A URL parser removes tabs, so a host may continue after one.
    let finder = FinderOptions::default().with_joined_tabs(true);
    let finder = match &args.stream.default_scheme {
        Some(scheme) => finder.with_default_scheme(scheme),
        None => finder,
    };
    let attributes = args.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
    let settings = Arc::new(Settings { finder: Finder::new(finder), origin, attributes });
    let judge = guard.clone();
    let make_base = move |text: &str| {
        let is_refused = Parser::default().can_parse(text) && judge.check(text, None).is_err();
        parsing.reference(if is_refused { REFUSED_BASE } else { text })
    };
    input.read_documents(args.format, &FORMATS, &settings, make_base)?;
    Ok((input, Scan { guard, base: args.stream.base.clone(), settings }))
}

impl Scan {
    /// Checks the URL or reference `text`; returns `None` if it is a link that is never fetched, or a
    /// reference that names no host.
    fn check(&self, text: &str, base: Option<&str>) -> Option<Result<Permitted, Refusal>> {
        let check = |url: &str, base| self.guard.check(url, base);
        let whatwg = Parser::default();
        let scheme = whatwg.parse(text).ok().map(|url| url.scheme().to_owned());
        match (scheme, base) {
            (Some(scheme), _) if NOT_FETCHED.contains(&&*scheme) => None,
            (Some(_), _) => Some(check(text, None)),
            // A reference that contains a host is checked as the URL that it resolves to.
            (None, base) => {
                let base = base.unwrap_or(PLACEHOLDER_BASE);
                let parsed = Url::parse(base).and_then(|base| Ok((base.resolve(text)?, base)));
                let Ok((url, base)) = parsed else { return Some(check(text, None)) };
                if url.origin() != base.origin() {
                    let text = text.trim_start_matches(|c: char| c <= ' ');
                    return Some(check(&[base.scheme(), ":", text].concat(), None));
                }
                (base.as_str() != PLACEHOLDER_BASE).then(|| check(text, Some(base.as_str())))
            }
        }
    }

    /// Checks all spellings of one URL.
    fn judge(&self, place: RecordLocation, texts: &[Cow<'_, str>], base: Option<&str>, page: &mut Page<'_>) {
        let mut permitted = None;
        for text in texts {
            match self.check(text, base) {
                Some(Err(refusal)) => return page.reject(place, refused(&refusal)),
                Some(Ok(url)) => permitted = Some(url),
                None => {}
            }
        }
        match permitted {
            Some(url) if page.form.json => page.write_json(place, PermittedShape::of(&url, None)),
            _ => page.accept(),
        }
    }
}

impl Job for Scan {
    fn url_of<'r>(&self, _: &'r str) -> Option<Cow<'r, str>> {
        None
    }

    fn accepts_blank(&self) -> bool {
        true
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        // Each thread gets its own clone: see `Check::run_block`.
        let scan = self.clone();
        let Some(format) = block.origin.format.and_then(Format::of_lines) else {
            return lines::run_each(&scan, block, page);
        };
        for (number, record) in block.records() {
            page.done.counts.lines += 1;
            match record {
                Ok(line) => document::line(format, &line, &self.settings, &mut |mut found| {
                    found.at.line = number;
                    lines::take_found(&scan, &found, DocumentContext::default(), false, page);
                }),
                Err(error) => scan.run_invalid_record(number, error, page),
            }
        }
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        for finding in self.settings.finder.find(line) {
            let place = RecordLocation {
                column: Some(finding.span.start as u64 + 1),
                ..RecordLocation::from(number)
            };
            self.judge(place, &[finding.text.into(), finding.href()], None, page);
        }
    }

    /// Refuses the line, and also checks the URLs in the part that is text.
    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        page.reject(number, error.error());
        if let RecordError::NotUtf8(bytes) = error {
            self.run(number, &String::from_utf8_lossy(bytes), page);
        }
    }

    fn run_found(
        &self,
        place: RecordLocation,
        text: &str,
        context: DocumentContext<'_>,
        page: &mut Page<'_>,
    ) {
        let base = context.base.map(url_facade::Reference::as_str).or(self.base.as_deref());
        self.judge(place, &[text.into()], base, page);
    }
}
