//! `diff`: shows the rules by which profiles differ on one URL, or on the lines of a file. `impact`: counts
//! the URLs that another profile would change. `minimize`: finds the shortest URL on which two profiles
//! differ. `compare`: shows the result of every profile for a URL, and groups profiles with equal results.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
    mem,
    ops::ControlFlow,
};

use anstyle::{AnsiColor, Style};
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::json;
use unicode_width::UnicodeWidthChar as _;
use url_diff::{Difference, Divergence, Run, diff, divergences, minimize};
use url_facade::{Component, Parser, Profile, Url, trace::NoTrace};
use url_guard::{Guard, Hazard};
use urlspec_outputs::{Opening, escape_controls, finish};

use super::one::read_url;
use crate::{
    args::{Diff, Impact, Inputs, Minimize, One, Options},
    inputs::{Input, progress_bar},
    operation::{Connection, Outcome, is_end_of_document, run_supported},
    pipeline,
    records::Block,
    shape::{
        ClusterShape, Counted, Detail, DifferenceShape, ExampleShape, ImpactShape, Place, ProfileRun,
        ReportShape, RunShape, SourceSpan,
    },
    show::{ERROR, InputStrings, LABEL, SECTION, boundary_before, clip, print_either, visible, write_place},
    verdict::{Failure, Result, Verdict, refuse},
};

pub(crate) fn run(options: &Options, args: &Diff) -> Result<Verdict> {
    if args.profiles.len() < 2 {
        return refuse("--profiles takes two or more profiles, separated by commas");
    }
    let Inputs { urls, files, lossy, .. } = &args.compared.inputs;
    match &**urls {
        [url] if files.is_empty() => {
            let url = One { url: Some(url.clone()), lossy: *lossy };
            run_one(options, args, &read_url(&url)?, args.compared.base.as_deref())
        }
        _ => run_lines(options, args, false),
    }
}

fn run_one(options: &Options, args: &Diff, input: &str, base: Option<&str>) -> Result<Verdict> {
    let mut parsers = args.profiles.iter().map(|&profile| options.parser_of(profile));
    let Some(first) = parsers.next() else { return Ok(Verdict::Valid) };
    let differences: Vec<Difference> = parsers.map(|other| diff(input, base, first, other)).collect();
    let runs = differences.first().map(|difference| &difference.a).into_iter();
    let runs = runs.chain(differences.iter().map(|difference| &difference.b));
    let ran = |&Run { profile, parse_only, ref result, .. }: &Run| {
        let result = result.clone().map(Outcome::from);
        ProfileRun { profile, parse_only, result }
    };
    let results: Vec<ProfileRun> = runs.map(ran).collect();
    let found = differences.iter().map(|one| DifferenceShape::of(one, Detail::Work));
    let shape = json!({
        "input": input,
        "base": base,
        "results": results.iter().map(|ran| ran.shape(None)).collect::<Vec<_>>(),
        "differences": found.collect::<Vec<_>>(),
    });
    print_either(options, &shape, |out| {
        let width = results.iter().map(|run| run.profile.name().len()).max().unwrap_or_default();
        for run in &results {
            let shown = match &run.result {
                Ok(outcome) => visible(outcome.product.as_str()).into_owned(),
                Err(error) => format!("error[{}]", error.reason().name()),
            };
            let (profile, parse_only) =
                (run.profile.name(), if run.parse_only { " (parse only)" } else { "" });
            writeln!(out, "{LABEL}{profile:<width$}{LABEL:#}  {shown}{LABEL}{parse_only}{LABEL:#}")?;
        }
        for Difference { a, b, divergence } in &differences {
            writeln!(out)?;
            match divergence {
                Some(divergence) => write_divergence(out, divergence, InputStrings { input, base })?,
                None => writeln!(out, "{} and {} agree", a.profile, b.profile)?,
            }
        }
        Ok(())
    })
}

fn write_divergence(
    out: &mut impl Write,
    divergence: &Divergence,
    strings: InputStrings<'_>,
) -> io::Result<()> {
    writeln!(out, "{}", visible(&divergence.to_string()))?;
    write_place(out, strings, divergence.source, divergence.span)?;
    for side in [&divergence.a, &divergence.b] {
        let section = side.section;
        writeln!(out, "{LABEL}  ={LABEL:#} {SECTION}{section}{SECTION:#}: {}", section.title())?;
    }
    Ok(())
}

