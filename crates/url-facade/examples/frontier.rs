//! The frontier of a crawler: the pages that it has yet to read. The program resolves each link, ignores
//! links to other sites, removes tracking parameters, and reads each page once. It was ported from the crate
//! `url` (see docs/from-url.md).
//!
//! ```console
//! $ cargo run -p url-facade --example frontier
//! https://site.test/shop/
//! basket?item=1
//! basket?item=2&note=a%20b~
//! /shop
//! /
//! ```

use std::collections::{BTreeSet, VecDeque};

use url_facade::{ParseError, Url};

struct Frontier {
    start: Url,
    queue: VecDeque<Url>,
    seen: BTreeSet<Url>,
}

impl Frontier {
    fn new(start: &str) -> Result<Self, ParseError> {
        let start = Url::parse(start)?;
        Ok(Self { queue: [start.clone()].into(), seen: [start.clone()].into(), start })
    }

    fn add(&mut self, url: &Url, page: &str) {
        for link in links(page).filter_map(|link| normalized(url, link)) {
            if link.origin() == self.start.origin() && self.seen.insert(link.clone()) {
                self.queue.push_back(link);
            }
        }
    }
}

/// Returns the values of the attributes `href` in `page`, which must have simple markup.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// Returns the URL that `link` on the page at `url` points to, without the fragment and the tracking
/// parameters. Returns `None` if the link is not a URL. The other query parameters are unchanged.
fn normalized(url: &Url, link: &str) -> Option<Url> {
    let mut page = url.resolve(link).ok()?;
    page.set_fragment(None).ok()?;
    page.edit_query(|query| _ = query.retain(|name, _| !name.starts_with("utm_") && name != "from")).ok()?;
    Some(page)
}

/// Crawls the site from `start`. Returns each page as a reference relative to `start`.
fn crawl(start: &str, read: impl Fn(&Url) -> Option<&'static str>) -> Result<Vec<String>, ParseError> {
    let mut frontier = Frontier::new(start)?;
    let mut pages = Vec::new();
    while let Some(url) = frontier.queue.pop_front() {
        frontier.add(&url, read(&url).unwrap_or_default());
        pages.push(frontier.start.make_relative(&url).unwrap_or_default());
    }
    Ok(pages)
}

/// Returns the page at `url`. This example has its pages in the program, and does not use a network.
fn read(url: &Url) -> Option<&'static str> {
    match url.path() {
        "/shop/" => Some(
            r#"<a href="basket?item=1#top">One</a> <a href="BASKET/../basket?utm_source=shop&item=1">One, again</a>
                <a href="\shop/basket?item=2&note=a%20b~&from=shop">Two</a> <a href="https://SITE.test:443/shop">Here</a>
                <a href="mailto:shop@site.test">Mail</a> <a href="//other.test/">Elsewhere</a> <a href="http://[">?</a>"#,
        ),
        "/shop/basket" => {
            Some(r#"<a href="..">Up</a> <a href="?item=1&utm_medium=x">One</a> <a href="data:,x">Data</a>"#)
        }
        _ => None,
    }
}

fn main() -> Result<(), ParseError> {
    let start = "https://site.test/shop/";
    println!("{start}");
    for page in crawl(start, read)?.iter().filter(|page| !page.is_empty()) {
        println!("{page}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{crawl, read};

    #[test]
    fn finds_each_page_once() {
        let pages = crawl("https://site.test/shop/", read).unwrap();
        assert_eq!(pages, ["", "basket?item=1", "basket?item=2&note=a%20b~", "/shop", "/"]);
    }

    #[test]
    fn rejects_a_start_that_is_not_a_url() {
        assert!(crawl("site.test", read).is_err());
    }

    #[test]
    fn an_opaque_origin_has_no_other_page() {
        assert_eq!(crawl("data:,x", |_| Some(r##"<a href="#y">"##)).unwrap(), ["data:,x"]);
    }
}
