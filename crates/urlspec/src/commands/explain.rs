//! `explain URL`: shows the steps of canonicalizing a URL, in order: those that change text, or all steps.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
};

use url_facade::{
    Profile,
    trace::{Recorded, RecordedDecision, RecordedStep, Recorder},
};
use url_find::{Finder, Mode};

use crate::{
    args::{Options, Quoting},
    markdown::{self, against, code, link_to, print_markdown, print_playground, results},
    operation::{Operation, Outcome, is_end_of_document},
    published::Reading,
    request::{EndShape, ends},
    shape::{About, Answer, Detail, ErrorShape, ProfileRun, StepShape, TraceJson, makes_null},
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

pub(crate) fn run(
    options: &Options,
    input: &str,
    base: Option<&str>,
    detail: Detail,
    quoting: &Quoting,
) -> Result<Verdict> {
    if quoting.playground {
        return print_playground(quoting, input, base, &[options.profile], detail == Detail::Every);
    }
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
    let about = About {
        input,
        base,
        profile: options.profile.name(),
        edition: options.profile.title(),
        encoding: options.encoding.name(),
        version: env!("CARGO_PKG_VERSION"),
    };
    let trace = TraceJson { about: Some(about), result: Some(answer), ..TraceJson::of(&recorder, detail) };
    if quoting.markdown {
        let run = ProfileRun { profile: options.profile, parse_only: false, result: result.clone() };
        print_markdown(&explanation(&trace, &run, input, base))?;
        return Ok(Verdict::invalid_if(fault.is_some()));
    }
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

/// Returns the steps and the result in Markdown.
fn explanation(trace: &TraceJson<'_>, run: &ProfileRun, input: &str, base: Option<&str>) -> String {
    let mut text = format!("{}{}\n\n", code(input), against(base));
    // The depths of the items around an item. Markdown has no item that is deeper by more than one.
    let mut around: Vec<usize> = Vec::new();
    for step in &trace.steps {
        while around.last().is_some_and(|&depth| depth >= step.depth) {
            around.pop();
        }
        let indent = INDENT * around.len().min(MAX_INDENT_DEPTH);
        around.push(step.depth);
        let (link, place) = (link_to(step.section, step.href.as_deref()), step.location);
        let _ = write!(text, "{:indent$}- {link} at {place}: {}", "", step.title);
        if let Some(reading) = step.reading {
            text.extend([" ", &markdown::reading(reading)]);
        }
        let effect = effect(step.event);
        if !effect.is_empty() {
            text.extend([": ", &effect]);
        }
        text.push('\n');
    }
    text.push('\n');
    text + &results(std::slice::from_ref(run))
}

/// Returns the effect of a step in Markdown, or nothing.
fn effect(event: &Recorded) -> String {
    match event {
        Recorded::Violation(violation) => format!("violation {}", violation.name),
        Recorded::Omitted(omitted) => format!("omits the {}", omitted.component.name()),
        Recorded::Decision(decision) => {
            format!("{}: {}", code(&clip(&decision.input, decision.input_len, SHOWN)), answer(decision))
        }
        Recorded::Step(step) => {
            let input = code(&clip(&step.input, step.input_len, SHOWN));
            let output = step.output.as_deref().map(|output| clip(output, step.output_len, SHOWN));
            match output {
                Some(_) if makes_null(step) => format!("{input} becomes null"),
                Some(output) => format!("{input} becomes {}", code(&output)),
                None => format!("{input} unchanged"),
            }
        }
        _ => String::new(),
    }
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
        match (step.event, step.reading) {
            (_, Some(Reading { name, sentence })) => write!(out, " (reading {name}: {sentence})")?,
            (Recorded::Step(RecordedStep { reading: Some(name), .. }), None) => {
                write!(out, " (reading {name})")?;
            }
            _ => {}
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

fn answer(decision: &RecordedDecision) -> &'static str {
    if decision.holds { "condition holds" } else { "condition does not hold" }
}

fn write_effect(out: &mut impl Write, event: &Recorded, indent: usize) -> io::Result<()> {
    match event {
        Recorded::Violation(violation) => {
            writeln!(out, "{:indent$}{ERROR}violation{ERROR:#} {}", "", violation.name)
        }
        Recorded::Omitted(omitted) => {
            writeln!(out, "{:indent$}{LABEL}omits the {}{LABEL:#}", "", omitted.component.name())
        }
        Recorded::Decision(decision) => {
            let input = clip(&decision.input, decision.input_len, SHOWN);
            writeln!(out, "{:indent$}{input}  {LABEL}{}{LABEL:#}", "", answer(decision))
        }
        Recorded::Step(RecordedStep { input, input_len, output, output_len, .. }) => {
            let input = clip(input, *input_len, SHOWN);
            write!(out, "{:indent$}{input}", "")?;
            let Some(output) = output else { return writeln!(out, "  {LABEL}unchanged{LABEL:#}") };
            let is_null = matches!(event, Recorded::Step(step) if makes_null(step));
            let output = if is_null { "null".into() } else { clip(output, *output_len, SHOWN) };
            let gap = if input.len() + output.len() > ONE_LINE_LIMIT { "\n    " } else { " " };
            writeln!(out, "{gap}{LABEL}->{LABEL:#} {MADE}{output}{MADE:#}")
        }
        _ => Ok(()),
    }
}
