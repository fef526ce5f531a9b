//! The consumers: real programs, each in one version, whose parsing of URLs this crate simulates.

use std::ops::Deref;

use url_core::{
    Component, Components, Event, NoTrace, ParsedUrl, Reason, Rejection, Section, Source, Span, Trace,
};

use crate::{
    Parsed, curl, go_net_url, java_net_uri, java_net_url, node_url_parse, npm_fast_uri, npm_uri_js,
    npm_url_parse, perl_uri, php_parse_url, python_httpx, python_urllib3, python_urlsplit, python_yarl,
    references::Parts, ruby_uri, run::Run, sections,
};

macro_rules! consumers {
    (
        $($variant:ident = $name:literal, $version:expr, $module:ident, $user_info:ident, $doc:literal;)*
    ) => {
        /// A consumer: one version of a program that parses URLs. Only the names of older versions contain
        /// the version.
        ///
        /// # Examples
        /// ```
        /// use url_consumers::Consumer;
        /// assert!(Consumer::ALL.iter().any(|consumer| consumer.name() == "curl"));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Consumer { $(#[doc = $doc] $variant,)* }

        impl Consumer {
            /// Every consumer.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name of the consumer, such as `php-parse-url`. Its profile has the same name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the first two numbers of the version of the program.
            pub const fn version(self) -> (u16, u16) {
                match self { $(Self::$variant => $version,)* }
            }

            /// Returns the parsing rules of the program, including the rules of its other versions.
            pub const fn rules(self) -> &'static [Section] {
                match self { $(Self::$variant => sections::$module::ALL,)* }
            }

            /// Returns the first of [`Self::rules`], which stands for the function of the program that a
            /// caller calls.
            pub const fn section(self) -> Section {
                self.rules()[0]
            }

            /// Returns the number of strings in which the program returns the user-info: one or two.
            pub const fn user_info(self) -> UserInfo {
                match self { $(Self::$variant => UserInfo::$user_info,)* }
            }

            /// Parses `input` as the program does, and reports to `trace` each rule that it followed.
            ///
            /// The result has the components that the program returns to its users. The host is the one that
            /// the program would connect to, after any decoding and lower-casing by the program. A default
            /// port that the program adds is present. `authority` is set only if the program returns it. If
            /// the URL is not `hierarchical`, the path is the part that the program returns as opaque. A
            /// user-info that the program returns as one string is divided at its first colon. A component is
            /// `Some("")` only if the program distinguishes an empty component from a missing one.
            ///
            /// # Errors
            /// Returns the reason and the rule if the program refuses `input`.
            ///
            /// # Examples
            /// ```
            /// use url_consumers::Consumer;
            /// use url_core::NoTrace;
            /// let seen = Consumer::PhpParseUrl.parse("//a.test:080/b", &mut NoTrace)?;
            /// assert_eq!((seen.host.as_deref(), seen.port.as_deref()), (Some("a.test"), Some("80")));
            /// # Ok::<(), url_core::Rejection>(())
            /// ```
            pub fn parse<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Result<Parsed<'a>, Rejection> {
                let mut record = |event: Event<'_>| trace.record(event);
                let run = &mut Run::new(input, self.version(), T::ENABLED.then_some(&mut record));
                match self { $(Self::$variant => $module::parse(input, run),)* }
            }
        }
    };
}

consumers! {
    NodeUrlParse = "node-url-parse", (26, 10), node_url_parse, Whole,
        "The legacy function `url.parse` of Node 26.";
    NodeUrlParse20 = "node-url-parse-20", (20, 20), node_url_parse, Whole, "The same of Node 20.";
    PerlUri = "perl-uri", (5, 17), perl_uri, Whole, "Perl's module URI 5.17.";
    Curl = "curl", (8, 23), curl, Divided, "The URL API of libcurl 8.23, as the program `curl` calls it.";
    Curl788 = "curl-7.88", (7, 88), curl, Divided, "The same of libcurl 7.88.";
    GoNetUrl = "go-net-url", (1, 27), go_net_url, Divided, "`Parse` of Go 1.27's package `net/url`.";
    GoNetUrl119 = "go-net-url-1.19", (1, 19), go_net_url, Divided, "`Parse` of Go 1.19's package `net/url`.";
    PhpParseUrl = "php-parse-url", (8, 5), php_parse_url, Divided, "The function `parse_url` of PHP 8.2 to 8.5.";
    PythonUrlsplit = "python-urlsplit", (3, 14), python_urlsplit, Divided,
        "`urllib.parse.urlsplit` of Python 3.14, and the properties of its result.";
    PythonUrlsplit311 = "python-urlsplit-3.11", (3, 11), python_urlsplit, Divided,
        "`urllib.parse.urlsplit` of Python 3.11, and the properties of its result.";
    PythonUrllib3 = "python-urllib3", (2, 8), python_urllib3, Whole,
        "`parse_url` of urllib3 2.8, which requests uses.";
    PythonHttpx = "python-httpx", (0, 28), python_httpx, Whole, "`httpx.URL` of httpx 0.28.";
    PythonYarl = "python-yarl", (1, 25), python_yarl, Divided, "`yarl.URL` of yarl 1.25, which aiohttp uses.";
    JavaNetUrl = "java-net-url", (25, 0), java_net_url, Whole, "`java.net.URL` of Java 25.";
    JavaNetUrl17 = "java-net-url-17", (17, 0), java_net_url, Whole, "`java.net.URL` of Java 17.";
    JavaNetUri = "java-net-uri", (25, 0), java_net_uri, Whole, "`java.net.URI` of Java 17 to 25.";
    RubyUri = "ruby-uri", (4, 0), ruby_uri, Whole, "`URI.parse` of Ruby 4.0.";
    RubyUri31 = "ruby-uri-3.1", (3, 1), ruby_uri, Whole, "`URI.parse` of Ruby 3.1.";
    NpmUrlParse = "npm-url-parse", (1, 5), npm_url_parse, Divided,
        "The constructor of the package url-parse 1.5.10 of npm, without a location.";
    NpmUriJs = "npm-uri-js", (4, 4), npm_uri_js, Whole, "`parse` of the package uri-js 4.4.1 of npm.";
    NpmFastUri = "npm-fast-uri", (4, 2), npm_fast_uri, Whole, "`parse` of the package fast-uri 4.2.3 of npm.";
}

