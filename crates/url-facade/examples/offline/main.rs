//! Plans an offline copy of a site: a program that uses the crate `url` widely (`with_url.rs`), and the same program with this
//! library (`ported.rs`). The tests run both on the same site, and count the lines that changed.
//!
//! ```console
//! $ cargo run -p url-facade --example offline
//! rules: https://site.test/robots.txt
//! search: https://site.test/search?q=a+b%26c&page=2
//! request: site.test /?q=1
//! redirected: https://site.test/c#b
//! https://site.test/ -> /copy/site.test/index.html
//!   /docs/a.html?b=2&a=1&utm_source=x#top -> docs/a@a=1&b=2.html#top
//!   ../secret/x -> https://site.test/secret/x
//!   https://other.test/ -> https://other.test/
//!   mailto:me@site.test -> mailto:me@site.test
//!   http://10.0.0.1/ -> #
//!   http://[ -> #
//!   javascript:void(0) -> javascript:void(0)
//! https://site.test/docs/a.html?a=1&b=2 -> /copy/site.test/docs/a@a=1&b=2.html
//!   b/ -> b/index.html
//!   ?a=1&b=2 ->
//! left out: 1 of http://10.0.0.1
//! left out: 1 of https://other.test
//! left out: 1 of https://site.test
//! left out: 1 of null
//! broken: http://[
//! ```

mod ported;
#[cfg(test)]
mod with_url;

use std::{error::Error, path::Path};

use ported::{Site, redirected, request};
use url_facade::Url;

/// The pages of a site, by their paths.
const PAGES: [(&str, &str); 2] = [
    (
        "/",
        r#"<a href="/docs/a.html?b=2&a=1&utm_source=x#top"> <a href="../secret/x"> <a href="https://other.test/">
           <a href="mailto:me@site.test"> <a href="http://10.0.0.1/"> <a href="http://["> <a href="javascript:void(0)">"#,
    ),
    ("/docs/a.html", r#"<a href="b/"> <a href="?a=1&b=2">"#),
];

const ROBOTS: &str = "User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /secret/\n";

fn read(path: &str) -> Option<String> {
    PAGES.iter().find(|page| page.0 == path).map(|page| page.1.to_owned())
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report()?);
    Ok(())
}

