//! The setters of the `URL` class of the URL Standard, and the origin of a URL. Implements the sections "URL
//! class" and "Origin", and the last steps of "URL parser".
//!
//! Helpers, not in a spec: `set`, `set_in_place`, `setter`, `segment_setter`, `parses_back`, `refuse`.

use std::borrow::Cow;

use url_authority::whatwg::percent_encode_credential;
use url_core::{
    Component, Parsed, Reason, Rejection, Section, Span, Trace, Whatwg, sections::whatwg, whatwg::Edition,
};
use url_host::{Host, kind_of_host};
use url_scheme::whatwg::special_scheme;

use super::{basic_url_parser_on, machine::State, setters};
use crate::{ApiSpec, Attribute, Change, LocatedTrace, Origin, Result, Serialized, parse};

impl ApiSpec for Whatwg {
    fn set<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        attribute: Attribute,
        value: &'a str,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        let mut setter = Setter { url, value, edition: self.0, trace };
        // A setter that fails may have changed the URL, because the parser may change it before it fails.
        match attribute {
            // NOTE: the caller has already set the whole URL.
            Attribute::Href => Ok(()),
            Attribute::Protocol => setter.protocol(),
            Attribute::Username => setter
                .credential([whatwg::USERNAME_SETTER_1, whatwg::USERNAME_SETTER_2])
                .map(|username| setter.url.user = Some(username.into())),
            Attribute::Password => setter
                .credential([whatwg::PASSWORD_SETTER_1, whatwg::PASSWORD_SETTER_2])
                .map(|password| setter.url.password = Some(password.into())),
            Attribute::Host => setter.host([whatwg::HOST_SETTER_1, whatwg::HOST_SETTER_2], State::Host),
            Attribute::Hostname => {
                setter.host([whatwg::HOSTNAME_SETTER_1, whatwg::HOSTNAME_SETTER_2], State::Hostname)
            }
            Attribute::Port => setter.port(),
            Attribute::Pathname => setter.pathname(),
            Attribute::Search => setter.search(),
            Attribute::Hash => setter.hash(),
        }
    }

    #[inline]
    fn set_in_place<G>(
        self,
        url: &mut Serialized<String, G>,
        attribute: Attribute,
        value: &str,
    ) -> Option<Result<Change>> {
        setters::set_in_place(url, attribute, value, self.0)
    }

    fn setter(self, attribute: Attribute) -> Section {
        match attribute {
            Attribute::Href => whatwg::HREF_SETTER,
            Attribute::Protocol => whatwg::PROTOCOL_SETTER,
            Attribute::Username => whatwg::USERNAME_SETTER,
            Attribute::Password => whatwg::PASSWORD_SETTER,
            Attribute::Host => whatwg::HOST_SETTER,
            Attribute::Hostname => whatwg::HOSTNAME_SETTER,
            Attribute::Port => whatwg::PORT_SETTER,
            Attribute::Pathname => whatwg::PATHNAME_SETTER,
            Attribute::Search => whatwg::SEARCH_SETTER,
            Attribute::Hash => whatwg::HASH_SETTER,
        }
    }

    fn segment_setter(self) -> Option<Section> {
        Some(whatwg::PATHNAME_SETTER)
    }

    fn parses_back(self, attribute: Attribute, value: &str) -> bool {
        // When the scheme changes to "file", the host "localhost" and a drive letter at the start of the path
        // stay. Parsing the URL again would change both. With drive letters, a scheme of one letter before an
        // opaque path that begins with a backslash would be a drive letter. If the serializer does not write
        // "/.", a path that begins with "//" would be read as a host.
        let scheme = value.split(':').next().unwrap_or_default();
        let may_be_drive = self.0.has_drive_letters() && scheme.len() == 1;
        match attribute {
            Attribute::Protocol => !(may_be_drive || scheme.eq_ignore_ascii_case("file")),
            Attribute::Pathname => self.0.writes_slash_dot(),
            _ => true,
        }
    }

    /// Spec: whatwg#host-state-3.1..2, whatwg#concept-url-serializer-3
    fn check_hostless(self, url: &Parsed<'_>) -> Result<()> {
        let refuse = |reason, section| Err(Rejection::new(reason, section, Span::default()));
        // 3.1. Special: host-missing, failure.
        if url.scheme.as_deref().is_some_and(|scheme| special_scheme(scheme, self.0).0.is_special()) {
            return refuse(Reason::HostEmpty, whatwg::HOST_STATE_3_1);
        }
        // 3.2. Credentials or a port: return failure.
        if url.user.is_some() || url.password.is_some() || url.port.is_some() {
            return refuse(Reason::NoCredentialsOrPort, whatwg::HOST_STATE_3_2);
        }
        // URL serializer 3. Without "/.", the path would be read as a host.
        if url.path.as_deref().is_some_and(|path| path.starts_with("//")) && !self.0.writes_slash_dot() {
            return refuse(Reason::NotParsedBack, whatwg::CONCEPT_URL_SERIALIZER_3);
        }
        Ok(())
    }

    /// Spec: whatwg#concept-url-parser-4, whatwg#concept-url-blob-entry
    fn blob_name(self, url: Serialized<&str>) -> &str {
        // 4. Set url's blob URL entry to the result of resolving the blob URL, or to null.
        // NOTE: the facade's `Parser::parse_with_blobs` looks it up by this name, and returns url.
        url.href.split('#').next().unwrap_or_default()
    }

    /// Spec: whatwg#concept-urlsearchparams-update-3
    fn query_of_params(self, params: &str) -> Option<&str> {
        (!params.is_empty()).then_some(params)
    }

    /// Spec: whatwg#concept-url-origin, whatwg#dom-url-origin, whatwg#url-extract-an-origin
    fn origin(self, url: Serialized<&str>) -> Origin {
        match url.scheme() {
            // 1. "blob":
            "blob" => origin_of_blob(self, url.get(Component::Path).unwrap_or_default()),
            // 3. "file": when in doubt, a new opaque origin.
            "file" => Origin::new_opaque(),
            // 2. "ftp", "http", "https", "ws", "wss": the tuple of scheme, host and port.
            scheme if special_scheme(scheme, self.0).0.is_special() => Origin::Tuple {
                scheme: scheme.into(),
                host: url.get(Component::Host).map_or(Host::Empty, |host| kind_of_host(host).into_owned()),
                port: url.get(Component::Port).and_then(|port| port.parse().ok()),
            },
            // 4. Otherwise: a new opaque origin.
            _ => Origin::new_opaque(),
        }
    }
}

