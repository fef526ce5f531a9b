//! Plans an offline copy of a site: which pages are fetched, from where, into which files, and what their links become.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    error::Error,
    fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use url::{Host, ParseError, Position, Url};

/// Parameters that change nothing about a page.
const NOISE: [&str; 4] = ["utm_source", "utm_medium", "session", "ref"];

/// What a link is.
#[derive(Debug, PartialEq)]
pub(crate) enum Link {
    /// A page of the site, to be copied.
    Page(Url),
    /// A page of another site, or one that robots may not read.
    Elsewhere(Url),
    /// An address to write to.
    Mail(String),
    /// A file of the machine that wrote the page, or an address in its network.
    Private(Url),
    /// Another scheme, such as `javascript:`.
    Other(Url),
    /// No URL.
    Broken(String, ParseError),
}

/// A request: what is sent, and where to.
#[derive(Debug, PartialEq)]
pub(crate) struct Request {
    pub(crate) target: String,
    pub(crate) host: String,
    pub(crate) credentials: Option<(String, String)>,
    pub(crate) address: Option<SocketAddr>,
}

/// One page in the plan.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) url: Url,
    pub(crate) file: PathBuf,
    /// Each link as it was written, and what it becomes.
    pub(crate) links: Vec<(String, String)>,
}

/// A site and the directory for its copy.
pub(crate) struct Site {
    start: Url,
    directory: Url,
    /// Paths that robots may not read.
    disallowed: Vec<String>,
}

/// The plan, and what was left out, by origin.
pub(crate) struct Plan {
    pub(crate) pages: Vec<Page>,
    pub(crate) left_out: BTreeMap<String, usize>,
    pub(crate) broken: Vec<(String, ParseError)>,
}

impl Site {
    /// The site of the page `start`, with credentials and a fragment removed, over TLS.
    pub(crate) fn new(start: &str, directory: &Path) -> Result<Self, Box<dyn Error>> {
        let mut start = Url::parse(start)?;
        if !matches!(start.scheme(), "http" | "https") || !start.has_host() {
            return Err(format!("not a web site: {start}").into());
        }
        start.set_scheme("https").map_err(|()| "cannot use TLS")?;
        start.set_username("").map_err(|()| "cannot remove the user name")?;
        start.set_password(None).map_err(|()| "cannot remove the password")?;
        start.set_fragment(None);
        let directory = Url::from_directory_path(directory).map_err(|()| "the directory is relative")?;
        Ok(Self { start: without_noise(&start), directory, disallowed: Vec::new() })
    }

