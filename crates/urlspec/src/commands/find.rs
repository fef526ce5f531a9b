//! `find`: the URLs in a text or a document, with their places, resolved.

use std::borrow::Cow;

use linkify::LinkFinder;
use url_facade::Reference;

use crate::{
    args::{Documents, Options},
    extract,
    format::Format,
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::Outcome,
    parsing::Parsing,
    place::Place,
    records::{Unread, not_utf8},
    verdict::{Failure, Verdict},
};

/// How what is found becomes output.
pub(crate) struct Links {
    pub(crate) parsing: Parsing,
    /// What finds URLs in lines of text.
    pub(crate) finder: LinkFinder,
}

/// What the command reads; the first is the default.
const FORMATS: [Format; 4] = [Format::Text, Format::Html, Format::Markdown, Format::Sitemap];

pub(crate) fn run(options: &Options, find: &Documents) -> Result<Verdict, Failure> {
    let parsing = Parsing::new(options, find.stream.base.as_deref())?;
    let (mut input, skipped) = Input::open_below(&find.stream)?;
    let resolver = parsing.clone();
    input.read_documents(find.format, &FORMATS, move |text| resolver.reference(text))?;
    let job = Links { parsing, finder: extract::text_finder() };
    let verdict = lines::run_on(input, options, &find.stream, Kind::of("found"), &[], job)?;
    Ok(if skipped.report() { verdict } else { Verdict::Invalid })
}

impl Job for Links {
    fn url_of<'r>(&self, _: &'r str) -> Option<Cow<'r, str>> {
        None
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        for link in self.finder.links(line) {
            let column = Some(link.start() as u64 + 1);
            let place = Place { column, ..Place::from(number) };
            self.take(place, link.as_str(), page);
        }
    }

    /// Writes the URLs in a line with bytes that are not UTF-8, but for those that these bytes are in.
    fn run_unread(&self, number: u64, unread: Unread<'_>, page: &mut Page<'_>) {
        let Unread::NotUtf8(line) = unread else { return page.reject(number, unread.error()) };
        let text = String::from_utf8_lossy(line);
        // Where bytes were replaced in the text.
        let (mut end, mut replaced) = (0, Vec::new());
        for chunk in line.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()) {
            replaced.push(end + chunk.valid().len());
            end += chunk.valid().len() + char::REPLACEMENT_CHARACTER.len_utf8();
        }
        let mut place_of = extract::places(line);
        for link in self.finder.links(&text) {
            let place = Place { line: number, ..place_of(link.start()) };
            let next = replaced.partition_point(|&at| at < link.start());
            match replaced.get(next).filter(|&&at| at <= link.end()) {
                Some(&at) => page.reject(place, not_utf8(place_of(at).column.unwrap_or(1))),
                None => self.take(place, link.as_str(), page),
            }
        }
    }

    fn run_found(&self, place: Place, text: &str, base: Option<&Reference>, page: &mut Page<'_>) {
        match self.parsing.parse_under(text, base) {
            Err(fault) => page.reject_fault(place, text, fault),
            Ok(url) if page.form.json => page.write_json(place, Outcome::of_url(url.into_owned())),
            Ok(url) => match page.shown(place.clone()) {
                Some(shown) => page.write(place, &format!("{shown}\t{url}")),
                None => page.write(place, url.as_str()),
            },
        }
    }
}

impl Links {
    /// Writes the result of a URL in a text.
    fn take(&self, place: Place, text: &str, page: &mut Page<'_>) {
        if page.admits(place.line, text, None) {
            self.run_found(place, text, None, page);
        }
    }
}
