//! The required speeds of urlspec. Each row of the table names an operation that urlspec and another library
//! (the peer) run. Urlspec uses the profile `whatwg`, unless the row names another profile.

use std::{cell::RefCell, hint::black_box};

use anyhow::Result;
use linkify::{LinkFinder, LinkKind};
use url::form_urlencoded;
use url_diff::diff;
use url_facade::{
    Parser, Profile, Url,
    api::{Attribute, SearchParams},
    trace::Recorder,
};
use url_find::Finder;
use url_guard::Guard;
use url_testdata::{Record, own_vectors, read_json_lines};

use crate::{
    Run, TURN, Turn,
    corpora::{self, Corpus, file_url, generate, longer_url, url_without_path, web_url},
    patterns::{self, Matched},
    url_class::{PublicData, UrlClass as _},
};

/// An operation that urlspec and another library (the peer) run, and the required speed of urlspec.
pub struct Row<'a> {
    pub work: String,
    pub peer: &'static str,
    /// The required speed of urlspec, as a multiple of the peer's speed. `None` if no speed is required of
    /// these inputs.
    pub required: Option<f64>,
    /// The measurements, in turn: each has a function of urlspec, one of the peer, and often one of a third
    /// library.
    pub turns: Vec<Turn<'a>>,
}

/// The head of the table of speeds, in the output and in the record.
pub const TABLE_HEAD: &str = "| work | ours, ns | peer | its ns | times as fast | must be | holds |";

