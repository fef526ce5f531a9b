//! The JSON of a difference between two profiles.

use std::collections::BTreeMap;

use serde::Serialize;
use url_diff::{Difference, Outcome, Side};
use url_facade::{Component, Recorder};

use super::{Detail, Spot};

/// Whether two profiles agree on one input, and where they differ if not.
#[derive(Debug, Serialize)]
pub(crate) struct DifferenceShape {
    profiles: [&'static str; 2],
    agree: bool,
    #[serde(flatten)]
    divergence: Option<DivergenceShape>,
}

/// Where two runs differ.
#[derive(Debug, Serialize)]
struct DivergenceShape {
    /// A sentence for people; may change.
    message: String,
    /// The component in which they differ.
    component: Option<&'static str>,
    #[serde(flatten)]
    spot: Spot,
    /// What each profile did.
    sides: [SideShape; 2],
}

/// What one profile did where it differs from the other.
#[derive(Debug, Serialize)]
struct SideShape {
    section: &'static str,
    title: &'static str,
    /// The index of the step among those that are reported of the run; null where no step reports it.
    step: Option<usize>,
    did: &'static str,
    /// Why there is no URL, the text before and after, or the component that it was read as.
    #[serde(flatten)]
    with: BTreeMap<&'static str, String>,
}

impl DifferenceShape {
    /// The shape of a difference, with the indices that steps have in `detail`.
    pub(crate) fn of(Difference { a, b, divergence }: &Difference, detail: Detail) -> Self {
        let divergence = divergence.as_ref().map(|divergence| DivergenceShape {
            message: divergence.to_string(),
            component: divergence.component.map(Component::name),
            spot: Spot::new(divergence.source, divergence.span),
            sides: [(&divergence.a, a), (&divergence.b, b)]
                .map(|(side, run)| SideShape::of(side, &run.trace, detail)),
        });
        Self { profiles: [a.profile.name(), b.profile.name()], agree: divergence.is_none(), divergence }
    }
}

impl SideShape {
    fn of(side: &Side, trace: &Recorder, detail: Detail) -> Self {
        let (did, with) = match side.outcome.clone() {
            Outcome::Rejected(reason) => ("rejected", [("reason", reason.name().into())].into()),
            Outcome::Changed { from, to } => ("changed", [("from", from), ("to", to)].into()),
            Outcome::Kept(from) => ("kept", [("from", from)].into()),
            Outcome::ReadAs(component) => ("read-as", [("component", component.name().into())].into()),
            Outcome::Passed => ("passed", BTreeMap::new()),
            Outcome::Omitted => ("left-out", BTreeMap::new()),
            Outcome::UsedBase => ("used-base", BTreeMap::new()),
            Outcome::IgnoredBase => ("ignored-base", BTreeMap::new()),
            _ => ("other", BTreeMap::new()),
        };
        // Its index among the steps that are reported.
        let index = |step| trace.events().take(step).filter(|event| detail.has(event)).count();
        let (section, step) = (side.section, side.step.map(index));
        Self { section: section.id(), title: section.title(), step, did, with }
    }
}
