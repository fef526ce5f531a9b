//! `explain URL`: shows the steps of canonicalizing a URL, in order: those that change text, or all steps.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use url_facade::{
    Profile,
    trace::{Recorded, RecordedDecision, RecordedStep, Recorder},
};
use url_find::{Finder, Mode};

use crate::{
    args::Options,
    operation::{Operation, Outcome, is_end_of_document},
    request::{EndShape, ends},
    shape::{Answer, Detail, ErrorShape, StepShape, TraceJson},
    show::{
        ERROR, InputStrings, LABEL, MADE, SECTION, clip, print_either, visible, write_fault, write_table,
    },
    verdict::{Result, Verdict},
};

const SHOWN: usize = 200;
const INDENT: usize = 2;

/// The maximum nesting depth that the indentation shows. Deeper steps are indented like steps of this depth.
const MAX_INDENT_DEPTH: usize = 12;

/// The maximum total size in bytes of a step's input and result that are shown on one line.
const ONE_LINE_LIMIT: usize = 80;

pub(crate) fn run(options: &Options, input: &str, base: Option<&str>, detail: Detail) -> Result<Verdict> {
    let (parser, mut recorder) = (options.parser(), Recorder::default());
    let mut result = Operation::Canon { base }.run_traced(parser, input, &mut recorder);
    let goes_less_far = base.is_none() || options.profile.is_consumer();
    if goes_less_far && result.as_ref().is_err_and(is_end_of_document) {
        recorder = Recorder::default();
        let less = base.map_or(Operation::Parse, |base| Operation::Resolve { base });
        result = less.run_traced(parser, input, &mut recorder);
    }
    let fault = result.as_ref().map_or_else(|&fault| Some(fault), Outcome::invalid);
    // Without `--json` and `--every`, only steps that change something are shown.
    let detail = if options.json || detail == Detail::Every { detail } else { Detail::Changes };
    let answer =
        Answer::from_result(&result).with_reason(fault.map(|fault| ErrorShape::in_input(fault, input)));
    let trace = TraceJson { result: Some(answer), ..TraceJson::of(&recorder, detail) };
    print_either(options, &trace, |out| {
        show_steps(out, &trace, options.profile)?;
        if let Ok(outcome) = &result {
            write_table(out, outcome)?;
            if outcome.has_opaque_path() {
                let note = "the path is opaque: one string, not a list of segments";
                writeln!(out, "{LABEL}note:{LABEL:#} {note}")?;
            }
        }
        fault.map_or(Ok(()), |fault| write_fault(out, fault, InputStrings { input, base }))
    })?;
    Ok(Verdict::invalid_if(fault.is_some()))
}

pub(crate) fn links(options: &Options, text: &str, mode: Mode) -> Result<Verdict> {
    let finder = Finder::new(url_find::Options::default().with_mode(mode).with_parser(options.parser()));
    let ends = ends(&finder, text);
    print_either(options, &BTreeMap::from([("links", &ends)]), |out| {
        for EndShape { link, undecided, reason, section } in &ends {
            let [start, end] = link.span;
            writeln!(out, "{start}..{end}  {}", visible(&text[start..end]))?;
            if let Some([start, end]) = *undecided {
                let soft = visible(&text[start..end]);
                let section = "uts58#link-termination-4";
                write!(out, "  left out: {soft}, since the link does not continue after it")?;
                writeln!(out, " ({SECTION}{section}{SECTION:#})")?;
            }
            match section {
                Some(section) => writeln!(out, "  ends: {reason} ({SECTION}{section}{SECTION:#})")?,
                None => writeln!(out, "  ends: {reason}")?,
            }
        }
        Ok(())
    })?;
    Ok(Verdict::invalid_if(ends.is_empty()))
}

fn show_steps(
    out: &mut impl Write,
    TraceJson { steps, left_out, .. }: &TraceJson<'_>,
    profile: Profile,
) -> io::Result<()> {
    let indent = |step: &StepShape<'_>| INDENT * step.depth.min(MAX_INDENT_DEPTH);
    let id_width = steps.iter().map(|step| indent(step) + step.section.len()).max().unwrap_or_default();
    let place_width = steps.iter().map(|step| step.location.to_string().len()).max().unwrap_or_default();
    for (i, step) in steps.iter().enumerate() {
        let (section, place, title) = (step.section, step.location, step.title);
        write!(out, "{LABEL}{:>3}{LABEL:#}  ", i + 1)?;
        let (before, id_width) = (indent(step), id_width - indent(step));
        write!(out, "{:before$}{SECTION}{section:<id_width$}{SECTION:#}  ", "")?;
        write!(out, "{LABEL}{place:<place_width$}{LABEL:#}  {title}")?;
        if let Some(number) = profile.number_of(step.event.section()) {
            write!(out, " ({number} in this text)")?;
        }
        if let Recorded::Step(RecordedStep { reading: Some(reading), .. }) = step.event {
            write!(out, " (reading {reading})")?;
        }
        writeln!(out)?;
        write_effect(out, step.event, indent(step) + 7)?;
    }
    for left in left_out {
        let what = left.violation.map_or_else(|| "steps".into(), |name| format!("violations {name}"));
        let (section, place, times) = (left.section, left.location, left.times);
        writeln!(out, "  …  {SECTION}{section}{SECTION:#}  {LABEL}{place}{LABEL:#}  {times} more {what}")?;
    }
    writeln!(out)
}

fn write_effect(out: &mut impl Write, event: &Recorded, indent: usize) -> io::Result<()> {
    match event {
        Recorded::Violation(violation) => {
            writeln!(out, "{:indent$}{ERROR}violation{ERROR:#} {}", "", violation.name)
        }
        Recorded::Omitted(omitted) => {
            writeln!(out, "{:indent$}{LABEL}omits the {}{LABEL:#}", "", omitted.component.name())
        }
        Recorded::Decision(RecordedDecision { input, input_len, holds, .. }) => {
            let (input, holds) = (clip(input, *input_len, SHOWN), if *holds { "yes" } else { "no" });
            writeln!(out, "{:indent$}{input}  {LABEL}{holds}{LABEL:#}", "")
        }
        Recorded::Step(RecordedStep { input, input_len, output, output_len, .. }) => {
            let input = clip(input, *input_len, SHOWN);
            write!(out, "{:indent$}{input}", "")?;
            let Some(output) = output else { return writeln!(out, "  {LABEL}unchanged{LABEL:#}") };
            let output = clip(output, *output_len, SHOWN);
            let gap = if input.len() + output.len() > ONE_LINE_LIMIT { "\n    " } else { " " };
            writeln!(out, "{gap}{LABEL}->{LABEL:#} {MADE}{output}{MADE:#}")
        }
        _ => Ok(()),
    }
}