/// Returns the rows of the table in `record` whose work and peer are not in `rows`. If `record` has no table,
/// returns only the head of the table.
pub fn stale_rows<'r>(record: &'r str, rows: &[Row<'_>]) -> Vec<&'r str> {
    let mut recorded = record
        .lines()
        .skip_while(|line| *line != TABLE_HEAD)
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let is_stale = |line: &&str| {
        let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
        let (work, peer) = (cells.next(), cells.nth(1));
        !rows.iter().any(|row| Some(&*row.work) == work && Some(row.peer) == peer)
    };
    match recorded.next() {
        None => vec![TABLE_HEAD],
        Some(first) => std::iter::once(first).chain(recorded).filter(is_stale).collect(),
    }
}

/// The name of the work that parses the test inputs of the URL Standard.
pub const STANDARD: &str = "parse, the Standard's test inputs";

/// A test input of the URL Standard, and its base.
pub type StandardInput = (String, Option<String>);

pub struct Inputs {
    corpora: Vec<Corpus>,
    /// The URLs of the first corpus in upper case, so that more steps of a spec change them.
    capitals: Vec<String>,
    queries: Vec<String>,
    standard: Vec<StandardInput>,
    /// Lines of a log. Some contain a URL, which `lines_without_url` lacks.
    lines: Vec<String>,
    lines_without_url: Vec<String>,
    /// Inputs for which the project recorded the results of real programs.
    recorded: Vec<String>,
    generated: Generated,
}

pub struct Generated {
    web_urls: Vec<String>,
    longer_urls: Vec<String>,
    without_path: Vec<String>,
    file_urls: Vec<String>,
    references: Vec<(&'static str, String)>,
    idn_urls: Vec<String>,
    urls_to_set: Vec<String>,
    queries: Vec<String>,
    /// URLs with an escape that only RFC 3986 decodes.
    differing: Vec<String>,
    matched: Matched,
}

impl Inputs {
    pub fn load() -> Result<Self> {
        let corpora = corpora::load()?;
        let recorded = read_json_lines(&own_vectors("consumers").join("recorded.jsonl"))?;
        let input = |record: &Record| Some(record.get("input")?.as_str()?.to_owned());
        let generated = Generated::new(4 * TURN);
        let in_capitals = |corpus: &Corpus| corpus.urls.iter().map(|url| url.to_ascii_uppercase()).collect();
        let line = |url: &str| format!("2026-11-29T06:00:00Z INFO request to {url} took 12 ms (retries: 3)");
        Ok(Self {
            lines: generated.web_urls.iter().map(|url| line(url)).collect(),
            lines_without_url: generated.web_urls.iter().map(|url| line(&url.replace(':', " "))).collect(),
            // The first corpus is the one that contains web URLs.
            queries: corpora.first().map(|corpus| corpora::queries(&corpus.urls)).unwrap_or_default(),
            capitals: corpora.first().map(in_capitals).unwrap_or_default(),
            corpora,
            standard: standard_inputs()?,
            recorded: recorded.iter().filter_map(input).collect(),
            generated,
        })
    }

    /// Returns true if all corpora were found. In place of a missing corpus, URLs are generated.
    pub fn has_corpora(&self) -> bool {
        !self.corpora.iter().any(|corpus| corpus.is_generated)
    }

    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        // Speeds are required only of the URLs for which they were chosen.
        let of = |corpus: &Corpus, required| (!corpus.is_generated).then_some(required);
        for (corpus, required) in self.corpora.iter().zip([(3.2, 4.2), (4.7, 10.4)]) {
            let Corpus { name, urls, .. } = corpus;
            rows.push(row(format!("parse, {name}"), "ada", of(corpus, required.0), urls, parse));
            rows.push(row(format!("can_parse, {name}"), "ada", of(corpus, required.1), urls, can_parse));
            let work = format!("append to one string, {name}");
            rows.push(row(work, "copy", of(corpus, APPEND), urls, append));
        }
        for corpus in self.corpora.iter().take(1) {
            let Corpus { name, urls, .. } = corpus;
            rows.push(row_of(Profile::Rfc3986, "url", of(corpus, OF_RFC3986), name, urls, is_url));
            // This peer does not allocate a string for the URL.
            rows.push(row_of(Profile::Rfc3986, "fluent-uri", of(corpus, 0.4), name, urls, is_uri));
            for (profile, given, capitals) in DOCUMENTS {
                rows.push(row_of(profile, "url", of(corpus, given), name, urls, is_url));
                let name = format!("{name} in capitals");
                rows.push(row_of(profile, "url", of(corpus, capitals), &name, &self.capitals, is_url));
            }
            let work = format!("parse, {name} in capitals");
            rows.push(row(work, "ada", of(corpus, 2.2), &self.capitals, parse));
            rows.push(row(format!("traced parse, {name}"), "untraced", of(corpus, TRACED), urls, trace));
            rows.push(row(format!("agree of three profiles, {name}"), "url", of(corpus, 0.5), urls, agree));
            rows.push(row(format!("guard, {name}"), "url", None, urls, guard));
            let work = "search parameters, queries of web URLs";
            rows.push(row(work, "ada", of(corpus, 2.2), &self.queries, parse_and_serialize));
        }
        rows.push(row("guard, what consumers were asked", "url", None, &self.recorded, guard));
        rows.push(row(
            "diff, URLs on which two profiles differ",
            "url",
            0.015,
            &self.generated.differing,
            compare,
        ));
        rows.push(standard_row(&self.standard));
        rows.push(row("find, lines with a URL", "linkify", 1.0, &self.lines, find));
        rows.push(row("find, lines without one", "linkify", 1.0, &self.lines_without_url, find));
        rows.extend(self.generated.rows());
        for (profile, ..) in DOCUMENTS.into_iter().filter(|(profile, ..)| *profile != Profile::Barth2010) {
            let work = format!("resolve relative references by {profile}");
            let references = &self.generated.references;
            rows.push(row(work, "url", 2.0, references, |references| resolve(profile, references)));
        }
        rows
    }
}

/// The profiles of the documents of 2009 to 2014, with their required speeds of parsing web URLs, as the URLs
/// are and in capitals, relative to the crate `url`.
const DOCUMENTS: [(Profile, f64, f64); 5] = [
    (Profile::Manakai, 3.0, 2.0),
    (Profile::Barth2010, 3.0, 2.0),
    (Profile::Barth01, 3.0, 2.0),
    (Profile::Connolly, 2.0, 1.5),
    (Profile::Webspecs, 2.0, 1.5),
];

fn find(lines: &[String]) -> Vec<Run<'_>> {
    let (finder, mut linkify) = (Finder::default(), LinkFinder::new());
    linkify.kinds(&[LinkKind::Url]);
    let ours = move |line: &String| black_box(finder.find(line)).count() < 2;
    let theirs = move |line: &String| black_box(linkify.links(line)).count() < 2;
    vec![Run::new("ours", lines, ours), Run::new("linkify", lines, theirs)]
}