/// Spec: whatwg#concept-url-origin
fn origin_of_blob(spec: Whatwg, path: &str) -> Origin {
    // 1.1. If url's blob URL entry is non-null, return its origin.
    // NOTE: the facade's `origin_of`, which receives the blob URL entry, does this.
    // 1.2. Let pathURL be the result of parsing the serialized path.
    match parse(spec, path) {
        // 1.4. "http", "https" or "file": return pathURL's origin.
        Ok(path_url) if matches!(path_url.view().scheme(), "http" | "https" | "file") => {
            spec.origin(path_url.view())
        }
        // 1.3. If pathURL is failure, return a new opaque origin.
        // 1.5. Return a new opaque origin.
        _ => Origin::new_opaque(),
    }
}

struct Setter<'s, 'a, 'w, T> {
    url: &'s mut Parsed<'a>,
    value: &'a str,
    edition: Edition,
    trace: &'s mut LocatedTrace<'w, T>,
}

impl<'a, T: Trace> Setter<'_, 'a, '_, T> {
    /// Spec: whatwg#cannot-have-a-username-password-port
    fn cannot_have_credentials_or_port(&self) -> bool {
        self.url.host.as_deref().is_none_or(str::is_empty) || self.url.scheme.as_deref() == Some("file")
    }

    fn refuse(&self, reason: Reason, section: Section) -> Result<()> {
        Err(Rejection::new(reason, section, Span::whole(self.value)))
    }

    /// Spec: whatwg#concept-basic-url-parser
    fn parse(&mut self, input: &'a str, state_override: State) -> Result<()> {
        basic_url_parser_on(input, self.url, state_override, self.edition, self.trace)
    }

    /// Spec: whatwg#protocol-setter
    fn protocol(&mut self) -> Result<()> {
        // The parser runs on a new string, so that the place of everything that it finds is the whole value.
        let value = format!("{}:", self.value);
        let mut local = self.url.clone();
        let outcome = basic_url_parser_on(&value, &mut local, State::SchemeStart, self.edition, self.trace);
        *self.url = local.into_owned();
        outcome
    }

