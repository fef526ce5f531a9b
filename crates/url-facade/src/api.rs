//! URL objects: the class `URL` of the web, under each profile that defines URL objects.
//!
//! Helpers, not in a spec: `refused`, `set`, `url`, `into_url`, `origin`, `violations`, `left_out`,
//! `failure`, `record`.

use std::{fmt, slice};

use url_core::{Event, Report as _, Source, Trace, Violation};
pub use url_query::whatwg::{Pairs, QueryEditor, SearchParams, parse_form};
use url_specs::ApiSpec as _;
pub use url_specs::{Attribute, Change, UnknownAttribute};

use crate::{
    Origin, ParseError, Parser, Profile, Reason, Url,
    profile::with_api,
    trace::{Recorder, Truncated},
};

/// The error of [`WebUrl::new`] and [`WebUrl::set_href`], with all violations (validation errors) that the
/// parser found. The last violation is the one that made the parser fail.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The reason why the call failed.
    pub error: ApiError,
    /// The violations that the parser found, in order. The last one made the parser fail.
    pub violations: Vec<Violation>,
    /// A summary of the violations that are not in `violations`, because there were too many of one kind. See
    /// [`crate::trace::Recorder`].
    pub left_out: Vec<Truncated>,
}

/// The reason why a URL object could not be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApiError {
    /// The profile does not define URL objects.
    NoApi(Profile),
    /// The string is not a URL.
    NotUrl(ParseError),
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoApi(profile) => write!(f, "the profile {profile} has no URL objects: choose another"),
            Self::NotUrl(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ApiError {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// The error of a lenient setter, with the reason why the setter stopped. A setter can use a part of the
/// value and then stop: with `b.test:99999`, it sets the host, but not the port. See [`Url::set_attribute`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttributeError {
    /// The reason why the setter stopped. The span of this error refers to the value.
    pub error: ParseError,
    /// The change that the setter made before it stopped.
    pub change: Change,
}

impl AttributeError {
    pub(crate) const fn refused(error: ParseError) -> Self {
        Self { error, change: Change::Unchanged }
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.change == Change::Changed {
            f.write_str("only a part of the value was used: ")?;
        }
        self.error.fmt(f)
    }
}

impl std::error::Error for AttributeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// A URL object like those of the class `URL` in browsers. Its setters, except that of `href`, are lenient:
/// they ignore a value, or a part of a value, that is not valid.
///
/// # Examples
/// ```
/// use url_facade::{Profile, WebUrl, api::Attribute};
/// let mut url = WebUrl::new(Profile::Webspecs, "../x", Some("http://a.test/b/c"))?;
/// url.set(Attribute::Host, "B.TEST:8080")?;
/// url.edit_search_params(|params| params.append("q", "é"));
/// assert_eq!((url.host(), url.href()), ("b.test:8080", "http://b.test:8080/b/x?q=%C3%A9"));
/// let link = WebUrl::from_element(Profile::Webspecs, "http://a b/", "http://a.test/")?;
/// assert_eq!((link.href(), link.protocol()), ("http://a b/", ":"));
/// # Ok::<(), url_facade::api::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebUrl {
    profile: Profile,
    base: Option<Url>,
    url: Option<Url>,
    /// The string that [`WebUrl::from_element`] or [`WebUrl::set_href`] parsed last, even if it is not a URL.
    /// `None` if the object is not of an element.
    input: Option<String>,
    found: Recorder,
}

impl WebUrl {
    /// Constructs a URL object: parses `input`, and resolves it against `base` if there is one.
    ///
    /// # Errors
    /// If the profile does not define URL objects, or if `input` or `base` is not a URL.
    ///
    /// Spec: webspecs#api-constructor, whatwg#api-url-parser, whatwg#dom-url-url, whatwg#dom-url-parse
    /// Spec: whatwg#dom-url-canparse
    pub fn new(profile: Profile, input: &str, base: Option<&str>) -> Result<Self, Failure> {
        let mut object = Self { profile, base: None, url: None, input: None, found: Recorder::default() };
        let default_base = with_api!(profile, spec => spec.object_base())
            .ok_or_else(|| object.failure(ApiError::NoApi(profile)))?;
        // 1. Let parsedBase be null; basic-parse base alone.
        // 1.1. The base string is trimmed like any input.
        // 2. If base is non-null:
        if let Some(base) = base.or(default_base) {
            // 2.1. Set parsedBase to the result of the basic URL parser.
            let trace = &mut Violations(&mut object.found);
            let parsed_base = Parser::new(profile).parse_traced(base, &mut trace.of_base());
            // 2.2. If parsedBase is failure, return failure.
            let parsed_base = parsed_base
                .map_err(|error| object.failure(ApiError::NotUrl(error.with_span_source(Source::Base))))?;
            object.base = Some(parsed_base);
        }
        // 3. Return the result of the basic URL parser with parsedBase.
        object.parse_href(input)?;
        // 4. Initialize the object with the record.
        // 5. Return the object.
        // NOTE: the parameters are created from the query on demand.
        if default_base.is_none() {
            object.base = None;
        }
        Ok(object)
    }

