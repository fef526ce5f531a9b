//! References: URLs and relative references as parsed or resolved, not canonical and possibly invalid.

use std::ops::Range;

use url_core::{Component, Parsed, Rejection, Text, in_bounds};
use url_specs::OriginalParts;

use crate::{ParseError, Profile};

/// A URL or relative reference, as parsed or resolved but not canonicalized, and perhaps invalid.
///
/// # Examples
/// ```
/// use url_facade::{Component, Host, Parser, Profile};
/// let parser = Parser::new(Profile::Whatwg);
/// assert_eq!(parser.parse_reference("http:a.test/x?y")?.get(Component::Path), Some("/x"));
/// assert!(parser.parse_reference("../x?y")?.invalid().is_some()); // it has no scheme
/// let reference = parser.parse_reference("http://[::1]:080/")?;
/// assert_eq!((reference.host(), reference.port_or_known_default()), (Some(Host::Ipv6(1.into())), Some(80)));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub(crate) text: String,
    pub(crate) original_parts: OriginalParts,
    /// The authority as a whole, if the profile is a consumer that exposes it.
    pub(crate) authority: Option<Box<str>>,
    /// The string that was parsed, if the profile is a consumer. As a base, the program gets this string.
    pub(crate) original: Option<Box<str>>,
    pub(crate) profile: Profile,
    pub(crate) invalid: Option<Rejection>,
    pub(crate) hierarchical: bool,
    /// If true, the original string is its own text, and the error may refer to another string.
    pub(crate) resolved: bool,
}

impl Reference {
    /// Returns the text of `component`, or `None` if it is missing.
    pub fn get(&self, component: Component) -> Option<&str> {
        let span = self.original_parts.components().get(component)?;
        Some(in_bounds(self.text.get(Range::from(span))))
    }

    /// Returns the profile that the reference was parsed or resolved under.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns the components in order with their delimiters: the serialization of a valid reference.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the error that made the reference invalid (the /invalid/ flag), or `None` if it is valid. Its
    /// place is in the input or the base of the run that returned the reference.
    pub fn invalid(&self) -> Option<ParseError> {
        self.invalid.map(ParseError::from)
    }

    /// Returns true if the URL is hierarchical.
    pub fn is_hierarchical(&self) -> bool {
        self.hierarchical
    }

    /// Returns the components, and the error with its place in the original string.
    pub(crate) fn parsed(&self) -> Parsed<'_> {
        let parsed = Parsed::from_parts(|component| self.get(component).map(Text::from));
        let placed = |error: Rejection| {
            if self.resolved { Rejection { span: self.original_parts.whole(), ..error } } else { error }
        };
        Parsed { invalid: self.invalid.map(placed), hierarchical: self.hierarchical, ..parsed }
    }
}
