//! The JSON of a difference between two profiles.

use serde::Serialize;
use url_diff::{Difference, Fate, Parting, Run, Side};
use url_facade::{Component, Recorder};

use super::{Detail, base_only, ends};

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
    span: [u32; 2],
    /// `base` where the span is in the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
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
    /// The text before: for `changed` and `kept`.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The text after: for `changed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// Why there is no URL: for `rejected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The component that it was read as: for `read-as`.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<&'static str>,
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
            span: ends(parting.span),
            source: base_only(parting.source),
            sides: [SideShape::of(&parting.a, &a.trace, detail), SideShape::of(&parting.b, &b.trace, detail)],
        }
    }
}

impl SideShape {
    fn of(side: &Side, trace: &Recorder, detail: Detail) -> Self {
        let shape = Self {
            section: side.section.id(),
            title: side.section.title(),
            step: side.step.map(|step| place_of_step(trace, step, detail)),
            did: "",
            from: None,
            to: None,
            reason: None,
            component: None,
        };
        match &side.fate {
            Fate::Rejected(reason) => Self { did: "rejected", reason: Some(reason.name()), ..shape },
            Fate::Changed { from, to } => {
                Self { did: "changed", from: Some(from.clone()), to: Some(to.clone()), ..shape }
            }
            Fate::Kept(text) => Self { did: "kept", from: Some(text.clone()), ..shape },
            Fate::ReadAs(component) => Self { did: "read-as", component: Some(component.name()), ..shape },
            Fate::Passed => Self { did: "passed", ..shape },
            Fate::LeftOut => Self { did: "left-out", ..shape },
            Fate::UsedBase => Self { did: "used-base", ..shape },
            Fate::IgnoredBase => Self { did: "ignored-base", ..shape },
            _ => Self { did: "other", ..shape },
        }
    }
}

/// The index of the event `step` of a run among those that `detail` includes.
fn place_of_step(trace: &Recorder, step: usize, detail: Detail) -> usize {
    trace.events().take(step).filter(|event| detail.has(event)).count()
}