impl Generated {
    pub fn new(count: usize) -> Self {
        Self {
            web_urls: generate(web_url, count),
            longer_urls: generate(longer_url, 3 * count),
            without_path: generate(url_without_path, count),
            file_urls: generate(file_url, count),
            references: corpora::references(count),
            idn_urls: corpora::idn_urls(count),
            urls_to_set: corpora::urls_to_set(count),
            queries: corpora::queries_of_pairs(count),
            differing: generate(|dice| web_url(dice) + "%41", count),
            matched: Matched::new(count),
        }
    }

    /// Returns the rows for generated URLs that resemble the corpora.
    pub fn rows_like_corpora(&self) -> Vec<Row<'_>> {
        vec![
            row("parse, web URLs", "ada", 3.2, &self.web_urls, parse),
            row("can_parse, web URLs", "ada", 4.2, &self.web_urls, can_parse),
            row("parse, file URLs", "ada", 4.7, &self.file_urls, parse),
            row_of(Profile::Rfc3986, "url", OF_RFC3986, "web URLs", &self.web_urls, is_url),
        ]
    }

    /// Returns the rows for generated inputs that resemble no corpus.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = vec![
            row("parse, longer web URLs", "ada", 2.8, &self.longer_urls, parse),
            row("parse, URLs without a path", "ada", 1.3, &self.without_path, parse),
            row("resolve relative references", "ada", 3.3, &self.references, |references| {
                resolve(Profile::Whatwg, references)
            }),
        ];
        for &attribute in Attribute::ALL {
            let work = format!("set {}", attribute.name());
            let required = if attribute == Attribute::Href { 2.6 } else { 1.4 };
            rows.push(row(work, "ada", required, &self.urls_to_set, |urls| set(urls, attribute)));
        }
        rows.push(row("parse, then six setters", "ada", 1.4, &self.urls_to_set, parse_and_set));
        rows.push(row("search parameters", "ada", 2.2, &self.queries, parse_and_serialize));
        rows.push(row("parse, IDN hosts", "url", 1.4, &self.idn_urls, parse));
        rows.extend(rows_of_patterns(&self.matched));
        rows
    }
}

fn is_url(url: &str) -> bool {
    black_box(url::Url::parse(url)).is_ok()
}

/// Parses `url` with `fluent-uri`, which finds the components but does not allocate a string.
fn is_uri(url: &str) -> bool {
    black_box(fluent_uri::Uri::parse(url)).is_ok()
}

/// Returns a row for parsing by `profile`. The document of 2010 only parses a string to a reference.
fn row_of<'a>(
    profile: Profile,
    peer: &'static str,
    required: impl Into<Option<f64>>,
    name: &str,
    urls: &'a [String],
    theirs: fn(&str) -> bool,
) -> Row<'a> {
    let parser = Parser::new(profile);
    let ours = move |url: &String| match profile {
        Profile::Barth2010 => black_box(parser.parse_reference(url)).is_ok(),
        _ => black_box(parser.parse(url)).is_ok(),
    };
    row(format!("parse by {profile}, {name}"), peer, required, urls, |urls: &'a [String]| {
        vec![Run::new("ours", urls, ours), Run::new(peer, urls, move |url: &String| theirs(url))]
    })
}

/// Checks URLs with a guard. No speed is required of a guard, because it uses several parsers.
fn guard(urls: &[String]) -> Vec<Run<'_>> {
    let guard = Guard::default();
    against_url(urls, move |url| guard.check(url, None).is_ok())
}

/// Measures `ours`, and the parser of the crate `url`.
fn against_url<'a>(urls: &'a [String], ours: impl Fn(&'a String) -> bool + 'a) -> Vec<Run<'a>> {
    vec![Run::new("ours", urls, ours), Run::new("url", urls, |url: &String| is_url(url))]
}

fn agree(urls: &[String]) -> Vec<Run<'_>> {
    let profiles = [Profile::Whatwg, Profile::Rfc3986, Profile::Manakai];
    against_url(urls, move |url| black_box(url_guard::agree(url, None, &profiles)).is_ok())
}

fn compare(urls: &[String]) -> Vec<Run<'_>> {
    let [a, b] = [Profile::Whatwg, Profile::Rfc3986].map(Parser::new);
    against_url(urls, move |url| diff(url, None, a, b).divergence.is_some())
}

/// The required speed of parsing with a bounded trace, relative to parsing without a trace: a fifteenth.
const TRACED: f64 = 0.067;

