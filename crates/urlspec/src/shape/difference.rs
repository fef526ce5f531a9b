//! The JSON of a difference between two profiles.

use serde::Serialize;
use url_diff::{Difference, Fate, Parting, Run, Side};
use url_facade::{Component, Recorder};

use super::{Detail, Spot};

/// Whether two profiles agree on one input, and where they differ if not.
#[derive(Debug, Serialize)]
pub(crate) struct DifferenceShape {
    profiles: [&'static str; 2],
    agree: bool,
    #[serde(flatten)]
    parting: Option<PartingShape>,
}

/// Where two runs differ.
#[derive(Debug, Serialize)]
struct PartingShape {
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
    #[serde(flatten)]
    did: Did,
}

#[derive(Debug, Serialize)]
#[serde(tag = "did", rename_all = "kebab-case")]
enum Did {
    /// Why there is no URL.
    Rejected {
        reason: &'static str,
    },
    Changed {
        from: String,
        to: String,
    },
    Kept {
        from: String,
    },
    /// The component that it was read as.
    ReadAs {
        component: &'static str,
    },
    Passed,
    LeftOut,
    UsedBase,
    IgnoredBase,
    Other,
}

impl DifferenceShape {
    /// The shape of a difference, with the indices that steps have in `detail`.
    pub(crate) fn of(Difference { a, b, parting }: &Difference, detail: Detail) -> Self {
        Self {
            profiles: [a.profile.name(), b.profile.name()],
            agree: parting.is_none(),
            parting: parting.as_ref().map(|parting| PartingShape::of(parting, [a, b], detail)),
        }
    }
}

impl PartingShape {
    fn of(parting: &Parting, [a, b]: [&Run; 2], detail: Detail) -> Self {
        Self {
            message: parting.to_string(),
            component: parting.component.map(Component::name),
            spot: Spot::new(parting.source, parting.span),
            sides: [SideShape::of(&parting.a, &a.trace, detail), SideShape::of(&parting.b, &b.trace, detail)],
        }
    }
}

impl SideShape {
    fn of(side: &Side, trace: &Recorder, detail: Detail) -> Self {
        let did = match side.fate.clone() {
            Fate::Rejected(reason) => Did::Rejected { reason: reason.name() },
            Fate::Changed { from, to } => Did::Changed { from, to },
            Fate::Kept(from) => Did::Kept { from },
            Fate::ReadAs(component) => Did::ReadAs { component: component.name() },
            Fate::Passed => Did::Passed,
            Fate::LeftOut => Did::LeftOut,
            Fate::UsedBase => Did::UsedBase,
            Fate::IgnoredBase => Did::IgnoredBase,
            _ => Did::Other,
        };
        let step = side.step.map(|step| place_of_step(trace, step, detail));
        Self { section: side.section.id(), title: side.section.title(), step, did }
    }
}

/// The index of the event `step` of a run among those that `detail` includes.
fn place_of_step(trace: &Recorder, step: usize, detail: Detail) -> usize {
    trace.events().take(step).filter(|event| detail.has(event)).count()
}