    /// Constructs the URL object of an element, such as a link, in a document whose URL is `base`. Unlike for
    /// [`WebUrl::new`], `input` need not be a URL. See [`WebUrl`] for an example.
    ///
    /// # Errors
    /// If the profile does not define URL objects, or if `base` is not a URL.
    ///
    /// Spec: webspecs#api-setters-1
    pub fn from_element(profile: Profile, input: &str, base: &str) -> Result<Self, Failure> {
        let mut object = Self::new(profile, base, None)?;
        object.base = object.url.take().or(object.base);
        object.input = Some(String::new());
        object.parse_href(input)?;
        Ok(object)
    }

    /// Returns the value of `attribute`. If the value of an element is not a URL, `href` is that value,
    /// `protocol` is `:`, and all other attributes are empty.
    ///
    /// Spec: webspecs#api-getters-1
    pub fn get(&self, attribute: Attribute) -> &str {
        let of_url = self.url.as_ref().map(|url| url.0.view().attribute(attribute));
        of_url.unwrap_or_else(|| match attribute {
            // 1. href: input string when the URL is null; protocol ":" when null.
            Attribute::Href => self.input.as_deref().unwrap_or_default(),
            Attribute::Protocol => ":",
            _ => "",
        })
    }

    /// Sets `attribute` to `value` with the lenient setter of the profile. As on the web, only `href` returns
    /// an error for a value that is not valid. The other setters ignore such a value, or the invalid part of
    /// it, and [`WebUrl::violations`] returns the reasons.
    ///
    /// # Errors
    /// If `attribute` is `href` and `value` is not a URL, or if the URL would be too long.
    pub fn set(&mut self, attribute: Attribute, value: &str) -> Result<Change, Failure> {
        self.found = Recorder::default();
        if attribute == Attribute::Href {
            let before = self.get(Attribute::Href).to_owned();
            self.parse_href(value)?;
            let is_same = self.get(Attribute::Href) == before;
            return Ok(if is_same { Change::Unchanged } else { Change::Changed });
        }
        // Setters do nothing on a null URL.
        let Some(url) = &mut self.url else { return Ok(Change::Unchanged) };
        match url.set_attribute_traced(attribute, value, &mut Violations(&mut self.found)) {
            Err(stopped) if stopped.error.reason() == Reason::TooLong => {
                Err(self.failure(ApiError::NotUrl(stopped.error)))
            }
            // An error for any reason except `TooLong` is reported only as a violation.
            outcome => Ok(outcome.unwrap_or_else(|stopped| stopped.change)),
        }
    }

    /// Parses `value` against the base and stores the URL. Constructors and `set_href` call this method.
    ///
    /// Spec: webspecs#api-setters, whatwg#href-setter
    fn parse_href(&mut self, value: &str) -> Result<(), Failure> {
        // 1. Let parsedURL be the result of the basic URL parser.
        let parser = Parser::new(self.profile).with_base(self.base.as_ref());
        let trace = &mut Violations(&mut self.found);
        match (parser.parse_traced(value, trace), &mut self.input) {
            (Ok(url), input) => {
                if let Some(input) = input {
                    value.clone_into(input);
                }
                // 3. Set this's URL to parsedURL.
                // 4. Empty the list of this's query object.
                // 5. Let query be the URL's query.
                // 6. Non-null: set the list to the result of parsing query.
                // NOTE: the parameters are created from the query on demand.
                self.url = Some(url);
                Ok(())
            }
            // 2. If parsedURL is failure, throw a TypeError.
            // 1. On a URL object: failure throws and changes nothing.
            (Err(error), None) => Err(self.failure(ApiError::NotUrl(error))),
            // 1. Elsewhere a failed value is stored as the input.
            (Err(_), Some(input)) => {
                value.clone_into(input);
                self.url = None;
                Ok(())
            }
        }
    }

