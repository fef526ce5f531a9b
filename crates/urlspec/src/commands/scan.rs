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
    parsing::{Parsing, Under},
    permitted::{PermittedShape, refused},
    place::Place,
    records::{Block, Unread},
    verdict::Failure,
};

/// The base of references in documents without one: it shows which of them name a host.
const STAND_IN: &str = "https://reference.invalid/";

/// The base that replaces a refused one, so that each reference to it is refused too.
const REFUSED_BASE: &str = "http://refused-base.localhost/";

/// The schemes of links that are never fetched.
const NOT_FETCHED: [&str; 7] = ["mailto", "tel", "sms", "data", "about", "cid", "urn"];

/// The guard, and the readers of documents.
#[derive(Clone)]
pub(super) struct Scan {
    guard: Guard,
    base: Option<String>,
    settings: Arc<Settings>,
}

/// Opens the documents that `asked` names, and returns the job that checks their URLs.
pub(super) fn open(options: &Options, asked: &GuardOptions, guard: Guard) -> Result<(Input, Scan), Failure> {
    let parsing = Parsing::new(options, &asked.stream)?;
    let mut input = Input::open_whole(&asked.stream)?;
    let origin = parsing.origin().map(Into::into);
    // A parser continues a host after a tab.
    let finder = FinderOptions::default().with_joined_tabs(true);
    let finder = match &asked.stream.default_scheme {
        Some(scheme) => finder.with_default_scheme(scheme),
        None => finder,
    };
    let attributes = asked.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
    let settings = Arc::new(Settings { finder: Finder::new(finder), origin, attributes });
    let judge = guard.clone();
    let make_base = move |text: &str| {
        let is_refused = Parser::default().can_parse(text) && judge.check(text, None).is_err();
        parsing.reference(if is_refused { REFUSED_BASE } else { text })
    };
    input.read_documents(asked.format, &FORMATS, &settings, make_base)?;
    Ok((input, Scan { guard, base: asked.stream.base.clone(), settings }))
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
            // A reference that names a host is checked as the URL that it resolves to.
            (None, base) => {
                let base = base.unwrap_or(STAND_IN);
                let parsed = Url::parse(base).and_then(|base| Ok((base.resolve(text)?, base)));
                let Ok((url, base)) = parsed else { return Some(check(text, None)) };
                if url.origin() != base.origin() {
                    let text = text.trim_start_matches(|c: char| c <= ' ');
                    return Some(check(&[base.scheme(), ":", text].concat(), None));
                }
                (base.as_str() != STAND_IN).then(|| check(text, Some(base.as_str())))
            }
        }
    }

    /// Checks each spelling of a URL.
    fn judge(&self, place: Place, texts: &[Cow<'_, str>], base: Option<&str>, page: &mut Page<'_>) {
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

    fn takes_blank(&self) -> bool {
        true
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        // A clone for each thread: see `Check::run_block`.
        let scan = self.clone();
        let Some(format) = block.origin.format.and_then(Format::of_lines) else {
            return lines::run_each(&scan, block, page);
        };
        for (number, record) in block.records() {
            page.done.counts.lines += 1;
            match record {
                Ok(line) => document::line(format, &line, &self.settings, &mut |mut found| {
                    found.at.line = number;
                    lines::take_found(&scan, &found, Under::default(), false, page);
                }),
                Err(unread) => scan.run_unread(number, unread, page),
            }
        }
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        for finding in self.settings.finder.find(line) {
            let place = Place { column: Some(finding.span.start as u64 + 1), ..Place::from(number) };
            self.judge(place, &[finding.text.into(), finding.href()], None, page);
        }
    }

    /// Rejects the line, and checks the URLs in its text.
    fn run_unread(&self, number: u64, unread: Unread<'_>, page: &mut Page<'_>) {
        page.reject(number, unread.error());
        if let Unread::NotUtf8(bytes) = unread {
            self.run(number, &String::from_utf8_lossy(bytes), page);
        }
    }

    fn run_found(&self, place: Place, text: &str, under: Under<'_>, page: &mut Page<'_>) {
        let base = under.base.map(url_facade::Reference::as_str).or(self.base.as_deref());
        self.judge(place, &[text.into()], base, page);
    }
}
