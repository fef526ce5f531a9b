//! `find`: the URLs in a text or a document, with their places, resolved.

use std::path::Path;

use linkify::LinkFinder;
use url_facade::Reference;

use super::get::Parsing;
use crate::{
    args::{Find, Options, text},
    extract::{self, Content, DocumentBase, Found, MakeBase},
    format::Format,
    inputs::Source,
    lines::{self, Job, Page, Verb},
    operation::Outcome,
    place::Place,
    shape::{Answer, ErrorShape},
    verdict::{Failure, Verdict},
};

/// How what is found becomes output.
struct Links {
    parsing: Parsing,
    /// The base that the document declares.
    base: DocumentBase,
    /// What finds URLs in lines; `None` if the lines are records of what was found.
    finder: Option<LinkFinder>,
}

pub(crate) fn run(options: &Options, find: &Find) -> Result<Verdict, Failure> {
    let base = find.stream.base.as_ref().map(text);
    let parsing = Parsing::new(options, base.as_deref())?;
    let input = find.stream.input.as_deref().unwrap_or(Path::new("-"));
    let format = find.format.or_else(|| Format::of(input)).unwrap_or(Format::Text);
    let source = Source::of_stream(&find.stream)?;
    let document = DocumentBase::default();
    let (source, finder) = match format {
        Format::Text | Format::List => (source, Some(extract::text_finder())),
        _ => {
            let resolver = parsing.clone();
            let make_base = Box::new(move |text: &str| resolver.reference(text));
            (records(source, format, input, DocumentBase::clone(&document), make_base), None)
        }
    };
    let job = Links { parsing, base: document, finder };
    lines::run_on(source, options.json, &find.stream, Verb("found"), &[], job)
}

/// What is found in the document in `source`, which `input` names, as records.
pub(crate) fn records(
    source: Source,
    format: Format,
    input: &Path,
    base: DocumentBase,
    make_base: MakeBase,
) -> Source {
    let folder = input.parent().unwrap_or(Path::new("")).to_owned();
    let open = move |name: &str| Source::open(&folder.join(name)).ok().map(|file| file.reader);
    let reader = extract::records(source.reader, format, base, make_base, Box::new(open));
    // How many bytes the records take is not known.
    Source { reader, size: None, end: 0, ..source }
}

/// The URL that `content` is, or why it is none.
pub(crate) fn url_of(content: Content) -> Result<String, ErrorShape<'static>> {
    match content {
        Content::Url(url) => Ok(url),
        Content::MissingFile(name) => Err(ErrorShape::missing_file(&name)),
        Content::TooLong(limit) => Err(ErrorShape::text_too_long(limit)),
        Content::UndefinedEntity(name) => Err(ErrorShape::undefined_entity(&name)),
    }
}

impl Job for Links {
    fn run(&self, number: u64, line: &[u8], page: &mut Page<'_>) {
        let Some(finder) = &self.finder else {
            if let Some(Found { place, has_base, content }) = extract::decode(line) {
                let base = self.base.get().filter(|_| has_base);
                match url_of(content) {
                    Ok(url) => self.write(place, &url, base, page),
                    Err(error) => page.reject(place, error),
                }
            }
            return;
        };
        let text = url_facade::from_bytes(line);
        for link in finder.links(&text) {
            let place = Place { column: Some(link.start() as u64 + 1), ..Place::from(number) };
            self.write(place, link.as_str(), None, page);
        }
    }
}

impl Links {
    fn write(&self, place: Place, text: &str, base: Option<&Reference>, page: &mut Page<'_>) {
        match self.parsing.parse_under(text, base) {
            Err(fault) => page.reject_fault(place, text, fault),
            Ok(url) if page.is_json() => {
                let shown = page.shown(place);
                let (line, column) =
                    shown.as_ref().map_or((None, None), |place| (Some(place.line), place.column));
                let file = shown.as_ref().and_then(|place| place.file.as_deref());
                page.write_json(&Answer::of(&Outcome::Url(url.into_owned())).at(line, column).of_file(file));
            }
            Ok(url) => match page.shown(place.clone()) {
                Some(shown) => page.write(place, &format!("{shown}\t{url}")),
                None => page.write(place, url.as_str()),
            },
        }
    }
}
