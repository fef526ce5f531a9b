//! `find`: the URLs in a text or a document, with their places, resolved.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json_borrow::Value;
use url_facade::{Reference, UrlRef};
use url_find::{
    Finder, Finding,
    document::{access_log, places},
};

use crate::{
    args::{Find, Options, Stream},
    format::Format,
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::Outcome,
    parsing::{Parsing, Under},
    place::Place,
    records::{Block, Unread, not_utf8},
    redact::{self, Secrets},
    shape::ErrorShape,
    verdict::{Failure, Verdict},
};

/// How what is found becomes output.
pub(crate) struct Links {
    pub(crate) parsing: Parsing,
    /// What finds URLs in lines of text.
    pub(crate) finder: Finder,
    /// True if URLs are written as they stand in the text.
    pub(crate) is_raw: bool,
    /// The names of secrets, if the text is written without them.
    pub(crate) secrets: Option<Secrets>,
}

/// What the command reads; the first is the default.
const FORMATS: [Format; 6] =
    [Format::Text, Format::Html, Format::Markdown, Format::Sitemap, Format::Jsonl, Format::AccessLog];

pub(crate) fn run(options: &Options, asked: &Find) -> Result<Verdict, Failure> {
    let (find, secrets) = (&asked.documents, asked.redact.clone());
    // Only names in text have the default scheme.
    let parsing = Parsing::new(options, &Stream { default_scheme: None, ..find.stream.clone() })?;
    let (mut input, skipped) = Input::open_below(&find.stream)?;
    let resolver = parsing.clone();
    let format = if secrets.is_none() {
        find.format
    } else if find.stream.choice.is_of_urls() || find.format.is_some_and(|format| format != Format::Text) {
        return Err(Failure::Refused("--redact writes all of a text".into()));
    } else {
        // All of it is text: what is not found by its structure may hold a secret too.
        Some(Format::Text)
    };
    let more = find.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
    input.read_documents(format, &FORMATS, move |text| resolver.reference(text), more)?;
    let kind = Kind::of(if secrets.is_some() { "redacted" } else { "found" });
    let job = Links { finder: asked.finder(parsing.parser), parsing, is_raw: asked.raw, secrets: secrets.map(Secrets::from) };
    let verdict = lines::run_on(input, options, &find.stream, kind, &[], job)?;
    Ok(if skipped.report() { verdict } else { Verdict::Invalid })
}

impl Job for Links {
    fn url_of<'r>(&self, _: &'r str) -> Option<Cow<'r, str>> {
        None
    }

    fn takes_blank(&self) -> bool {
        self.secrets.is_some()
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        let Some(format @ (Format::Jsonl | Format::AccessLog)) = block.origin.format else {
            return lines::run_each(self, block, page);
        };
        let origin = self.parsing.origin();
        let base = origin.as_deref().and_then(|origin| self.parsing.reference(origin));
        let origin = origin.as_deref().zip(base.as_ref());
        for (number, record) in block.records() {
            page.done.counts.lines += 1;
            match record {
                Ok(line) if line.trim_ascii().is_empty() => page.done.counts.blank += 1,
                Ok(line) if format == Format::Jsonl => match serde_json::from_str(&line) {
                    Ok(value) => self.run_json(number, &value, page),
                    Err(error) => {
                        page.reject(number, ErrorShape::of_request("not-json", error.to_string()));
                    }
                },
                Ok(line) => self.run_request(number, &line, origin, page),
                Err(unread) => page.reject(number, unread.error()),
            }
        }
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        if let Some(secrets) = &self.secrets {
            let text = redact::line(line, secrets, &self.finder, &self.parsing.parser);
            return page.write_text(number, &text);
        }
        for link in self.finder.find(line) {
            let column = Some(link.span.start as u64 + 1);
            self.take_finding(Place { column, ..Place::from(number) }, &link, page);
        }
    }

    /// Writes the URLs in a line with bytes that are not UTF-8, but for those that these bytes are in.
    fn run_unread(&self, number: u64, unread: Unread<'_>, page: &mut Page<'_>) {
        let Unread::NotUtf8(line) = unread else { return page.reject(number, unread.error()) };
        let text = String::from_utf8_lossy(line);
        if self.secrets.is_some() {
            return self.run(number, &text, page);
        }
        // Where bytes were replaced in the text.
        let (mut end, mut replaced) = (0, Vec::new());
        for chunk in line.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()) {
            replaced.push(end + chunk.valid().len());
            end += chunk.valid().len() + char::REPLACEMENT_CHARACTER.len_utf8();
        }
        let mut place_of = places(line);
        for link in self.finder.find(&text) {
            let place = Place { line: number, ..Place::from(place_of(link.span.start)) };
            let next = replaced.partition_point(|&at| at < link.span.start);
            match replaced.get(next).filter(|&&at| at <= link.span.end) {
                Some(&at) => page.reject(place, not_utf8(place_of(at).column)),
                None => self.take_finding(place, &link, page),
            }
        }
    }

    fn run_found(&self, place: Place, text: &str, under: Under<'_>, page: &mut Page<'_>) {
        if self.is_raw {
            return write_raw(place, text, page);
        }
        match self.parsing.parse_under(text, under) {
            Err(fault) => page.reject_fault(place, text, fault),
            Ok(url) => write(place, url, page),
        }
    }
}