    /// Returns the URL, or `None` for an element whose value is not a URL.
    pub fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }

    /// Converts the object to its URL, or to `None` for an element whose value is not a URL.
    pub fn into_url(self) -> Option<Url> {
        self.url
    }

    /// Returns the origin of the URL, or `None` for an element whose value is not a URL.
    pub fn origin(&self) -> Option<Origin> {
        self.url.as_ref().map(Url::origin)
    }

    /// Returns the violations that the constructor or the last setter found, in order. Those of the
    /// constructor include the violations in the base.
    pub fn violations(&self) -> impl DoubleEndedIterator<Item = &Violation> + Clone {
        self.found.violations()
    }

    /// Returns a summary of the violations that [`WebUrl::violations`] does not return, because there were
    /// too many of one kind. See [`Recorder`].
    pub fn left_out(&self) -> slice::Iter<'_, Truncated> {
        self.found.left_out()
    }

    /// Returns the name-value pairs of the query.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#url-initialize, whatwg#dom-url-searchparams
    pub fn search_params(&self) -> SearchParams {
        // 1. Let query be the URL's query, or the empty string.
        // 2. Set the object's URL.
        // 3. Set its query object to a new one.
        // 4. Initialize the query object with query.
        // 5. Set the query object's URL object.
        // NOTE: the object is created on demand, and borrows nothing.
        let query = self.url.as_ref().and_then(Url::query);
        SearchParams::from_query(query.unwrap_or_default())
    }

    /// Calls `edit` with the name-value pairs of the query, and sets the query to the edited pairs.
    ///
    /// Spec: webspecs#api-urlsearchparams, whatwg#concept-urlsearchparams-update
    pub fn edit_search_params(&mut self, edit: impl FnOnce(&mut SearchParams)) {
        // 1. Updates rewrite the query of attached URLs; of others there is nothing to do.
        // 2. Let serializedQuery be the serialization of the list.
        let mut params = self.search_params();
        edit(&mut params);
        let Some(url) = &self.url else { return };
        // If the URL would be too long, the URL stays unchanged.
        if let Ok(changed) = url.with_params(&params.to_string()) {
            self.url = Some(changed);
        }
    }

    fn failure(&mut self, error: ApiError) -> Failure {
        let found = std::mem::take(&mut self.found);
        let violations = found.violations().copied().collect();
        Failure { error, violations, left_out: found.left_out().cloned().collect() }
    }
}

/// Constructs a URL object that contains `url` and has no violations.
impl<S: Into<String>> TryFrom<Url<S>> for WebUrl {
    type Error = ApiError;

    /// Fails only with [`ApiError::NoApi`], if the profile of `url` does not define URL objects.
    fn try_from(url: Url<S>) -> Result<Self, ApiError> {
        let profile = url.0.tag;
        let base = with_api!(profile, spec => spec.object_base()).ok_or(ApiError::NoApi(profile))?;
        let base = base.map(|base| Parser::new(profile).parse(base)).transpose().map_err(ApiError::NotUrl)?;
        Ok(Self { profile, base, url: Some(url.into_owned()), input: None, found: Recorder::default() })
    }
}

macro_rules! attributes {
    ($($name:ident, $set:ident = $attribute:ident, $what:literal;)*) => {
        /// # Attributes
        impl WebUrl {
            $(#[doc = $what]
            pub fn $name(&self) -> &str {
                self.get(Attribute::$attribute)
            }

            #[doc = concat!("Sets the attribute that [`WebUrl::", stringify!($name), "`] returns; see [`WebUrl::set`].")]
            ///
            /// # Errors
            /// Fails as [`WebUrl::set`] does.
            pub fn $set(&mut self, value: &str) -> Result<Change, Failure> {
                self.set(Attribute::$attribute, value)
            })*
        }
    };
}

attributes! {
    href, set_href = Href, "The whole URL.";
    protocol, set_protocol = Protocol, "The scheme, with its colon.";
    username, set_username = Username, "The user name, percent-encoded.";
    password, set_password = Password, "The password, percent-encoded.";
    host, set_host = Host, "The host and, after a colon, the port.";
    hostname, set_hostname = Hostname, "The host.";
    port, set_port = Port, "The port.";
    pathname, set_pathname = Pathname, "The path with its slash, or the scheme data.";
    search, set_search = Search, "The query, with its question mark.";
    hash, set_hash = Hash, "The fragment, with its number sign.";
}

struct Violations<'v>(&'v mut Recorder);

impl Trace for Violations<'_> {
    fn record(&mut self, event: Event<'_>) {
        if matches!(event, Event::Violation(_)) {
            self.0.record(event);
        }
    }
}
