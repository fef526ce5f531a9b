//! What changes a URL in place.

use std::net::IpAddr;

use url_facade::{Position, api::Attribute};

use crate::{Host, ParseError, PathSegmentsMut, Url, UrlQuery, form_urlencoded};

/// # Changing a URL
///
/// A value may lose what the parser removes from a URL (tabs and newlines), and what a component cannot hold is
/// percent-encoded. After every setter the URL parses to itself; where that cannot be, the setter fails and changes nothing.
impl Url {
    /// Sets `attribute` as the setter of the web does, as far as that takes `value`.
    pub(crate) fn set(&mut self, attribute: Attribute, value: &str) {
        // The setters that ask this refuse only what would be too long.
        let _ = self.0.set_attribute(attribute, value);
    }

    /// Sets the fragment, or removes it.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let mut url = Url::parse("https://a.test/b#c")?;
    /// url.set_fragment(Some("d e"));
    /// url.set_query(Some("f=g h"));
    /// url.set_path("/i/../j k");
    /// assert_eq!(url.as_str(), "https://a.test/j%20k?f=g%20h#d%20e");
    /// url.set_fragment(None);
    /// url.set_query(None);
    /// assert_eq!(url.as_str(), "https://a.test/j%20k");
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn set_fragment(&mut self, fragment: Option<&str>) {
        self.set(Attribute::Hash, &fragment.map(|text| ["#", text].concat()).unwrap_or_default());
    }

    /// Sets the query, or removes it. `data:a   ?b` without its query keeps the `%20` that the parser wrote for the last space
    /// (`whatwg#cannot-be-a-base-url-path-state-3.2`). Example: [`Url::set_fragment`].
    pub fn set_query(&mut self, query: Option<&str>) {
        self.set(Attribute::Search, &query.map(|text| ["?", text].concat()).unwrap_or_default());
    }

    /// Returns an editor that appends pairs to the query, or replaces all of them.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let mut url = Url::parse("https://a.test/?b=c#d")?;
    /// url.query_pairs_mut().append_pair("e", "f g").append_key_only("h");
    /// assert_eq!(url.as_str(), "https://a.test/?b=c&e=f+g&h#d");
    /// url.query_pairs_mut().clear().extend_pairs([("i", "j")]);
    /// assert_eq!(url.as_str(), "https://a.test/?i=j#d");
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn query_pairs_mut(&mut self) -> form_urlencoded::Serializer<'_, UrlQuery<'_>> {
        form_urlencoded::Serializer::new(UrlQuery::new(self))
    }

    /// Sets the path. One that is opaque stays so: a slash at its start is percent-encoded, and so are `?` and `#`. Example:
    /// [`Url::set_fragment`].
    pub fn set_path(&mut self, path: &str) {
        if !self.cannot_be_a_base() {
            return self.set(Attribute::Pathname, path);
        }
        let rest = path.strip_prefix('/');
        let slash = if rest.is_some() { "%2F" } else { "" };
        let path = rest.unwrap_or(path).replace('?', "%3F").replace('#', "%23");
        let [start, end] = [&self.0[..Position::BeforePath], &self.0[Position::AfterPath..]];
        if let Ok(url) = url_facade::Url::parse(&[start, slash, &path, end].concat()) {
            self.0 = url;
        }
    }

    /// Returns an editor of the segments of the path; `Err(())` if the path is opaque.
    ///
    /// # Examples
    /// See [`PathSegmentsMut`].
    pub fn path_segments_mut(&mut self) -> Result<PathSegmentsMut<'_>, ()> {
        self.0.path_segments_mut().map(PathSegmentsMut).map_err(drop)
    }

    /// Sets the port, or removes it; `Err(())` if the URL has no host, or the scheme `file`. The default port is not written.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let mut url = Url::parse("http://a.test/b")?;
    /// url.set_port(Some(8080)).unwrap();
    /// url.set_username("me").unwrap();
    /// url.set_password(Some("p w")).unwrap();
    /// assert_eq!(url.as_str(), "http://me:p%20w@a.test:8080/b");
    /// url.set_scheme("https").unwrap();
    /// url.set_ip_host([127, 0, 0, 1].into()).unwrap();
    /// assert_eq!(url.as_str(), "https://me:p%20w@127.0.0.1:8080/b");
    /// assert_eq!((url.set_scheme("mailto"), Url::parse("data:x")?.set_port(Some(1))), (Err(()), Err(())));
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn set_port(&mut self, port: Option<u16>) -> Result<(), ()> {
        self.0.set_port(port).map_err(drop)
    }

    /// Sets the host, or removes it with the user and the port. What follows the first colon of a host without brackets is
    /// ignored.
    ///
    /// # Errors
    /// If `host` is no host, if the scheme needs one, or if the path is opaque.
    ///
    /// # Examples
    /// ```
    /// use url_compat::{ParseError, Url};
    /// let mut url = Url::parse("https://a.test/b")?;
    /// url.set_host(Some("[::1]"))?;
    /// assert_eq!(url.as_str(), "https://[::1]/b");
    /// assert_eq!((url.set_host(None), url.set_host(Some("a b"))), (Err(ParseError::EmptyHost), Err(ParseError::IdnaError)));
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn set_host(&mut self, host: Option<&str>) -> Result<(), ParseError> {
        if self.cannot_be_a_base() {
            return Err(ParseError::SetHostOnCannotBeABaseUrl);
        }
        let Some(host) = host else {
            if !self.has_host() {
                return Ok(());
            }
            if !self.is_special() {
                for attribute in [Attribute::Username, Attribute::Password, Attribute::Port] {
                    self.set(attribute, "");
                }
            }
            return Ok(self.0.set_host(None)?);
        };
        let is_bracketed = host.starts_with('[') && host.ends_with(']');
        let name = if is_bracketed { host } else { host.split(':').next().unwrap_or(host) };
        if name.is_empty() && !host.is_empty() {
            return Err(ParseError::InvalidDomainCharacter);
        }
        // The setter says less of what is wrong with a host.
        if self.is_special() {
            Host::parse(name)?
        } else {
            Host::parse_opaque(name)?
        };
        Ok(self.0.set_host(Some(name))?)
    }

    /// Sets the host to an address; `Err(())` if the path is opaque. Example: [`Url::set_port`].
    pub fn set_ip_host(&mut self, address: IpAddr) -> Result<(), ()> {
        self.0.set_ip_host(address).map_err(drop)
    }

    /// Sets the password, or removes it; `Err(())` if the URL has no host, or the scheme `file`. Example: [`Url::set_port`].
    pub fn set_password(&mut self, password: Option<&str>) -> Result<(), ()> {
        self.0.set_password(password).map_err(drop)
    }

    /// Sets the user name, or removes it if it is empty; `Err(())` if the URL has no host, or the scheme `file`. Example:
    /// [`Url::set_port`].
    pub fn set_username(&mut self, username: &str) -> Result<(), ()> {
        self.0.set_username(username).map_err(drop)
    }

    /// Sets the scheme; `Err(())` if only one of the two is special, or if the rest of the URL does not fit the new one. A URL
    /// with a host but no port may become a `file:` URL (`whatwg#scheme-state-2.1.3`). Example: [`Url::set_port`].
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ()> {
        self.0.set_scheme(scheme).map_err(drop)
    }
}