pub(crate) fn run_impact(options: &Options, args: Impact) -> Result<Verdict> {
    let Impact { from, to, compared } = args;
    for profile in [from, to] {
        if Parser::new(profile).parse("http://a.test/").as_ref().is_err_and(is_end_of_document) {
            let why = format!("{profile} only parses: it makes no URLs that could change");
            return refuse(why);
        }
    }
    if from == to {
        return refuse(format!("--from and --to are both {from}"));
    }
    run_lines(options, &Diff { profiles: vec![from, to], compared }, true)
}

pub(crate) fn run_minimize(options: &Options, args: &Minimize) -> Result<Verdict> {
    let [a, b] = args.profiles[..] else {
        return refuse("`minimize` takes two profiles, separated by a comma");
    };
    let (input, base) = (read_url(&args.url)?, args.base.as_deref());
    let Some(minimal) = minimize(&input, base, options.parser_of(a), options.parser_of(b)) else {
        return refuse(format!("{a} and {b} agree on this URL: there is nothing to minimize"));
    };
    let strings = InputStrings { input: &minimal.input, base };
    let shape = json!({
        "input": minimal.input,
        "difference": DifferenceShape::of(&minimal.difference, Detail::Work),
        "tries": minimal.tries,
        "gave_up": minimal.gave_up,
    });
    print_either(options, &shape, |out| {
        writeln!(out, "{}\n", visible(strings.input))?;
        if let Some(divergence) = &minimal.difference.divergence {
            write_divergence(out, divergence, strings)?;
        }
        if minimal.gave_up {
            let why = "the input was too long to try everything: a shorter one may exist";
            writeln!(out, "{LABEL}{why}{LABEL:#}")?;
        }
        Ok(())
    })
}

const EXAMPLES: usize = 3;
const EXAMPLE_LIMIT: usize = 400;

struct Work {
    parsers: Vec<Parser<'static>>,
    base: Option<String>,
    json: bool,
    is_impact: bool,
}

/// A difference between the first profile and another one: the index of the other profile among those after
/// the first, and the sections of the first and the other profile that cause the difference.
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

fn run_lines(options: &Options, args: &Diff, is_impact: bool) -> Result<Verdict> {
    let parsers = args.profiles.iter().map(|&profile| options.parser_of(profile)).collect();
    let work = Work { parsers, base: args.compared.base.clone(), json: options.json, is_impact };

    let mut input = Input::open(&args.compared.inputs)?;
    let name = input.sources.iter().map(|source| &*source.name).collect::<Vec<_>>().join(", ");
    // The outputs are opened first, so that a wrong output is reported before work that may take long.
    let mut opening = Opening::beside(input.take_identities());
    // Stdout is opened for the report, so that `--html` cannot write to stdout too.
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
    // Only errors are weighed, because the counts need little memory, and examples are truncated.
    let weigh = |done: &Done| done.errors.len();
    let (blocks, total) = (input.into_blocks(), (Done::default(), bar));
    let ((total, bar), outcome) = pipeline::run(blocks, move |block| work.run(&block), weigh, total, write)?;
    bar.finish_and_clear();
    outcome?;
    let report = total.report(options, args, is_impact);
    if let Some(html) = &mut html {
        html.write(page(&name, &report).as_bytes())?;
    }
    let shown = print_either(options, &report, |out| show_report(out, &report));
    // The HTML page is complete, so it is written even if the reader of stdout has closed the pipe.
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
            let place = Place { file: file.clone(), ..Place::from(number) };
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

    fn compare(&self, place: &Place, input: &str, done: &mut Done) {
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
        clusters.sort_by_key(|cluster| Reverse(cluster.count));
        let profiles = args.profiles.iter().map(|profile| profile.name()).collect();
        let impact = is_impact.then(|| {
            minimize_each(&mut clusters, options, args);
            self.impact.shape(args, self.differ, self.lines - self.bad)
        });
        ReportShape { profiles, lines: self.lines, differ: self.differ, bad: self.bad, impact, clusters }
    }
}

