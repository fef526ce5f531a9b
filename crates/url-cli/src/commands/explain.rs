//! `explain URL`: every step of canonicalizing it, in the order in which they were taken, for a reader who has the
//! specification at hand.

use std::io::{self, BufWriter, Write};

use url_facade::{ParseError, Reason, Reference, Source, Step, Trace, Violation};

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

/// How many bytes the two texts of a step may have together to share a line.
const ONE_LINE: usize = 80;

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
    let fault = result.as_ref().map_or_else(|&fault| Some(fault), Outcome::invalid);
    if options.json {
        let explanation =
            Explanation { steps: &story.steps, result: Answer::from_result(&result).with_reason(fault) };
        write_json(&mut BufWriter::new(io::stdout().lock()), &explanation)
    } else {
        let given = Given { input, base };
        show(&mut BufWriter::new(anstream::stdout().lock()), &story.steps, result.as_ref().ok(), fault, given)
    }
    .map_err(Failure::writing("stdout"))?;
    Ok(Verdict::invalid_if(fault.is_some()))
}

/// Canonicalizes `input`, with every step told to `story`: first those of parsing the base. Where the document stops at
/// parsing, parses it.
fn tell(options: &Options, input: &str, base: Option<&str>, story: &mut Story) -> Result<Outcome, Fault> {
    let parser = options.parser();
    let mut parse_base = |base| -> Result<Reference, ParseError> {
        story.in_base = true;
        let parsed = parser.parse_traced(base, story);
        story.in_base = false;
        parsed
    };
    let base =
        base.map(&mut parse_base).transpose().map_err(|error| Fault { error, source: Source::Base })?;
    match parser.canonicalize_traced(input, base.as_ref(), story) {
        Err(error) if error.reason() == Reason::NotInThisSpec && base.is_none() => {
            story.steps.clear();
            Ok(Outcome::parsed(options.profile, parser.parse_traced(input, story)?))
        }
        result => Ok(Outcome::Url(result?)),
    }
}

fn show(
    out: &mut impl Write,
    steps: &[StepShape],
    outcome: Option<&Outcome>,
    fault: Option<Fault>,
    given: Given<'_>,
) -> io::Result<()> {
    let id_width = steps.iter().map(|step| step.section.len()).max().unwrap_or_default();
    let place_width = steps.iter().map(|step| step.place().len()).max().unwrap_or_default();
    for (i, step) in steps.iter().enumerate() {
        let (section, place, title) = (step.section, step.place(), step.title);
        write!(out, "{LABEL}{:>3}{LABEL:#}  ", i + 1)?;
        write!(
            out,
            "{SECTION}{section:<id_width$}{SECTION:#}  {LABEL}{place:<place_width$}{LABEL:#}  {title}"
        )?;
        match step.reading {
            Some(reading) => writeln!(out, " (reading {reading})")?,
            None => writeln!(out)?,
        }
        write_effect(out, step)?;
    }
    writeln!(out)?;
    if let Some(outcome) = outcome {
        write_table(out, outcome)?;
    }
    fault.map_or(Ok(()), |fault| write_fault(out, fault, given))?;
    out.flush()
}

/// Writes what `step` saw and made, on one line where both are short.
fn write_effect(out: &mut impl Write, step: &StepShape) -> io::Result<()> {
    if let Some(name) = step.violation {
        return writeln!(out, "       {ERROR}violation{ERROR:#} {name}");
    }
    let saw = clip(step.saw.as_deref().unwrap_or_default(), SHOWN);
    write!(out, "       {saw}")?;
    match &step.made {
        None => writeln!(out, "  {LABEL}unchanged{LABEL:#}"),
        Some(made) => {
            let made = clip(made, SHOWN);
            let gap = if saw.len() + made.len() > ONE_LINE { "\n    " } else { " " };
            writeln!(out, "{gap}{LABEL}->{LABEL:#} {MADE}{made}{MADE:#}")
        }
    }
}