fn trace(urls: &[String]) -> Vec<Run<'_>> {
    let ours = |url: &String| {
        let mut trace = Recorder::default();
        let is_url = Parser::default().parse_traced(url, &mut trace).is_ok();
        black_box(trace);
        is_url
    };
    let untraced = |url: &String| black_box(Url::parse(url)).is_ok();
    vec![Run::new("ours", urls, ours), Run::new("untraced", urls, untraced)]
}

/// The required speed of parsing by RFC 3986, relative to the crate `url`: urlspec may take 0.9 of the time.
const OF_RFC3986: f64 = 1.11;

/// The required speed of appending canonical URLs to one string, relative to the speed of copying each URL to
/// a newly allocated string.
const APPEND: f64 = 0.5;

/// Returns the rows for URL patterns.
pub fn rows_of_patterns(Matched { urls, paths }: &Matched) -> Vec<Row<'_>> {
    vec![
        row("match one pattern", "urlpattern", 5.0, urls, patterns::match_one),
        row("match one pattern, with groups", "urlpattern", 3.0, urls, patterns::capture),
        row("first of 100 patterns", "urlpattern", 50.0, urls, patterns::first_of_hundred),
        // The peer is urlspec itself: 10,000 patterns may take three times as long as 100.
        row("first of 10,000 patterns", "100 patterns", 0.33, urls, patterns::first_of_ten_thousand),
        row("route a path, 100 routes", "matchit", 0.5, paths, patterns::route),
    ]
}

pub fn standard_inputs() -> Result<Vec<StandardInput>> {
    let data = PublicData::load()?;
    Ok(data.inputs().map(|(input, base)| (input.into(), base.map(String::from))).collect())
}

pub fn standard_row(inputs: &[StandardInput]) -> Row<'_> {
    row(STANDARD, "ada", 1.4, inputs, parse_against)
}

fn row<'a, I>(
    work: impl Into<String>,
    peer: &'static str,
    required: impl Into<Option<f64>>,
    inputs: &'a [I],
    runs: impl Fn(&'a [I]) -> Vec<Run<'a>>,
) -> Row<'a> {
    let turn = |inputs: &'a [I]| Turn { urls: inputs.len(), runs: runs(inputs) };
    Row { work: work.into(), peer, required: required.into(), turns: inputs.chunks(TURN).map(turn).collect() }
}

fn parse(urls: &[String]) -> Vec<Run<'_>> {
    vec![
        Run::new("ours", urls, |url: &String| black_box(Url::parse(url)).is_ok()),
        Run::new("ada", urls, |url: &String| black_box(ada_url::Url::parse(url, None)).is_ok()),
        Run::new("url", urls, |url: &String| is_url(url)),
    ]
}

/// Urlspec appends all URLs to one string. The peer copies each URL to a new string, without parsing it.
fn append(urls: &[String]) -> Vec<Run<'_>> {
    let out = RefCell::new(String::new());
    let ours = move || {
        let (parser, out) = (Parser::default(), &mut *out.borrow_mut());
        out.clear();
        urls.iter().filter(|url| black_box(parser.append_into(url, out)).is_ok()).count()
    };
    let copy = |url: &String| !black_box(url.clone()).is_empty();
    vec![Run { name: "ours".into(), go: Box::new(ours) }, Run::new("copy", urls, copy)]
}

/// Calls `can_parse` of urlspec and ada. The crate `url` has only a parser, which is called instead.
fn can_parse(urls: &[String]) -> Vec<Run<'_>> {
    vec![
        Run::new("ours", urls, |url: &String| Url::can_parse(url)),
        Run::new("ada", urls, |url: &String| ada_url::Url::can_parse(url, None)),
        Run::new("url", urls, |url: &String| is_url(url)),
    ]
}

/// All libraries parse the base again for each input.
fn parse_against(inputs: &[StandardInput]) -> Vec<Run<'_>> {
    let ours = |(url, base): &StandardInput| match base {
        None => black_box(Url::parse(url)).is_ok(),
        Some(base) => Url::parse(base).is_ok_and(|base| black_box(base.resolve(url)).is_ok()),
    };
    let ada = |(url, base): &StandardInput| black_box(ada_url::Url::parse(url, base.as_deref())).is_ok();
    let url = |(url, base): &StandardInput| black_box(url::Url::construct(url, base.as_deref())).is_some();
    vec![Run::new("ours", inputs, ours), Run::new("ada", inputs, ada), Run::new("url", inputs, url)]
}

