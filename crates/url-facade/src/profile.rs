//! The specs and consumers that a user selects by name. Only this file maps a name to the type of a spec.

use std::{fmt, str::FromStr};

use url_core::Section;

pub(crate) trait Spec: url_specs::Spec {
    fn profile(self) -> Profile;
}

#[cfg(feature = "rfc3986")]
impl Spec for url_specs::rfc3986::Uri<url_core::Rfc6874> {
    fn profile(self) -> Profile {
        Profile::Rfc3986
    }
}

/// Defines `Profile` and macros that select the spec of a profile. `$d` must be `$`, for use in these macros.
macro_rules! profiles {
    (
        $d:tt
        editions { $($(#[$default:meta])? $dated:ident = $dated_name:literal, $edition:ident, $dated_title:literal;)* }
        specs { $($variant:ident = $name:literal, $feature:literal, $spec:ty, $title:literal;)* }
        consumers { $($consumer:ident = $consumer_name:literal, $consumer_title:literal;)* }
    ) => {
        /// The profile to follow: one specification, or a consumer (a real program that splits URLs).
        ///
        /// Every build includes the URL Standard, and by default RFC 3986. Each other profile requires a
        /// feature of this crate, which the description of the profile names.
        ///
        /// # Examples
        /// ```
        /// use url_facade::{Profile, sections::whatwg};
        /// assert_eq!("whatwg-2026-02".parse::<Profile>()?.newest(), Profile::Whatwg);
        /// assert_eq!(Profile::available().first(), Some(&Profile::Whatwg));
        /// let number = Profile::Whatwg202602.number_of(whatwg::CONCEPT_HOST_PARSER_5);
        /// assert_eq!(number.as_deref(), Some("4"));
        /// let error = "netscape".parse::<Profile>().unwrap_err();
        /// assert!(error.to_string().starts_with("unknown profile \"netscape\"; known: whatwg, "));
        /// # Ok::<(), url_facade::ParseProfileError>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(clippy::doc_markdown, reason = "titles are not Markdown")]
        #[non_exhaustive]
        pub enum Profile {
            $(#[doc = concat!($dated_title, ".")] $(#[$default])? $dated,)*
            $(#[doc = concat!($title, ". Requires the feature `", $feature, "`.")]
            #[cfg(feature = $feature)]
            $variant,)*
            $(#[doc = concat!($consumer_title, ". Requires the feature `consumers`.")]
            #[cfg(feature = "consumers")]
            $consumer,)*
            /// The URL Standard with one change. Requires the feature `candidates`.
            /// [`Self::available`] never returns a candidate.
            #[cfg(feature = "candidates")]
            Candidate(crate::Candidate),
        }

        impl Profile {
            /// Returns the profiles that this build includes: the default profile first, the consumers last.
            ///
            /// The list depends on the features that all crates of the build enable. Use it to offer a choice
            /// to users. Code whose result must be equal in all builds should name its profiles instead.
            ///
            /// # Examples
            /// ```
            /// use url_facade::Profile;
            /// assert_eq!(Profile::available().first(), Some(&Profile::Whatwg));
            /// # #[cfg(feature = "rfc3986")]
            /// assert!(Profile::available().contains(&Profile::Rfc3986));
            /// ```
            pub const fn available() -> &'static [Self] {
                &[
                    $(Self::$dated,)*
                    $(#[cfg(feature = $feature)] Self::$variant,)*
                    $(#[cfg(feature = "consumers")] Self::$consumer,)*
                ]
            }

            /// Returns every consumer, in the order of [`Profile::available`].
            #[cfg(feature = "consumers")]
            pub fn consumers() -> impl Iterator<Item = Self> + Clone {
                [$(Self::$consumer),*].into_iter()
            }

            /// The name of each profile, in this build or not, and the feature that the profile requires.
            const NAMES: &[(&str, &str)] = &[
                $(($dated_name, ""),)* $(($name, $feature),)* $(($consumer_name, "consumers"),)*
            ];

            /// Returns the name of the profile, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                self.name_and_title().0
            }

            /// Returns the title of the document, or of the program, that the profile implements.
            pub const fn title(self) -> &'static str {
                self.name_and_title().1
            }

            /// Returns true for a consumer: one version of a real program that splits URLs. For a consumer,
            /// [`Parser::parse_reference`](crate::Parser::parse_reference) simulates the program, and the
            /// module [`consumers`](crate::consumers) returns the parts of a URL that the program exposes.
            pub const fn is_consumer(self) -> bool {
                match self {
                    $(#[cfg(feature = "consumers")] Self::$consumer => true,)*
                    _ => false,
                }
            }

            /// Returns the number that the step `section` has in this profile, if the profile is an older
            /// edition of the URL Standard and the newest edition has another number. In all other cases,
            /// returns `None`. See [`Profile`].
            pub fn number_of(self, section: Section) -> Option<String> {
                match self {
                    $(Self::$dated => url_core::whatwg::Edition::$edition.number_of(section),)*
                    #[allow(unreachable_patterns, reason = "a build may have no other profile")]
                    _ => None,
                }
            }

            const fn name_and_title(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$dated => ($dated_name, $dated_title),)*
                    $(#[cfg(feature = $feature)] Self::$variant => ($name, $title),)*
                    $(#[cfg(feature = "consumers")] Self::$consumer => ($consumer_name, $consumer_title),)*
                    #[cfg(feature = "candidates")]
                    Self::Candidate(candidate) => (candidate.name(), candidate.title()),
                }
            }
        }

        impl Spec for url_core::Whatwg {
            #[inline]
            fn profile(self) -> Profile {
                match self.0 {
                    $(url_core::whatwg::Edition::$edition => Profile::$dated,)*
                    #[cfg(feature = "candidates")]
                    url_core::whatwg::Edition::Candidate(candidate) => Profile::Candidate(candidate),
                    // Another crate may enable candidates in `url-core`. This crate then creates none.
                    _ => Profile::Whatwg,
                }
            }
        }

        $(#[cfg(feature = $feature)]
        impl Spec for $spec {
            fn profile(self) -> Profile {
                Profile::$variant
            }
        })*

        #[cfg(feature = "consumers")]
        impl Spec for url_consumers::Consumer {
            fn profile(self) -> Profile {
                match self { $(Self::$consumer => Profile::$consumer,)* }
            }
        }

        macro_rules! with_spec {
            ($d profile:expr, $d spec:ident => $d run:expr) => {
                match $d profile {
                    $($crate::Profile::$dated => {
                        let $d spec = url_core::Whatwg(url_core::whatwg::Edition::$edition);
                        $d run
                    })*
                    $(#[cfg(feature = $feature)]
                    $crate::Profile::$variant => {
                        let $d spec = <$spec>::default();
                        $d run
                    })*
                    $(#[cfg(feature = "consumers")]
                    $crate::Profile::$consumer => {
                        let $d spec = url_consumers::Consumer::$consumer;
                        $d run
                    })*
                    #[cfg(feature = "candidates")]
                    $crate::Profile::Candidate(candidate) => {
                        let $d spec = url_core::Whatwg(url_core::whatwg::Edition::Candidate(candidate));
                        $d run
                    }
                }
            };
        }

        /// Evaluates `run` with the spec of `profile`, or to `None` if the spec defines no URL objects.
        macro_rules! with_api {
            ($d profile:expr, $d spec:ident => $d run:expr) => {
                match $d profile {
                    $($crate::Profile::$dated => {
                        let $d spec = url_core::Whatwg(url_core::whatwg::Edition::$edition);
                        Some($d run)
                    })*
                    #[cfg(feature = "webspecs")]
                    $crate::Profile::Webspecs => {
                        let $d spec = url_core::Webspecs;
                        Some($d run)
                    }
                    #[cfg(feature = "candidates")]
                    $crate::Profile::Candidate(candidate) => {
                        let $d spec = url_core::Whatwg(url_core::whatwg::Edition::Candidate(candidate));
                        Some($d run)
                    }
                    #[allow(unreachable_patterns, reason = "a build may have no other profile")]
                    _ => None,
                }
            };
        }
    };
}

profiles! {
    $
    editions {
        #[default]
        Whatwg = "whatwg", Newest, "URL Standard (WHATWG, 2 July 2026)";
        Whatwg202602 = "whatwg-2026-02", ReviewDraft202602, "URL Standard (WHATWG, review draft of February 2026)";
    }
    specs {
        Manakai = "manakai", "manakai", url_core::Manakai,
            "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for THIS";
        ManakaiChrome = "manakai-chrome", "manakai", url_core::ManakaiChrome,
            "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for CHROME";
        ManakaiGecko = "manakai-gecko", "manakai", url_core::ManakaiGecko,
            "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for GECKO";
        ManakaiIe = "manakai-ie", "manakai", url_core::ManakaiIe,
            "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for IE";
        Barth2010 = "barth-2010", "barth", url_core::Barth2010, "Adam Barth's text on parsing URLs, 2010 (parsing only)";
        Barth01 = "barth-01", "barth", url_core::Barth01,
            "Parsing URLs for Fun and Profit (draft-abarth-url-01, 2011)";
        Connolly = "connolly", "connolly", url_core::Connolly, "Web addresses in HTML 5 (draft-connolly-href-00, 2009)";
        Webspecs = "webspecs", "webspecs", url_core::Webspecs, "URL Standard (WebSpecs, 2014), the parser as a grammar";
        Rfc3986 = "rfc3986", "rfc3986", url_specs::rfc3986::Uri<url_core::Rfc3986>,
            "Uniform Resource Identifier (URI): Generic Syntax (RFC 3986, 2005)";
    }
    consumers {
        NodeUrlParse = "node-url-parse", "url.parse of Node 26, the legacy parser of its module url";
        NodeUrlParse20 = "node-url-parse-20", "url.parse of Node 20";
        PerlUri = "perl-uri", "Perl's module URI 5.17";
        Curl = "curl", "The URL API of libcurl 8.23, as the program curl calls it";
        Curl788 = "curl-7.88", "The URL API of libcurl 7.88";
        GoNetUrl = "go-net-url", "Parse of Go 1.27's package net/url";
        GoNetUrl119 = "go-net-url-1.19", "Parse of Go 1.19's package net/url";
        PhpParseUrl = "php-parse-url", "parse_url of PHP, the same from 8.2 to 8.5";
        PythonUrlsplit = "python-urlsplit", "urllib.parse.urlsplit of CPython 3.14, and its result's properties";
        PythonUrlsplit311 = "python-urlsplit-3.11", "urllib.parse.urlsplit of CPython 3.11, and its result's properties";
        PythonUrllib3 = "python-urllib3", "parse_url of urllib3 2.8, which requests uses";
        PythonHttpx = "python-httpx", "URL of httpx 0.28, and its properties that are sent";
        PythonYarl = "python-yarl", "URL of yarl 1.25, which aiohttp uses, and its properties that are sent";
        JavaNetUrl = "java-net-url", "java.net.URL of OpenJDK 25";
        JavaNetUrl17 = "java-net-url-17", "java.net.URL of OpenJDK 17";
        JavaNetUri = "java-net-uri", "java.net.URI of OpenJDK, the same from 17 to 25";
        RubyUri = "ruby-uri", "URI.parse of Ruby 4.0";
        RubyUri31 = "ruby-uri-3.1", "URI.parse of Ruby 3.1";
        NpmUrlParse = "npm-url-parse", "The constructor of url-parse 1.5.10 from npm, without a location";
        NpmUriJs = "npm-uri-js", "parse of uri-js 4.4.1 from npm";
        NpmFastUri = "npm-fast-uri", "parse of fast-uri 4.2.3 from npm";
    }
}

#[expect(clippy::single_component_path_imports, reason = "other files import these macros from here")]
pub(crate) use {with_api, with_spec};

impl Profile {
    /// Returns all candidates: each is the URL Standard with one proposed change, or one past change undone.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Profile;
    /// assert!(Profile::candidates().any(|candidate| candidate.name() == "whatwg+pipe-encoded"));
    /// ```
    #[cfg(feature = "candidates")]
    pub fn candidates() -> impl Iterator<Item = Self> {
        url_core::whatwg::Candidate::ALL.iter().copied().map(Self::Candidate)
    }

    /// Returns the newest edition of the standard or program that this profile models. See [`Profile`] for an
    /// example.
    #[must_use]
    pub fn newest(self) -> Self {
        let name = self.name();
        let is_version =
            |&(at, _): &(usize, &str)| name.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
        let program = name.match_indices('-').find(is_version).and_then(|(at, _)| name.get(..at));
        program.and_then(|program| program.parse().ok()).unwrap_or(self)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Profile {
    type Err = ParseProfileError;

    fn from_str(name: &str) -> Result<Self, ParseProfileError> {
        if let Some(profile) = Self::available().iter().copied().find(|profile| profile.name() == name) {
            return Ok(profile);
        }
        #[cfg(feature = "candidates")]
        if let Some(candidate) = Self::candidates().find(|profile| profile.name() == name) {
            return Ok(candidate);
        }
        let left_out = Self::NAMES.iter().find(|known| known.0 == name);
        let not_built = left_out.map(|&(name, feature)| ParseProfileError::NotBuilt { name, feature });
        Err(not_built.unwrap_or_else(|| ParseProfileError::Unknown(name.into())))
    }
}

/// The error of parsing a name that no [`Profile`] of this build has. See [`Profile`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseProfileError {
    /// No profile has this name.
    Unknown(String),
    /// The profile with this name is not in this build.
    NotBuilt {
        /// The name of the profile.
        name: &'static str,
        /// The feature of this crate that enables the profile.
        feature: &'static str,
    },
}

impl fmt::Display for ParseProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let known: Vec<_> = Profile::NAMES.iter().map(|&(name, _)| name).collect();
                write!(f, "unknown profile {name:?}; known: {}", known.join(", "))
            }
            Self::NotBuilt { name, feature } => {
                write!(f, "the profile `{name}` needs the feature `{feature}` of url-facade")
            }
        }
    }
}

impl std::error::Error for ParseProfileError {}
