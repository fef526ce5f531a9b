//! The check of a URL, and the result: a URL that may be fetched.

use std::{borrow::Cow, net::IpAddr, sync::Arc};

use url_facade::{
    Host, Origin, Parser, Profile, Url,
    host::{HostRisk, classify},
};

#[cfg(feature = "patterns")]
use crate::patterns::PatternRules;
use crate::{
    agree::{AgreeOptions, Agreement, Disagreement},
    builder::{BuildError, GuardBuilder},
    hazard::Hazard,
    paths::{hides_protected, is_range},
    refusal::Refusal,
};

/// Decides which URLs are safe to fetch.
///
/// The default settings are safe. They allow `http` and `https` on their default ports, and hosts that are or
/// may be public. If there is a base, they allow only the origin of the base. The URL Standard, RFC 3986 and
/// every consumer must see the same components in the URL to fetch.
///
/// # Examples
/// ```
/// use url_guard::Guard;
/// let guard = Guard::default();
/// let permitted = guard.check("../c?d", Some("https://a.example/b/"))?;
/// assert_eq!((permitted.href(), permitted.port()), ("https://a.example/c?d", 443));
/// assert_eq!(guard.check("//evil.example/", Some("https://a.example/")).unwrap_err().code(), "origin");
/// # Ok::<(), url_guard::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Guard {
    pub(crate) rules: Arc<GuardBuilder>,
    pub(crate) options: AgreeOptions,
    pub(crate) profiles: Vec<Profile>,
    #[cfg(feature = "patterns")]
    patterns: PatternRules,
}

/// Copies the rules, so that threads with their own clones do not contend for one reference counter.
impl Clone for Guard {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::new((*self.rules).clone()),
            options: self.options,
            profiles: self.profiles.clone(),
            #[cfg(feature = "patterns")]
            patterns: self.patterns.clone(),
        }
    }
}

impl Default for Guard {
    fn default() -> Self {
        Self::builder().build().unwrap_or_else(|_| unreachable!("the default settings are a guard"))
    }
}

impl GuardBuilder {
    /// Builds the guard.
    ///
    /// # Errors
    /// A [`BuildError`]: a list that is empty, a value that cannot match anything, or settings that
    /// contradict each other.
    pub fn build(self) -> Result<Guard, BuildError> {
        let (options, profiles) = self.validate()?;
        Ok(Guard {
            #[cfg(feature = "patterns")]
            patterns: PatternRules::compile(&self)?,
            rules: Arc::new(self),
            options,
            profiles,
        })
    }
}

/// A hazard, and the test that finds it in a path.
type Check = (Hazard, fn(&str) -> bool);

impl Guard {
    /// Returns a builder with the default settings.
    pub fn builder() -> GuardBuilder {
        GuardBuilder::default()
    }

    /// Checks `input`: a URL, or a reference if there is a `base`.
    ///
    /// # Errors
    /// A [`Refusal`]: the first reason to refuse the URL.
    ///
    /// # Examples
    /// See [`Guard`].
    pub fn check(&self, input: &str, base: Option<&str>) -> Result<Permitted, Refusal> {
        let bound = (!self.rules.any_origin).then_some(base).flatten();
        let permitted = self.check_any_origin(input, base)?;
        let Some(base) = bound else { return Ok(permitted) };
        let origin = Url::parse(base).map(|base| base.origin());
        if origin.as_ref() != Ok(&permitted.origin) {
            let base = origin.map_or_else(|_| "none".into(), |origin| origin.to_string());
            return Err(Refusal::Origin { origin: permitted.origin.to_string(), base });
        }
        Ok(Permitted { is_bound: true, ..permitted })
    }

    /// Checks `input`, which need not be UTF-8.
    ///
    /// # Errors
    /// Fails as [`Guard::check`] does, and with [`Refusal::NotUtf8`].
    pub fn check_bytes(&self, input: &[u8], base: Option<&str>) -> Result<Permitted, Refusal> {
        let text = str::from_utf8(input).map_err(|error| Refusal::NotUtf8 { at: error.valid_up_to() })?;
        self.check(text, base)
    }

    fn check_any_origin(&self, input: &str, base: Option<&str>) -> Result<Permitted, Refusal> {
        [input, base.unwrap_or_default()].into_iter().try_for_each(|text| self.rules.check_len(text))?;
        if input.chars().all(|c| c.is_whitespace() || c.is_control()) {
            return Err(Refusal::Empty);
        }
        // FAST: the scheme at the start of the input is allowed, even if the input is not a URL.
        let url = if web_scheme(input).is_some_and(|scheme| self.rules.check_scheme(scheme).is_ok()) {
            None
        } else {
            let of_base = base.and_then(|base| Url::parse(base).ok());
            Parser::new(Profile::Whatwg).with_base(of_base.as_ref()).parse(input).ok()
        };
        url.as_ref().map_or(Ok(()), |url| self.rules.check_scheme(url.scheme()))?;
        let profiles = self.profiles_of(url.as_ref().map_or("http", |url| url.scheme()));
        let agreed = self.agree(input, base, &profiles);
        let Agreement { href, scheme, host, port, path, origin, .. } =
            agreed.map_err(|refused| self.refusal_of(refused, input, base))?;
        self.rules.check_len(&href)?;
        let host = host.unwrap_or(Host::Empty);
        self.rules.check_scheme(&scheme)?;
        self.rules.check_host(host.as_deref())?;
        let port = self.rules.check_port(&scheme, port)?;
        self.rules.check_path(&path)?;
        #[cfg(feature = "patterns")]
        self.patterns.check(&href)?;
        Ok(Permitted { href, host, port, origin, redirects: 0, is_bound: false, rules: self.rules.clone() })
    }

