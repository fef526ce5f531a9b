//! Changing a URL part by part, as the URL Standard's `URL` class does, and telling what came of it.
//!
//! Outside the specs: `set`, `set_traced`.

use std::fmt;

use url_core::{NoTrace, Source, Trace};
use url_query::Encoding;

use super::{Shape, Url};
use crate::{
    ParseError, Profile,
    api::{ApiSpec, Attribute},
    parser::{check_len, make_url},
    profiles::with_api,
    watch::{Given, Watch, with_any},
};

/// What a setter did that took all of its value, or all that the document has it take: what follows the digits of a port,
/// for example, is ignored.
///
/// # Examples
/// ```
/// use url_facade::{Change, Url};
/// let mut url = Url::parse("https://a.test/")?;
/// assert_eq!(url.set_port("8443"), Ok(Change::Changed));
/// assert_eq!(url.set_port("8443/x"), Ok(Change::Unchanged));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The URL is another one.
    Changed,
    /// The URL is as it was, for it had that value.
    Unchanged,
}

/// Why a setter did not do what it was asked. On the web nobody is told this, but of the setter of `href`.
///
/// # Examples
/// ```
/// use url_facade::{Reason, SetError, Span, Url};
/// let mut url = Url::parse("https://a.test/")?;
/// let Err(SetError::Refused(error)) = url.set_port("99999") else { unreachable!() };
/// assert_eq!((error.reason(), error.span()), (Reason::PortOutOfRange, Span::new(0, 5)));
/// let Err(SetError::Partly(error)) = url.set_host("b.test:99999") else { unreachable!() };
/// assert_eq!((url.as_str(), error.span()), ("https://b.test/", Span::new(7, 12)));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The profile that made the URL has no setters.
    NoApi(Profile),
    /// The value cannot be taken, and the URL is as it was. The error tells places in the value.
    Refused(ParseError),
    /// The URL has taken a part of the value and then met what it cannot take: a host, but not the port after it. The error
    /// tells places in the value.
    Partly(ParseError),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoApi(profile) => write!(f, "the profile {profile} has no setters: choose another"),
            Self::Refused(error) => error.fmt(f),
            Self::Partly(error) => write!(f, "only a part of the value was taken, for {error}"),
        }
    }
}

impl std::error::Error for SetError {}

macro_rules! setters {
    ($($name:ident = $attribute:ident, $what:literal;)*) => {
        impl Url {
            $(#[doc = $what]
            ///
            /// # Errors
            /// [`SetError::Refused`] where the value cannot be taken; see [`SetError`].
            ///
            /// # Examples
            /// See [`Url::set`].
            pub fn $name(&mut self, value: &str) -> Result<Change, SetError> {
                self.set(Attribute::$attribute, value)
            })*
        }
    };
}

setters! {
    set_href = Href, "Makes this the URL that `value` is, without a base.";
    set_protocol = Protocol, "Sets the scheme; a colon and what follows it is ignored.";
    set_username = Username, "Sets the user name, and removes it when `value` is empty.";
    set_password = Password, "Sets the password, and removes it when `value` is empty.";
    set_host = Host, "Sets the host, and the port too where `value` has one.";
    set_hostname = Hostname, "Sets the host.";
    set_port = Port, "Sets the port, and removes it when `value` is empty.";
    set_pathname = Pathname, "Sets the path.";
    set_search = Search, "Sets the query, with or without its question mark, and removes it when `value` is empty.";
    set_hash = Hash, "Sets the fragment, with or without its number sign, and removes it when `value` is empty.";
}