/// Writes `url`, which was found at `place`.
fn write(place: Place, url: UrlRef<'_>, page: &mut Page<'_>) {
    if page.form.json {
        return page.write_json(place, Outcome::of_url(url.into_owned()));
    }
    let shown = page.shown(place.clone());
    page.write_by(place, |out| {
        let mut push = |text: &str| out.extend_from_slice(text.as_bytes());
        if let Some(shown) = shown {
            shown.write(&mut push);
            push("\t");
        }
        push(url.as_str());
    });
}

/// Writes `text`, which was found at `place`, as it was written there.
fn write_raw(place: Place, text: &str, page: &mut Page<'_>) {
    if page.form.json {
        return page.write_json(place, BTreeMap::from([("text", text)]));
    }
    let shown = page.shown(place.clone()).map(|place| format!("{place}\t")).unwrap_or_default();
    page.write(place, &(shown + text));
}

impl Links {
    /// Writes the result of `finding`, or its text as it was written.
    fn take_finding(&self, place: Place, finding: &Finding<'_>, page: &mut Page<'_>) {
        if !self.is_raw {
            return self.take(place, &finding.href(), page);
        }
        if page.admits(place.line, &finding.href(), Under::default()) {
            write_raw(place, finding.text, page);
        }
    }

    /// Writes the result of a URL in a text.
    fn take(&self, place: Place, text: &str, page: &mut Page<'_>) {
        if page.admits(place.line, text, Under::default()) {
            self.run_found(place, text, Under::default(), page);
        }
    }

    /// Writes the URLs in the strings of `value`.
    fn run_json(&self, number: u64, value: &Value<'_>, page: &mut Page<'_>) {
        match value {
            Value::Str(text) => {
                for link in self.finder.find(text) {
                    self.take_finding(number.into(), &link, page);
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.run_json(number, value, page)),
            Value::Object(members) => members.values().for_each(|value| self.run_json(number, value, page)),
            _ => {}
        }
    }

    /// Writes what was requested at `origin`, which is a base too, and the referrer.
    fn run_request(&self, number: u64, line: &str, origin: Option<(&str, &Reference)>, page: &mut Page<'_>) {
        let place = |at: usize| Place { column: Some(at as u64 + 1), ..Place::from(number) };
        let Some(((at, target), referrer)) = access_log::parts(line) else {
            let message = "the line has no request in quotation marks, a method and a target";
            return page.reject(number, ErrorShape::of_request("not-a-request", message));
        };
        // A path stays one, whatever it begins with. `*` is no URL, and what CONNECT asks for is none.
        match origin.filter(|_| target.starts_with('/')) {
            Some((origin, base)) => {
                // FAST: without a second slash, it is a path of the base too. `find::of_access_logs` compares.
                let is_path = page.form.selection.is_none()
                    && target.as_bytes().get(1).is_none_or(u8::is_ascii_alphanumeric);
                match is_path.then(|| self.parsing.parse_under(&target, base.into())) {
                    Some(Ok(url)) => write(place(at), url, page),
                    _ => self.take(place(at), &[origin, &target].concat(), page),
                }
            }
            None if target.starts_with('/') || target.contains("://") => self.take(place(at), &target, page),
            None => {}
        }
        if let Some((at, referrer)) = referrer {
            self.take(place(at), &referrer, page);
        }
    }
}