    /// Spec: whatwg#username-setter, whatwg#set-the-username, whatwg#password-setter, whatwg#set-the-password
    fn credential(&mut self, steps: [Section; 2]) -> Result<Cow<'a, str>> {
        // 1. If the URL cannot have a username/password/port, return.
        if self.cannot_have_credentials_or_port() {
            self.refuse(Reason::NoCredentialsOrPort, steps[0])?;
        }
        // 2. Set the username or the password.
        self.trace.visited(steps[1], self.value);
        Ok(percent_encode_credential(self.value, self.edition))
    }

    /// Spec: whatwg#host-setter, whatwg#hostname-setter
    fn host(&mut self, steps: [Section; 2], state_override: State) -> Result<()> {
        // 1. If the URL has an opaque path, return.
        if !self.url.hierarchical {
            return self.refuse(Reason::OpaquePathFixed, steps[0]);
        }
        // 2. Basic URL parse the value with host state, or hostname state, as state override.
        self.trace.visited(steps[1], self.value);
        self.parse(self.value, state_override)
    }

    /// Spec: whatwg#port-setter
    fn port(&mut self) -> Result<()> {
        // 1. If the URL cannot have a username/password/port, return.
        if self.cannot_have_credentials_or_port() {
            return self.refuse(Reason::NoCredentialsOrPort, whatwg::PORT_SETTER_1);
        }
        // 2. If the value is the empty string, set the port to null.
        if self.value.is_empty() {
            self.trace.visited(whatwg::PORT_SETTER_2, self.value);
            self.url.port = None;
            return Ok(());
        }
        // 3. Otherwise, basic URL parse it with port state as state override.
        self.trace.visited(whatwg::PORT_SETTER_3, self.value);
        self.parse(self.value, State::Port)
    }

    /// Spec: whatwg#pathname-setter
    fn pathname(&mut self) -> Result<()> {
        // 1. If the URL has an opaque path, return.
        if !self.url.hierarchical {
            return self.refuse(Reason::OpaquePathFixed, whatwg::PATHNAME_SETTER_1);
        }
        // 2. Empty the URL's path.
        self.trace.visited(whatwg::PATHNAME_SETTER_2, self.value);
        self.url.path = None;
        // 3. Basic URL parse the value with path start state as state override.
        self.trace.visited(whatwg::PATHNAME_SETTER_3, self.value);
        self.parse(self.value, State::PathStart)
    }

    /// Spec: whatwg#search-setter
    fn search(&mut self) -> Result<()> {
        // 1. Let url be this's URL.
        self.trace.visited(whatwg::SEARCH_SETTER_1, self.value);
        // 2. If the value is the empty string, set the query to null and return.
        if self.value.is_empty() {
            self.trace.visited(whatwg::SEARCH_SETTER_2, self.value);
            self.url.query = None;
            self.strip_last_spaces();
            return Ok(());
        }
        // 3. Let input be the value without a leading "?".
        self.trace.visited(whatwg::SEARCH_SETTER_3, self.value);
        let input = self.value.strip_prefix('?').unwrap_or(self.value);
        // 4. Set url's query to the empty string.
        self.trace.visited(whatwg::SEARCH_SETTER_4, input);
        self.url.query = Some("".into());
        // 5. Basic URL parse input with query state as state override.
        self.trace.visited(whatwg::SEARCH_SETTER_5, input);
        // 6. Set the list of the query object to the result of parsing input.
        // NOTE: the list is created from the query when it is needed.
        self.parse(input, State::Query)
    }

    /// Removes spaces at the end of an opaque path that ends the URL, if the edition does not encode them.
    ///
    /// Spec: whatwg#search-setter-2, whatwg#hash-setter-1
    fn strip_last_spaces(&mut self) {
        let is_last = self.url.query.is_none() && self.url.fragment.is_none();
        if is_last && !self.url.hierarchical && !self.edition.encodes_last_space() {
            self.url.path = self.url.path.take().map(|path| path.slice(0..path.trim_end_matches(' ').len()));
        }
    }

    /// Spec: whatwg#hash-setter
    fn hash(&mut self) -> Result<()> {
        // 1. If the value is the empty string, set the fragment to null and return.
        if self.value.is_empty() {
            self.trace.visited(whatwg::HASH_SETTER_1, self.value);
            self.url.fragment = None;
            self.strip_last_spaces();
            return Ok(());
        }
        // 2. Let input be the value without a leading "#".
        self.trace.visited(whatwg::HASH_SETTER_2, self.value);
        let input = self.value.strip_prefix('#').unwrap_or(self.value);
        // 3. Set the fragment to the empty string.
        self.trace.visited(whatwg::HASH_SETTER_3, input);
        self.url.fragment = Some("".into());
        // 4. Basic URL parse input with fragment state as state override.
        self.trace.visited(whatwg::HASH_SETTER_4, input);
        self.parse(input, State::Fragment)
    }
}
