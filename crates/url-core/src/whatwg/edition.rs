//! Editions of the Standard, and the reporting steps in which they differ.

use crate::{Section, sections::whatwg};

/// An edition of the Standard. The few steps that differ take it as an argument.
///
/// # Examples
/// ```
/// use url_core::{sections::whatwg, whatwg::Edition};
/// assert!(Edition::Newest.has(whatwg::CONCEPT_IPV4_PARSER_3));
/// assert!(!Edition::ReviewDraft202602.has(whatwg::CONCEPT_IPV4_PARSER_3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The review draft of February 2026.
    ReviewDraft202602,
    /// The edition that the registry of sections describes.
    Newest,
}

/// The reporting steps that the draft of February 2026 does not have yet.
const REPORTS_SINCE_202602: [Section; 4] = [
    whatwg::CONCEPT_HOST_PARSER_4,
    whatwg::CONCEPT_IPV4_PARSER_3,
    whatwg::CONCEPT_IPV6_PARSER_6_8,
    whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_1,
];

impl Edition {
    /// Whether this edition has `section`, a step that reports a validation error.
    pub fn has(self, section: Section) -> bool {
        match self {
            Self::Newest => true,
            Self::ReviewDraft202602 => !REPORTS_SINCE_202602.contains(&section),
        }
    }
}
