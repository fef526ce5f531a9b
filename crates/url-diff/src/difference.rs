//! What is found: the runs of two profiles, and where they part.

use url_facade::{Component, Reason, Section, Source, Span};

use crate::run::Run;

/// What two profiles made of one input, and where they part.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The first profile's run.
    pub a: Run,
    /// The second one's.
    pub b: Run,
    /// Where they part; `None` where the results agree.
    pub parting: Option<Parting>,
}

/// Where two runs part.
///
/// Its [`Display`](std::fmt::Display) is a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The component that is at stake: the first one in which the results differ, or in which one of them was rejected.
    pub component: Option<Component>,
    /// Which of the given strings `span` counts in.
    pub source: Source,
    /// The bytes at stake; empty where something is put in, or nothing stands there.
    pub span: Span,
    /// What the first profile did.
    pub a: Side,
    /// What the second one did.
    pub b: Side,
}

/// What one profile did where it parts from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The rule.
    pub section: Section,
    /// The step in the trace of the run, by its place in [`Recorder::events`](url_facade::Recorder::events); `None` where the trace has no such step, as for most rejections.
    pub step: Option<usize>,
    /// What the rule did.
    pub fate: Fate,
}

/// What became of the bytes at stake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// There is no URL because of them.
    Rejected(Reason),
    /// They are `from`, and became `to`; nothing where they were dropped.
    Changed {
        /// What stood there.
        from: String,
        /// What became of it.
        to: String,
    },
    /// They stayed as they are.
    Kept(String),
    /// They belong to this component.
    ReadAs(Component),
    /// They delimit components, or are passed over.
    Passed,
    /// The component is left out.
    LeftOut,
}
