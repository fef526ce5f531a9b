//! What is found in a document.

use std::sync::{Arc, OnceLock};

use url_facade::Reference;

use crate::place::Place;

/// A URL in a document, as it is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) place: Place,
    /// Whether the document's own base applies.
    pub(crate) has_base: bool,
    /// Whether this is the name of a file that is missing, instead of a URL.
    pub(crate) is_missing: bool,
    pub(crate) text: String,
}

/// The base that a document declares, once it is found.
pub(crate) type DocumentBase = Arc<OnceLock<Reference>>;

/// What makes a base of the text in the document.
pub(crate) type MakeBase = Box<dyn Fn(&str) -> Option<Reference> + Send>;
