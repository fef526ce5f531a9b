//! The JSON of `diff`, for one URL and for many.

use std::collections::BTreeMap;

use serde::Serialize;
use url_diff::{Difference, Outcome as Did, Run, Side};
use url_facade::{Component, ParseError, Profile};

use super::{Answer, Detail, SourceSpan};
use crate::{
    operation::{Connection, Outcome},
    record_location::RecordLocation,
};

#[derive(Debug, Serialize)]
pub(crate) struct DifferenceShape {
    profiles: [&'static str; 2],
    agree: bool,
    #[serde(flatten)]
    divergence: Option<DivergenceShape>,
}

#[derive(Debug, Serialize)]
struct DivergenceShape {
    /// A sentence for people. Its words may change.
    message: String,
    component: Option<&'static str>,
    #[serde(flatten)]
    location: SourceSpan,
    sides: [SideShape; 2],
}

#[derive(Debug, Serialize)]
struct SideShape {
    section: &'static str,
    title: &'static str,
    /// The index of the step that caused it, among the reported steps; null if no reported step did.
    step: Option<usize>,
    did: &'static str,
    /// The details: the reason for a rejection, the text before and after, or the component of the text.
    #[serde(flatten)]
    with: BTreeMap<&'static str, String>,
}

impl DifferenceShape {
    pub(crate) fn of(Difference { a, b, divergence }: &Difference, detail: Detail) -> Self {
        let side = |(side, run): (&Side, &Run)| {
            let (did, with) = match side.outcome.clone() {
                Did::Rejected(reason) => ("rejected", [("reason", reason.name().into())].into()),
                Did::Changed { from, to } => ("changed", [("from", from), ("to", to)].into()),
                Did::Kept(from) => ("kept", [("from", from)].into()),
                Did::ReadAs(component) => ("read-as", [("component", component.name().into())].into()),
                Did::Passed => ("passed", BTreeMap::new()),
                Did::Omitted => ("left-out", BTreeMap::new()),
                Did::UsedBase => ("used-base", BTreeMap::new()),
                Did::IgnoredBase => ("ignored-base", BTreeMap::new()),
                _ => ("other", BTreeMap::new()),
            };
            // The index of a step counts only the steps that `detail` includes.
            let index = |step| run.trace.events().take(step).filter(|event| detail.has(event)).count();
            let (section, step) = (side.section, side.step.map(index));
            SideShape { section: section.id(), title: section.title(), step, did, with }
        };
        let divergence = divergence.as_ref().map(|divergence| DivergenceShape {
            message: divergence.to_string(),
            component: divergence.component.map(Component::name),
            location: SourceSpan::new(divergence.source, divergence.span),
            sides: [(&divergence.a, a), (&divergence.b, b)].map(side),
        });
        Self { profiles: [a.profile.name(), b.profile.name()], agree: divergence.is_none(), divergence }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct RunShape<'a> {
    profile: &'static str,
    /// In `compare`, the letter of the group of profiles that agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<char>,
    /// The op that was run: `canon`; `resolve`, for a consumer with a base; or `parse`, for a profile whose
    /// document only defines parsing.
    op: &'static str,
    #[serde(flatten)]
    answer: Answer<'a>,
    /// In `compare`, the host to which the client of a consumer connects, if it is not the host in the
    /// result; null if the client refuses the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    connects_to: Option<Connection>,
}

#[derive(Debug)]
pub(crate) struct ProfileRun {
    pub(crate) profile: Profile,
    /// True if the URL was only parsed, because the profile's document defines nothing else.
    pub(crate) parse_only: bool,
    pub(crate) result: Result<Outcome, ParseError>,
}

impl ProfileRun {
    pub(crate) fn shape(&self, group: Option<char>) -> RunShape<'_> {
        let op = match self.parse_only {
            true => "parse",
            false if self.profile.is_consumer() => "resolve",
            false => "canon",
        };
        let (profile, answer) = (self.profile.name(), Answer::from_result(&self.result));
        let connects_to =
            self.result.as_ref().ok().filter(|_| group.is_some()).and_then(Outcome::connects_to);
        RunShape { profile, group, op, answer, connects_to }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct ReportShape {
    pub(crate) profiles: Vec<&'static str>,
    pub(crate) lines: u64,
    /// The number of lines on which at least one profile differs from the first.
    pub(crate) differ: u64,
    /// The number of lines that could not be compared.
    pub(crate) bad: u64,
    #[serde(flatten)]
    pub(crate) impact: Option<ImpactShape>,
    pub(crate) clusters: Vec<ClusterShape>,
}

/// The part of the report that only `impact` has, about the lines that change.
#[derive(Debug, Serialize)]
pub(crate) struct ImpactShape {
    /// The 95 % confidence interval of the share of URLs that change, if the lines are a random sample.
    pub(crate) interval: [f64; 2],
    /// For a candidate, a description of its change, and the address of the discussion about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<[&'static str; 2]>,
    pub(crate) kinds: Vec<Counted>,
    pub(crate) schemes: Vec<Counted>,
    /// The number of lines that change, for each of the most frequent registrable domains.
    pub(crate) domains: Vec<Counted>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Counted {
    pub(crate) name: String,
    pub(crate) count: u64,
}

/// The lines on which two profiles differ at the same two rules.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ClusterShape {
    pub(crate) profiles: [&'static str; 2],
    pub(crate) sections: [&'static str; 2],
    pub(crate) titles: [&'static str; 2],
    pub(crate) count: u64,
    /// For `impact`, the shortest URL found on which the profiles differ at these rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) minimal: Option<String>,
    pub(crate) examples: Vec<ExampleShape>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ExampleShape {
    #[serde(flatten)]
    pub(crate) place: RecordLocation,
    /// The line, or its first characters if it is long.
    pub(crate) input: String,
    /// The length of the whole line in bytes, if `input` is only its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input_bytes: Option<usize>,
    /// A sentence for people on how the profiles differ here. Its words may change.
    pub(crate) message: String,
}
