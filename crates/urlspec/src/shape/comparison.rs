//! The JSON of `compare`.

use serde::Serialize;

use super::Answer;

/// What every profile makes of one URL.
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
    /// Whether there is a URL for them.
    pub(crate) ok: bool,
    /// The host that they see; null where there is none.
    pub(crate) host: Option<&'a str>,
    pub(crate) profiles: Vec<&'static str>,
}

/// What one profile makes of it.
#[derive(Debug, Serialize)]
pub(crate) struct ResultShape<'a> {
    pub(crate) profile: &'static str,
    pub(crate) group: char,
    /// What was done: `canon`, or `parse` under a profile whose document stops there.
    pub(crate) op: &'static str,
    #[serde(flatten)]
    pub(crate) answer: Answer<'a>,
}
