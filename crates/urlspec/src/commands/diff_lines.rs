//! `diff --in FILE`: compares profiles on every line, and counts lines by the two rules that differ.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    mem,
    ops::ControlFlow,
};

use indicatif::ProgressBar;
use url_diff::divergences;
use url_facade::Parser;
use urlspec_outputs::{Opening, escape_controls, finish};

use super::{
    changes::{self, Tally},
    diff_report,
};
use crate::{
    args::{Diff, Options},
    inputs::{Input, progress_bar},
    pipeline,
    record_location::RecordLocation,
    records::Block,
    shape::{ClusterShape, ExampleShape, ReportShape},
    show::{LABEL, SECTION, boundary_before, print_either, visible},
    verdict::{Failure, Verdict},
};

const EXAMPLES: usize = 3;

const EXAMPLE_LIMIT: usize = 400;

struct Work {
    parsers: Vec<Parser<'static>>,
    base: Option<String>,
    json: bool,
    /// True for `impact`, which also counts changes by kind, scheme and domain.
    is_impact: bool,
}

/// The rules at which two profiles differ: the index of the second profile, and the section of each rule.
type Rules = (usize, &'static str, &'static str);

#[derive(Default)]
struct Done {
    bytes: u64,
    lines: u64,
    differ: u64,
    bad: u64,
    errors: Vec<u8>,
    clusters: BTreeMap<Rules, ClusterShape>,
    impact: Tally,
}

pub(crate) fn run(options: &Options, args: &Diff, is_impact: bool) -> Result<Verdict, Failure> {
    let parser = |&profile| Parser::new(profile).with_encoding(options.encoding);
    let parsers = args.profiles.iter().map(parser).collect();
    let work = Work { parsers, base: args.compared.base.clone(), json: options.json, is_impact };

    let mut input = Input::open(&args.compared.inputs)?;
    let name = input.sources.iter().map(|source| &*source.name).collect::<Vec<_>>().join(", ");
    // The outputs are opened before the work, which may take long, so that it is not done in vain.
    let mut opening = Opening::beside(input.take_identities());
    // The report goes to stdout, so no other output may.
    opening.open(None)?;
    let mut html = args.compared.html.as_deref().map(|path| opening.open(Some(path))).transpose()?;
    let bar = progress_bar(&input, false);
    let write = |(total, bar): &mut (Done, ProgressBar), done: Done| {
        if !done.errors.is_empty() {
            // A closed stderr does not change the exit code.
            let errors = String::from_utf8_lossy(&done.errors);
            let errors = escape_controls(&errors, &['\t', '\n']);
            bar.suspend(|| io::stderr().write_all(errors.as_bytes()).unwrap_or_default());
        }
        bar.inc(done.bytes);
        total.add(done);
        Ok(ControlFlow::Continue(()))
    };
    // Only the errors are weighed: counts are small, and examples are truncated.
    let weigh = |done: &Done| done.errors.len();
    let (blocks, total) = (input.into_blocks(), (Done::default(), bar));
    let ((total, bar), outcome) = pipeline::run(blocks, move |block| work.run(&block), weigh, total, write)?;
    bar.finish_and_clear();
    outcome?;
    let report = total.report(options, args, is_impact);
    if let Some(html) = &mut html {
        html.write(diff_report::page(&name, &report).as_bytes())?;
    }
    let shown = print_either(options, &report, |out| show(out, &report));
    // The page is complete, so it is written even if the reader of stdout has left.
    if !matches!(shown, Err(Failure::Refused(_))) {
        finish(html, args.compared.fsync)?;
    }
    shown
}

impl Work {
    fn run(&self, block: &Block) -> Done {
        let mut done = Done { bytes: block.len(), ..Done::default() };
        let file = block.origin.name.as_deref().map(String::from);
        for (number, record) in block.records() {
            done.lines += 1;
            let place = RecordLocation { file: file.clone(), ..RecordLocation::from(number) };
            match record {
                Ok(record) => self.compare(&place, &record, &mut done),
                Err(error) => {
                    done.bad += 1;
                    error.error().write_line(place, self.json, &mut done.errors);
                }
            }
        }
        done
    }

