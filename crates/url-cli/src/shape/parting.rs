//! The JSON of `diff` and `minimize`.

use serde::Serialize;
use url_facade::{
    Profile,
    diff::{Fate, Minimal, Parting, Side},
};

use super::{Answer, ErrorShape, base_only, ends};

/// What several profiles make of one URL, and where each parts from the first.
#[derive(Debug, Serialize)]
pub(crate) struct DifferenceShape<'a> {
    pub(crate) input: &'a str,
    pub(crate) base: Option<&'a str>,
    pub(crate) results: Vec<RunShape<'a>>,
    pub(crate) pairs: Vec<PairShape>,
}

/// What one profile makes of it.
#[derive(Debug, Serialize)]
pub(crate) struct RunShape<'a> {
    pub(crate) profile: &'static str,
    /// What was done: `canon`, or `parse` under a profile whose document stops there.
    pub(crate) op: &'static str,
    #[serde(flatten)]
    pub(crate) answer: Answer<'a>,
}

/// Two profiles.
#[derive(Debug, Serialize)]
pub(crate) struct PairShape {
    /// The first and the second.
    pub(crate) profiles: [&'static str; 2],
    /// Whether their results are the same.
    pub(crate) agree: bool,
    /// Where they part; null where they agree.
    pub(crate) parting: Option<PartingShape>,
}

impl PairShape {
    pub(crate) fn new(a: Profile, b: Profile, parting: Option<&Parting>) -> Self {
        Self {
            profiles: [a.name(), b.name()],
            agree: parting.is_none(),
            parting: parting.map(PartingShape::of),
        }
    }
}

/// Where two profiles part.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PartingShape {
    /// The component at stake; null where what is at stake is none yet.
    component: Option<&'static str>,
    span: [u32; 2],
    /// `base` where the span counts in the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    a: SideShape,
    b: SideShape,
    /// All of it for people; may change.
    sentence: String,
}

impl PartingShape {
    pub(crate) fn of(parting: &Parting) -> Self {
        Self {
            component: parting.component.map(url_facade::Component::name),
            span: ends(parting.span),
            source: base_only(parting.source),
            a: SideShape::of(&parting.a),
            b: SideShape::of(&parting.b),
            sentence: parting.to_string(),
        }
    }
}

/// What one of them did there.
#[derive(Clone, Debug, Serialize)]
struct SideShape {
    section: &'static str,
    title: &'static str,
    /// The index of the step among those of `explain` that are no violations, from 0; missing where none was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    /// `rejected`, `changed`, `kept`, `read-as`, `passed` or `left-out`.
    did: &'static str,
    /// Of what is rejected, the kind of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Of what is changed, what stood there; of what is kept, what stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// Of what is changed, what became of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// The component that it was read as.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<&'static str>,
}

impl SideShape {
    fn of(side: &Side) -> Self {
        let (section, title) = (side.section.id(), side.section.title());
        let (did, kind, from, to, component) = match &side.fate {
            Fate::Rejected(reason) => ("rejected", Some(reason.name()), None, None, None),
            Fate::Changed { from, to } => ("changed", None, Some(from.clone()), Some(to.clone()), None),
            Fate::Kept(text) => ("kept", None, Some(text.clone()), None, None),
            Fate::ReadAs(component) => ("read-as", None, None, None, Some(component.name())),
            Fate::LeftOut => ("left-out", None, None, None, None),
            _ => ("passed", None, None, None, None),
        };
        Self { section, title, step: side.step, did, kind, from, to, component }
    }
}

/// What `minimize` found.
#[derive(Debug, Serialize)]
pub(crate) struct MinimalShape<'a> {
    pub(crate) profiles: [&'static str; 2],
    pub(crate) input: &'a str,
    pub(crate) parting: PartingShape,
    /// How many inputs were compared.
    pub(crate) tries: usize,
    /// Whether the work ended before everything was tried.
    pub(crate) gave_up: bool,
}

impl<'a> MinimalShape<'a> {
    pub(crate) fn new(a: Profile, b: Profile, minimal: &'a Minimal) -> Self {
        Self {
            profiles: [a.name(), b.name()],
            input: &minimal.input,
            parting: PartingShape::of(&minimal.parting),
            tries: minimal.tries,
            gave_up: minimal.gave_up,
        }
    }
}

/// What `diff --in` counted.
#[derive(Debug, Serialize)]
pub(crate) struct ReportShape {
    pub(crate) profiles: Vec<&'static str>,
    pub(crate) lines: u64,
    /// Lines on which at least one profile differs from the first.
    pub(crate) differ: u64,
    /// Lines that could not be compared.
    pub(crate) bad: u64,
    /// By number, the greatest first.
    pub(crate) clusters: Vec<ClusterShape>,
}

/// The lines on which two profiles part by the same two rules.
#[derive(Debug, Serialize)]
pub(crate) struct ClusterShape {
    pub(crate) profiles: [&'static str; 2],
    /// The rule of each.
    pub(crate) sections: [&'static str; 2],
    pub(crate) titles: [&'static str; 2],
    pub(crate) count: u64,
    pub(crate) examples: Vec<ExampleShape>,
}

/// One of these lines.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExampleShape {
    pub(crate) line: u64,
    /// No more of it than is good to read.
    pub(crate) input: String,
    /// The length of the whole in bytes, where that is only its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<usize>,
    pub(crate) parting: PartingShape,
}

impl PartingShape {
    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }
}

/// A line that could not be compared, in the place where it stands among them.
#[derive(Debug, Serialize)]
pub(crate) struct BadLine<'a> {
    pub(crate) line: u64,
    pub(crate) ok: bool,
    pub(crate) error: ErrorShape<'a>,
}
