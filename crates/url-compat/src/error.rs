//! The errors of the parser, and the violations that the parser tolerates. Their messages are those of `url`.

use std::fmt;

use url_facade::{Reason, Section, Source, Violation, sections::whatwg};

macro_rules! errors {
    ($($name:ident => $text:literal, $what:literal;)*) => {
        /// The reason why a string is not a URL, or why a value is not a host.
        ///
        /// An error of `url_facade` also contains a byte range of the input and the step of the Standard.
        ///
        /// # Examples
        /// ```
        /// use url_compat::{ParseError, Url};
        /// assert_eq!(Url::parse("https://[::x]/"), Err(ParseError::InvalidIpv6Address));
        /// assert_eq!(ParseError::InvalidPort.to_string(), "invalid port number");
        /// ```
        #[derive(PartialEq, Eq, Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum ParseError { $(#[doc = $what] $name,)* }

        impl fmt::Display for ParseError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$name => $text,)* })
            }
        }
    };
}

// Programs compare the texts of errors, so each text must equal the text in `url`.
errors! {
    EmptyHost => "empty host", "The host is empty, where the scheme needs one.";
    IdnaError => "invalid international domain name", "The host is not a domain.";
    InvalidPort => "invalid port number", "The port is not a number, or greater than 65535.";
    InvalidIpv4Address => "invalid IPv4 address", "The host ends in a number and is not an IPv4 address.";
    InvalidIpv6Address => "invalid IPv6 address", "The host is in brackets and is not an IPv6 address.";
    InvalidDomainCharacter => "invalid domain character", "The host has a character that is not allowed.";
    RelativeUrlWithoutBase => "relative URL without a base", "There is neither a scheme nor a base.";
    RelativeUrlWithCannotBeABaseBase => "relative URL with a cannot-be-a-base base", "The base has an opaque path.";
    SetHostOnCannotBeABaseUrl => "a cannot-be-a-base URL doesn’t have a host to set", "The path is opaque, so there is no host.";
    Overflow => "URLs more than 4 GB are not supported", "The URL is longer than 4 GiB.";
}

impl std::error::Error for ParseError {}

#[cfg(feature = "idna")]
impl From<idna::Errors> for ParseError {
    fn from(_: idna::Errors) -> Self {
        Self::IdnaError
    }
}

impl From<url_facade::ParseError> for ParseError {
    fn from(error: url_facade::ParseError) -> Self {
        Self::of(error.reason(), error.section())
    }
}

impl ParseError {
    pub(crate) fn of(reason: Reason, section: Section) -> Self {
        match reason {
            Reason::MissingScheme => Self::RelativeUrlWithoutBase,
            Reason::OpaqueBase => Self::RelativeUrlWithCannotBeABaseBase,
            Reason::HostEmpty | Reason::NoCredentialsOrPort => Self::EmptyHost,
            Reason::OpaquePathFixed => Self::SetHostOnCannotBeABaseUrl,
            Reason::TooLong => Self::Overflow,
            _ if reason.is_port() => Self::InvalidPort,
            _ if reason.is_ipv4() => Self::InvalidIpv4Address,
            _ if reason.is_ipv6() => Self::InvalidIpv6Address,
            // In `url`, the crate `idna` rejects the forbidden characters of a domain: an `IdnaError`.
            Reason::HostForbidden | Reason::HostColon if section != whatwg::CONCEPT_OPAQUE_HOST_PARSER_1 => {
                Self::IdnaError
            }
            _ if reason.is_idna() => Self::IdnaError,
            _ => Self::InvalidDomainCharacter,
        }
    }
}

macro_rules! violations {
    ($($name:ident => $text:literal;)*) => {
        /// A violation of the URL syntax that the parser tolerates.
        ///
        /// The Standard also defines violations in hosts and ports, which neither `url` nor this crate
        /// reports. See [`ParseOptions`](crate::ParseOptions) for an example.
        #[derive(PartialEq, Eq, Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum SyntaxViolation { $(#[doc = $text] $name,)* }

        impl SyntaxViolation {
            /// Returns a description of the violation, the text that `url` returns.
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

// Programs compare the texts of violations, so each text must equal the text in `url`.
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

#[derive(Default)]
pub(crate) struct Violations {
    has_at_sign: bool,
    misses_slashes: bool,
}

impl Violations {
    /// Returns the variant that `url` reports for `violation` in `input`, or `None` if `url` reports nothing.
    pub(crate) fn kind(&mut self, violation: &Violation, input: &str) -> Option<SyntaxViolation> {
        use SyntaxViolation as V;
        if violation.source == Source::Base {
            return None;
        }
        let section = violation.section;
        let text = violation.span.of(input);
        let is_in_fragment = section == whatwg::FRAGMENT_STATE_1_1;
        Some(match violation.name {
            "invalid-reverse-solidus" => V::Backslash,
            // `url` reports the first at sign as `EmbeddedCredentials`, and all others as `UnencodedAtSign`.
            "invalid-credentials" if std::mem::replace(&mut self.has_at_sign, true) => V::UnencodedAtSign,
            "invalid-credentials" => V::EmbeddedCredentials,
            "special-scheme-missing-following-solidus" if section == whatwg::SCHEME_STATE_2_5_1 => {
                V::ExpectedFileDoubleSlash
            }
            // The Standard reports every wrong slash. `url` reports missing slashes only once.
            "special-scheme-missing-following-solidus" if !self.misses_slashes => {
                self.misses_slashes = true;
                V::ExpectedDoubleSlash
            }
            "file-invalid-Windows-drive-letter-host" => V::FileWithHostAndWindowsDrive,
            "invalid-URL-unit" if section == whatwg::CONCEPT_BASIC_URL_PARSER_1_2 => V::C0SpaceIgnored,
            "invalid-URL-unit" if section == whatwg::CONCEPT_BASIC_URL_PARSER_2 => V::TabOrNewlineIgnored,
            "invalid-URL-unit" if text.starts_with('%') => V::PercentDecode,
            "invalid-URL-unit" if text.starts_with('\0') && is_in_fragment => V::NullInFragment,
            "invalid-URL-unit" => V::NonUrlCodePoint,
            _ => return None,
        })
    }
}
