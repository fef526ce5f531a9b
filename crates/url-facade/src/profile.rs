//! Profiles: the specs and consumers that can be chosen at run time, by name.

use std::{fmt, str::FromStr};

macro_rules! profiles {
    (
        $first:ident = $first_name:literal, $first_title:literal;
        $($(#[$cfg:meta])* $variant:ident = $name:literal, $feature:literal, $title:literal;)*
    ) => {
        /// The profile to follow, chosen at run time: a spec as implemented, or a consumer, which is a real program that takes
        /// URLs apart.
        ///
        /// The URL Standard is always included; each other profile needs the feature of its spec, or the feature `consumers`.
        ///
        /// # Examples
        /// ```
        /// use url_facade::Profile;
        /// assert_eq!("whatwg".parse(), Ok(Profile::Whatwg));
        /// let error = "netscape".parse::<Profile>().unwrap_err();
        /// assert!(error.to_string().starts_with("unknown profile \"netscape\"; known: whatwg, "));
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(clippy::doc_markdown, reason = "titles are not Markdown")]
        #[non_exhaustive]
        pub enum Profile {
            #[doc = concat!($first_title, ".")]
            #[default]
            $first,
            $(#[doc = concat!($title, ".")] $(#[$cfg])* $variant,)*
        }

        impl Profile {
            /// Every profile in this build, in the order in which programs list them, the default first.
            pub const ALL: &[Self] = &[Self::$first, $($(#[$cfg])* Self::$variant,)*];

            /// The names of all profiles, built or not, each with the feature that builds it (empty: always built).
            const NAMES: &[(&str, &str)] = &[($first_name, ""), $(($name, $feature),)*];

            /// The name of the profile, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self { Self::$first => $first_name, $($(#[$cfg])* Self::$variant => $name,)* }
            }

            /// The title of the document, or the program, that it implements.
            pub const fn title(self) -> &'static str {
                match self { Self::$first => $first_title, $($(#[$cfg])* Self::$variant => $title,)* }
            }
        }
    };
}

profiles! {
    Whatwg = "whatwg", "URL Standard (WHATWG, 2 July 2026)";
    Whatwg202602 = "whatwg-2026-02", "",
        "URL Standard (WHATWG, review draft of February 2026)";
    #[cfg(feature = "manakai")]
    Manakai = "manakai", "manakai",
        "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for THIS";
    #[cfg(feature = "manakai")]
    ManakaiChrome = "manakai-chrome", "manakai",
        "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for CHROME";
    #[cfg(feature = "manakai")]
    ManakaiGecko = "manakai-gecko", "manakai",
        "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for GECKO";
    #[cfg(feature = "manakai")]
    ManakaiIe = "manakai-ie", "manakai",
        "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for IE";
    #[cfg(feature = "barth")]
    Barth2010 = "barth-2010", "barth",
        "Adam Barth's text on parsing URLs, 2010 (parsing only)";
    #[cfg(feature = "barth")]
    Barth01 = "barth-01", "barth",
        "Parsing URLs for Fun and Profit (draft-abarth-url-01, 2011)";
    #[cfg(feature = "connolly")]
    Connolly = "connolly", "connolly",
        "Web addresses in HTML 5 (draft-connolly-href-00, 2009)";
    #[cfg(feature = "webspecs")]
    Webspecs = "webspecs", "webspecs",
        "URL Standard (WebSpecs, 2014), the parser as a grammar";
    #[cfg(feature = "rfc3986")]
    Rfc3986 = "rfc3986", "rfc3986",
        "Uniform Resource Identifier (URI): Generic Syntax (RFC 3986, 2005)";
    #[cfg(feature = "consumers")]
    NodeUrlParse = "node-url-parse", "consumers",
        "url.parse of Node 20, the legacy parser of its module url";
    #[cfg(feature = "consumers")]
    PerlUri = "perl-uri", "consumers",
        "Perl's module URI 5.17";
    #[cfg(feature = "consumers")]
    Curl = "curl", "consumers",
        "The URL API of libcurl 7.88, as the program curl calls it";
    #[cfg(feature = "consumers")]
    GoNetUrl = "go-net-url", "consumers",
        "Parse of Go 1.19's package net/url";
    #[cfg(feature = "consumers")]
    PhpParseUrl = "php-parse-url", "consumers",
        "PHP 8.2's function parse_url";
    #[cfg(feature = "consumers")]
    PythonUrlsplit = "python-urlsplit", "consumers",
        "urllib.parse.urlsplit of CPython 3.11, and its result's properties";
    #[cfg(feature = "consumers")]
    PythonUrllib3 = "python-urllib3", "consumers",
        "parse_url of urllib3 2.8, which requests uses";
    #[cfg(feature = "consumers")]
    JavaNetUrl = "java-net-url", "consumers",
        "java.net.URL of OpenJDK 17";
    #[cfg(feature = "consumers")]
    JavaNetUri = "java-net-uri", "consumers",
        "java.net.URI of OpenJDK 17";
    #[cfg(feature = "consumers")]
    RubyUri = "ruby-uri", "consumers",
        "URI.parse of Ruby 3.1";
}

impl Profile {
    /// Whether it is a consumer: a real program in one version, of which only parsing
    /// ([`Parser::parse_reference`](crate::Parser::parse_reference)) is simulated. [`consumers`](crate::consumers) has what it
    /// exposes.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Profile;
    /// assert!(Profile::ALL.iter().is_sorted_by_key(|profile| profile.is_consumer()));
    /// assert!(!Profile::Whatwg.is_consumer());
    /// ```
    pub fn is_consumer(self) -> bool {
        Self::NAMES.iter().any(|&(name, feature)| feature == "consumers" && name == self.name())
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
        if let Some(profile) = Self::ALL.iter().copied().find(|profile| profile.name() == name) {
            return Ok(profile);
        }
        let left_out = Self::NAMES.iter().find(|known| known.0 == name);
        Err(left_out.map_or_else(
            || ParseProfileError::Unknown(name.into()),
            |&(name, feature)| ParseProfileError::NotBuilt { name, feature },
        ))
    }
}

/// The error for a name that is not that of a [`Profile`] in this build.
///
/// # Examples
/// ```
/// use url_facade::{ParseProfileError, Profile};
/// # #[cfg(not(feature = "manakai"))] {
/// let error = "manakai".parse::<Profile>().unwrap_err();
/// assert_eq!(error, ParseProfileError::NotBuilt { name: "manakai", feature: "manakai" });
/// assert_eq!(error.to_string(), "the profile manakai was left out: built without the feature `manakai`");
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseProfileError {
    /// No profile has this name.
    Unknown(String),
    /// The profile with this name is not in this build.
    NotBuilt {
        /// The name.
        name: &'static str,
        /// The feature of this crate that enables it.
        feature: &'static str,
    },
}

impl fmt::Display for ParseProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(f, "unknown profile {name:?}; known:")?;
                for (i, profile) in Profile::ALL.iter().enumerate() {
                    write!(f, "{} {profile}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::NotBuilt { name, feature } => {
                write!(f, "the profile {name} was left out: built without the feature `{feature}`")
            }
        }
    }
}

impl std::error::Error for ParseProfileError {}
