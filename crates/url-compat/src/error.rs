//! The error of parsing, worded as in `url`.

use std::fmt;

use url_facade::{Reason, sections::whatwg};

macro_rules! errors {
    ($($name:ident => $text:literal, $what:literal;)*) => {
        /// The reason why a string is not a URL, or a value is not a host.
        ///
        /// The errors of `url_facade` also contain the place in the input and the step of the Standard.
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

// Programs compare these texts, so they must equal those of `url`.
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

impl From<idna::Errors> for ParseError {
    fn from(_: idna::Errors) -> Self {
        Self::IdnaError
    }
}

impl From<url_facade::ParseError> for ParseError {
    fn from(error: url_facade::ParseError) -> Self {
        match error.reason() {
            Reason::MissingScheme => Self::RelativeUrlWithoutBase,
            Reason::OpaqueBase => Self::RelativeUrlWithCannotBeABaseBase,
            Reason::HostEmpty | Reason::NoCredentialsOrPort => Self::EmptyHost,
            Reason::OpaquePathFixed => Self::SetHostOnCannotBeABaseUrl,
            Reason::TooLong => Self::Overflow,
            _ if error.is_port() => Self::InvalidPort,
            _ if error.is_ipv4() => Self::InvalidIpv4Address,
            _ if error.is_ipv6() => Self::InvalidIpv6Address,
            // `url` has the crate `idna` check forbidden characters of a domain too.
            Reason::HostForbidden if error.section() != whatwg::CONCEPT_OPAQUE_HOST_PARSER_1 => {
                Self::IdnaError
            }
            _ if error.is_idna() => Self::IdnaError,
            _ => Self::InvalidDomainCharacter,
        }
    }
}
