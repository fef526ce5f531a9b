//! The base that a string is resolved against: a URL or a reference.

use url_core::{Component, Parsed};
use url_specs::{MappedText, Serialized};

use crate::{Reference, Url, profile::Spec};

/// The base that a string is resolved against: a [`Url`], a [`Reference`] (even an invalid one), or none.
/// Borrows its source. See [`crate::Parser::with_base`] for an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct Base<'b>(pub(super) Option<Known<'b>>);

/// A base that is present.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known<'b> {
    Reference(&'b Reference),
    Url(Url<&'b str>),
}

impl<'b> From<&'b Reference> for Base<'b> {
    fn from(reference: &'b Reference) -> Self {
        Self(Some(Known::Reference(reference)))
    }
}

impl<'b, S: AsRef<str>> From<&'b Url<S>> for Base<'b> {
    fn from(url: &'b Url<S>) -> Self {
        Self(Some(Known::Url(url.view())))
    }
}

impl<'b, T> From<Option<&'b T>> for Base<'b>
where
    Base<'b>: From<&'b T>,
{
    fn from(base: Option<&'b T>) -> Self {
        base.map_or_else(Self::default, Self::from)
    }
}

impl Known<'_> {
    /// Returns the components, borrowed.
    pub(super) fn parsed(&self) -> Parsed<'_> {
        match self {
            Self::Reference(reference) => reference.parsed(),
            Self::Url(url) => url.parsed(),
        }
    }

    /// Returns the string that the places of the components refer to.
    pub(super) fn mapped_text(&self) -> MappedText<'_> {
        match self {
            Self::Reference(Reference { original: Some(original), .. }) => MappedText::unchanged(original),
            Self::Reference(reference) => MappedText::parsed(&reference.text, &reference.original_parts),
            Self::Url(url) => MappedText::unchanged(url.as_str()),
        }
    }

    /// Returns true if the base is invalid.
    pub(super) fn is_invalid(&self) -> bool {
        matches!(self, Self::Reference(reference) if reference.invalid.is_some())
    }

    /// Returns true if the base is valid and has a scheme.
    pub(super) fn is_absolute(&self) -> bool {
        match self {
            Self::Reference(reference) => !self.is_invalid() && reference.get(Component::Scheme).is_some(),
            Self::Url(_) => true,
        }
    }

    /// Returns the base as a canonical URL of `spec`, if it is one.
    pub(super) fn url_of<S: Spec>(&self, spec: S) -> Option<Serialized<&str>> {
        match self {
            Self::Url(url) => (url.profile() == spec.profile()).then(|| url.0.view()),
            Self::Reference(Reference { text, original_parts, hierarchical, profile, .. }) => {
                let is_url = S::PARSES_TO_CANONICAL && !self.is_invalid() && *profile == spec.profile();
                let components = original_parts.components();
                is_url.then_some(Serialized {
                    href: &**text,
                    components,
                    hierarchical: *hierarchical,
                    tag: (),
                })
            }
        }
    }
}