/// Urlspec and `url` get bases that are already parsed. Ada gets strings and parses the base each time.
fn resolve<'a>(profile: Profile, references: &'a [(&'static str, String)]) -> Vec<Run<'a>> {
    let parser = Parser::new(profile);
    let bases: Vec<_> = references.iter().filter_map(|(base, _)| parser.parse(base).ok()).collect();
    let url_bases: Vec<_> = references.iter().filter_map(|(base, _)| url::Url::parse(base).ok()).collect();
    let ours = move || {
        let pairs = references.iter().zip(&bases);
        pairs.filter(|((_, input), base)| black_box(base.resolve(input)).is_ok()).count()
    };
    let ada =
        |(base, input): &(&'static str, String)| black_box(ada_url::Url::parse(input, Some(base))).is_ok();
    let url = move || {
        let pairs = references.iter().zip(&url_bases);
        pairs.filter(|((_, input), base)| black_box(base.join(input)).is_ok()).count()
    };
    let run = |name: &str, go| Run { name: name.into(), go };
    vec![run("ours", Box::new(ours)), Run::new("ada", references, ada), run("url", Box::new(url))]
}

fn set(urls: &[String], attribute: Attribute) -> Vec<Run<'_>> {
    let ours = urls.iter().filter_map(|url| Url::parse(url).ok());
    let theirs = urls.iter().filter_map(|url| ada_url::Url::parse(url.as_str(), None).ok());
    let set_ours = move |url: &mut Url, value: &str| _ = url.set_attribute(attribute, value);
    let set_theirs = move |url: &mut ada_url::Url, value: &str| url.set(attribute, value);
    vec![
        set_each("ours", ours.collect(), attribute, set_ours),
        set_each("ada", theirs.collect(), attribute, set_theirs),
    ]
}

/// Measures a setter: each run sets `attribute` of each URL to another value.
fn set_each<'a, U: 'a>(
    name: &str,
    urls: Vec<U>,
    attribute: Attribute,
    set: impl Fn(&mut U, &str) + 'a,
) -> Run<'a> {
    let values = corpora::values(attribute, 2 * TURN + 7);
    let state = RefCell::new((urls, 0));
    let go = move || {
        let (urls, at) = &mut *state.borrow_mut();
        for url in urls.iter_mut() {
            *at = (*at + 1) % values.len();
            set(url, &values[*at]);
            black_box(url);
        }
        urls.len()
    };
    Run { name: name.into(), go: Box::new(go) }
}

const SIX: [(Attribute, &str); 6] = [
    (Attribute::Protocol, "http"),
    (Attribute::Host, "other.test:81"),
    (Attribute::Port, "8080"),
    (Attribute::Pathname, "/a/b/../c"),
    (Attribute::Search, "?q=a b"),
    (Attribute::Hash, ""),
];

fn parse_and_set(urls: &[String]) -> Vec<Run<'_>> {
    let ours =
        set_six(|url| Url::parse(url).ok(), |url, attribute, value| _ = url.set_attribute(attribute, value));
    let ada = set_six(|url| ada_url::Url::parse(url, None).ok(), ada_url::Url::set);
    let url = set_six(|url| url::Url::parse(url).ok(), url::Url::set);
    vec![Run::new("ours", urls, ours), Run::new("ada", urls, ada), Run::new("url", urls, url)]
}

fn set_six<U>(
    parse: impl Fn(&str) -> Option<U>,
    set: impl Fn(&mut U, Attribute, &str),
) -> impl Fn(&String) -> bool {
    move |url| {
        let Some(mut url) = parse(url) else { return false };
        for (attribute, value) in SIX {
            set(&mut url, attribute, value);
        }
        black_box(url);
        true
    }
}

fn parse_and_serialize(queries: &[String]) -> Vec<Run<'_>> {
    let ours = |query: &String| !black_box(SearchParams::parse(query).serialize()).is_empty();
    let ada = |query: &String| {
        let params = ada_url::UrlSearchParams::parse(query.as_str());
        params.is_ok_and(|params| !black_box(params.to_string()).is_empty())
    };
    let url = |query: &String| {
        let pairs = form_urlencoded::parse(query.as_bytes());
        !black_box(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()).is_empty()
    };
    vec![Run::new("ours", queries, ours), Run::new("ada", queries, ada), Run::new("url", queries, url)]
}
