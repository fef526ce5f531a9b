//! The JSON of `diff`, on one URL and on many.

use std::collections::BTreeMap;

use serde::Serialize;
use url_diff::{Difference, Outcome as Did, Run, Side};
use url_facade::{Component, ParseError, Profile};

use super::{Answer, Detail, SourceSpan};
use crate::{
    operation::{Connection, Outcome},
    record_location::RecordLocation,
};

/// The agreement of two profiles on one input, or their divergence.
#[derive(Debug, Serialize)]
pub(crate) struct DifferenceShape {
    profiles: [&'static str; 2],
    agree: bool,
    #[serde(flatten)]
    divergence: Option<DivergenceShape>,
}

/// The first place where two runs differ.
#[derive(Debug, Serialize)]
struct DivergenceShape {
    /// A sentence for people; may change.
    message: String,
    /// The component in which the results differ.
    component: Option<&'static str>,
    #[serde(flatten)]
    location: SourceSpan,
    /// The behaviour of each profile.
    sides: [SideShape; 2],
}

/// The behaviour of one profile at the divergence.
#[derive(Debug, Serialize)]
struct SideShape {
    section: &'static str,
    title: &'static str,
    /// The index of the step among the reported steps of the run; null if no step reports it.
    step: Option<usize>,
    did: &'static str,
    /// The reason for a rejection, the text before and after, or the component that it was read as.
    #[serde(flatten)]
    with: BTreeMap<&'static str, String>,
}

impl DifferenceShape {
    /// Returns the shape of a difference, with the indices that steps have in `detail`.
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
            // Its index among the steps that are reported.
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

/// The result of one profile.
#[derive(Debug, Serialize)]
pub(crate) struct RunShape<'a> {
    profile: &'static str,
    /// In `compare`: the letter of the profiles that agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<char>,
    /// The op: `canon`; `resolve`, for a consumer with a base; or `parse` if the profile's document only
    /// defines parsing.
    op: &'static str,
    #[serde(flatten)]
    answer: Answer<'a>,
    /// In `compare`: the host that the client of a consumer connects to, if it is not the one shown; null if
    /// the client refuses the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    connects_to: Option<Connection>,
}

/// The result of one profile for a URL.
#[derive(Debug)]
pub(crate) struct ProfileRun {
    pub(crate) profile: Profile,
    /// True if its document only defines parsing, so that the URL was only parsed.
    pub(crate) parse_only: bool,
    pub(crate) result: Result<Outcome, ParseError>,
}

impl ProfileRun {
    /// Returns its shape; in `compare`, with the letter of its group.
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

/// The counts of `diff --in`.
#[derive(Debug, Serialize)]
pub(crate) struct ReportShape {
    pub(crate) profiles: Vec<&'static str>,
    pub(crate) lines: u64,
    /// Lines on which at least one profile differs from the first.
    pub(crate) differ: u64,
    /// Lines that could not be compared.
    pub(crate) bad: u64,
    #[serde(flatten)]
    pub(crate) impact: Option<ImpactShape>,
    /// By count, the greatest first.
    pub(crate) clusters: Vec<ClusterShape>,
}

/// The counts of `impact` in addition to the rules, for the lines that change.
#[derive(Debug, Serialize)]
pub(crate) struct ImpactShape {
    /// The 95 % confidence interval of the share of all URLs that change, if the lines are a random sample.
    pub(crate) interval: [f64; 2],
    /// The candidate's change, and the address where it is discussed, for a candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<[&'static str; 2]>,
    /// The number of lines by kind of change.
    pub(crate) kinds: Vec<Counted>,
    /// The number of lines that change by scheme.
    pub(crate) schemes: Vec<Counted>,
    /// The number of lines that change by registrable domain: the most frequent ones.
    pub(crate) domains: Vec<Counted>,
}

/// A name, and its number of lines.
#[derive(Debug, Serialize)]
pub(crate) struct Counted {
    pub(crate) name: String,
    pub(crate) count: u64,
}

/// The lines on which two profiles differ by the same two rules.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ClusterShape {
    pub(crate) profiles: [&'static str; 2],
    /// The rule of each.
    pub(crate) sections: [&'static str; 2],
    pub(crate) titles: [&'static str; 2],
    pub(crate) count: u64,
    /// The shortest URL on which they differ by these rules: only for `impact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) minimal: Option<String>,
    pub(crate) examples: Vec<ExampleShape>,
}

/// One of its lines.
#[derive(Debug, Serialize)]
pub(crate) struct ExampleShape {
    #[serde(flatten)]
    pub(crate) place: RecordLocation,
    /// The line, or its start.
    pub(crate) input: String,
    /// The length of the line in bytes, if `input` is only its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input_bytes: Option<usize>,
    /// The divergence of the profiles on it: a sentence for people; may change.
    pub(crate) message: String,
}