    /// Compares the profiles on `input`. Also refuses encoded slashes that hide protected names, and brackets
    /// that begin a range.
    fn agree(
        &self,
        input: &str,
        base: Option<&str>,
        profiles: &[Profile],
    ) -> Result<Agreement, Disagreement> {
        let agreed = self.options.agree(input, base, profiles)?;
        let always: [Check; 2] = [(Hazard::EncodedSlash, hides_protected), (Hazard::BracketInPath, is_range)];
        let is_refused =
            |&(hazard, is_one): &Check| !self.rules.hazards.contains(&hazard) && is_one(&agreed.path);
        match always.into_iter().find(is_refused) {
            Some((hazard, _)) => self.options.refuse(hazard).agree(input, base, profiles),
            None => Ok(agreed),
        }
    }

    /// Returns `refused` as a refusal. If `refused` is [`Hazard::Ipv6Port`], but the settings do not allow
    /// the address either, returns the refusal of the address instead.
    fn refusal_of(&self, refused: Disagreement, input: &str, base: Option<&str>) -> Refusal {
        if let Disagreement::Hazardous { hazard: Hazard::Ipv6Port, .. } = refused {
            let base = base.and_then(|base| Url::parse(base).ok());
            let url = Parser::new(Profile::Whatwg).with_base(base.as_ref()).parse(input).ok();
            if let Some(Err(refusal)) = url.and_then(|url| Some(self.rules.check_host(url.host()?))) {
                return refusal;
            }
        }
        Refusal::Disagreement(Box::new(refused))
    }

    /// Returns the profiles that find a host in URLs with `scheme`. For example, Perl's `URI` does not find
    /// the host in `ws:` URLs.
    fn profiles_of(&self, scheme: &str) -> Cow<'_, [Profile]> {
        if matches!(scheme, "http" | "https") {
            return Cow::Borrowed(&self.profiles);
        }
        let url = format!("{scheme}://a.example/");
        let knows = |profile: Profile| {
            Parser::new(profile).parse_reference(&url).is_ok_and(|url| url.host().is_some())
        };
        self.profiles.iter().copied().filter(|&profile| knows(profile)).collect()
    }

    /// Checks a redirect of a response from `from` to `location`, the value of the `Location` header. Fetch
    /// the returned URL. If it has another origin than `from`, do not send the credentials and cookies of
    /// `from`.
    ///
    /// The target may have another origin, unless `from` was checked against a base and had to keep the
    /// origin of the base. If the target has another origin, the guard removes the user name and the password
    /// of the target.
    ///
    /// # Errors
    /// A [`Refusal`]: the first reason to refuse the URL.
    ///
    /// # Examples
    /// ```
    /// use url_guard::{Guard, Refusal};
    /// let guard = Guard::default();
    /// let first = guard.check("https://a.example/b", None)?;
    /// assert_eq!(guard.redirect(&first, "https://c.example/")?.href(), "https://c.example/");
    /// assert_eq!(guard.redirect(&first, "http://a.example/").unwrap_err(), Refusal::Downgrade);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn redirect(&self, from: &Permitted, location: &str) -> Result<Permitted, Refusal> {
        let redirects = from.redirects.saturating_add(1);
        if redirects > self.rules.max_redirects {
            return Err(Refusal::TooManyRedirects { limit: self.rules.max_redirects });
        }
        let mut to = self.check_any_origin(location, Some(&from.href))?;
        if to.origin != from.origin {
            if from.is_bound {
                let [origin, base] = [&to, from].map(|url| url.origin.to_string());
                return Err(Refusal::Origin { origin, base });
            }
            if let Some(href) = without_credentials(&to.href) {
                to = self.check_any_origin(&href, None)?;
            }
        }
        let is_secure = |url: &Permitted| url.href.starts_with("https:") || url.href.starts_with("wss:");
        if is_secure(from) && !is_secure(&to) && !self.rules.downgrade {
            return Err(Refusal::Downgrade);
        }
        Ok(Permitted { redirects, is_bound: from.is_bound, ..to })
    }

    /// Checks the addresses that `name` resolved to. Call this method in the resolver of a client, which
    /// knows only the name. If the URL is known, call [`Permitted::check_addresses`] instead.
    ///
    /// The name is also checked, since a client may resolve a name that was never part of a checked URL.
    ///
    /// # Errors
    /// Returns [`Refusal::Host`] or [`Refusal::HostNotAllowed`] for the name, or fails as
    /// [`Permitted::check_addresses`] does.
    ///
    /// # Examples
    /// ```
    /// use url_guard::Guard;
    /// let guard = Guard::default();
    /// let (public, private) = ([8, 8, 8, 8].into(), [10, 0, 0, 1].into());
    /// assert_eq!(guard.check_addresses("a.example.com", &[public])?, [public]);
    /// assert_eq!(guard.check_addresses("a.example.com", &[public, private]).unwrap_err().code(), "address");
    /// assert_eq!(guard.check_addresses("localhost", &[public]).unwrap_err().code(), "host");
    /// # Ok::<(), url_guard::Refusal>(())
    /// ```
    pub fn check_addresses<'a>(&self, name: &str, addresses: &'a [IpAddr]) -> Result<&'a [IpAddr], Refusal> {
        let host = Host::Domain(name.to_ascii_lowercase());
        self.rules.check_host(host.as_deref())?;
        self.rules.check_addresses(&host, addresses)
    }
}

