//! What follows redirects, and keeps what is secret from other origins, as a client of the web does.

use std::{collections::HashMap, convert::TryFrom};

use url::{OpaqueOrigin, Origin, Url, quirks};

#[derive(Default)]
struct Jar {
    cookies: HashMap<Origin, String>,
    opaque: Vec<OpaqueOrigin>,
}

impl Jar {
    fn store(&mut self, url: &Url, cookie: &str) {
        match url.origin() {
            Origin::Opaque(origin) => self.opaque.push(origin),
            origin @ Origin::Tuple(..) => drop(self.cookies.insert(origin, cookie.into())),
        }
    }

    /// The URL that a redirect leads to, without secrets if it leaves the origin, and the cookie for it.
    fn redirect(&self, from: &Url, location: &str) -> Option<(Url, Option<&str>)> {
        let mut to = from.join(location).ok()?;
        if to.fragment().is_none() {
            to.set_fragment(from.fragment());
        }
        if to.scheme() == "http" && to.port().is_none() {
            to.set_scheme("https").ok()?;
        }
        if to.origin() != from.origin() {
            to.set_username("").ok()?;
            to.set_password(None).ok()?;
        }
        let cookie = self.cookies.get(&to.origin()).map(String::as_str);
        Some((to, cookie))
    }
}

#[test]
fn secrets_stay() {
    let mut jar = Jar::default();
    let start = Url::try_from("https://me:pw@BÜCHER.test/a#top").unwrap();
    jar.store(&start, "c=1");
    jar.store(&Url::parse("data:,x").unwrap(), "c=2");
    assert_eq!((jar.cookies.len(), jar.opaque.len()), (1, 1));
    let follow = |location| {
        let (to, cookie) = jar.redirect(&start, location)?;
        Some((String::from(to), cookie))
    };
    assert_eq!(follow("b"), Some(("https://me:pw@xn--bcher-kva.test/b#top".into(), Some("c=1"))));
    assert_eq!(follow("http://bücher.test/#x"), Some(("https://xn--bcher-kva.test/#x".into(), Some("c=1"))));
    assert_eq!(follow("//u:p@other.test"), Some(("https://other.test/#top".into(), None)));
    assert_eq!(follow("http://[::x]/"), None);
    let origin = start.origin();
    assert_eq!(origin.ascii_serialization(), "https://xn--bcher-kva.test");
    assert_eq!(origin.unicode_serialization(), "https://bücher.test");

    let mut url = start;
    quirks::set_host(&mut url, "c.test:81").unwrap();
    quirks::set_hash(&mut url, "");
    assert_eq!((quirks::host(&url), quirks::origin(&url)), ("c.test:81", "https://c.test:81".into()));
}
