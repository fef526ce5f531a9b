//! A canonical URL: one string, and where its components lie. Here what it is, how it is made, and its parts.

mod convert;
mod edit;
mod query;
mod relative;
#[cfg(feature = "serde")]
mod serde;
mod setters;

use std::borrow::Cow;

use url_core::{Component, Components, Host, Parsed, Profile};

pub use setters::{Change, SetError};

use crate::{
    Origin, ParseError, Parser,
    api::{ApiJob, ApiSpec, with_api},
    parser::Base,
    profiles::{Job, Spec, with_spec},
};

/// A canonical URL: one string, and where its components lie in it.
///
/// `Url` owns its string. [`UrlRef`] borrows it from what was parsed where that was canonical already; `Url<&str>` is a view
/// that can be copied. All three have the same methods. A URL remembers the profile that made it, and follows it in
/// everything that it does; it compares and hashes as the string.
///
/// # Examples
/// ```
/// use url_facade::{Host, Url};
/// let url = Url::parse("HTTP://user:@EXAMPLE.com:8080/x?y#z")?;
/// assert_eq!(url.as_str(), "http://user@example.com:8080/x?y#z");
/// assert_eq!((url.user(), url.password()), (Some("user"), None));
/// assert_eq!((url.host(), url.port()), (Some(Host::Domain("example.com")), Some(8080)));
/// assert_eq!(url.resolve("../z")?.as_str(), "http://user@example.com:8080/z");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Url<S = String> {
    pub(crate) href: S,
    pub(crate) shape: Shape,
}

/// A canonical URL that is borrowed from what was parsed where that was canonical already.
///
/// # Examples
/// ```
/// use url_facade::{Url, UrlRef};
/// let url: UrlRef<'_> = Url::parse_ref("https://a.test/b?c")?;
/// assert_eq!((url.is_borrowed(), url.path()), (true, "/b"));
/// assert!(!Url::parse_ref("https://A.test")?.is_borrowed());
/// let owned: Url = url.into_owned();
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub type UrlRef<'a> = Url<Cow<'a, str>>;

/// All that a URL knows of its string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) components: Components,
    pub(crate) profile: Profile,
    /// Whether the path is a list of segments.
    pub(crate) hierarchical: bool,
}

impl Url {
    /// Parses an absolute URL as the URL Standard says; another profile takes a [`Parser`].
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse(r"https:\\a.test\b c")?.as_str(), "https://a.test/b%20c");
    /// assert!(Url::parse("/b").is_err());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        Parser::default().parse_url(input, None)
    }

    /// [`Url::parse`] that borrows `input` where it is canonical already. Nothing is allocated for one that is so at first
    /// sight, as web and `file:` URLs without credentials mostly are.
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let hosts = ["https://a.test/b", "https://B.test"].map(|url| Url::parse_ref(url).map(|url| url.host_str() == Some("b.test")));
    /// assert_eq!(hosts, [Ok(false), Ok(true)]);
    /// ```
    pub fn parse_ref(input: &str) -> Result<UrlRef<'_>, ParseError> {
        Parser::default().parse_ref(input)
    }

    /// Whether [`Url::parse`] would give a URL.
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert!(Url::can_parse("mailto:a@b.test") && !Url::can_parse("http://a b/"));
    /// ```
    pub fn can_parse(input: &str) -> bool {
        Parser::default().can_parse(input, None)
    }

    /// The whole URL, without copying it.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse("https://a.test")?.into_string(), "https://a.test/");
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn into_string(self) -> String {
        self.href
    }
}

impl UrlRef<'_> {
    /// Whether the string is that which was parsed.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// See [`UrlRef`].
    pub fn is_borrowed(&self) -> bool {
        matches!(self.href, Cow::Borrowed(_))
    }
}

impl<S: Into<String>> Url<S> {
    /// The same URL with a string of its own; copies it where it is borrowed.
    ///
    /// Spec: none (ownership)
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let kept: Vec<Url> = vec![Url::parse_ref("https://a.test/")?.into_owned()];
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn into_owned(self) -> Url {
        Url { href: self.href.into(), shape: self.shape }
    }
}

impl<S: AsRef<str>> Url<S> {
    /// The whole URL.
    ///
    /// Spec: none (access)
    #[inline]
    pub fn as_str(&self) -> &str {
        self.href.as_ref()
    }

    /// A view of this URL, which can be copied.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/")?;
    /// let views: [Url<&str>; 2] = [url.view(); 2];
    /// assert_eq!(views[1].host_str(), Some("a.test"));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    #[inline]
    pub fn view(&self) -> Url<&str> {
        Url { href: self.as_str(), shape: self.shape }
    }

