//! The JSON of `compare`.

use serde::Serialize;

use super::Answer;

/// The result of every profile for one URL.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison<'a> {
    pub(crate) input: &'a str,
    pub(crate) base: Option<&'a str>,
    pub(crate) groups: Vec<GroupShape<'a>>,
    pub(crate) results: Vec<ResultShape<'a>>,
}

/// Profiles that agree.
#[derive(Debug, Serialize)]
pub(crate) struct GroupShape<'a> {
    pub(crate) group: char,
    /// Whether they have a URL.
    pub(crate) ok: bool,
    /// The host that they see, or null.
    pub(crate) host: Option<&'a str>,
    pub(crate) profiles: Vec<&'static str>,
}

/// The result of one profile.
#[derive(Debug, Serialize)]
pub(crate) struct ResultShape<'a> {
    pub(crate) profile: &'static str,
    pub(crate) group: char,
    /// The op: `canon`, or `parse` where the profile's document stops there.
    pub(crate) op: &'static str,
    #[serde(flatten)]
    pub(crate) answer: Answer<'a>,
}
