//! Which of the texts of the Standard is meant, and what the steps that only report differ in.

use crate::{Profile, Section, sections::whatwg};

/// One of the texts of the Standard. The few steps that differ ask which.
///
/// # Examples
/// ```
/// use url_core::{sections::whatwg, whatwg::Edition};
/// assert!(Edition::Newest.has(whatwg::CONCEPT_IPV4_PARSER_3));
/// assert!(!Edition::ReviewDraft202602.has(whatwg::CONCEPT_IPV4_PARSER_3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// See [`ReviewDraft202602`].
    ReviewDraft202602,
    /// See [`Newest`].
    Newest,
}

/// A text of the Standard as a type: what [`crate::Whatwg`] is of.
pub trait Text {
    /// Which one.
    const EDITION: Edition;
    /// Its profile.
    const PROFILE: Profile;
}

/// The text that the registry is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest;

impl Text for Newest {
    const EDITION: Edition = Edition::Newest;
    const PROFILE: Profile = Profile::Whatwg;
}

/// The review draft of February 2026.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewDraft202602;

impl Text for ReviewDraft202602 {
    const EDITION: Edition = Edition::ReviewDraft202602;
    const PROFILE: Profile = Profile::Whatwg202602;
}

/// The steps that only report, and that the draft of February 2026 does not have yet.
const REPORTS_SINCE_202602: [Section; 4] = [
    whatwg::CONCEPT_HOST_PARSER_4,
    whatwg::CONCEPT_IPV4_PARSER_3,
    whatwg::CONCEPT_IPV6_PARSER_6_8,
    whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_1,
];

impl Edition {
    /// Whether it has `section`, a step that reports a validation error.
    pub fn has(self, section: Section) -> bool {
        match self {
            Self::Newest => true,
            Self::ReviewDraft202602 => !REPORTS_SINCE_202602.contains(&section),
        }
    }
}
