//! How a run reports the steps that it takes.

use crate::{Section, Span};

/// One step that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The rule.
    pub section: Section,
    /// What it worked on, in bytes of the string that the reporting layer was given.
    pub span: Span,
    /// The text it worked on, as it stood when the step began.
    pub saw: &'a str,
    /// What the step made of it: the changed text, or the component that it found. `None` = nothing new.
    pub made: Option<&'a str>,
}

/// Watches a run, step by step.
///
/// A layer calls [`Trace::step`] where its spec takes a step. With [`NoTrace`] that compiles to nothing;
/// arguments that cost something to build are built under `if T::ENABLED`. A run with a trace takes every
/// step as the spec writes it; shortcuts are for runs without one.
pub trait Trace {
    /// Whether anyone listens.
    const ENABLED: bool;

    /// Takes note of one step.
    fn record(&mut self, step: Step<'_>);

    /// Reports that `section` ran on `saw`, at `span` of the layer's input, and made `made` of it.
    ///
    /// Spec: none (the trace)
    #[inline]
    fn step(&mut self, section: Section, span: Span, saw: &str, made: Option<&str>) {
        if Self::ENABLED {
            self.record(Step { section, span, saw, made });
        }
    }
}

/// Nobody listens: free.
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Trace};
/// assert!(!NoTrace::ENABLED);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ENABLED: bool = false;

    #[inline]
    fn record(&mut self, _: Step<'_>) {}
}
