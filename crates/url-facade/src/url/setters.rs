//! The strict setters of a URL, and the lenient setters that the URL Standard's class `URL` has.
//!
//! Helpers, not in a spec: `set_attribute`, `set_attribute_traced`, `set_attribute_any`, `replace`,
//! `edit_query`, `set_whole`, `set_text`, `no_setters`, `rewritten`, `without_host`.

use std::net::IpAddr;

use url_core::{
    ByteSet, Component, NoTrace, Parsed, Reason, Source, Span, Trace, percent_encode, whatwg::SchemeKind,
};
use url_host::whatwg::scan_host;
use url_preprocess::whatwg::has_tab_or_newline;
use url_query::whatwg::QueryEditor;
use url_scheme::whatwg::scan_scheme;
use url_specs::{ApiSpec, Attribute, Change, LocatedTrace, MappedText, Serialized, Spec as _, check_len};

use super::Url;
use crate::{
    ParseError, Parser, Profile,
    api::AttributeError,
    parser::{AnyTrace, parse_slow},
    profile::{Spec, with_api, with_spec},
};

const TAB_OR_NEWLINE: ByteSet = ByteSet::of(b"\t\n\r");

/// # Setters
///
/// Each setter uses the whole value, or fails and leaves the URL unchanged; no setter ignores a part of the
/// value. Characters that a component cannot contain are percent-encoded as the URL Standard defines. After
/// any setter, parsing the string of the URL returns an equal URL with the same components.
///
/// [`WebUrl::set`](crate::WebUrl::set) is the lenient setter of each attribute of the class `URL` in
/// browsers.
impl Url {
    /// Sets the scheme. Letters of `scheme` may be in upper or lower case.
    ///
    /// # Errors
    /// If `scheme` is not a valid scheme; if only one of the old and the new scheme is special
    /// ([`Reason::SpecialSchemeExchanged`]); if the change is to or from `file` and the other components do
    /// not allow it ([`Reason::FileSchemeExchanged`], [`Reason::NotParsedBack`]).
    ///
    /// Spec: whatwg#protocol-setter, webspecs#api-setters-2
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("http://a.test:443/")?;
    /// url.set_scheme("HTTPS")?;
    /// assert_eq!(url.as_str(), "https://a.test/");
    /// assert!(url.set_scheme("mailto").is_err() && url.set_scheme("http:").is_err());
    /// url.set_username("me@b")?;
    /// url.set_password(Some("p:q"))?;
    /// url.set_port(Some(8443))?;
    /// assert_eq!(url.as_str(), "https://me%40b:p%3Aq@a.test:8443/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ParseError> {
        self.set_whole(Attribute::Protocol, scheme, scan_scheme(scheme))
    }

    /// Sets the user name. An empty `username` removes the user name. Characters that a user name cannot
    /// contain are percent-encoded, except `%`. See [`Url::set_scheme`] for an example.
    ///
    /// # Errors
    /// [`Reason::NoCredentialsOrPort`] if the URL cannot have a user name.
    ///
    /// Spec: whatwg#username-setter, webspecs#api-setters-3
    pub fn set_username(&mut self, username: &str) -> Result<(), ParseError> {
        self.set_whole(Attribute::Username, username, username.len())
    }

    /// Sets the password. Both `None` and an empty `password` remove the password. Characters that a password
    /// cannot contain are percent-encoded, except `%`. See [`Url::set_scheme`] for an example.
    ///
    /// # Errors
    /// [`Reason::NoCredentialsOrPort`] if the URL cannot have a password.
    ///
    /// Spec: whatwg#password-setter, webspecs#api-setters-3
    pub fn set_password(&mut self, password: Option<&str>) -> Result<(), ParseError> {
        let password = password.unwrap_or_default();
        self.set_whole(Attribute::Password, password, password.len())
    }

    /// Sets the host. `None` removes the host, or sets the empty host if the scheme is `file`. An empty
    /// string sets the empty host. An IPv6 address must be in brackets. If the URL would have neither a host
    /// nor a path, the path becomes `/`.
    ///
    /// # Errors
    /// If `host` is not a valid host; if `host` also contains a port or a path, as in `b.test:80` and
    /// `b.test/x`; if a special URL other than `file:` would lose its host; if the path is opaque.
    ///
    /// Spec: whatwg#hostname-setter, webspecs#api-setters-4
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("git://a.test/b")?;
    /// url.set_ip_host("::1".parse()?)?;
    /// assert_eq!(url.as_str(), "git://[::1]/b");
    /// url.set_host(None)?;
    /// assert_eq!(url.as_str(), "git:/b");
    /// assert!(url.set_host(Some("b.test/x")).is_err() && url.set_host(Some("b.test:80")).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_host(&mut self, host: Option<&str>) -> Result<(), ParseError> {
        let Some(host) = host.or_else(|| (self.scheme() == "file").then_some("")) else {
            let profile = self.profile();
            let without = with_api!(profile, spec => without_host(spec, self.view()));
            *self = without.ok_or_else(|| no_setters(profile, ""))??;
            return Ok(());
        };
        self.set_whole(Attribute::Hostname, host, scan_host(host, SchemeKind::Special, &mut NoTrace))
    }

    /// Sets the host to the text of an IP address, with brackets around an IPv6 address.
    ///
    /// # Errors
    /// If the path is opaque.
    ///
    /// Spec: whatwg#hostname-setter
    pub fn set_ip_host(&mut self, address: IpAddr) -> Result<(), ParseError> {
        self.set_host(Some(&crate::Host::<&str>::from(address).to_string()))
    }

    /// Sets the port. `None` or the default port of the scheme removes the port, and [`Url::port`] then
    /// returns `None`. See [`Url::set_scheme`] for an example.
    ///
    /// # Errors
    /// [`Reason::NoCredentialsOrPort`] if the URL cannot have a port.
    ///
    /// Spec: whatwg#port-setter, webspecs#api-setters-5
    pub fn set_port(&mut self, port: Option<u16>) -> Result<(), ParseError> {
        let port = port.map(|port| port.to_string()).unwrap_or_default();
        self.set_whole(Attribute::Port, &port, port.len())
    }

    /// Sets the path, with or without its first slash. `/` separates segments (under a special scheme `\`
    /// too), and dot-segments are removed. Characters such as `?` and `#` are percent-encoded, but `%` is
    /// not. [`Url::path_segments_mut`] adds text as one segment. See [`Url::set_query`] for an example.
    ///
    /// # Errors
    /// [`Reason::OpaquePathFixed`] if the path is opaque.
    ///
    /// Spec: whatwg#pathname-setter, webspecs#api-setters-6
    pub fn set_path(&mut self, path: &str) -> Result<(), ParseError> {
        self.set_text(Attribute::Pathname, Some(path), "")
    }

    /// Sets the query, which may be empty. `None` removes the query. A `?` at the start of `query` is part of
    /// the query. Characters that a query cannot contain are percent-encoded, except `%`.
    ///
    /// # Errors
    /// If the URL would be too long.
    ///
    /// Spec: whatwg#search-setter, webspecs#api-setters-7
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/?")?;
    /// url.set_path("/d/../e f?")?;
    /// url.set_query(Some("?a=b c"))?;
    /// assert_eq!(url.as_str(), "https://a.test/e%20f%3F??a=b%20c");
    /// url.set_query(None)?;
    /// url.set_fragment(Some("c d"))?;
    /// assert_eq!(url.as_str(), "https://a.test/e%20f%3F#c%20d");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_query(&mut self, query: Option<&str>) -> Result<(), ParseError> {
        self.set_text(Attribute::Search, query, "?")
    }

    /// Sets the fragment, which may be empty. `None` removes the fragment. A `#` at the start is part of the
    /// fragment. Characters that a fragment cannot contain are percent-encoded, except `%`. See
    /// [`Url::set_query`].
    ///
    /// # Errors
    /// If the URL would be too long.
    ///
    /// Spec: whatwg#hash-setter, webspecs#api-setters-8
    pub fn set_fragment(&mut self, fragment: Option<&str>) -> Result<(), ParseError> {
        self.set_text(Attribute::Hash, fragment, "#")
    }

    /// Sets `attribute` to `value`. Fails if the lenient setter would use only the first `len` bytes of
    /// `value`.
    fn set_whole(&mut self, attribute: Attribute, value: &str, len: usize) -> Result<(), ParseError> {
        let profile = self.profile();
        let rule = with_api!(profile, spec => (spec.setter(attribute), spec.parses_back(attribute, value)));
        let (setter, is_sure) = rule.ok_or_else(|| no_setters(profile, value))?;
        let is_text = matches!(attribute, Attribute::Username | Attribute::Password);
        if !is_text && has_tab_or_newline(value) {
            return Err(ParseError::new(Reason::TabOrNewline, setter, Span::whole(value)));
        }
        if let Some(rest) = value.get(len..).filter(|rest| !rest.is_empty()) {
            let reason = match (attribute, rest.strip_prefix(':')) {
                (Attribute::Protocol, _) => Reason::SchemeCharacter,
                (_, None) => Reason::HostHoldsMore,
                (_, Some(port)) if len > 0 && port.parse::<u16>().is_ok() => Reason::HostHoldsPort,
                (_, Some(_)) => Reason::HostColon,
            };
            return Err(ParseError::new(reason, setter, Span::new(len, value.len())));
        }
        if is_sure {
            return self.set_attribute(attribute, value).map(|_| ()).map_err(|error| error.error);
        }
        let mut changed = self.clone();
        changed.set_attribute(attribute, value).map_err(|error| error.error)?;
        let parsed = Parser::new(profile).parse(changed.as_str());
        let record = |url: &Self| (url.0.components, url.0.hierarchical);
        if !parsed.is_ok_and(|parsed| parsed == changed && record(&parsed) == record(&changed)) {
            return Err(ParseError::new(Reason::NotParsedBack, setter, Span::whole(value)));
        }
        *self = changed;
        Ok(())
    }

    /// Sets `attribute` to `prefix` followed by `value`, because the lenient setter removes such a prefix.
    fn set_text(
        &mut self,
        attribute: Attribute,
        value: Option<&str>,
        prefix: &str,
    ) -> Result<(), ParseError> {
        let Some(value) = value else { return self.set_whole(attribute, "", 0) };
        // The parser would remove tabs and newlines that are not percent-encoded.
        let encoded = percent_encode(value, &TAB_OR_NEWLINE);
        let whole = if prefix.is_empty() { encoded } else { [prefix, &encoded].concat().into() };
        // The span of the error is all of `value`, because offsets in `whole` do not apply to `value`.
        let of_value =
            |error: ParseError| ParseError::new(error.reason(), error.section(), Span::whole(value));
        self.set_whole(attribute, &whole, whole.len()).map_err(of_value)
    }
}

