//! The frontier of a crawler: links are resolved, kept to the site, stripped of tracking parameters, and followed once.

use std::collections::{BTreeSet, HashMap, VecDeque};

use url::{ParseError, Position, Url};

struct Frontier {
    start: Url,
    queue: VecDeque<Url>,
    seen: BTreeSet<Url>,
    errors: HashMap<String, ParseError>,
}

impl Frontier {
    fn new(start: &str) -> Result<Self, ParseError> {
        let start: Url = start.parse()?;
        Ok(Self {
            queue: VecDeque::from([start.clone()]),
            seen: BTreeSet::from([start.clone()]),
            start,
            errors: HashMap::new(),
        })
    }

    fn add(&mut self, page: &Url, link: &str) {
        let mut url = match page.join(link) {
            Ok(url) => url,
            Err(error) => {
                self.errors.insert(link.to_owned(), error);
                return;
            }
        };
        url.set_fragment(None);
        let kept: Vec<(String, String)> =
            url.query_pairs().into_owned().filter(|(name, _)| !name.starts_with("utm_")).collect();
        if kept.is_empty() {
            url.set_query(None);
        } else {
            url.query_pairs_mut().clear().extend_pairs(&kept);
        }
        if url.origin() == self.start.origin() && self.seen.insert(url.clone()) {
            self.queue.push_back(url);
        }
    }
}

#[test]
fn each_page_once() {
    let mut frontier = Frontier::new("https://site.test/shop/").unwrap();
    let page = frontier.queue.pop_front().unwrap();
    for link in [
        "basket?item=1#top",
        "BASKET/../basket?utm_source=shop&item=1",
        "\\shop\\basket?item=2&note=a%20b~",
        "https://SITE.test:443/shop",
        "mailto:shop@site.test",
        "//other.test/",
        "http://[",
        "https://a:x/",
    ] {
        frontier.add(&page, link);
    }
    let queued: Vec<_> = frontier.queue.iter().map(|url| &url[Position::BeforePath..]).collect();
    assert_eq!(queued, ["/shop/basket?item=1", "/shop/basket?item=2&note=a+b%7E", "/shop"]);
    assert_eq!(frontier.errors["http://["], ParseError::InvalidIpv6Address);
    assert_eq!(frontier.errors["https://a:x/"].to_string(), "invalid port number");
    assert_eq!(Frontier::new("site.test").err(), Some(ParseError::RelativeUrlWithoutBase));
}
