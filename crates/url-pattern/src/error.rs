//! The error of a pattern.

use std::fmt;

use url_facade::{ParseError, Span};

use crate::ComponentName;

/// The error of a pattern: the reason, the section of the Standard that refuses the pattern, and the place.
///
/// # Examples
/// ```
/// use url_pattern::{ComponentName, PatternReason, UrlPattern};
/// let error = UrlPattern::parse("https://a.test/{b{c}}", None).unwrap_err();
/// assert_eq!((error.reason(), error.component()), (PatternReason::UnexpectedToken, Some(ComponentName::Pathname)));
/// assert_eq!((error.span().start, error.section()), (3, "urlpattern#consume-a-required-token-2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    reason: PatternReason,
    component: Option<ComponentName>,
    span: Span,
    detail: Option<String>,
    source: Option<ParseError>,
}

impl PatternError {
    pub(crate) fn new(reason: PatternReason, span: Span) -> Self {
        Self(Box::new(Inner { reason, component: None, span, detail: None, source: None }))
    }

    pub(crate) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    pub(crate) fn with_source(mut self, source: ParseError) -> Self {
        self.0.source = Some(source);
        self
    }

    /// Returns the error as one of the component `name`, at `span` if the span is not known yet.
    pub(crate) fn of(mut self, name: ComponentName) -> Self {
        self.0.component.get_or_insert(name);
        self
    }

    pub(crate) fn at(mut self, span: Span) -> Self {
        self.0.span = span;
        self
    }

    /// Returns the reason why the pattern is refused.
    pub fn reason(&self) -> PatternReason {
        self.0.reason
    }

    /// Returns the component whose pattern string is refused, if it is one of a component.
    pub fn component(&self) -> Option<ComponentName> {
        self.0.component
    }

    /// Returns the byte range of the refused text: in the pattern string of [`PatternError::component`], or
    /// in the whole pattern if there is no component.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// Returns the id of the section of the Standard that refuses the pattern.
    pub fn section(&self) -> &'static str {
        self.0.reason.section()
    }

    /// Returns the construct of a regular expression that is refused, such as `look-ahead`, or the name of a
    /// duplicate group.
    pub fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }
}

impl PatternError {
    /// Returns the component, the reason and its detail as one sentence, without the place.
    pub fn message(&self) -> String {
        let Inner { reason, component, detail, source, .. } = &*self.0;
        let component = component.map(|component| format!("{component}: ")).unwrap_or_default();
        let details = detail.as_deref().into_iter().chain(source.map(|error| error.reason().sentence()));
        details.fold(component + reason.sentence(), |message, detail| message + ": " + detail)
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at bytes {}, {})", self.message(), self.span(), self.section())
    }
}

impl std::error::Error for PatternError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|error| error as _)
    }
}

macro_rules! reasons {
    ($($variant:ident = $name:literal, $section:literal, $sentence:literal;)*) => {
        /// A reason why a pattern is refused, with a stable name for programs and a sentence for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum PatternReason { $(#[doc = $sentence] $variant,)* }

        impl PatternReason {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the stable name of the reason, in lower case with hyphens: `duplicate-group`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the id of the section of the Standard that refuses such a pattern.
            pub const fn section(self) -> &'static str {
                match self { $(Self::$variant => $section,)* }
            }

            /// Returns one sentence, without a full stop, that describes the error.
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $sentence,)* }
            }
        }
    };
}

reasons! {
    MissingBase = "pattern-missing-base", "urlpattern#url-pattern-create-2.2",
        "the pattern has no protocol: give a base URL, or write one";
    BaseOfInit = "pattern-base-of-init", "urlpattern#url-pattern-create-3.2",
        "a pattern of named components has its base URL in `baseURL`: give no other";
    InvalidBase = "pattern-invalid-base", "urlpattern#process-a-urlpatterninit-11.2",
        "the base URL is not a URL";
    TrailingBackslash = "pattern-trailing-backslash", "urlpattern#tokenize-4.4.1.1",
        "the pattern ends with a backslash, which escapes nothing";
    MissingName = "pattern-missing-name", "urlpattern#tokenize-4.7.4.1",
        "a colon begins a group and no name follows: escape the colon as `\\:`";
    RegexpNotAscii = "pattern-regexp-not-ascii", "urlpattern#tokenize-4.8.5.2.1",
        "a regular expression contains a character beyond ASCII";
    RegexpQuestionMark = "pattern-regexp-question-mark", "urlpattern#tokenize-4.8.5.3.1",
        "a regular expression begins with a question mark";
    RegexpCapturing = "pattern-regexp-capturing", "urlpattern#tokenize-4.8.5.6.5.1",
        "a regular expression contains a capturing group: write `(?:`";
    RegexpUnclosed = "pattern-regexp-unclosed", "urlpattern#tokenize-4.8.7.1",
        "a parenthesis is not closed";
    RegexpEmpty = "pattern-regexp-empty", "urlpattern#tokenize-4.8.9.1",
        "a regular expression is empty";
    UnexpectedToken = "pattern-unexpected-token", "urlpattern#consume-a-required-token-2",
        "the pattern is not well formed here: braces must be closed and cannot be nested, and a modifier must follow a group";
    DuplicateGroup = "pattern-duplicate-group", "urlpattern#add-a-part-16",
        "two groups have the same name";
    InvalidProtocol = "pattern-invalid-protocol", "urlpattern#canonicalize-a-protocol-3",
        "the text is not a scheme";
    InvalidHostname = "pattern-invalid-hostname", "urlpattern#canonicalize-a-hostname-4",
        "the text cannot be part of a host";
    InvalidIpv6 = "pattern-invalid-ipv6", "urlpattern#canonicalize-an-ipv6-hostname-2.1",
        "an IPv6 address contains a character other than `[`, `]`, `:` and hexadecimal digits";
    InvalidPort = "pattern-invalid-port", "urlpattern#canonicalize-a-port-5",
        "the text is not a port from 0 to 65535";
    TooLong = "pattern-too-long", "urlpattern#compile-a-component-1",
        "the pattern is longer than 4 GiB";
    TooManyGroups = "pattern-too-many-groups", "urlpattern#compile-a-component-6",
        "a component has more than 65535 groups";
    RegexpInvalid = "pattern-regexp-invalid", "urlpattern#compile-a-component-6",
        "a regular expression is not valid in ECMAScript";
    RegexpUnsupported = "pattern-regexp-unsupported", "urlpattern#compile-a-component-6",
        "a regular expression has a construct that cannot be matched in linear time";
    RegexpTooLarge = "pattern-regexp-too-large", "urlpattern#compile-a-component-6",
        "a regular expression is too large";
    RegexpDisabled = "pattern-regexp-disabled", "urlpattern#compile-a-component-6",
        "the pattern has a regular expression, which this program does not accept";
}
