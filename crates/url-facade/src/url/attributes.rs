//! The lenient setters of the URL Standard's `URL` class on a [`Url`], by attribute. They return their effect. `WebUrl` has
//! one method for each attribute.
//!
//! Outside the specs: `set_attribute`, `set_attribute_traced`.

use url_core::{NoTrace, Source, Trace};
use url_query::Encoding;
use url_specs::{ApiSpec as _, Attribute, Change, Given, Watch, check_len};

use super::{SetError, Shape, Url};
use crate::{
    ParseError,
    any_trace::with_any,
    parser::make_url,
    specs::{ApiSpec, with_api},
};

impl Url {
    /// Sets `attribute` to `value`, as the setter of that name does on the web: it is lenient, and may take only a part of
    /// `value`. [`Url::set_host`] and the other strict setters take all or nothing.
    ///
    /// After any setters of the URL Standard, parsing the string of the URL returns the same URL, with two exceptions that
    /// the Standard itself leaves when a URL becomes a `file` URL: the host `localhost`, and a drive letter with a vertical
    /// line. A parser removes that host and replaces that line with a colon.
    ///
    /// # Errors
    /// See [`SetError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Change, Reason, SetError, Span, Url, api::Attribute};
    /// let mut url = Url::parse("https://a.test/")?;
    /// assert_eq!(url.set_attribute(Attribute::Hostname, "b.test/x"), Ok(Change::Changed));
    /// assert_eq!(url.set_attribute(Attribute::Hash, ""), Ok(Change::Unchanged));
    /// let Err(SetError::Refused(error)) = url.set_attribute(Attribute::Port, "99999") else { unreachable!() };
    /// assert_eq!((error.reason(), error.span()), (Reason::PortOutOfRange, Span::new(0, 5)));
    /// let Err(SetError::Partly(error)) = url.set_attribute(Attribute::Host, "c.test:99999") else { unreachable!() };
    /// assert_eq!((url.as_str(), error.span()), ("https://c.test/", Span::new(7, 12)));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn set_attribute(&mut self, attribute: Attribute, value: &str) -> Result<Change, SetError> {
        let profile = self.profile();
        if let Some(Some(outcome)) =
            with_api!(profile, spec => spec.set_in_place(&mut self.edit(), attribute, value))
        {
            return outcome.map_err(|rejection| SetError::Refused(rejection.into()));
        }
        self.set_attribute_traced(attribute, value, &mut NoTrace)
    }

    /// [`Url::set_attribute`], with every step reported to `trace`.
    ///
    /// # Errors
    /// See [`SetError`].
    pub fn set_attribute_traced<T: Trace>(
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

    /// Sets the query of this URL to the one for the serialized parameters `params`.
    ///
    /// Spec: whatwg#concept-urlsearchparams-update
    pub(crate) fn with_params(&self, params: &str) -> Option<Result<Self, ParseError>> {
        with_api!(self.profile(), spec => update(spec, self.view(), params))
    }
}

/// The URL after the setter, and the error for what the setter could not take.
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
        let parsed_url = make_url(spec, value, None, &Encoding::UTF_8, trace)?;
        return Ok((parsed_url, None));
    }
    check_len(spec, value, Source::Input)?;
    let given = Given::unchanged(value);
    let mut parsed = url.parsed();
    let outcome = spec.set(&mut parsed, attribute, value, &mut Watch::new(trace, &given, None));
    let mut href = String::new();
    // The serializer rejects a URL that would be too long for a `Span`.
    let components = spec.serialize(&parsed, &mut href, &mut NoTrace)?;
    let shape = Shape { components, hierarchical: parsed.hierarchical, ..url.shape };
    Ok((Url { href, shape }, outcome.err().map(ParseError::from)))
}

/// `url` with the query for the serialized parameters `params`.
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
