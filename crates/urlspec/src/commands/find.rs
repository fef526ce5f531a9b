//! `find`: finds the URLs in a text or a document, resolves them, and writes them with their line and column.

use std::{collections::BTreeMap, sync::Arc};

use url_facade::{Reason, UrlRef};
use url_find::{
    Finding, Rules,
    document::{self, Position, Settings, places},
    redact,
};

use super::edit::redaction;
use crate::{
    args::{Find, Options, Stream},
    format::Format,
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::Outcome,
    records::{Block, RecordError, not_utf8},
    selection::{DocumentContext, Parsing},
    shape::{ErrorShape, Place},
    show::InputStrings,
    verdict::{Result, Verdict, refuse},
};

pub(crate) struct Links {
    pub(crate) parsing: Parsing,
    pub(crate) settings: Arc<Settings>,
    pub(crate) is_raw: bool,
    /// The schemes to find, or no scheme if all are found.
    pub(crate) schemes: Vec<String>,
    /// With `--redact`, the rules that find the secrets to replace in the text. Without it, `None`.
    pub(crate) secrets: Option<Rules>,
}

pub(super) const FORMATS: [Format; 9] = [
    Format::Text,
    Format::Html,
    Format::Markdown,
    Format::Sitemap,
    Format::Json,
    Format::Jsonl,
    Format::AccessLog,
    Format::Csv,
    Format::Tsv,
];

pub(crate) fn run(options: &Options, args: &Find) -> Result<Verdict> {
    let (find, secrets) = (&args.documents, args.redact.as_deref().map(redaction));
    // `args.finder` adds the default scheme to names without a scheme in text, so parsing does not add it.
    let stream = Stream { default_scheme: None, ..find.stream.clone() };
    let parsing = if args.raw { Parsing::lenient } else { Parsing::new }(options, &stream)?;
    let (mut input, skipped) = Input::open_folders(&find.stream, false)?;
    let resolver = parsing.clone();
    let format = if secrets.is_none() {
        find.format
    } else if find.stream.choice.is_of_urls() || find.format.is_some_and(|format| format != Format::Text) {
        return refuse(
            "--redact writes whole documents as text: other formats, and options that select or sort URLs, cannot be used with it",
        );
    } else {
        // With `--redact`, every document is read as text: its syntax may hide a secret, as in a comment.
        Some(Format::Text)
    };
    let origin = parsing.origin().map(Into::into);
    let attributes = find.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
    let settings = Arc::new(Settings { finder: args.finder(parsing.parser), origin, attributes });
    input.read_documents(format, &FORMATS, &settings, move |text| resolver.reference(text))?;
    let kind = Kind::of(if secrets.is_some() { "written" } else { "found" });
    let job = Links { settings, parsing, is_raw: args.raw, schemes: args.scheme.clone(), secrets };
    let verdict = lines::run_on(input, options, &find.stream, kind, &[], Box::new(job))?;
    skipped.report().map(|()| verdict)
}

impl Job for Links {
    fn is_of_urls(&self) -> bool {
        false
    }

    fn accepts_blank(&self) -> bool {
        self.secrets.is_some()
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        let Some(format) = block.origin.format.and_then(Format::of_lines) else {
            return lines::run_each(self, block, page);
        };
        for (number, record) in block.records() {
            page.done.counts.lines += 1;
            match record {
                Ok(line) if line.trim_ascii().is_empty() => page.done.counts.blank += 1,
                Ok(line) => document::line(format, &line, &self.settings, &mut |mut found| {
                    found.at.line = number;
                    lines::take_found(self, &found, DocumentContext::default(), block.origin.is_lossy, page);
                }),
                Err(error) => page.reject(number, error.error()),
            }
        }
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        if let Some(rules) = &self.secrets {
            return page.write_text(number, &redact(line, rules));
        }
        for link in self.settings.finder.find(line) {
            let place = Position { line: number, column: link.span.start as u64 + 1 };
            self.take_finding(place.into(), &link, page);
        }
    }

    /// Writes the URLs in a line that is not valid UTF-8. Reports an error for a URL with invalid bytes.
    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        let RecordError::NotUtf8(line) = error else { return page.reject(number, error.error()) };
        let text = String::from_utf8_lossy(line);
        if self.secrets.is_some() {
            return self.run(number, &text, page);
        }
        // `replaced` contains the positions in `text` at which U+FFFD replaced invalid bytes.
        let (mut end, mut replaced) = (0, Vec::new());
        for chunk in line.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()) {
            replaced.push(end + chunk.valid().len());
            end += chunk.valid().len() + char::REPLACEMENT_CHARACTER.len_utf8();
        }
        let mut place_of = places(line);
        for link in self.settings.finder.find(&text) {
            let place = Place { line: number, ..Place::from(place_of(link.span.start)) };
            let next = replaced.partition_point(|&at| at < link.span.start);
            match replaced.get(next).filter(|&&at| at <= link.span.end) {
                Some(&at) => page.reject(place, not_utf8(place_of(at).column)),
                None => self.take_finding(place, &link, page),
            }
        }
    }

    fn run_found(&self, place: Place, text: &str, context: DocumentContext<'_>, page: &mut Page<'_>) {
        let parsed = self.parsing.parse_in(text, context);
        if !self.schemes.is_empty() && !self.has_listed_scheme(text, parsed.as_ref().ok()) {
            page.done.counts.left_out += 1;
            return;
        }
        if self.is_raw {
            return write_raw(place, text, page);
        }
        match parsed {
            Err(fault) if fault.reason() == Reason::MissingScheme => {
                let mut error = ErrorShape::in_input(fault, text);
                error.message = "there is no scheme: give a base URL with --base".into();
                page.reject_input(place, Some(InputStrings { input: text, base: None }), error);
            }
            Err(fault) => page.reject_fault(place, text, fault),
            Ok(url) => write(place, url, page),
        }
    }
}

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

fn write_raw(place: Place, text: &str, page: &mut Page<'_>) {
    if page.form.json {
        return page.write_json(place, BTreeMap::from([("text", text)]));
    }
    let shown = page.shown(place.clone()).map(|place| format!("{place}\t")).unwrap_or_default();
    page.write(place, &(shown + text));
}

impl Links {
    /// Returns true if the scheme of `url`, or of `text` if it is not a URL, is one of those to find.
    fn has_listed_scheme(&self, text: &str, url: Option<&UrlRef<'_>>) -> bool {
        let scheme = url.map_or_else(|| text.split(':').next().unwrap_or_default(), |url| url.scheme());
        self.schemes.iter().any(|listed| listed.eq_ignore_ascii_case(scheme.trim_start()))
    }

    fn take_finding(&self, place: Place, finding: &Finding<'_>, page: &mut Page<'_>) {
        let (href, document) = (finding.href(), DocumentContext::default());
        if page.is_selected(place.line, &href, document) {
            self.run_found(place, if self.is_raw { finding.text } else { &href }, document, page);
        }
    }
}
