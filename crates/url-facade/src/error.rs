//! Why a string could not be made a URL, for people and for programs.

use std::fmt;

use url_core::{Reason, Rejection, Section, Source, Span};

/// Why a string is not a URL under the profile that was asked.
///
/// # Examples
/// ```
/// use url_facade::{Reason, Source, Span, Url};
/// let error = Url::parse("http://a.test:99999/").unwrap_err();
/// assert_eq!(error.reason(), Reason::PortOutOfRange);
/// assert_eq!(error.section().id(), "whatwg#port-state-2.1.2");
/// assert_eq!((error.source(), error.span()), (Source::Input, Span::new(14, 19)));
/// assert_eq!(error.to_string(), "the port is greater than 65535: write a smaller one (at bytes 14..19, whatwg#port-state-2.1.2)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError(Rejection);

impl ParseError {
    /// What is wrong.
    pub fn reason(&self) -> Reason {
        self.0.reason
    }

    /// The rule that found it.
    pub fn section(&self) -> Section {
        self.0.section
    }

    /// Which of the given strings [`ParseError::span`] counts in.
    pub fn source(&self) -> Source {
        self.0.source
    }

    /// Where, in bytes of the string as it was given, before preprocessing.
    pub fn span(&self) -> Span {
        self.0.span
    }
}

impl ParseError {
    /// As the layers have it.
    pub(crate) fn rejection(&self) -> Rejection {
        self.0
    }
}

impl From<Rejection> for ParseError {
    fn from(rejection: Rejection) -> Self {
        Self(rejection)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rejection { reason, section, source, span } = self.0;
        let of_base = if source == Source::Base { " of the base" } else { "" };
        write!(f, "{reason} (at bytes {span}{of_base}, {section})")
    }
}

impl std::error::Error for ParseError {}
