//! References: URLs and relative references that are parsed or resolved, but not canonicalized.

use std::ops::Range;

use url_core::{Component, Parsed, Rejection, Text, in_bounds};
use url_specs::OriginalParts;

use crate::{ParseError, Profile};

/// A URL or relative reference, parsed or resolved but not canonicalized. A reference may be invalid.
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
    /// The whole authority, if the profile is a consumer (a simulated program) that exposes the authority.
    pub(crate) authority: Option<Box<str>>,
    /// The string that a consumer parsed, and resolves references against. `None` for other profiles.
    pub(crate) original: Option<Box<str>>,
    pub(crate) profile: Profile,
    pub(crate) invalid: Option<Rejection>,
    pub(crate) hierarchical: bool,
    /// True if the reference was resolved. In this case, the span of `invalid` is not a range of `text`.
    pub(crate) resolved: bool,
}

impl Reference {
    /// Returns the text of `component`, or `None` if the reference does not have the component.
    pub fn get(&self, component: Component) -> Option<&str> {
        let span = self.original_parts.components().get(component)?;
        Some(in_bounds(self.text.get(Range::from(span))))
    }

    /// Returns the profile that the reference was parsed or resolved under.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns all components with their delimiters: for a valid reference, the serialized reference.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the error that makes the reference invalid, or `None` if the reference is valid. The span of
    /// the error refers to the input or the base of the call that returned the reference.
    pub fn invalid(&self) -> Option<ParseError> {
        self.invalid.map(ParseError::from)
    }

    /// Returns true if the reference is hierarchical, that is, its path is not opaque as in `mailto:a`.
    pub fn is_hierarchical(&self) -> bool {
        self.hierarchical
    }

    /// Returns the components and the error of the reference, with spans in the original string.
    pub(crate) fn parsed(&self) -> Parsed<'_> {
        let parsed = Parsed::from_parts(|component| self.get(component).map(Text::from));
        let placed = |error: Rejection| {
            if self.resolved { Rejection { span: self.original_parts.whole(), ..error } } else { error }
        };
        Parsed { invalid: self.invalid.map(placed), hierarchical: self.hierarchical, ..parsed }
    }
}
