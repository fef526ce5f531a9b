//! URLs and lists of URL patterns, and the rows of the table that match them. The peers are `urlpattern`,
//! which tries the patterns of a list one by one, and `matchit`, which finds the route of a path.

use std::{cell::Cell, hint::black_box, sync::LazyLock};

use url_facade::Url;
use url_pattern::{UrlPattern, UrlPatternInit, UrlPatternOptions, UrlPatternSet};
use urlpattern::UrlPatternMatchInput;

use crate::{
    Run,
    corpora::{generate, web_url},
};

/// A URL that both libraries parsed.
pub struct Parsed {
    pub ours: Url,
    pub theirs: url::Url,
}

/// The inputs of the rows.
pub struct Matched {
    pub(crate) urls: Vec<Parsed>,
    pub(crate) paths: Vec<Url>,
}

pub type Theirs = urlpattern::UrlPattern;

pub fn theirs(pattern: &str) -> Option<Theirs> {
    let init = urlpattern::UrlPatternInit::parse_constructor_string::<regex::Regex>(pattern, None).ok()?;
    Theirs::parse(init, urlpattern::UrlPatternOptions::default()).ok()
}

/// Literals, a wildcard and a named group, which a third of the generated URLs match.
const ONE: &str = "https://www.*.com/:section/*";

const SMALL: usize = 100;
const LARGE: usize = 10_000;

/// Returns patterns of web sites: six kinds, each made from a URL whose host has a name and whose path a
/// segment.
pub fn patterns(count: usize) -> Vec<String> {
    let pattern = |(at, url): (usize, &String)| {
        let (host, path) = url.strip_prefix("https://")?.split_once('/')?;
        let (first, domain) = (path.split_once('/')?.0, host.strip_prefix("www.")?);
        Some(match at % 6 {
            0 => format!("https://{host}/*"),
            1 => format!("https://{host}/{first}/:id"),
            2 => format!("https://*.{domain}/{first}/*"),
            3 => format!("https://{host}/{}", path.split(['?', '#']).next()?),
            4 => format!("*://*:*/{first}/:name/*"),
            _ => format!("http{{s}}?://:sub.{domain}/:file.html"),
        })
    };
    let is_named = |url: &&String| {
        !["www.com", "www.org", "www.co.uk", "www.test"].iter().any(|host| url[8..].starts_with(host))
    };
    let urls = generate(web_url, 4 * count);
    urls.iter().filter(is_named).enumerate().filter_map(pattern).take(count).collect()
}

/// Returns the routes of an interface, as URL patterns and as routes of `matchit`.
pub fn routes() -> Vec<[String; 2]> {
    const NAMES: &str = "users posts books orders items teams files events tags notes";
    const FORMS: &str = "/NAME /NAME/:id /NAME/new /NAME/archive/* /api/v1/NAME /api/v1/NAME/:id \
        /api/v1/NAME/:id/edit /api/v1/NAME/:id/comments /api/v1/NAME/:id/comments/:number /static/NAME/*";
    let both = |form: &str| {
        let segment = |part: &str| match part.strip_prefix(':') {
            Some(name) => format!("{{{name}}}"),
            None => part.replace('*', "{*rest}"),
        };
        [form.into(), form.split('/').map(segment).collect::<Vec<_>>().join("/")]
    };
    let of_name = |name: &'static str| FORMS.split(' ').map(move |form| both(&form.replace("NAME", name)));
    NAMES.split(' ').flat_map(of_name).collect()
}

fn set(count: usize) -> UrlPatternSet {
    patterns(count).iter().filter_map(|pattern| UrlPattern::parse(pattern, None).ok()).collect()
}

pub static HUNDRED: LazyLock<UrlPatternSet> = LazyLock::new(|| set(SMALL));
pub static TEN_THOUSAND: LazyLock<UrlPatternSet> = LazyLock::new(|| set(LARGE));
static THEIR_HUNDRED: LazyLock<Vec<Theirs>> =
    LazyLock::new(|| patterns(SMALL).iter().filter_map(|pattern| theirs(pattern)).collect());

