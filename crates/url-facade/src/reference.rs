//! References: URLs and relative references as parsed or resolved, not canonical and possibly invalid.

use std::{borrow::Cow, ops::Range};

use url_core::{Component, Components, Parsed, Rejection, Span, in_bounds};

use crate::{ParseError, Profile};

/// A URL or relative reference, as parsed or resolved but not canonicalized. It may be invalid, and then still holds the
/// components that were found.
///
/// # Examples
/// ```
/// use url_facade::{Component, Parser, Profile};
/// # #[cfg(feature = "rfc3986")] {
/// let reference = Parser::new(Profile::Rfc3986).parse_reference("../x?y")?;
/// assert_eq!(reference.get(Component::Path), Some("../x"));
/// # }
/// let reference = Parser::new(Profile::Whatwg).parse_reference("../x?y")?;
/// assert!(reference.invalid().is_some()); // it has no scheme
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub(crate) text: String,
    pub(crate) components: Components,
    /// The authority as a whole, if the profile is a consumer that exposes it.
    pub(crate) authority: Option<Box<str>>,
    pub(crate) profile: Profile,
    pub(crate) invalid: Option<Rejection>,
    pub(crate) hierarchical: bool,
    /// The place of each component in the original string.
    pub(crate) origins: [Option<Span>; Component::ALL.len()],
    /// Whether a component, by its number, was written differently there.
    pub(crate) rewritten: [bool; Component::ALL.len()],
    /// The span of that whole string.
    pub(crate) given: Span,
    /// Whether it was resolved: then the original string is its own, and the error may be about another one.
    pub(crate) resolved: bool,
}

impl Reference {
    /// The text of `component`, or `None` if it is missing.
    pub fn get(&self, component: Component) -> Option<&str> {
        self.components.get(component).map(|span| in_bounds(self.text.get(Range::from(span))))
    }

    /// The profile that it was parsed or resolved under.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The components in order with their delimiters. For a valid reference this is its serialization.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The error that made the reference invalid (the /invalid/ flag), or `None` if it is valid. Its place is in the input or
    /// the base of the run that made the reference.
    pub fn invalid(&self) -> Option<ParseError> {
        self.invalid.map(ParseError::from)
    }

    /// Whether the URL is hierarchical.
    pub fn is_hierarchical(&self) -> bool {
        self.hierarchical
    }

    /// The place in the original string of `span` of [`Reference::as_str`]: exact to the byte if the component is
    /// unchanged, otherwise the place of the component, or of the whole string.
    pub(crate) fn origin(&self, span: Span) -> Span {
        for component in Component::ALL {
            let (Some(now), Some(then)) = (self.components.get(component), self.origins[component as usize])
            else {
                continue;
            };
            if now.start <= span.start && span.end <= now.end {
                let start = then.start + (span.start - now.start);
                let end = start + (span.end - span.start);
                return if self.rewritten[component as usize] { then } else { Span { start, end } };
            }
        }
        self.given
    }

    /// The components, borrowed, as the layers take them, and the error with its place in the original string.
    pub(crate) fn parsed(&self) -> Parsed<'_> {
        let parsed = Parsed::from_parts(|component| self.get(component).map(Cow::Borrowed));
        let placed =
            |error: Rejection| if self.resolved { Rejection { span: self.given, ..error } } else { error };
        Parsed { invalid: self.invalid.map(placed), hierarchical: self.hierarchical, ..parsed }
    }
}