fn show_report(out: &mut impl Write, report: &ReportShape) -> io::Result<()> {
    let ReportShape { profiles, lines, differ, bad, impact, clusters } = report;
    write!(out, "lines {lines}, differ {differ}")?;
    if *bad > 0 {
        write!(out, ", bad {bad}")?;
    }
    writeln!(out)?;
    if let Some(impact) = impact {
        show_impact(out, impact)?;
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

/// The maximum number of registrable domains that are counted separately. `OTHERS` counts the rest.
const DOMAINS: usize = 1 << 16;
const SHOWN: usize = 20;

/// The maximum length of a counted scheme or domain in bytes, as for a DNS name. Longer ones are truncated.
const NAME: usize = 255;
const OTHERS: &str = "(others)";

const KINDS: [&str; 5] =
    ["becomes a URL", "ceases to be a URL", "another host", "only path or query", "otherwise"];

/// Counts of the changed lines: by the kind of change, by scheme, and by registrable domain.
#[derive(Default)]
struct Tally([BTreeMap<String, u64>; 3]);

impl Tally {
    fn count(&mut self, input: &str, base: Option<&str>, parsers: [Parser<'_>; 2]) {
        let [before, after] = parsers.map(|parser| {
            let base = base.map(|base| parser.parse(base)).transpose().ok()?;
            parser.with_base(base.as_ref()).parse(input).ok()
        });
        let Self([kinds, schemes, domains]) = self;
        add(kinds, KINDS[kind(before.as_ref(), after.as_ref())], 1);
        let Some(url) = before.or(after) else { return };
        let host = || url.host_str().unwrap_or("(none)");
        add(schemes, url.scheme(), 1);
        add(domains, url.registrable_domain().unwrap_or_else(host), 1);
    }

    fn add(&mut self, other: Self) {
        for (counts, others) in self.0.iter_mut().zip(other.0) {
            for (name, count) in others {
                add(counts, &name, count);
            }
        }
    }

    fn shape(self, args: &Diff, differ: u64, lines: u64) -> ImpactShape {
        let Self([kinds, schemes, domains]) = self;
        let count = |name| kinds.get(name).copied().unwrap_or_default();
        let kinds = KINDS.map(|name| Counted { name: name.into(), count: count(name) }).into();
        let mut domains = by_count(domains);
        domains.truncate(SHOWN);
        let change = args.profiles.iter().find_map(|profile| match profile {
            Profile::Candidate(candidate) => Some([candidate.title(), candidate.reference()]),
            _ => None,
        });
        let (interval, schemes) = (interval(differ, lines), by_count(schemes));
        ImpactShape { interval, change, kinds, schemes, domains }
    }
}

fn kind(before: Option<&Url>, after: Option<&Url>) -> usize {
    let is_alike = |one: &Url, other: &Url| {
        (one.scheme(), one.authority(), one.fragment())
            == (other.scheme(), other.authority(), other.fragment())
    };
    match (before, after) {
        (None, Some(_)) => 0,
        (Some(_), None) => 1,
        (Some(before), Some(after)) if before.host_str() != after.host_str() => 2,
        (Some(before), Some(after)) if is_alike(before, after) => 3,
        _ => 4,
    }
}

fn add(counts: &mut BTreeMap<String, u64>, name: &str, count: u64) {
    let name = &name[..boundary_before(name, NAME)];
    let name = if counts.len() < DOMAINS || counts.contains_key(name) { name } else { OTHERS };
    *counts.entry(name.to_owned()).or_default() += count;
}

fn by_count(counts: BTreeMap<String, u64>) -> Vec<Counted> {
    let mut counts: Vec<_> = counts.into_iter().map(|(name, count)| Counted { name, count }).collect();
    counts.sort_by_key(|counted| Reverse(counted.count));
    counts
}

/// Returns Wilson's score interval for the proportion `found` / `all`, with a confidence of 95 %.
#[expect(clippy::cast_precision_loss, reason = "what is lost is far below what a sample tells")]
fn interval(found: u64, all: u64) -> [f64; 2] {
    const Z: f64 = 1.96;
    if all == 0 {
        return [0.0, 1.0];
    }
    let (share, all) = (found as f64 / all as f64, all as f64);
    let square = Z * Z / all;
    let center = share + square / 2.0;
    let half = Z * (share * (1.0 - share) / all + square / (4.0 * all)).sqrt();
    [(center - half) / (1.0 + square), (center + half) / (1.0 + square)].map(|end| end.clamp(0.0, 1.0))
}

fn percent(share: f64) -> String {
    format!("{:.4} %", share * 100.0)
}

fn minimize_each(clusters: &mut [ClusterShape], options: &Options, args: &Diff) {
    let [from, to] = args.profiles[..] else { return };
    let ([from, to], base) = ([from, to].map(|profile| options.parser_of(profile)), &args.compared.base);
    for cluster in clusters {
        let whole = cluster.examples.iter().find(|example| example.input_bytes.is_none());
        let minimal = whole.and_then(|example| minimize(&example.input, base.as_deref(), from, to));
        cluster.minimal = minimal.map(|minimal| minimal.input);
    }
}

fn show_impact(out: &mut impl Write, impact: &ImpactShape) -> io::Result<()> {
    let ImpactShape { interval, kinds, schemes, domains, .. } = impact;
    let [low, high] = interval.map(percent);
    let share = format!("{low} to {high} of all URLs, if the lines are a random sample");
    writeln!(out, "{LABEL}with a confidence of 95 %, {share}{LABEL:#}")?;
    for Counted { name, count } in kinds {
        writeln!(out, "   {name:<18}  {count}")?;
    }
    for (title, counts) in [("schemes", schemes), ("domains", domains)] {
        if counts.is_empty() {
            continue;
        }
        let counts = counts.iter().map(|Counted { name, count }| format!("{} {count}", visible(name)));
        writeln!(out, "{LABEL}{title}{LABEL:#}  {}", counts.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

const STYLE: &str = "\
:root{color-scheme:light dark;--line:light-dark(#d8dce3,#3a404b);--dim:light-dark(#5a6270,#9aa3b2);\
--bar:light-dark(#2f6fd0,#6ea3f5);--back:light-dark(#fff,#14171c);--panel:light-dark(#f6f7f9,#1c2027)}\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;background:var(--back)}\
h1{font-size:1.5rem}code{font:.9em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}\
.sum{color:var(--dim)}details{border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0;background:var(--panel)}\
summary{padding:.6rem .9rem;cursor:pointer}ul{list-style:none;padding:0 1rem}ol{margin:.2rem 0 .8rem;padding:0 1rem 0 4.5rem}li{margin:.4rem 0}\
.count{display:inline-block;min-width:4.5rem;font-weight:600;font-variant-numeric:tabular-nums}\
.title,.say{color:var(--dim);display:block;font-size:.9rem}.say{overflow-wrap:anywhere}\
meter{display:block;width:100%;height:.5rem;margin-top:.3rem;accent-color:var(--bar)}";

/// Returns the page for `--html` as one HTML file that loads no other file. All text from the input is
/// escaped, so that it never becomes markup.
fn page(name: &str, report: &ReportShape) -> String {
    let ReportShape { profiles, lines, differ, bad, impact, clusters } = report;
    let profiles = text(&profiles.join(", "));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Differences between {profiles}</title>\n<style>{STYLE}</style>\n\
         <h1>Differences between {profiles}</h1>\n<p class=\"sum\">{}: {lines} lines, of which {differ} differ",
        text(name)
    );
    if *bad > 0 {
        page.extend(["; ", &bad.to_string(), " could not be compared"]);
    }
    page += ".</p>\n";
    if let Some(impact) = impact {
        page += &of_impact(impact);
    }
    let most = clusters.first().map_or(1, |cluster| cluster.count);
    for cluster in clusters {
        page += &of_cluster(cluster, most);
    }
    page + "</html>\n"
}

fn of_cluster(cluster: &ClusterShape, most: u64) -> String {
    let ClusterShape { profiles: [a, b], sections: [one, other], titles, count, minimal, examples } = cluster;
    let [one, other, a, b, title, other_title] =
        [one, other, a, b, &titles[0], &titles[1]].map(|name| text(name));
    let mut part = format!(
        "<details><summary><span class=\"count\">{count}</span><code>{one}</code> / <code>{other}</code>\
         <span class=\"title\">{a}: {title}. {b}: {other_title}.</span>\
         <meter max=\"{most}\" value=\"{count}\">{count}</meter></summary>\n<ol>\n"
    );
    if let Some(minimal) = minimal.as_deref().map(text) {
        let _ = writeln!(part, "<li class=\"say\">The shortest: <code dir=\"ltr\">{minimal}</code></li>");
    }
    for ExampleShape { place, input, input_bytes, message } in examples {
        let more = input_bytes.map(|bytes| format!("… ({bytes} bytes)")).unwrap_or_default();
        let (input, sentence, line) = (text(input), text(message), place.line);
        let file = place.file.as_deref().map(|file| format!("<b>{}:</b> ", text(file))).unwrap_or_default();
        let _ = write!(part, "<li value=\"{line}\"><code dir=\"ltr\">{file}{input}{more}</code>");
        let _ = writeln!(part, "<span class=\"say\">{sentence}</span></li>");
    }
    part + "</ol></details>\n"
}

fn of_impact(impact: &ImpactShape) -> String {
    let ImpactShape { interval, change, kinds, schemes, domains } = impact;
    let [low, high] = interval.map(percent);
    let change = change.as_ref().map(|[title, reference]| {
        let reference = text(reference);
        format!("<p>The change: {}. <a href=\"{reference}\">{reference}</a></p>\n", text(title))
    });
    let mut part = change.unwrap_or_default();
    let share = format!("{low} to {high} of all URLs, if the lines are a random sample");
    let _ = writeln!(part, "<p class=\"sum\">With a confidence of 95 %, {share}.</p>");
    for (title, rows) in [("Changes", kinds), ("Schemes", schemes), ("Registrable domains", domains)] {
        let _ = write!(part, "<details open><summary>{title}</summary><ul>");
        for Counted { name, count } in rows {
            let name = text(name);
            let _ =
                write!(part, "<li><span class=\"count\">{count}</span><code dir=\"ltr\">{name}</code></li>");
        }
        part += "</ul></details>\n";
    }
    part
}

fn text(text: &str) -> String {
    html_escape::encode_quoted_attribute(&visible(text)).into_owned()
}

const HOST_CHARACTERS: usize = 60;

const COLOURS: [AnsiColor; 5] =
    [AnsiColor::Green, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Blue, AnsiColor::Cyan];

impl ProfileRun {
    fn host(&self) -> Option<&str> {
        let mut components = self.result.as_ref().ok()?.components();
        components.find(|&(name, _)| name == "host").map(|(_, host)| host)
    }

    /// True if both profiles reject the URL, or both accept it with the same components and serialization. If
    /// one is a consumer, missing and empty components are equal, as most consumers do not distinguish them.
    fn agrees(&self, other: &Self) -> bool {
        match (&self.result, &other.result) {
            (Ok(one), Ok(two)) if self.profile.is_consumer() || other.profile.is_consumer() => {
                let mut components = Component::ALL.into_iter();
                components.all(|part| {
                    one.product.get(part).unwrap_or_default() == two.product.get(part).unwrap_or_default()
                })
            }
            (Ok(one), Ok(two)) => {
                let texts = one.href().zip(two.href());
                one.components().eq(two.components()) && texts.is_none_or(|(one, two)| one == two)
            }
            (Err(_), Err(_)) => true,
            _ => false,
        }
    }
}

#[derive(Serialize)]
struct Comparison<'a> {
    input: &'a str,
    base: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
    groups: &'a [Group<'a>],
    results: Vec<RunShape<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    crates: &'a [CrateRow],
}

#[derive(Serialize)]
struct Refused {
    reason: &'static str,
    message: String,
    advisories: &'static [&'static str],
}

#[derive(Serialize)]
struct Group<'r> {
    #[serde(rename = "group")]
    letter: char,
    ok: bool,
    host: Option<&'r str>,
    profiles: Vec<&'static str>,
    #[serde(skip)]
    style: Style,
    #[serde(skip)]
    rows: Vec<&'r ProfileRun>,
}

/// Runs all profiles on `input` and shows their results. Shows a candidate only if it differs from `whatwg`.
/// With `changed`, shows only the consumers of which an older version differs from the newest version.
pub(crate) fn compare(
    options: &Options,
    input: &str,
    base: Option<&str>,
    changed: bool,
    crates: &[CrateRow],
) -> Result<Verdict> {
    let ran = |profile| {
        let (parse_only, result) = run_supported(options.parser_of(profile), input, base, &mut NoTrace);
        ProfileRun { profile, parse_only, result }
    };
    let mut rows: Vec<ProfileRun> = Profile::available().iter().copied().map(ran).collect();
    if changed {
        let differs = |row: &&ProfileRun| {
            let newest = rows.iter().find(|other| other.profile == row.profile.newest());
            row.profile.is_consumer() && newest.is_some_and(|newest| !newest.agrees(row))
        };
        let newest: Vec<_> = rows.iter().filter(differs).map(|row| row.profile.newest()).collect();
        rows.retain(|row| newest.contains(&row.profile.newest()));
    } else if let Some(newest) = rows.iter().find(|row| row.profile == Profile::Whatwg) {
        let candidates: Vec<ProfileRun> =
            Profile::candidates().map(ran).filter(|row| !newest.agrees(row)).collect();
        let end = rows.iter().position(|row| row.profile.is_consumer()).unwrap_or(rows.len());
        rows.splice(end..end, candidates);
    }
    let groups = group(&rows);
    let group_of =
        |row: &ProfileRun| groups.iter().find(|group| group.profiles.contains(&row.profile.name()));
    let in_group: Vec<(&ProfileRun, &Group<'_>)> =
        rows.iter().filter_map(|row| Some((row, group_of(row)?))).collect();
    let results = in_group.iter().map(|(row, group)| row.shape(Some(group.letter)));
    let refused = Guard::default().check(input, base).err().map(|refusal| Refused {
        reason: refusal.hazard().map_or(refusal.code(), Hazard::name),
        message: refusal.to_string(),
        advisories: refusal.advisories(),
    });
    let refused = refused.filter(|refused| !refused.advisories.is_empty());
    let comparison = Comparison { input, base, refused, groups: &groups, results: results.collect(), crates };
    print_either(options, &comparison, |out| {
        show_groups(out, &groups, &in_group)?;
        if !crates.is_empty() {
            writeln!(out)?;
        }
        for CrateRow { name, host, ok, result } in crates {
            let host = if *ok { host.as_deref().unwrap_or("-") } else { "error" };
            writeln!(out, "{name:<13}  {}  {}", visible(host), visible(result))?;
        }
        let Some(Refused { reason, message, advisories }) = &comparison.refused else { return Ok(()) };
        let (message, advisories) = (visible(message), advisories.join(", "));
        write!(out, "\n{ERROR}refused by a guard{ERROR:#} {LABEL}[{reason}]{LABEL:#}: {message}")?;
        writeln!(out, "; advisories of this class: {advisories}")
    })
}

fn group(rows: &[ProfileRun]) -> Vec<Group<'_>> {
    let mut groups = Vec::<Group<'_>>::new();
    let (mut letters, mut colours) = ('A'.., COLOURS.into_iter().cycle());
    for row in rows {
        let profile = row.profile.name();
        let fits = |group: &&mut Group<'_>| group.rows.iter().all(|member| member.agrees(row));
        if let Some(group) = groups.iter_mut().find(fits) {
            group.rows.push(row);
            group.profiles.push(profile);
            continue;
        }
        let (letter, ok, host) = (letters.next().unwrap_or('?'), row.result.is_ok(), row.host());
        let colour = if ok { colours.next() } else { None };
        let style = colour.map_or(ERROR, |colour| colour.on_default().bold());
        groups.push(Group { letter, ok, host, profiles: vec![profile], style, rows: vec![row] });
    }
    groups
}

fn show_groups(
    out: &mut impl Write,
    groups: &[Group<'_>],
    rows: &[(&ProfileRun, &Group<'_>)],
) -> io::Result<()> {
    if rows.is_empty() {
        return writeln!(out, "no consumer has changed");
    }
    let is_shown = |group: &Group<'_>, profile: Profile| {
        let newest = profile.newest();
        newest == profile || !profile.is_consumer() || !group.profiles.contains(&newest.name())
    };
    let rows: Vec<_> = rows.iter().filter(|(row, group)| is_shown(group, row.profile)).collect();
    let host_seen = |group: &Group<'_>| match group.host {
        Some(host) => clip(host, host.len(), HOST_CHARACTERS),
        None if group.ok => "no host".into(),
        None => "no URL".into(),
    };
    for (group, (host, fill)) in groups.iter().zip(filled(groups.iter().map(host_seen))) {
        let Group { letter, style, profiles, .. } = group;
        write!(out, "{style}{letter}{style:#}  {style}{host}{style:#}{:fill$}", "")?;
        let shown = rows.iter().filter(|(row, _)| profiles.contains(&row.profile.name()));
        writeln!(out, "{}", shown.map(|(row, _)| row.profile.name()).collect::<Vec<_>>().join(", "))?;
    }
    writeln!(out)?;

    let host_or_fault = |(row, _): &&(&ProfileRun, _)| match &row.result {
        Ok(_) => row.host().map_or_else(|| "-".into(), |host| clip(host, host.len(), HOST_CHARACTERS)),
        Err(error) => format!("error[{}]", error.reason().name()),
    };
    let found = filled(rows.iter().map(host_or_fault));
    let name_width = rows.iter().map(|(row, _)| row.profile.name().len()).max().unwrap_or_default();
    let first_consumer = rows.iter().position(|(row, _)| row.profile.is_consumer());
    for (i, ((row, Group { letter, style, .. }), (host, fill))) in rows.iter().zip(found).enumerate() {
        if first_consumer.filter(|first| *first > 0) == Some(i) {
            writeln!(out)?;
        }
        write!(out, "{style}{letter}{style:#}  {:<name_width$}  ", row.profile.name())?;
        write!(out, "{style}{host}{style:#}{:fill$}", "")?;
        match &row.result {
            Ok(outcome) => write!(out, "{}", visible(outcome.product.as_str()))?,
            Err(error) => {
                let (section, location) =
                    (error.section(), SourceSpan::new(error.span_source(), error.span()));
                write!(out, "{location} {SECTION}{section}{SECTION:#}")?;
            }
        }
        let parse_only = row.parse_only && !row.profile.is_consumer();
        write!(out, "{LABEL}{}", if parse_only { " (parse only)" } else { "" })?;
        match row.result.as_ref().ok().and_then(Outcome::connects_to) {
            Some(Connection::To(host)) => {
                write!(out, " (connects to {})", clip(&host, host.len(), HOST_CHARACTERS))?;
            }
            Some(Connection::Refused) => write!(out, " (its client refuses it)")?,
            None => {}
        }
        writeln!(out, "{LABEL:#}")?;
    }
    Ok(())
}

/// Returns each cell, and the number of spaces to add to the cell so that all cells have the same width.
fn filled(cells: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let cells: Vec<String> = cells.collect();
    let columns = |text: &str| text.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>();
    let width = cells.iter().map(|cell| columns(cell)).max().unwrap_or_default() + 2;
    let fills: Vec<usize> = cells.iter().map(|cell| width - columns(cell)).collect();
    cells.into_iter().zip(fills).collect()
}

/// The result of a Rust crate for a URL. The program calls the crate itself, which reports no steps.
#[derive(Serialize)]
pub(crate) struct CrateRow {
    #[serde(rename = "crate")]
    name: &'static str,
    ok: bool,
    host: Option<String>,
    result: String,
}

/// Returns the results of the crates `url` and `http` for `input`. With a base, `http` is left out.
#[cfg(feature = "crates")]
pub(crate) fn crate_rows(input: &str, base: Option<&str>) -> Vec<CrateRow> {
    let by_http = input.parse::<http::Uri>().map(|uri| (uri.host().map(Into::into), uri.to_string()));
    let by_http = by_http.map_err(|error| error.to_string());
    let by_http = base.is_none().then_some(("rust-http-uri", by_http));
    let base = base.map(url::Url::parse).transpose();
    let by_url = base.and_then(|base| url::Url::options().base_url(base.as_ref()).parse(input));
    let by_url =
        by_url.map(|url| (url.host_str().map(Into::into), url.into())).map_err(|error| error.to_string());
    let row = |(name, seen): (_, Result<_, String>)| {
        let ok = seen.is_ok();
        let (host, result) = seen.unwrap_or_else(|error| (None, error));
        CrateRow { name, ok, host, result }
    };
    std::iter::once(("rust-url", by_url)).chain(by_http).map(row).collect()
}