/// The routes as patterns of paths.
pub static ROUTES: LazyLock<UrlPatternSet> = LazyLock::new(|| {
    let pattern = |[path, _]: [String; 2]| {
        let init = UrlPatternInit { pathname: Some(path), ..UrlPatternInit::default() };
        UrlPattern::from_init(&init, UrlPatternOptions::default()).ok()
    };
    routes().into_iter().filter_map(pattern).collect()
});

static ROUTER: LazyLock<matchit::Router<usize>> = LazyLock::new(|| {
    let mut router = matchit::Router::new();
    for (at, [_, route]) in routes().into_iter().enumerate() {
        // A route that is refused would be missed by the test of the results.
        _ = router.insert(route, at);
    }
    router
});

impl Matched {
    pub fn new(count: usize) -> Self {
        let parsed =
            |url: &String| Some(Parsed { ours: Url::parse(url).ok()?, theirs: url::Url::parse(url).ok()? });
        let (routes, at) = (routes(), Cell::new(0));
        let path = |url: &String| {
            let [route, _] = &routes[at.replace(at.get() + 1) % routes.len()];
            let word = url.strip_prefix("https://www.")?.split(['.', '/']).next()?;
            let fill = |part| if str::starts_with(part, [':', '*']) { word } else { part };
            Url::parse(
                &["https://a.test", &route.split('/').map(fill).collect::<Vec<_>>().join("/")].concat(),
            )
            .ok()
        };
        let urls = generate(web_url, count);
        Self { paths: urls.iter().filter_map(path).collect(), urls: urls.iter().filter_map(parsed).collect() }
    }
}

fn input(url: &Parsed) -> UrlPatternMatchInput {
    UrlPatternMatchInput::Url(url.theirs.clone())
}

fn accepts(pattern: &Theirs, url: &Parsed) -> bool {
    pattern.test(input(url)).is_ok_and(|is_match| is_match)
}

pub(crate) fn match_one(urls: &[Parsed]) -> Vec<Run<'_>> {
    let (ours, theirs) = (UrlPattern::parse(ONE, None), theirs(ONE));
    let ours = move |url: &Parsed| ours.as_ref().is_ok_and(|pattern| pattern.matches(&url.ours));
    let theirs = move |url: &Parsed| theirs.as_ref().is_some_and(|pattern| accepts(pattern, url));
    vec![Run::new("ours", urls, ours), Run::new("urlpattern", urls, theirs)]
}

pub(crate) fn capture(urls: &[Parsed]) -> Vec<Run<'_>> {
    let (ours, theirs) = (UrlPattern::parse(ONE, None), theirs(ONE));
    let ours = move |url: &Parsed| {
        ours.as_ref().is_ok_and(|pattern| black_box(pattern.captures(&url.ours)).is_some())
    };
    let theirs = move |url: &Parsed| {
        theirs.as_ref().is_some_and(|pattern| matches!(black_box(pattern.exec(input(url))), Ok(Some(_))))
    };
    vec![Run::new("ours", urls, ours), Run::new("urlpattern", urls, theirs)]
}

pub(crate) fn first_of_hundred(urls: &[Parsed]) -> Vec<Run<'_>> {
    let theirs = |url: &Parsed| THEIR_HUNDRED.iter().any(|pattern| accepts(pattern, url));
    vec![
        Run::new("ours", urls, |url: &Parsed| black_box(HUNDRED.first(&url.ours)).is_some()),
        Run::new("urlpattern", urls, theirs),
    ]
}

pub(crate) fn first_of_ten_thousand(urls: &[Parsed]) -> Vec<Run<'_>> {
    vec![
        Run::new("ours", urls, |url: &Parsed| black_box(TEN_THOUSAND.first(&url.ours)).is_some()),
        Run::new("100 patterns", urls, |url: &Parsed| black_box(HUNDRED.first(&url.ours)).is_some()),
    ]
}

pub(crate) fn route(urls: &[Url]) -> Vec<Run<'_>> {
    vec![
        Run::new("ours", urls, |url: &Url| black_box(ROUTES.first(url)).is_some()),
        Run::new("matchit", urls, |url: &Url| black_box(ROUTER.at(url.path())).is_ok()),
    ]
}