    fn compare(&self, place: &RecordLocation, input: &str, done: &mut Done) {
        let Some((&first, others)) = self.parsers.split_first() else { return };
        let mut differs = false;
        for (index, divergence) in divergences(input, self.base.as_deref(), first, others).enumerate() {
            let Some(divergence) = divergence else { continue };
            differs = true;
            if self.is_impact {
                done.impact.count(input, self.base.as_deref(), [first, others[index]]);
            }
            let (a, b) = (divergence.a.section, divergence.b.section);
            let cluster = done.clusters.entry((index, a.id(), b.id())).or_insert_with(|| ClusterShape {
                profiles: [first, others[index]].map(|parser| parser.profile().name()),
                sections: [a.id(), b.id()],
                titles: [a.title(), b.title()],
                ..ClusterShape::default()
            });
            cluster.count += 1;
            if cluster.examples.len() < EXAMPLES {
                let end = boundary_before(input, EXAMPLE_LIMIT);
                let input_bytes = (end < input.len()).then_some(input.len());
                let (place, input, message) = (place.clone(), input[..end].into(), divergence.to_string());
                cluster.examples.push(ExampleShape { place, input, input_bytes, message });
            }
        }
        done.differ += u64::from(differs);
    }
}

impl Done {
    /// Adds `other`, the result of later lines.
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.differ += other.differ;
        self.bad += other.bad;
        self.impact.add(other.impact);
        for (rules, cluster) in other.clusters {
            let known = self.clusters.entry(rules).or_default();
            let mut examples = mem::take(&mut known.examples);
            examples.extend(cluster.examples);
            examples.truncate(EXAMPLES);
            *known = ClusterShape { count: known.count + cluster.count, examples, ..cluster };
        }
    }

    fn report(self, options: &Options, args: &Diff, is_impact: bool) -> ReportShape {
        let mut clusters: Vec<ClusterShape> = self.clusters.into_values().collect();
        // The sort is stable, so clusters with equal counts stay in the order of their rules.
        clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.count));
        let profiles = args.profiles.iter().map(|profile| profile.name()).collect();
        let impact = is_impact.then(|| {
            changes::minimize_each(&mut clusters, options, args);
            self.impact.shape(args, self.differ, self.lines - self.bad)
        });
        ReportShape { profiles, lines: self.lines, differ: self.differ, bad: self.bad, impact, clusters }
    }
}

fn show(out: &mut impl Write, report: &ReportShape) -> io::Result<()> {
    let ReportShape { profiles, lines, differ, bad, impact, clusters } = report;
    write!(out, "lines {lines}, differ {differ}")?;
    if *bad > 0 {
        write!(out, ", bad {bad}")?;
    }
    writeln!(out)?;
    if let Some(impact) = impact {
        changes::show(out, impact)?;
    }
    for ClusterShape { profiles: [a, b], sections, count, minimal, examples, .. } in clusters {
        let [one, other] = sections;
        write!(out, "\n{count}  {SECTION}{one}{SECTION:#} / {SECTION}{other}{SECTION:#}")?;
        if profiles.len() > 2 {
            write!(out, "  {LABEL}({a}, {b}){LABEL:#}")?;
        }
        writeln!(out)?;
        if let Some(minimal) = minimal {
            writeln!(out, "   {LABEL}shortest{LABEL:#}  {}", visible(minimal))?;
        }
        for ExampleShape { place, input, input_bytes, message } in examples {
            let more = input_bytes.map(|bytes| format!("… ({bytes} bytes)")).unwrap_or_default();
            let (input, message, width) = (visible(input), visible(message), place.to_string().len());
            writeln!(out, "   {LABEL}{place}{LABEL:#}  {input}{more}")?;
            writeln!(out, "   {LABEL}{:width$}  {message}{LABEL:#}", "")?;
        }
    }
    Ok(())
}
