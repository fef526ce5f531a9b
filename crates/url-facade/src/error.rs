//! The error of a parser.

use std::fmt;

use url_core::{Reason, Rejection, Section, Source, Span};

/// A parse error: the reason why a string is not a URL under a profile, the section of the spec that rejects
/// the string, and the byte range. Other libraries can also create parse errors, with [`ParseError::new`].
///
/// # Examples
/// ```
/// use url_facade::{Reason, Source, Span, Url};
/// let error = Url::parse("http://a.test:99999/").unwrap_err();
/// assert_eq!((error.reason(), error.section().id()), (Reason::PortOutOfRange, "whatwg#port-state-2.1.2"));
/// assert_eq!((error.span_source(), error.span()), (Source::Input, Span::new(14, 19)));
/// assert!(error.to_string().ends_with("write a smaller one (at bytes 14..19, whatwg#port-state-2.1.2)"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ParseError(Rejection);

impl ParseError {
    /// Creates an error: the step `section` of a spec rejects the input at `span` because of `reason`.
    pub const fn new(reason: Reason, section: Section, span: Span) -> Self {
        Self(Rejection::new(reason, section, span))
    }

    /// Returns a copy of the error whose span refers to the input, the base or the output, as `source` says.
    #[must_use]
    pub const fn with_span_source(self, source: Source) -> Self {
        Self(Rejection { source, ..self.0 })
    }

    /// Returns the reason why the string is not a URL.
    pub const fn reason(&self) -> Reason {
        self.0.reason
    }

    /// Returns the section of the spec that rejects the string.
    pub const fn section(&self) -> Section {
        self.0.section
    }

    /// Returns the string that [`ParseError::span`] refers to: the input or the base.
    pub const fn span_source(&self) -> Source {
        self.0.source
    }

    /// Returns the byte range of the rejected text in the caller's string, as it was before preprocessing.
    pub const fn span(&self) -> Span {
        self.0.span
    }
}

macro_rules! kinds {
    ($($is:ident)*) => {
        /// # Kinds of errors
        ///
        /// # Examples
        /// ```
        /// let error = |input| url_facade::Url::parse(input).unwrap_err();
        /// assert!(error("a.test").is_base() && error("http://a:x").is_port());
        /// assert!(error("http://1.2.3.400").is_ipv4() && error("http://[::x]").is_ipv6());
        /// assert!(error("http://xn--ü").is_idna());
        /// ```
        impl ParseError {$(
            #[doc = concat!("Returns [`Reason::", stringify!($is), "`] for the reason of this error.")]
            pub const fn $is(&self) -> bool {
                self.0.reason.$is()
            }
        )*}
    };
}

kinds! { is_base is_port is_ipv4 is_ipv6 is_idna }

impl From<Rejection> for ParseError {
    fn from(rejection: Rejection) -> Self {
        Self(rejection)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ParseError {}
