//! What an input is resolved against: what parsing gave, or a URL.

use url_core::Parsed;

use crate::{Reference, Url, watch::Given};

/// What an input is resolved against.
#[derive(Clone, Copy)]
pub(crate) enum Base<'b> {
    /// What parsing gave, which may be invalid.
    Reference(&'b Reference),
    /// A canonical URL.
    Url(Url<&'b str>),
}

impl<'b> From<&'b Reference> for Base<'b> {
    fn from(reference: &'b Reference) -> Self {
        Self::Reference(reference)
    }
}

impl<'b, S: AsRef<str>> From<&'b Url<S>> for Base<'b> {
    fn from(url: &'b Url<S>) -> Self {
        Self::Url(url.view())
    }
}

impl Base<'_> {
    /// Its parts, borrowed.
    pub(super) fn parsed(&self) -> Parsed<'_> {
        match self {
            Self::Reference(reference) => reference.parsed(),
            Self::Url(url) => url.parsed(),
        }
    }

    /// Where its parts are told.
    pub(super) fn given(&self) -> Given<'_> {
        match self {
            Self::Reference(reference) => Given::parsed(reference),
            Self::Url(url) => Given::unchanged(url.as_str()),
        }
    }

    pub(super) fn is_valid(&self) -> bool {
        match self {
            Self::Reference(reference) => reference.invalid.is_none(),
            Self::Url(_) => true,
        }
    }
}
