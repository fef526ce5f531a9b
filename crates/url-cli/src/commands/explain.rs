//! `explain URL`: every step of canonicalizing it, in the order in which they were taken, for a reader who has the
//! specification at hand.

use std::io::{self, Write};

use url_facade::{ParseError, Reference, Source, Step, Trace, Url, Violation};

use super::one::write_json;
use crate::{
    args::Options,
    operation::{Fault, Outcome},
    shape::{Answer, Explanation, StepShape},
    show::{ERROR, Given, LABEL, MADE, SECTION, write_fault, write_table},
    verdict::{Failure, Verdict},
    visible::clip,
};

/// How many characters of a text are shown in a step.
const SHOWN: usize = 200;

/// Keeps what happens, in order.
struct Story {
    steps: Vec<StepShape>,
    /// Whether it is the base that is being parsed, on its own.
    in_base: bool,
}

impl Story {
    fn source(&self, source: Source) -> Source {
        if self.in_base { Source::Base } else { source }
    }
}

impl Trace for Story {
    const ENABLED: bool = true;

    fn record(&mut self, step: Step<'_>) {
        self.steps.push(StepShape::of_step(&step, self.source(step.source)));
    }

    fn record_violation(&mut self, violation: Violation) {
        self.steps.push(StepShape::of_violation(&violation, self.source(violation.source)));
    }
}

pub(crate) fn run(options: &Options, input: &str, base: Option<&str>) -> Result<Verdict, Failure> {
    let mut story = Story { steps: Vec::new(), in_base: false };
    let result = tell(options, input, base, &mut story);
    let (fault, result) = (result.as_ref().err().copied(), result.map(Outcome::Url));
    if options.json {
        let explanation = Explanation { steps: &story.steps, result: Answer::from_result(&result) };
        write_json(&mut io::stdout().lock(), &explanation)
    } else {
        let given = Given { input, base };
        show(&mut anstream::stdout().lock(), &story.steps, &result, given)
    }
    .map_err(Failure::writing("stdout"))?;
    Ok(Verdict::invalid_if(fault.is_some()))
}

/// Canonicalizes `input`, with every step told to `story`: first those of parsing the base.
fn tell(options: &Options, input: &str, base: Option<&str>, story: &mut Story) -> Result<Url, Fault> {
    let parser = options.parser();
    let mut parse_base = |base| -> Result<Reference, ParseError> {
        story.in_base = true;
        let parsed = parser.parse_traced(base, story);
        story.in_base = false;
        parsed
    };
    let base =
        base.map(&mut parse_base).transpose().map_err(|error| Fault { error, source: Source::Base })?;
    Ok(parser.canonicalize_traced(input, base.as_ref(), story)?)
}

fn show(
    out: &mut impl Write,
    steps: &[StepShape],
    result: &Result<Outcome, Fault>,
    given: Given<'_>,
) -> io::Result<()> {
    for (i, step) in steps.iter().enumerate() {
        write_step(out, i + 1, step)?;
    }
    writeln!(out)?;
    match result {
        Ok(outcome) => write_table(out, outcome)?,
        Err(fault) => write_fault(out, *fault, given)?,
    }
    out.flush()
}

/// Writes one step: where it stands in the specification, and below that what it did.
fn write_step(out: &mut impl Write, number: usize, step: &StepShape) -> io::Result<()> {
    let StepShape { section, title, saw, made, reading, violation, .. } = step;
    write!(out, "{LABEL}{number:>3}{LABEL:#}  {SECTION}{section}{SECTION:#}  {title}  ")?;
    write!(out, "{LABEL}{}{LABEL:#}", step.place())?;
    if let Some(reading) = reading {
        write!(out, "  reading {reading}")?;
    }
    writeln!(out)?;
    if let Some(name) = violation {
        return writeln!(out, "     {ERROR}violation{ERROR:#} {name}");
    }
    writeln!(out, "     {}", clip(saw.as_deref().unwrap_or_default(), SHOWN))?;
    match made {
        Some(made) => writeln!(out, "  {LABEL}->{LABEL:#} {MADE}{}{MADE:#}", clip(made, SHOWN)),
        None => writeln!(out, "  {LABEL}-> unchanged{LABEL:#}"),
    }
}
