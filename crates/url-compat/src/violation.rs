//! The violations that the parser tolerates, worded as in `url`.

use std::fmt;

use url_facade::{Source, Violation, sections::whatwg};

macro_rules! violations {
    ($($name:ident => $text:literal;)*) => {
        /// A violation of the syntax that the parser tolerates.
        ///
        /// The Standard defines further violations, of hosts and ports. `url` does not report them, so this
        /// crate does not either.
        ///
        /// # Examples
        /// See [`ParseOptions`](crate::ParseOptions).
        #[derive(PartialEq, Eq, Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum SyntaxViolation { $(#[doc = $text] $name,)* }

        impl SyntaxViolation {
            /// Returns the description of the violation, in the words of `url`.
            ///
            /// # Examples
            /// ```
            /// assert_eq!(url_compat::SyntaxViolation::ExpectedDoubleSlash.description(), "expected //");
            /// ```
            pub fn description(&self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

// Programs compare these texts, so they must equal those of `url`.
violations! {
    Backslash => "backslash";
    C0SpaceIgnored => "leading or trailing control or space character are ignored in URLs";
    EmbeddedCredentials => "embedding authentication information (username or password) in an URL is not recommended";
    ExpectedDoubleSlash => "expected //";
    ExpectedFileDoubleSlash => "expected // after file:";
    FileWithHostAndWindowsDrive => "file: with host and Windows drive letter";
    NonUrlCodePoint => "non-URL code point";
    NullInFragment => "NULL characters are ignored in URL fragment identifiers";
    PercentDecode => "expected 2 hex digits after %";
    TabOrNewlineIgnored => "tabs or newlines are ignored in URLs";
    UnencodedAtSign => "unencoded @ sign in username or password";
}

impl fmt::Display for SyntaxViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.description())
    }
}

/// The state that [`Violations::kind`] keeps during one run of the parser.
#[derive(Default)]
pub(crate) struct Violations {
    has_at_sign: bool,
    misses_slashes: bool,
}

impl Violations {
    /// Returns the name that `url` has for `violation` of `input`, or `None` if `url` does not report it.
    pub(crate) fn kind(&mut self, violation: &Violation, input: &str) -> Option<SyntaxViolation> {
        use SyntaxViolation as V;
        if violation.source == Source::Base {
            return None;
        }
        let text = violation.span.of(input);
        let is_in_fragment = violation.section == whatwg::FRAGMENT_STATE_1_1;
        Some(match violation.name {
            "invalid-reverse-solidus" => V::Backslash,
            // `url` reports the first at sign as `EmbeddedCredentials` and each further one as
            // `UnencodedAtSign`.
            "invalid-credentials" if std::mem::replace(&mut self.has_at_sign, true) => V::UnencodedAtSign,
            "invalid-credentials" => V::EmbeddedCredentials,
            "special-scheme-missing-following-solidus" if violation.section == whatwg::SCHEME_STATE_2_5_1 => {
                V::ExpectedFileDoubleSlash
            }
            // The Standard reports every wrong slash; `url` reports the missing slashes once.
            "special-scheme-missing-following-solidus" if !self.misses_slashes => {
                self.misses_slashes = true;
                V::ExpectedDoubleSlash
            }
            "file-invalid-Windows-drive-letter-host" => V::FileWithHostAndWindowsDrive,
            "invalid-URL-unit" if violation.section == whatwg::CONCEPT_BASIC_URL_PARSER_1_2 => {
                V::C0SpaceIgnored
            }
            "invalid-URL-unit" if violation.section == whatwg::CONCEPT_BASIC_URL_PARSER_2 => {
                V::TabOrNewlineIgnored
            }
            "invalid-URL-unit" if text.starts_with('%') => V::PercentDecode,
            "invalid-URL-unit" if text.starts_with('\0') && is_in_fragment => V::NullInFragment,
            "invalid-URL-unit" => V::NonUrlCodePoint,
            _ => return None,
        })
    }
}
