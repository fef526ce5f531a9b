//! A trace that keeps every step, for showing to people.

use url_core::{Section, Source, Span, Step, Trace, Violation};

/// One step, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rule.
    pub section: Section,
    /// Which of the given strings `span` counts in.
    pub source: Source,
    /// What the step worked on, in bytes of the string as it was given.
    pub span: Span,
    /// The text that it worked on, as it stood when the step began.
    pub saw: String,
    /// What the step made of it; `None` = nothing new.
    pub made: Option<String>,
    /// The code of the reading that decided the step, if one did.
    pub reading: Option<&'static str>,
}

/// Keeps every step of a run.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, Recorder};
/// let mut recorder = Recorder::default();
/// Parser::new(Profile::Manakai).canonicalize_traced("http://a.test", None, &mut recorder)?;
/// assert!(recorder.events.iter().any(|event| event.section.id() == "manakai#canonicalize-host-31"));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The steps, in the order in which they were taken.
    pub events: Vec<Event>,
    /// The violations, in the order in which they were found.
    pub violations: Vec<Violation>,
}

impl Trace for Recorder {
    const ENABLED: bool = true;

    /// Spec: none (the trace)
    fn record(&mut self, step: Step<'_>) {
        self.events.push(Event {
            section: step.section,
            source: step.source,
            span: step.span,
            saw: step.saw.into(),
            made: step.made.map(Into::into),
            reading: step.reading,
        });
    }

    /// Spec: none (the trace)
    fn record_violation(&mut self, violation: Violation) {
        self.violations.push(violation);
    }
}
