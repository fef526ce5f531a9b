//! `find`: the URLs in a text or a document, with their places, resolved.

use std::{mem, path::Path};

use linkify::LinkFinder;
use url_facade::Reference;

use super::get::Parsing;
use crate::{
    args::{Documents, Options},
    extract::{self, DocumentBase, MakeBase},
    format::Format,
    inputs::{End, Input, Source},
    lines::{self, Job, Kind, Page},
    operation::Outcome,
    place::Place,
    records::{Block, Unread},
    verdict::{Failure, Verdict},
};

/// How what is found becomes output.
pub(crate) struct Links {
    pub(crate) parsing: Parsing,
    /// Of each source that is a document, the base that it declares; its records are what was found.
    pub(crate) documents: Vec<Option<DocumentBase>>,
    /// What finds URLs in the lines of the others.
    pub(crate) finder: LinkFinder,
}

/// What the command reads; the first is the default.
const FORMATS: [Format; 4] = [Format::Text, Format::Html, Format::Markdown, Format::Sitemap];

pub(crate) fn run(options: &Options, find: &Documents) -> Result<Verdict, Failure> {
    let parsing = Parsing::new(options, find.stream.base.as_deref())?;
    let mut input = Input::open(&find.stream.inputs)?;
    let resolver = parsing.clone();
    let make_base = move |text: &str| resolver.reference(text);
    let documents = read_documents(&mut input, find.format, &FORMATS, make_base)?;
    let job = Links { parsing, documents, finder: extract::text_finder() };
    lines::run_on(input, options.json, &find.stream, Kind::of("found"), &[], job)
}

/// Reads those sources of `input` that are documents as records of what is found in them. Returns the base that each of them declares.
pub(super) fn read_documents(
    input: &mut Input,
    option: Option<Format>,
    formats: &[Format],
    make_base: impl Fn(&str) -> Option<Reference> + Clone + Send + 'static,
) -> Result<Vec<Option<DocumentBase>>, Failure> {
    let formats = input.formats(option, formats)?;
    let mut documents = Vec::new();
    for (source, format) in mem::take(&mut input.sources).into_iter().zip(formats) {
        let base = (!matches!(format, Format::Text | Format::List)).then(DocumentBase::default);
        input.sources.push(match &base {
            Some(base) => records(source, format, base.clone(), Box::new(make_base.clone())),
            None => source,
        });
        documents.push(base);
    }
    Ok(documents)
}

/// What is found in the document in `source`, as records.
fn records(source: Source, format: Format, base: DocumentBase, make_base: MakeBase) -> Source {
    let folder = Path::new(&source.name).parent().unwrap_or(Path::new("")).to_owned();
    let budget = source.budget.clone();
    let open = move |name: &str| Some(Source::open(&folder.join(name), source.end, &budget).ok()?.reader);
    let reader = extract::records(source.reader, format, base, make_base, Box::new(open));
    // How many bytes the records take is not known.
    Source { reader, size: None, end: End::Byte(0), ..source }
}

impl Job for Links {
    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        for link in self.finder.links(line) {
            let column = Some(link.start() as u64 + 1);
            let place = Place { column, ..Place::from(number) };
            self.write(place, link.as_str(), None, page);
        }
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        if let Some(Some(base)) = self.documents.get(block.origin.index) {
            return lines::run_found(block, page, |place, text, has_base, page| {
                self.write(place, text, base.get().filter(|_| has_base), page);
            });
        }
        for (number, record) in block.raw_records() {
            page.done.counts.lines += 1;
            match record.map(|bytes| (bytes, block.decode(bytes))) {
                Ok((_, Ok(line))) if line.trim_ascii().is_empty() && !page.form.is_typed => {
                    page.done.counts.blank += 1;
                }
                Ok((_, Ok(line))) => self.run(number, &line, page),
                Ok((bytes, Err(_))) => self.run_on_bytes(number, bytes, page),
                Err(unread) => page.reject(number, unread.error()),
            }
        }
    }
}

impl Links {
    /// Writes the URLs in a line with bytes that are not UTF-8, but for those that these bytes are in.
    fn run_on_bytes(&self, number: u64, line: &[u8], page: &mut Page<'_>) {
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
                Some(&at) => {
                    let column = place_of(at).column.unwrap_or(1);
                    let before = usize::try_from(column - 1).unwrap_or(usize::MAX);
                    page.reject(place, Unread::NotUtf8(before).error());
                }
                None => self.write(place, link.as_str(), None, page),
            }
        }
    }

    fn write(&self, place: Place, text: &str, base: Option<&Reference>, page: &mut Page<'_>) {
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