    /// Reads the rules for all robots of a `robots.txt`.
    pub(crate) fn with_robots(mut self, text: &str) -> Self {
        let mut is_for_all = false;
        for line in text.lines() {
            match line.split_once(':').map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim())) {
                Some((name, value)) if name == "user-agent" => is_for_all = value == "*",
                Some((name, value)) if name == "disallow" && is_for_all && !value.is_empty() => {
                    self.disallowed.push(value.to_owned());
                }
                _ => {}
            }
        }
        self
    }

    /// Where robots look for rules.
    pub(crate) fn robots_url(&self) -> Url {
        let mut robots = self.start.clone();
        robots.set_path("/robots.txt");
        robots.set_query(None);
        robots
    }

    /// The page that finds `words` on the site.
    pub(crate) fn search_url(&self, words: &str, page: u32) -> Result<Url, ParseError> {
        let search = self.start.join("/search")?;
        Url::parse_with_params(search.as_str(), [("q", words), ("page", &page.to_string())])
    }

    /// What `link` on the page at `base` is.
    pub(crate) fn classify(&self, base: &Url, link: &str) -> Link {
        let url = match Url::options().base_url(Some(base)).parse(link) {
            Ok(url) => url,
            Err(error) => return Link::Broken(link.to_owned(), error),
        };
        match url.scheme() {
            "mailto" => return Link::Mail(url.path().to_owned()),
            "file" => return Link::Private(url),
            "http" | "https" => {}
            _ => return Link::Other(url),
        }
        if is_private(&url) && url.host() != self.start.host() {
            return Link::Private(url);
        }
        let url = without_noise(&url);
        if !self.is_here(&url) || self.is_disallowed(&url) {
            return Link::Elsewhere(url);
        }
        Link::Page(url)
    }

    /// Whether `url` is of this site: the same host, or a name below it, on the usual port.
    fn is_here(&self, url: &Url) -> bool {
        let same_port = url.port() == self.start.port();
        match (url.domain(), self.start.domain()) {
            (Some(name), Some(here)) => {
                same_port && (name == here || name.strip_suffix(here).is_some_and(|sub| sub.ends_with('.')))
            }
            _ => same_port && url.host() == self.start.host(),
        }
    }

    fn is_disallowed(&self, url: &Url) -> bool {
        let path = &url[Position::BeforePath..Position::AfterQuery];
        url.origin() == self.start.origin()
            && self.disallowed.iter().any(|rule| path.starts_with(rule.as_str()))
    }

    /// The file for the page `url`: the host, then a directory for each segment, then a name with the query in it.
    pub(crate) fn file_url(&self, url: &Url) -> Result<Url, Box<dyn Error>> {
        let mut file = self.directory.clone();
        {
            let mut segments = file.path_segments_mut().map_err(|()| "not hierarchical")?;
            segments.pop_if_empty();
            segments.push(url.host_str().unwrap_or_default());
            if let Some(port) = url.port() {
                segments.push(&port.to_string());
            }
            let names: Vec<_> = url.path_segments().into_iter().flatten().collect();
            let (last, directories) = names.split_last().unwrap_or((&"", &[]));
            segments.extend(directories);
            let name = if last.is_empty() { "index" } else { last.trim_end_matches(".html") };
            match url.query() {
                Some(query) => segments.push(&format!("{name}@{query}.html")),
                None => segments.push(&format!("{name}.html")),
            };
        }
        Ok(file)
    }

    /// The path of that file.
    pub(crate) fn file(&self, url: &Url) -> Result<PathBuf, Box<dyn Error>> {
        Ok(self.file_url(url)?.to_file_path().map_err(|()| "not a path")?)
    }

    /// What a link from the page `from` becomes: a reference between the files, or the URL elsewhere.
    pub(crate) fn rewritten(&self, from: &Url, written: &str) -> Result<String, Box<dyn Error>> {
        Ok(match self.classify(from, written) {
            Link::Page(mut to) => {
                let fragment = to.fragment().map(str::to_owned);
                to.set_fragment(None);
                let mut file = self.file_url(&to)?;
                file.set_fragment(fragment.as_deref());
                self.file_url(from)?.make_relative(&file).unwrap_or_else(|| file.to_string())
            }
            Link::Elsewhere(url) | Link::Other(url) => url.into(),
            Link::Mail(address) => format!("mailto:{address}"),
            Link::Private(_) | Link::Broken(..) => "#".to_owned(),
        })
    }

    /// Plans the copy of at most `most` pages, read with `read`.
    pub(crate) fn plan(
        &self,
        most: usize,
        read: impl Fn(&Url) -> Option<String>,
    ) -> Result<Plan, Box<dyn Error>> {
        let mut plan = Plan { pages: Vec::new(), left_out: BTreeMap::new(), broken: Vec::new() };
        let mut queue = VecDeque::from([self.start.clone()]);
        let mut seen = BTreeSet::from([key(&self.start).to_owned()]);
        while let Some(url) = queue.pop_front().filter(|_| plan.pages.len() < most) {
            let Some(text) = read(&url) else { continue };
            let mut links = Vec::new();
            for written in hrefs(&text) {
                links.push((written.to_owned(), self.rewritten(&url, written)?));
                match self.classify(&url, written) {
                    Link::Page(mut page) => {
                        if seen.insert(key(&page).to_owned()) {
                            page.set_fragment(None);
                            queue.push_back(page);
                        }
                    }
                    Link::Elsewhere(page) | Link::Private(page) | Link::Other(page) => {
                        *plan.left_out.entry(page.origin().ascii_serialization()).or_default() += 1;
                    }
                    Link::Broken(link, error) => plan.broken.push((link, error)),
                    Link::Mail(_) => {}
                }
            }
            plan.pages.push(Page { file: self.file(&url)?, url, links });
        }
        Ok(plan)
    }
}

/// The request for `url`, whose address is looked up only if `is_online`.
pub(crate) fn request(url: &Url, is_online: bool) -> Result<Request, Box<dyn Error>> {
    let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let address = if is_online || url.domain().is_none() {
        url.socket_addrs(|| None)?.into_iter().next()
    } else {
        None
    };
    Ok(Request {
        target: url[Position::BeforePath..Position::AfterQuery].to_owned(),
        host: url[Position::BeforeHost..Position::AfterPort].to_owned(),
        credentials: (!url.username().is_empty())
            .then(|| (decoded(url.username()), decoded(url.password().unwrap_or_default()))),
        address,
    })
}

/// The page that a redirection from `from` leads to: its fragment is kept if the new one has none.
pub(crate) fn redirected(from: &Url, location: &str) -> Result<Url, ParseError> {
    let mut to = from.join(location)?;
    if to.fragment().is_none() {
        to.set_fragment(from.fragment());
    }
    Ok(to)
}

/// Whether the host is one of this machine or of a private network.
pub(crate) fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            name == "localhost" || name.ends_with(".localhost") || name.ends_with(".internal")
        }
        Some(Host::Ipv4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
        Some(Host::Ipv6(address)) => address.is_loopback() || address.is_unique_local(),
        None => true,
    }
}

/// `url` without the parameters that change nothing; the others are in order of their names.
pub(crate) fn without_noise(url: &Url) -> Url {
    let mut pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    pairs.retain(|(name, _)| !NOISE.contains(&name.as_str()));
    pairs.sort();
    let mut url = url.clone();
    if pairs.is_empty() {
        url.set_query(None);
    } else {
        url.query_pairs_mut().clear().extend_pairs(&pairs);
    }
    url
}

/// What makes two URLs one page.
fn key(url: &Url) -> &str {
    &url[..Position::AfterQuery]
}

/// The values of `href` in `text`, which has simple markup.
fn hrefs(text: &str) -> impl Iterator<Item = &str> {
    text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Page { url, file, links } in &self.pages {
            writeln!(f, "{url} -> {}", file.display())?;
            for (written, becomes) in links {
                writeln!(f, "  {written} -> {becomes}")?;
            }
        }
        for (origin, count) in &self.left_out {
            writeln!(f, "left out: {count} of {origin}")?;
        }
        for (link, _) in &self.broken {
            writeln!(f, "broken: {link}")?;
        }
        Ok(())
    }
}