/// What the program prints.
fn report() -> Result<String, Box<dyn Error>> {
    let site = Site::new("http://me:secret@site.test/?session=1#a", Path::new("/copy"))?.with_robots(ROBOTS);
    let request = request(&Url::parse("https://site.test/?q=1#b")?, false)?;
    assert!(request.credentials.is_none() && request.address.is_none());
    Ok(format!(
        "rules: {}\nsearch: {}\nrequest: {} {}\nredirected: {}\n{}",
        site.robots_url()?,
        site.search_url("a b&c", 2)?,
        request.host,
        request.target,
        redirected(&Url::parse("https://site.test/a#b")?, "/c")?,
        site.plan(10, |url| read(url.path()))?,
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ROBOTS, ported, read, report, with_url};

    const THEIRS: &str = include_str!("with_url.rs");
    const OURS: &str = include_str!("ported.rs");

    /// The number of lines of `a` that are not in the longest common sequence of `a` and `b`.
    fn changed_lines(a: &str, b: &str) -> usize {
        let (a, b): (Vec<_>, Vec<_>) = (a.lines().collect(), b.lines().collect());
        // The length of the longest common sequence of the lines so far of `a` and each start of `b`.
        let mut common = vec![0; b.len() + 1];
        for line in &a {
            let mut diagonal = 0;
            for (at, other) in b.iter().enumerate() {
                let above = common[at + 1];
                common[at + 1] = if line == other { diagonal + 1 } else { above.max(common[at]) };
                diagonal = above;
            }
        }
        a.len() - common[b.len()]
    }

    #[test]
    fn it_prints_what_the_head_of_this_file_shows() {
        let head = include_str!("main.rs").lines().map_while(|line| line.strip_prefix("//!"));
        let shown = head.skip_while(|line| !line.contains("--example offline")).skip(1);
        let shown =
            shown.take_while(|line| *line != " ```").map(|line| line.strip_prefix(' ').unwrap_or(line));
        // A line of this file does not end with a space.
        let report = report().unwrap();
        assert!(report.lines().map(str::trim_end).eq(shown), "{report}");
    }

    #[test]
    fn as_many_lines_changed_as_the_page_says() {
        assert_eq!(
            (THEIRS.lines().count(), changed_lines(THEIRS, OURS), changed_lines(OURS, THEIRS)),
            (304, 38, 30)
        );
    }

    #[test]
    fn both_plan_the_same() {
        let start = "http://me:secret@site.test/?session=1#a";
        let theirs = with_url::Site::new(start, Path::new("/copy")).unwrap().with_robots(ROBOTS);
        let ours = ported::Site::new(start, Path::new("/copy")).unwrap().with_robots(ROBOTS);
        let plans = [
            theirs.plan(10, |url| read(url.path())).unwrap().to_string(),
            ours.plan(10, |url| read(url.path())).unwrap().to_string(),
        ];
        assert_eq!(plans[0], plans[1]);
        assert_eq!(plans[0].lines().count(), 16);
        assert_eq!(theirs.robots_url().as_str(), ours.robots_url().unwrap().as_str());
        assert_eq!(
            theirs.search_url("a b&c", 2).unwrap().as_str(),
            ours.search_url("a b&c", 2).unwrap().as_str()
        );
        for start in ["data:x", "mailto:a@b.test", "file:///a", "a"] {
            assert!(with_url::Site::new(start, Path::new("/copy")).is_err(), "{start}");
            assert!(ported::Site::new(start, Path::new("/copy")).is_err(), "{start}");
        }
    }

    #[test]
    fn both_classify_and_request_the_same() {
        let base = "https://site.test/a/b";
        let theirs = (with_url::Site::new(base, Path::new("/copy")).unwrap(), url::Url::parse(base).unwrap());
        let ours =
            (ported::Site::new(base, Path::new("/copy")).unwrap(), url_facade::Url::parse(base).unwrap());
        for link in [
            "c?z=1&a=b#d",
            "//sub.site.test/",
            "//xsite.test/",
            "https://site.test:8443/",
            "http://127.0.0.1/",
            "http://[::1]/",
            "http://[fd00::1]/",
            "http://x.internal/",
            "file:///etc/passwd",
            "mailto:a@b.test",
            "data:,x",
            "http://a b/",
            "../..",
            "é/%20?q=%26",
            "https://u:p%40@site.test/",
            "?ref=1",
            "ftp://site.test/",
        ] {
            let classified = [
                format!("{:?}", theirs.0.classify(&theirs.1, link)).split_once('(').unwrap().0.to_owned(),
                format!("{:?}", ours.0.classify(&ours.1, link)).split_once('(').unwrap().0.to_owned(),
            ];
            assert_eq!(classified[0], classified[1], "{link}");
            assert_eq!(
                theirs.0.rewritten(&theirs.1, link).unwrap(),
                ours.0.rewritten(&ours.1, link).unwrap(),
                "{link}"
            );
            let (Ok(a), Ok(b)) = (theirs.1.join(link), ours.1.join(link)) else { continue };
            let requests = [
                with_url::request(&a, false).map(|request| format!("{request:?}")).ok(),
                ported::request(&b, false).map(|request| format!("{request:?}")).ok(),
            ];
            assert_eq!(requests[0], requests[1], "{link}");
            let moved = [
                with_url::redirected(&a, "/m").ok().map(String::from),
                ported::redirected(&b, "/m").ok().map(String::from),
            ];
            assert_eq!(moved[0], moved[1], "{link}");
        }
    }
}