/// A URL that may be fetched, as [`Guard::check`] returns it.
#[derive(Clone, Debug)]
pub struct Permitted {
    href: String,
    host: Host<String>,
    port: u16,
    origin: Origin,
    redirects: u32,
    /// True if the target of a redirect must have the origin of this URL.
    is_bound: bool,
    rules: Arc<GuardBuilder>,
}

impl Permitted {
    /// Returns the URL to fetch. Fetch this string, not the input: every compared profile sees the checked
    /// components in this string.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// Returns the host to connect to.
    pub fn host(&self) -> Host<&str> {
        self.host.as_deref()
    }

    /// Returns the port to connect to.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the origin.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns true if the host is a name, whose addresses must be checked by [`Permitted::check_addresses`].
    pub fn needs_addresses(&self) -> bool {
        matches!(self.host, Host::Domain(_))
    }

    /// Checks the addresses that the host resolved to, and returns them. Connect to one of these, and do not
    /// resolve the host again.
    ///
    /// If one address is not public, all are refused, because an attacker may list a private address among
    /// public ones. An address in a network that [`allow_hosts`](GuardBuilder::allow_hosts) lists may be
    /// private.
    ///
    /// # Errors
    /// [`Refusal::NoAddress`] if there are none, [`Refusal::Address`] with the first one that is refused.
    ///
    /// # Examples
    /// ```
    /// use url_guard::{Guard, Refusal};
    /// let permitted = Guard::default().check("https://a.example/", None)?;
    /// let (public, private) = ([8, 8, 8, 8].into(), [10, 0, 0, 1].into());
    /// assert_eq!(permitted.check_addresses(&[public])?, [public]);
    /// assert_eq!(permitted.check_addresses(&[public, private]), Err(Refusal::Address { address: private }));
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn check_addresses<'a>(&self, addresses: &'a [IpAddr]) -> Result<&'a [IpAddr], Refusal> {
        self.rules.check_addresses(&self.host, addresses)
    }

    /// Returns a warning if the scheme is `ws`, `wss` or `ftp`: a client that does not know this scheme may
    /// connect to another host than [`Permitted::host`]. For `http` and `https`, returns `None`.
    ///
    /// # Examples
    /// ```
    /// use url_guard::Guard;
    /// let permitted = Guard::builder().schemes(["wss"]).build()?.check("wss://a.example/", None)?;
    /// assert!(permitted.warning().is_some_and(|warning| warning.contains("the host `wss`")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warning(&self) -> Option<String> {
        let (scheme, _) =
            self.href.split_once(':').filter(|(scheme, _)| !matches!(*scheme, "http" | "https"))?;
        Some(format!(
            "clients that know only HTTP misread `{scheme}:` URLs: superagent and needle connect to the host `{scheme}`"
        ))
    }

    /// Sets the number of redirects that led to this URL. Call this method if you stored the URL as text and
    /// checked the text again, because [`Guard::check`] begins with no redirects.
    #[must_use]
    pub fn after_redirects(self, redirects: u32) -> Self {
        Self { redirects, ..self }
    }

    /// Returns the classification of the host.
    pub fn risk(&self) -> HostRisk {
        classify(&self.host)
    }
}

fn without_credentials(href: &str) -> Option<String> {
    let mut url = Url::parse(href).ok()?;
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    url.set_username("").and_then(|()| url.set_password(None)).ok()?;
    Some(url.into())
}

fn web_scheme(input: &str) -> Option<&'static str> {
    let (begin, _) = input.split_once(':')?;
    ["http", "https"].into_iter().find(|scheme| begin.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::{Url, web_scheme};

    #[test]
    fn the_quick_scheme_is_the_parsed_one() {
        let base = Url::parse("wss://a.test/b").unwrap();
        for end in url_testdata::hostile::short_strings("hS:/\\?#@. \t", 4) {
            let input = format!("Http{end}");
            if let (Some(scheme), Ok(url)) = (web_scheme(&input), base.join(&input)) {
                assert_eq!(url.scheme(), scheme, "{input}");
            }
        }
    }
}