impl Url {
    /// Sets `attribute` to `value`, as the setter of that name does.
    ///
    /// After any setters of the URL Standard the URL is what parsing its string gives, but for two shapes that the Standard
    /// itself leaves when a URL becomes a `file` URL: the host `localhost`, and a drive letter with a vertical line. A parser
    /// drops that host and writes a colon for that line.
    ///
    /// # Errors
    /// See [`SetError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Change, Reason, SetError, Url, api::Attribute};
    /// let mut url = Url::parse("https://a.test/")?;
    /// url.set(Attribute::Pathname, "b c").unwrap();
    /// url.set_username("me").unwrap();
    /// url.set_search("d=e").unwrap();
    /// assert_eq!(url.as_str(), "https://me@a.test/b%20c?d=e");
    /// let Err(SetError::Refused(error)) = url.set_protocol("mailto") else { unreachable!() };
    /// assert_eq!(error.reason(), Reason::SpecialSchemeExchanged);
    /// assert_eq!(url.set_hash(""), Ok(Change::Unchanged));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn set(&mut self, attribute: Attribute, value: &str) -> Result<Change, SetError> {
        let profile = self.profile();
        if let Some(Some(outcome)) = with_api!(profile, spec => spec.set_in_place(self, attribute, value)) {
            return outcome.map_err(|rejection| SetError::Refused(rejection.into()));
        }
        self.set_traced(attribute, value, &mut NoTrace)
    }

    /// [`Url::set`], with every step reported to `trace`.
    ///
    /// # Errors
    /// See [`SetError`].
    pub fn set_traced<T: Trace>(
        &mut self,
        attribute: Attribute,
        value: &str,
        trace: &mut T,
    ) -> Result<Change, SetError> {
        let profile = self.profile();
        let url = self.view();
        let made = if T::ENABLED {
            with_any(trace, |trace| with_api!(profile, spec => set(spec, url, attribute, value, trace)))
        } else {
            with_api!(profile, spec => set(spec, url, attribute, value, trace))
        };
        let (url, fault) = made.ok_or(SetError::NoApi(profile))?.map_err(SetError::Refused)?;
        let change = if *self == url { Change::Unchanged } else { Change::Changed };
        *self = url;
        match (fault, change) {
            (None, change) => Ok(change),
            (Some(error), Change::Unchanged) => Err(SetError::Refused(error)),
            (Some(error), Change::Changed) => Err(SetError::Partly(error)),
        }
    }

    /// This URL with the query that the serialized parameters `params` make.
    ///
    /// Spec: whatwg#concept-urlsearchparams-update
    pub(crate) fn with_params(&self, params: &str) -> Option<Result<Self, ParseError>> {
        with_api!(self.profile(), spec => update(spec, self.view(), params))
    }
}

/// The URL that is left, and what the setter could not take.
///
/// Spec: whatwg#href-setter
fn set<S: ApiSpec, T: Trace>(
    spec: S,
    url: Url<&str>,
    attribute: Attribute,
    value: &str,
    trace: &mut T,
) -> Result<(Url, Option<ParseError>), ParseError> {
    if attribute == Attribute::Href {
        // 1. Let parsedURL be the result of the basic URL parser.
        // 2. If parsedURL is failure, throw a TypeError.
        // 3. Set this's URL to parsedURL.
        let parsed_url = make_url(spec, value, None, Encoding::UTF_8, trace)?;
        return Ok((parsed_url, None));
    }
    check_len::<S>(value, Source::Input)?;
    let given = Given::unchanged(value);
    let mut parsed = url.parsed();
    let outcome = spec.set(&mut parsed, attribute, value, &mut Watch::new(trace, &given, None));
    let mut href = String::new();
    // The serializer refuses what would be too long for its places to be told.
    let components = spec.serialize(&parsed, &mut href, &mut NoTrace)?;
    let shape = Shape { components, hierarchical: parsed.hierarchical, ..url.shape };
    Ok((Url { href, shape }, outcome.err().map(ParseError::from)))
}

/// `url` with the query that the serialized parameters `params` make.
///
/// Spec: whatwg#concept-urlsearchparams-update
fn update<S: ApiSpec>(spec: S, url: Url<&str>, params: &str) -> Result<Url, ParseError> {
    let mut parsed = url.parsed();
    // 4. Set the query of the URL object's URL.
    parsed.query = spec.query_of_params(params).map(Into::into);
    let mut href = String::new();
    let components = spec.serialize(&parsed, &mut href, &mut NoTrace)?;
    Ok(Url { href, shape: Shape { components, ..url.shape } })
}