impl Url {
    /// Sets `attribute` to `value` as the setter of the class `URL` in browsers does. The setter is lenient:
    /// it may use only a part of `value`. A strict setter, such as [`Url::set_host`], uses the whole value or
    /// fails.
    ///
    /// Parsing the changed URL's string returns an equal URL, except after a change to the scheme `file`: a
    /// parser removes the host `localhost`, and replaces the vertical line of a drive letter with a colon.
    /// Two candidates have more exceptions: under `whatwg+drive-letters`, `a:\b` with the scheme changed to
    /// `c`, and under `whatwg+no-slash-dot`, a URL without a host whose path begins with `//`.
    ///
    /// # Errors
    /// See [`AttributeError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Change, Reason, Url, api::Attribute};
    /// let mut url = Url::parse("https://a.test/")?;
    /// assert_eq!(url.set_attribute(Attribute::Hostname, "b.test/x"), Ok(Change::Changed));
    /// assert_eq!(url.set_attribute(Attribute::Hash, ""), Ok(Change::Unchanged));
    /// let stopped = url.set_attribute(Attribute::Host, "c.test:99999").unwrap_err();
    /// assert_eq!((url.as_str(), stopped.change), ("https://c.test/", Change::Changed));
    /// assert_eq!(stopped.error.reason(), Reason::PortOutOfRange);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn set_attribute(&mut self, attribute: Attribute, value: &str) -> Result<Change, AttributeError> {
        let made = with_api!(self.profile(), spec => match spec.set_in_place(&mut self.0, attribute, value) {
            Some(outcome) => return outcome.map_err(|rejection| AttributeError::refused(rejection.into())),
            None => set(spec, self.view(), attribute, value, &mut NoTrace),
        });
        self.replace(made.unwrap_or_else(|| Err(no_setters(self.profile(), value))))
    }

    /// Sets `attribute` to `value` as [`Url::set_attribute`] does, and reports every step to `trace`.
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

    fn set_attribute_any(
        &mut self,
        attribute: Attribute,
        value: &str,
        mut trace: AnyTrace<'_>,
    ) -> Result<Change, AttributeError> {
        let made = with_api!(self.profile(), spec => set(spec, self.view(), attribute, value, &mut trace));
        self.replace(made.unwrap_or_else(|| Err(no_setters(self.profile(), value))))
    }

    fn replace(
        &mut self,
        made: Result<(Self, Option<ParseError>), ParseError>,
    ) -> Result<Change, AttributeError> {
        let (url, stopped) = made.map_err(AttributeError::refused)?;
        let change = if *self == url { Change::Unchanged } else { Change::Changed };
        *self = url;
        stopped.map_or(Ok(change), |error| Err(AttributeError { error, change }))
    }

    /// Calls `edit` with an editor for the pairs of the query. The bytes of unedited pairs do not change. If
    /// `edit` removes all pairs, the query is removed.
    ///
    /// # Errors
    /// If the URL would be too long, or its profile has no setters.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/?q=a%20b~&page=1&utm_source=x#top")?;
    /// url.edit_query(|query| {
    ///     query.set("page", "2").retain(|name, _| !name.starts_with("utm_"));
    /// })?;
    /// assert_eq!(url.as_str(), "https://a.test/?q=a%20b~&page=2#top");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit_query(&mut self, edit: impl FnOnce(&mut QueryEditor<'_>)) -> Result<Change, ParseError> {
        let mut editor = QueryEditor::new(self.query().unwrap_or_default());
        edit(&mut editor);
        let edited = self.with_params(editor.as_str())?;
        if editor.as_str() == self.query().unwrap_or_default() {
            // Keep an empty query, which serialized parameters would remove.
            return Ok(Change::Unchanged);
        }
        *self = edited;
        Ok(Change::Changed)
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