    /// Where each component lies in [`Url::as_str`], in bytes.
    ///
    /// Spec: none (access)
    pub fn components(&self) -> Components {
        self.shape.components
    }

    /// The profile that made this URL.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Profile, Url};
    /// assert_eq!(Url::parse("https://a.test/")?.profile(), Profile::Whatwg);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn profile(&self) -> Profile {
        self.shape.profile
    }

    /// Parses `reference` against this URL, under the profile that made it.
    ///
    /// # Errors
    /// When there is no URL in it; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let base = Url::parse("https://a.test/b/c?d")?;
    /// assert_eq!(base.resolve("../e#f")?.as_str(), "https://a.test/e#f");
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn resolve(&self, reference: &str) -> Result<Url, ParseError> {
        Parser::new(self.profile()).make_url(reference, Some(Base::from(self)))
    }

    /// [`Url::resolve`] by the name that other libraries give it.
    ///
    /// # Errors
    /// When there is no URL in it; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// See [`Url::resolve`].
    pub fn join(&self, reference: &str) -> Result<Url, ParseError> {
        self.resolve(reference)
    }

    /// Whether this URL and `other` are equal, perhaps without their fragments.
    ///
    /// Spec: whatwg#concept-url-equals
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let (a, b) = (Url::parse("https://a.test/#x")?, Url::parse("HTTPS://A.test")?);
    /// assert!(a.equals(&b, true) && !a.equals(&b, false));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn equals(&self, other: &Self, exclude_fragments: bool) -> bool {
        // 1. Let serializedA be A, serialized without an excluded fragment.
        // 2. Let serializedB be B, serialized likewise.
        let serialized = |url: &Self| {
            let fragment = url.components().get(Component::Fragment).filter(|_| exclude_fragments);
            // The fragment is last, behind its number sign.
            fragment.map_or(url.as_str().len(), |span| (span.start as usize).saturating_sub(1))
        };
        // 3. Return true if they are the same.
        self.as_str().get(..serialized(self)) == other.as_str().get(..serialized(other))
    }

    /// The text of `component`, or `None` where the URL has none.
    ///
    /// Spec: none (access)
    #[inline]
    pub fn get(&self, component: Component) -> Option<&str> {
        self.shape.components.get(component).map(|span| span.of(self.as_str()))
    }

    /// The scheme, in lower case and without its colon.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://u:p@a.test:81/b?c#d")?;
    /// assert_eq!((url.scheme(), url.user(), url.password()), ("https", Some("u"), Some("p")));
    /// assert_eq!((url.host_str(), url.path(), url.query(), url.fragment()), (Some("a.test"), "/b", Some("c"), Some("d")));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn scheme(&self) -> &str {
        self.get(Component::Scheme).unwrap_or_default()
    }

    /// The user name, percent-encoded.
    ///
    /// Spec: none (access)
    pub fn user(&self) -> Option<&str> {
        self.get(Component::User)
    }

    /// The password, percent-encoded.
    ///
    /// Spec: none (access)
    pub fn password(&self) -> Option<&str> {
        self.get(Component::Password)
    }

    /// The host by its kind, or `None` where the URL has none.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Host, Url};
    /// let (local, v6, opaque) = (Url::parse("http://0x7F.1")?, Url::parse("http://[::1]")?, Url::parse("a://0x7F.1")?);
    /// assert_eq!(local.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
    /// assert_eq!((v6.host(), v6.host_str()), (Some(Host::Ipv6(1.into())), Some("[::1]")));
    /// assert_eq!(opaque.host(), Some(Host::Opaque("0x7F.1")));
    /// assert_eq!((Url::parse("file:///x")?.host(), Url::parse("data:x")?.host()), (Some(Host::Empty), None));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn host(&self) -> Option<Host<&str>> {
        let text = self.host_str()?;
        Some(url_host::kind_of_host(text, with_spec(self.profile(), HasOpaqueHost(self.scheme()))))
    }

    /// The host, with the brackets of an IPv6 address.
    ///
    /// Spec: none (access)
    pub fn host_str(&self) -> Option<&str> {
        self.get(Component::Host)
    }

    /// The port, where it is written and no more than 65535: the URL Standard writes none that is the scheme's default.
    ///
    /// Spec: none (access)
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let (url, with_port) = (Url::parse("https://a.test:443")?, Url::parse("https://a.test:8443")?);
    /// assert_eq!((url.port(), url.port_or_default()), (None, Some(443)));
    /// assert_eq!((with_port.port(), with_port.port_or_default()), (Some(8443), Some(8443)));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn port(&self) -> Option<u16> {
        self.get(Component::Port)?.parse().ok()
    }

    /// The port, or that which the profile's document gives the scheme where none is written.
    ///
    /// Spec: whatwg#special-scheme
    ///
    /// # Examples
    /// See [`Url::port`].
    pub fn port_or_default(&self) -> Option<u16> {
        match self.get(Component::Port) {
            Some(_) => self.port(),
            None => with_spec(self.profile(), DefaultPort(self.scheme())),
        }
    }

    /// The path, with its slash if it has one.
    ///
    /// Spec: none (access)
    pub fn path(&self) -> &str {
        self.get(Component::Path).unwrap_or_default()
    }

    /// Whether the path is opaque: not a list of segments, as in `mailto:` and `data:` URLs, against which only fragments
    /// can be resolved.
    ///
    /// Spec: whatwg#url-opaque-path
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert!(Url::parse("data:,x")?.has_opaque_path() && !Url::parse("foo:/x")?.has_opaque_path());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn has_opaque_path(&self) -> bool {
        !self.shape.hierarchical
    }

    /// The segments of the path, percent-encoded, or `None` where it is opaque.
    ///
    /// Spec: whatwg#url-path
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/b/c%2Fd/")?;
    /// assert_eq!(url.path_segments().unwrap().collect::<Vec<_>>(), ["b", "c%2Fd", ""]);
    /// assert!(Url::parse("mailto:a@b.test")?.path_segments().is_none());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn path_segments(&self) -> Option<impl DoubleEndedIterator<Item = &str> + Clone> {
        (!self.has_opaque_path()).then(|| url_path::segments(self.path()))
    }

    /// The query, without its question mark.
    ///
    /// Spec: none (access)
    pub fn query(&self) -> Option<&str> {
        self.get(Component::Query)
    }

    /// The names and values of the query, as a form has them; none where there is no query.
    ///
    /// Spec: whatwg#concept-urlencoded-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/?a=1+2&b=%C3%A9")?;
    /// let pairs: Vec<_> = url.query_pairs().collect();
    /// assert_eq!(pairs, [("a".into(), "1 2".into()), ("b".into(), "é".into())]);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn query_pairs(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
        url_query::whatwg::parse_form(self.query().unwrap_or_default())
    }

    /// The fragment, without its number sign.
    ///
    /// Spec: none (access)
    pub fn fragment(&self) -> Option<&str> {
        self.get(Component::Fragment)
    }

    /// The origin; [`Origin::Unique`] too where the profile's document has no origins.
    ///
    /// Spec: whatwg#concept-url-origin
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Origin, Url};
    /// assert_eq!(Url::parse("https://u@a.test:8443/x")?.origin().to_string(), "https://a.test:8443");
    /// assert_eq!(Url::parse("data:x")?.origin(), Origin::Unique);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn origin(&self) -> Origin {
        with_api(self.profile(), OriginOf(self.view())).unwrap_or(Origin::Unique)
    }

    /// Its parts, borrowed, as the layers take them.
    ///
    /// Spec: none (access)
    pub(crate) fn parsed(&self) -> Parsed<'_> {
        let part = |component| self.get(component).map(Cow::Borrowed);
        Parsed {
            scheme: part(Component::Scheme),
            authority: None,
            user: part(Component::User),
            password: part(Component::Password),
            host: part(Component::Host),
            port: part(Component::Port),
            path: part(Component::Path),
            query: part(Component::Query),
            fragment: part(Component::Fragment),
            invalid: None,
            hierarchical: self.shape.hierarchical,
        }
    }
}

struct HasOpaqueHost<'j>(&'j str);

impl Job for HasOpaqueHost<'_> {
    type Output = bool;

    /// Spec: none (choice of a profile)
    fn run<P: Spec>(self) -> bool {
        P::has_opaque_host(self.0)
    }
}

struct DefaultPort<'j>(&'j str);

impl Job for DefaultPort<'_> {
    type Output = Option<u16>;

    /// Spec: none (choice of a profile)
    fn run<P: Spec>(self) -> Self::Output {
        P::default_port(self.0)
    }
}

struct OriginOf<'j>(Url<&'j str>);

impl ApiJob for OriginOf<'_> {
    type Output = Origin;

    /// Spec: none (choice of a profile)
    fn run<P: ApiSpec>(self) -> Origin {
        P::origin(self.0)
    }
}
