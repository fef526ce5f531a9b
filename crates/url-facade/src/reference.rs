//! A URL or a relative reference as parsed or resolved: not canonical, perhaps not even valid.

use std::borrow::Cow;

use url_core::{Component, Components, Parsed, Rejection, Span};

use crate::{ParseError, Profile};

/// What parsing or resolving made of a string. It needs no base, and holds what was found even in an invalid URL.
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
    pub(crate) profile: Profile,
    pub(crate) invalid: Option<Rejection>,
    pub(crate) hierarchical: bool,
    /// Where each component stood in the string that was given.
    pub(crate) origins: Components,
    /// Whether a component, by its number, stood otherwise there.
    pub(crate) rewritten: [bool; Component::ALL.len()],
    /// All of that string.
    pub(crate) given: Span,
}

impl Reference {
    /// The text of `component`, or `None` where there is none.
    pub fn get(&self, component: Component) -> Option<&str> {
        self.components.get(component).map(|span| span.of(&self.text))
    }

    /// The components one after another with their delimiters. For a valid reference this is its serialization.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The /invalid/ flag, as the error that set it.
    pub fn invalid(&self) -> Option<ParseError> {
        self.invalid.map(ParseError::from)
    }

    /// Whether the URL is hierarchical.
    pub fn is_hierarchical(&self) -> bool {
        self.hierarchical
    }

    /// The place, in the string that was given, of what stands at `span` of [`Reference::as_str`]: to the byte where
    /// the component stands as it was given, else the place of the component, or of all the string.
    pub(crate) fn origin(&self, span: Span) -> Span {
        for component in Component::ALL {
            let (Some(now), Some(then)) = (self.components.get(component), self.origins.get(component))
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

    /// Its parts, borrowed, as the layers take them.
    pub(crate) fn parsed(&self) -> Parsed<'_> {
        let parsed =
            Parsed::from_parts(self.hierarchical, |component| self.get(component).map(Cow::Borrowed));
        Parsed { invalid: self.invalid, ..parsed }
    }
}
