//! Links in text, for the ops of `batch` on links and for `explain --links`.

use serde::{Deserialize, Serialize};
use url_facade::Parser;
use url_find::{Finder, Finding, Kind, LinkEnd, LinkParts, Mode, Options, ParseModeError};

use crate::shape::ErrorShape;

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parts {
    scheme: String,
    host: String,
    path: Vec<String>,
    query: Vec<(String, Option<String>)>,
    fragment: Option<String>,
    directives: Vec<String>,
}

impl Default for Parts {
    fn default() -> Self {
        let LinkParts { scheme, host, path, query, fragment, directives, .. } = LinkParts::default();
        Self { scheme, host, path, query, fragment, directives }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct LinkShape {
    pub(crate) span: [usize; 2],
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorShape<'static>>,
}

pub(crate) fn links(
    parser: Parser<'static>,
    text: &str,
    mode: Option<&str>,
) -> Result<Vec<LinkShape>, ParseModeError> {
    let mode = mode.map_or(Ok(Mode::default()), str::parse)?;
    let finder = Finder::new(Options::default().with_mode(mode).with_parser(parser));
    Ok(finder.find(text).map(|found| LinkShape::of(&found)).collect())
}

impl LinkShape {
    fn of(found: &Finding<'_>) -> Self {
        let url = found.url();
        Self {
            span: [found.span.start, found.span.end],
            kind: if found.kind == Kind::Email { "email" } else { "url" },
            href: url.as_ref().ok().map(ToString::to_string),
            error: url.err().map(ErrorShape::of),
        }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct EndShape {
    #[serde(flatten)]
    pub(crate) link: LinkShape,
    /// The byte range after the link that would belong to it if the text continued with certain characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<[usize; 2]>,
    pub(crate) reason: String,
    pub(crate) section: Option<&'static str>,
}

pub(crate) fn ends(finder: &Finder, text: &str) -> Vec<EndShape> {
    let end_of = |found: Finding<'_>| {
        let LinkEnd { undecided, reason, .. } = LinkEnd::of(text, &found);
        let undecided = Some([undecided.start, undecided.end]).filter(|[start, end]| start < end);
        EndShape {
            link: LinkShape::of(&found),
            undecided,
            reason: reason.to_string(),
            section: reason.section(),
        }
    };
    finder.find(text).map(end_of).collect()
}

/// Returns the URL that has these parts, with as few escapes as possible.
pub(crate) fn format(Parts { scheme, host, path, query, fragment, directives }: &Parts) -> String {
    let mut link = LinkParts::new(scheme, host);
    (link.path, link.query) = (path.clone(), query.clone());
    (link.fragment, link.directives) = (fragment.clone(), directives.clone());
    link.format()
}