pub(super) fn no_setters(profile: Profile, value: &str) -> ParseError {
    with_spec!(profile, spec => ParseError::new(Reason::NoSetters, spec.parsing(), Span::whole(value)))
}

pub(super) fn rewritten<'u, S: ApiSpec>(
    spec: S,
    url: &'u Url<&'u str>,
    change: impl FnOnce(&mut Parsed<'u>),
) -> Result<Url, ParseError> {
    let mut parsed = url.parsed();
    change(&mut parsed);
    let mut href = String::new();
    // The serializer rejects a URL that would be too long for a `Span`.
    let components = spec.serialize(&parsed, &mut href, &mut NoTrace)?;
    Ok(Url(Serialized { href, components, hierarchical: parsed.hierarchical, tag: url.profile() }))
}

fn without_host<S: ApiSpec>(spec: S, url: Url<&str>) -> Result<Url, ParseError> {
    if url.has_opaque_path() {
        let setter = spec.setter(Attribute::Hostname);
        return Err(ParseError::new(Reason::OpaquePathFixed, setter, Span::default()));
    }
    if url.get(Component::Host).is_none() {
        return Ok(url.into_owned());
    }
    spec.check_hostless(&url.parsed())?;
    rewritten(spec, &url, |parsed| {
        parsed.host = None;
        // Without a slash the path would be parsed as an opaque one.
        parsed.path = parsed.path.take().filter(|path| !path.is_empty()).or(Some("/".into()));
    })
}

/// Sets `attribute` of `url`. Returns the new URL, and the error if the setter ignored a part of `value`.
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
        let parsed_url = parse_slow(spec, value, &Parser::new(spec.profile()), trace)?;
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
