//! The getters and setters of the web's class `URL`, as functions. A setter uses the accepted part of its
//! value, as the Standard does. It returns `Err(())` if it fails without a change of the URL.

#[cfg(feature = "expose_internals")]
use url_facade::Component;
use url_facade::{Change, Position, api::Attribute};

use crate::{Host, ParseError, Url};

/// The offsets of the components of a URL in its string, in bytes.
///
/// # Examples
/// ```
/// use url_compat::{Url, quirks::internal_components};
/// let places = internal_components(&Url::parse("https://u:p@a.test:81/b?c")?);
/// assert_eq!((places.scheme_end, places.username_end, places.host_start, places.host_end), (5, 9, 12, 18));
/// assert_eq!((places.port, places.path_start, places.query_start, places.fragment_start), (Some(81), 21, Some(23), None));
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[cfg(feature = "expose_internals")]
#[derive(Copy, Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct InternalComponents {
    pub scheme_end: u32,
    pub username_end: u32,
    pub host_start: u32,
    pub host_end: u32,
    pub port: Option<u16>,
    pub path_start: u32,
    pub query_start: Option<u32>,
    pub fragment_start: Option<u32>,
}

/// Returns the offsets of the components of `url`. See [`InternalComponents`] for an example.
#[cfg(feature = "expose_internals")]
pub fn internal_components(url: &Url) -> InternalComponents {
    let place = |position| u32::try_from(url.0.offset(position)).unwrap_or(u32::MAX);
    // The offset is that of the delimiter before the component.
    let start = |component| url.0.components().get(component).map(|span| span.start - 1);
    InternalComponents {
        scheme_end: place(Position::AfterScheme),
        username_end: place(Position::AfterUsername),
        host_start: place(Position::BeforeHost),
        host_end: place(Position::AfterHost),
        port: url.port(),
        path_start: place(Position::BeforePath),
        query_start: start(Component::Query),
        fragment_start: start(Component::Fragment),
    }
}

/// Converts a domain to ASCII. Returns an empty string if `domain` is not a valid domain.
///
/// # Examples
/// ```
/// use url_compat::quirks::{domain_to_ascii, domain_to_unicode};
/// assert_eq!((domain_to_ascii("Bücher.test"), domain_to_ascii("a b")), ("xn--bcher-kva.test".into(), String::new()));
/// assert_eq!(domain_to_unicode("xn--bcher-kva.test"), "bücher.test");
/// ```
pub fn domain_to_ascii(domain: &str) -> String {
    match Host::parse(domain) {
        Ok(Host::Domain(domain)) => domain,
        _ => String::new(),
    }
}

/// Converts a domain to Unicode. Returns an empty string if `domain` is not valid. See [`domain_to_ascii`].
pub fn domain_to_unicode(domain: &str) -> String {
    url_facade::whatwg::domain_to_unicode(&domain_to_ascii(domain)).into_owned()
}

/// Returns the whole URL.
///
/// # Examples
/// ```
/// use url_compat::{Url, quirks};
/// let mut url = Url::parse("https://u:p@a.test:81/b?c#d")?;
/// assert_eq!([quirks::href(&url), quirks::protocol(&url), &quirks::origin(&url)], [url.as_str(), "https:", "https://a.test:81"]);
/// assert_eq!([quirks::host(&url), quirks::hostname(&url), quirks::port(&url)], ["a.test:81", "a.test", "81"]);
/// assert_eq!([quirks::pathname(&url), quirks::search(&url), quirks::hash(&url)], ["/b", "?c", "#d"]);
/// quirks::set_port(&mut url, "8443/x").unwrap();
/// quirks::set_search(&mut url, "?e f");
/// quirks::set_hash(&mut url, "");
/// assert_eq!(url.as_str(), "https://u:p@a.test:8443/b?e%20f");
/// assert_eq!(quirks::set_host(&mut url, "a b"), Err(()));
/// # Ok::<(), url_compat::ParseError>(())
/// ```
pub fn href(url: &Url) -> &str {
    url.as_str()
}

/// Parses `value`, and replaces the URL with the result. See [`href`] for an example.
pub fn set_href(url: &mut Url, value: &str) -> Result<(), ParseError> {
    *url = Url::parse(value)?;
    Ok(())
}

/// Returns the origin of the URL in ASCII. See [`href`] for an example.
pub fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

macro_rules! setters {
    ($($name:ident $attribute:ident $what:literal)*) => {$(
        #[doc = concat!("Sets ", $what, " to the accepted part of `value`. See [`href`] for an example.")]
        pub fn $name(url: &mut Url, value: &str) -> Result<(), ()> {
            match url.0.set_attribute(Attribute::$attribute, value) {
                Err(error) if error.change == Change::Unchanged => Err(()),
                _ => Ok(()),
            }
        }
    )*};
}

setters! {
    set_protocol Protocol "the scheme"
    set_username Username "the user name"
    set_password Password "the password"
    set_host Host "the host, and the port if there is one"
    set_hostname Hostname "the host"
    set_port Port "the port"
}

/// Sets the path. Does nothing if the path is opaque. See [`href`] for an example.
pub fn set_pathname(url: &mut Url, new_pathname: &str) {
    url.set(Attribute::Pathname, new_pathname);
}

/// Sets the query. A `?` at the start is optional. An empty value removes the query. See [`href`].
pub fn set_search(url: &mut Url, new_search: &str) {
    url.set(Attribute::Search, new_search);
}

/// Sets the fragment. A `#` at the start is optional. An empty value removes the fragment. See [`href`].
pub fn set_hash(url: &mut Url, new_hash: &str) {
    url.set(Attribute::Hash, new_hash);
}

macro_rules! getters {
    ($($name:ident |$url:ident| $value:expr, $what:literal)*) => {$(
        #[doc = concat!("Returns ", $what, ". See [`href`] for an example.")]
        pub fn $name($url: &Url) -> &str {
            $value
        }
    )*};
}

getters! {
    protocol |url| &url.as_str()[..=url.scheme().len()], "the scheme with its colon"
    username |url| url.username(), "the user name"
    password |url| url.password().unwrap_or_default(), "the password; empty if there is none"
    host |url| &url[Position::BeforeHost..Position::AfterPort], "the host and the port"
    hostname |url| url.host_str().unwrap_or_default(), "the host; empty if there is none"
    port |url| &url[Position::BeforePort..Position::AfterPort], "the port; empty if there is none"
    pathname |url| url.path(), "the path"
    search |url| without_lone_delimiter(&url[Position::AfterPath..Position::AfterQuery]), "the query with its question mark; empty if the query is"
    hash |url| without_lone_delimiter(&url[Position::AfterQuery..]), "the fragment with its number sign; empty if the fragment is"
}

fn without_lone_delimiter(text: &str) -> &str {
    if text.len() == 1 { "" } else { text }
}