impl Consumer {
    /// Resolves `reference` against `base` as the program does. Reports to `trace` every rule that the
    /// program applied to `reference`. Returns `None` if the program does not resolve references, or if this
    /// crate does not simulate its method.
    ///
    /// The program returns the resolved URL as a string. This function splits the string as RFC 3986,
    /// appendix B, does. Joining the components with their delimiters restores the string.
    ///
    /// # Errors
    /// Returns the reason and the rule if the program refuses `base` or `reference`.
    ///
    /// # Examples
    /// ```
    /// use url_consumers::Consumer;
    /// use url_core::NoTrace;
    /// let resolve = |consumer: Consumer| consumer.resolve("http://a.test", "b", &mut NoTrace).transpose();
    /// assert_eq!(resolve(Consumer::GoNetUrl)?.unwrap().path.as_deref(), Some("/b"));
    /// assert_eq!(resolve(Consumer::Curl)?, None);
    /// # Ok::<(), url_core::Rejection>(())
    /// ```
    pub fn resolve<T: Trace>(
        self,
        base: &str,
        reference: &str,
        trace: &mut T,
    ) -> Option<Result<Parsed<'static>, Rejection>> {
        let join = match self {
            Self::GoNetUrl | Self::GoNetUrl119 => go_net_url::join,
            Self::JavaNetUri => java_net_uri::join,
            Self::PythonHttpx => python_httpx::join,
            Self::PythonUrlsplit | Self::PythonUrlsplit311 => python_urlsplit::join,
            Self::PythonYarl => python_yarl::join,
            Self::RubyUri | Self::RubyUri31 => ruby_uri::join,
            _ => return None,
        };
        let texts = [base, reference];
        let of_base = self.parse(base, &mut NoTrace);
        let of_base = of_base.map_err(|rejection| Rejection { source: Source::Base, ..rejection });
        let of_reference = self.parse(reference, trace);
        let mut record = |event: Event<'_>| trace.record(event);
        let run = &mut Run::new(reference, self.version(), T::ENABLED.then_some(&mut record));
        let joined = join(texts, (of_base, of_reference), run);
        Some(joined.map(|joined| Parts::of(&joined).into_parsed()))
    }
}

/// The number of strings in which a program returns the user-info.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UserInfo {
    /// One string, such as `user:password`.
    Whole,
    /// A user and a password, as two strings.
    Divided,
}

/// Replaces the content of `out` by the components of `seen` and their delimiters. Returns the span of each
/// component in `out`.
///
/// The string shows the components that a consumer found. Parsing the string may find other components. A
/// host with a colon is written in brackets, which are not part of the span of the host.
///
/// # Errors
/// [`Reason::TooLong`] if the result would be longer than [`Span::LIMIT`] bytes. The error contains
/// `section`.
///
/// # Examples
/// ```
/// use url_consumers::sections::php_parse_url;
/// use url_consumers::Parsed;
/// use url_core::Component;
/// let seen = Parsed { scheme: Some("http".into()), host: Some("::1".into()), ..Parsed::default() };
/// let mut text = String::new();
/// let places = url_consumers::write(&seen, php_parse_url::ALL[0], &mut text)?;
/// assert_eq!((text.as_str(), places.get(Component::Host).unwrap().of(&text)), ("http://[::1]", "::1"));
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn write<P: Deref<Target = str>>(
    seen: &ParsedUrl<P>,
    section: Section,
    out: &mut String,
) -> Result<Components, Rejection> {
    let parts = Component::ALL.into_iter().filter_map(|component| seen.get(component));
    let authority = seen.authority.as_deref();
    // Each component has at most one delimiter; the authority has two slashes and two brackets.
    let len = parts.chain(authority).map(|part| part.len() + 1).sum::<usize>() + 4;
    if len > Span::LIMIT {
        return Err(Rejection::new(Reason::TooLong, section, Span::default()));
    }
    out.clear();
    out.reserve(len);
    let mut components = Components::default();
    let has_user_info = seen.user.is_some() || seen.password.is_some();
    let has_authority = has_user_info || seen.host.is_some() || seen.port.is_some();
    for component in Component::ALL {
        match (component, authority) {
            (Component::User, _) if has_authority => out.push_str("//"),
            // The program did not divide this authority. All of it is written as a hidden host, so that the
            // path begins after the authority.
            (Component::User, Some(authority)) => {
                out.push_str("//");
                components.set(Component::Host, Span::new(out.len(), out.len() + authority.len()));
                components.hide(Component::Host);
                out.push_str(authority);
            }
            (Component::Host, _) if has_user_info => out.push('@'),
            _ => {}
        }
        let Some(part) = seen.get(component) else { continue };
        let (before, after) = match component {
            Component::Scheme => ("", ":"),
            Component::Host if part.contains(':') && !part.starts_with('[') => ("[", "]"),
            Component::Password | Component::Port => (":", ""),
            Component::Query => ("?", ""),
            Component::Fragment => ("#", ""),
            _ => ("", ""),
        };
        out.push_str(before);
        components.set(component, Span::new(out.len(), out.len() + part.len()));
        out.push_str(part);
        out.push_str(after);
    }
    Ok(components)
}
