//! The lenient setters of the URL Standard's `URL` class on a [`Url`], by attribute. They return the change
//! that they made. `WebUrl` has one method for each attribute.
//!
//! Outside the specs: `set_attribute`, `set_attribute_traced`, `set_attribute_any`, `replace`.

use url_core::{NoTrace, Source, Trace};
use url_query::Encoding;
use url_specs::{ApiSpec, Attribute, Change, LocatedTrace, MappedText, check_len};

use super::{
    Url,
    setters::{no_setters, rewritten},
};
use crate::{
    ParseError,
    api::AttributeError,
    parser::{AnyTrace, parse_slow},
    profile::{Spec, with_api},
};

impl Url {
    /// Sets `attribute` to `value` as the setter with that name does on the web: it is lenient, and may use
    /// only a part of `value`. [`Url::set_host`] and the other strict setters accept a value as a whole or
    /// fail.
    ///
    /// After any setter of the URL Standard, parsing the string of the URL returns the same URL. The Standard
    /// itself leaves two exceptions when a URL becomes a `file` URL: the host `localhost`, and a drive letter
    /// with a vertical line. A parser removes that host and replaces that line with a colon.
    ///
    /// # Errors
    /// See [`AttributeError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Change, Reason, Span, Url, api::Attribute};
    /// let mut url = Url::parse("https://a.test/")?;
    /// assert_eq!(url.set_attribute(Attribute::Hostname, "b.test/x"), Ok(Change::Changed));
    /// assert_eq!(url.set_attribute(Attribute::Hash, ""), Ok(Change::Unchanged));
    /// let stopped = url.set_attribute(Attribute::Host, "c.test:99999").unwrap_err();
    /// assert_eq!((url.as_str(), stopped.change), ("https://c.test/", Change::Changed));
    /// assert_eq!(
    ///     (stopped.error.reason(), stopped.error.span()),
    ///     (Reason::PortOutOfRange, Span::new(7, 12))
    /// );
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn set_attribute(&mut self, attribute: Attribute, value: &str) -> Result<Change, AttributeError> {
        let made = with_api!(self.profile(), spec => match spec.set_in_place(&mut self.0, attribute, value) {
            Some(outcome) => return outcome.map_err(|rejection| AttributeError::refused(rejection.into())),
            None => set(spec, self.view(), attribute, value, &mut NoTrace),
        });
        self.replace(made.unwrap_or_else(|| Err(no_setters(self.profile(), value))))
    }

    /// Sets as [`Url::set_attribute`] does, and reports every step to `trace`.
    ///
    /// # Errors
    /// See [`AttributeError`].
    pub fn set_attribute_traced<T: Trace>(
        &mut self,
        attribute: Attribute,
        value: &str,
        trace: &mut T,
    ) -> Result<Change, AttributeError> {
        if !T::ENABLED {
            return self.set_attribute(attribute, value);
        }
        self.set_attribute_any(attribute, value, &mut |event| trace.record(event))
    }

    /// Implements [`Url::set_attribute_traced`] for traces of any type.
    fn set_attribute_any(
        &mut self,
        attribute: Attribute,
        value: &str,
        mut trace: AnyTrace<'_>,
    ) -> Result<Change, AttributeError> {
        let made = with_api!(self.profile(), spec => set(spec, self.view(), attribute, value, &mut trace));
        self.replace(made.unwrap_or_else(|| Err(no_setters(self.profile(), value))))
    }

    /// Replaces this URL with the one that a setter returned.
    fn replace(
        &mut self,
        made: Result<(Self, Option<ParseError>), ParseError>,
    ) -> Result<Change, AttributeError> {
        let (url, stopped) = made.map_err(AttributeError::refused)?;
        let change = if *self == url { Change::Unchanged } else { Change::Changed };
        *self = url;
        stopped.map_or(Ok(change), |error| Err(AttributeError { error, change }))
    }

    /// Returns this URL with the serialized parameters `params` as its query.
    ///
    /// Spec: whatwg#concept-urlsearchparams-update
    pub(crate) fn with_params(&self, params: &str) -> Result<Self, ParseError> {
        // 4. Set the query of the URL object's URL.
        let updated = with_api!(self.profile(), spec => rewritten(spec, &self.view(), |parsed| {
            parsed.query = spec.query_of_params(params).map(Into::into);
        }));
        updated.unwrap_or_else(|| Err(no_setters(self.profile(), params)))
    }
}

/// Returns the URL after the setter, and the error for the part of the value that the setter did not accept.
///
/// Spec: whatwg#href-setter
fn set<S: Spec + ApiSpec, T: Trace>(
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
        let parsed_url = parse_slow(spec, value, None, &Encoding::UTF_8, trace)?;
        return Ok((parsed_url, None));
    }
    check_len(spec, value, Source::Input)?;
    let mapped = MappedText::unchanged(value);
    let mut outcome = Ok(());
    let url = rewritten(spec, &url, |parsed| {
        outcome = spec.set(parsed, attribute, value, &mut LocatedTrace::new(trace, &mapped, None));
    })?;
    Ok((url, outcome.err().map(ParseError::from)))
}
