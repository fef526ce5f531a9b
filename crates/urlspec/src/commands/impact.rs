//! `impact`: counts the URLs that another profile would change. The report is also that of `diff` on the
//! lines of a file.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::BTreeMap,
    ffi::OsStr,
    fmt::Write as _,
    fs,
    io::{self, Write},
    mem,
    ops::ControlFlow,
    path::Path,
    sync::OnceLock,
};

use url_diff::{divergences, minimize};
use url_facade::{Candidate, Parser, Profile, Url};
use urlspec_outputs::{Opening, finish};

use crate::{
    args::{Diff, Impact, Options},
    candidate_file::CandidateFile,
    inputs::{Input, Progress},
    markdown::{self, code, link_to, print_markdown},
    operation::only_parses,
    pipeline,
    published::href,
    records::Block,
    shape::{ClusterShape, Counted, ExampleShape, ImpactShape, Place, ReportShape},
    show::{
        LABEL, REPORTS, SECTION, boundary_before, clip, first_lines, print_either, visible, write_report,
    },
    verdict::{Failure, Result, Verdict, refuse},
};

pub(crate) fn run_impact(options: &Options, args: Impact) -> Result<Verdict> {
    let Impact { from, to, candidate, compared } = args;
    let to = match (to, candidate) {
        (Some(to), _) => to,
        (None, Some(path)) => Profile::Candidate(read_candidate(&path)?),
        (None, None) => return refuse("`impact` takes --to PROFILE or --candidate FILE"),
    };
    for profile in [from, to] {
        if only_parses(profile) {
            return refuse(format!("{profile} has no canonical URLs that could change"));
        }
    }
    if from == to {
        return refuse(format!("--from and --to are both {from}"));
    }
    run_lines(options, &Diff { profiles: vec![from, to], compared }, true)
}

/// The title and the reference of the candidate in a file.
static OF_FILE: OnceLock<[&str; 2]> = OnceLock::new();

/// Reads the candidate of `--candidate`, in TOML.
fn read_candidate(path: &Path) -> Result<Candidate> {
    let name = path.file_name().unwrap_or_default().display();
    let text = fs::read_to_string(path).map_err(Failure::reading(path.display()))?;
    let file: CandidateFile = match toml::from_str(&text) {
        Ok(file) => file,
        Err(error) => return refuse(format!("{name}: {}", error.message())),
    };
    let Some(change) = file.change() else {
        return refuse(format!("{name}: a candidate has exactly one change of data"));
    };
    let candidate = Candidate::from_data(change);
    let title = if file.title.is_empty() { file.name } else { file.title };
    let of_file = [title, file.reference].map(|text| &*text.leak());
    match candidate {
        Some(candidate) => {
            OF_FILE.get_or_init(|| of_file);
            Ok(candidate)
        }
        None => refuse(format!("{name}: there is no such set, or a character is not ASCII")),
    }
}

const EXAMPLES: usize = 3;
const EXAMPLE_LIMIT: usize = 400;

struct Work {
    parsers: Vec<Parser<'static>>,
    base: Option<String>,
    json: bool,
    is_impact: bool,
    /// The name of the input, if there is only one, for reports of invalid lines.
    only: Option<String>,
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

pub(super) fn run_lines(options: &Options, args: &Diff, is_impact: bool) -> Result<Verdict> {
    if args.compared.quoting.playground {
        return refuse("--playground takes one URL");
    }
    let parsers = args.profiles.iter().map(|&profile| options.parser_of(profile)).collect();
    let mut input = Input::open(&args.compared.inputs)?;
    let only = input.only();
    let work = Work { parsers, base: args.compared.base.clone(), json: options.json, is_impact, only };
    let name = input.sources.iter().map(|source| file_name(&source.name)).collect::<Vec<_>>().join(", ");
    // The outputs are opened first, so that a wrong output is reported before work that may take long.
    let mut opening = Opening::beside(input.take_identities());
    // Stdout is opened for the report, so that `--html` cannot write to stdout too.
    opening.open(None)?;
    let mut html = args.compared.html.as_deref().map(|path| opening.open(Some(path))).transpose()?;
    let bar = Progress::new(&input, true);
    let mut left = REPORTS;
    let write = move |(total, bar): &mut (Done, Progress), done: Done| {
        bar.report(first_lines(&done.errors, &mut left));
        bar.inc(done.bytes);
        total.add(done);
        Ok(ControlFlow::Continue(()))
    };
    // Only errors are weighed, because the counts need little memory, and examples are truncated.
    let weigh = |done: &Done| done.errors.len();
    let (blocks, total) = (input.into_blocks(), (Done::default(), bar));
    let ((total, bar), outcome) = pipeline::run(blocks, move |block| work.run(&block), weigh, total, write)?;
    bar.finish();
    outcome?;
    let report = total.report(options, args, is_impact);
    if let Some(html) = &mut html {
        html.write(page(&name, &report).as_bytes())?;
    }
    let shown = if args.compared.quoting.markdown {
        print_markdown(&report_markdown(&name, &report))
    } else {
        print_either(options, &report, |out| show_report(out, &report))
    };
    // The HTML page is complete, so it is written even if the reader of stdout has closed the pipe.
    if !matches!(shown, Err(Failure::Refused(_))) {
        finish(html, args.compared.fsync)?;
    }
    shown
}

/// Returns the name of the file at `path`. A report does not contain the names of folders.
fn file_name(path: &str) -> Cow<'_, str> {
    Path::new(path).file_name().map_or(path.into(), OsStr::to_string_lossy)
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
                    if self.json {
                        error.error().write_line(place, true, &mut done.errors);
                    } else {
                        let place = Place { file: place.file.or_else(|| self.only.clone()), ..place };
                        // Writing to memory cannot fail.
                        let _ = write_report(&mut done.errors, &place, &error.error(), None);
                    }
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
                hrefs: [a, b].map(href),
                ..ClusterShape::default()
            });
            cluster.count += 1;
            if cluster.examples.len() < EXAMPLES {
                let end = boundary_before(input, EXAMPLE_LIMIT);
                let input_bytes = (end < input.len()).then_some(input.len());
                let (place, message) = (place.clone(), divergence.to_string());
                let shown = |parser| result_of(parser, input, self.base.as_deref());
                let results = self.is_impact.then(|| [first, others[index]].map(shown));
                let input = input[..end].into();
                cluster.examples.push(ExampleShape { place, input, input_bytes, message, results });
            }
        }
        done.differ += u64::from(differs);
    }
}

/// Returns the URL that `parser` makes of `input`, or the name of the error.
fn result_of(parser: Parser<'_>, input: &str, base: Option<&str>) -> String {
    let base = base.map(|base| parser.parse(base)).transpose();
    let url = base.and_then(|base| parser.with_base(base.as_ref()).parse(input));
    match url {
        Ok(url) => clip(url.as_str(), url.as_str().len(), EXAMPLE_LIMIT),
        Err(error) => format!("error: {}", error.reason().name()),
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
        for ExampleShape { place, input, input_bytes, message, .. } in examples {
            let more = input_bytes.map(|bytes| format!("… ({bytes} bytes)")).unwrap_or_default();
            let (input, message, width) = (visible(input), visible(message), place.to_string().len());
            writeln!(out, "   {LABEL}{place}{LABEL:#}  {input}{more}")?;
            writeln!(out, "   {LABEL}{:width$}  {message}{LABEL:#}", "")?;
        }
    }
    Ok(())
}

/// Returns the report of `diff` or `impact` on many lines in Markdown.
fn report_markdown(name: &str, report: &ReportShape) -> String {
    let ReportShape { profiles, lines, differ, bad, impact, clusters } = report;
    let mut text =
        format!("{}: {lines} lines of {}, of which {differ} differ", profiles.join(", "), code(name));
    if *bad > 0 {
        let _ = write!(text, "; {bad} could not be compared");
    }
    text += ".\n";
    if let Some(ImpactShape { interval, change, alteration, kinds, .. }) = impact {
        let _ = write!(text, "With a confidence of 95 %, {}.\n\n", share(interval));
        if let Some([title, reference]) = change {
            let _ = write!(
                text,
                "| change | data | discussion |\n|---|---|---|\n| {title} | {} | {reference} |\n\n",
                alteration.as_deref().unwrap_or_default()
            );
        }
        text += "| kind of change | lines |\n|---|---|\n";
        for Counted { name, count } in kinds {
            let _ = writeln!(text, "| {name} | {count} |");
        }
    }
    for ClusterShape { profiles: [a, b], sections, titles, hrefs, count, minimal, examples } in clusters {
        let linked = |at: usize| link_to(sections[at], hrefs[at].as_deref());
        let _ = write!(
            text,
            "\n{count} of the lines: {a} {} ({}); {b} {} ({})\n\n",
            linked(0),
            titles[0],
            linked(1),
            titles[1]
        );
        if let Some(minimal) = minimal {
            let _ = writeln!(text, "- shortest: {}", code(minimal));
        }
        for ExampleShape { input, results, message, .. } in examples {
            let _ = write!(text, "- {}", code(input));
            match results {
                Some([before, after]) => {
                    let _ = writeln!(text, ": {a} {}, {b} {}", code(before), code(after));
                }
                None => {
                    let _ = writeln!(text, ": {}", visible(message));
                }
            }
        }
    }
    text
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
        let candidate = args.profiles.iter().find_map(|profile| match profile {
            Profile::Candidate(candidate) => Some(*candidate),
            _ => None,
        });
        let of_file = OF_FILE.get().copied();
        let own = |candidate: Candidate| of_file.unwrap_or([candidate.title(), candidate.reference()]);
        let change = candidate.map(own);
        let alteration = candidate.map(Candidate::change);
        let (interval, schemes) = (interval(differ, lines), by_count(schemes));
        ImpactShape { interval, change, alteration, kinds, schemes, domains }
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

fn share(interval: &[f64; 2]) -> String {
    let [low, high] = interval.map(percent);
    format!("{low} to {high} of all URLs, if the lines are a random sample")
}

fn percent(share: f64) -> String {
    let share = (share * 1e6).round() / 1e6;
    let decimals = match share {
        0.0 | 1.0 => 0,
        // Changes that are rare, or almost general, need more decimals.
        ..0.01 | 0.99.. => 4,
        _ => 1,
    };
    format!("{:.decimals$} %", share * 100.0)
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
    let ImpactShape { interval, alteration, kinds, schemes, domains, .. } = impact;
    writeln!(out, "{LABEL}with a confidence of 95 %, {}{LABEL:#}", share(interval))?;
    if let Some(alteration) = alteration {
        writeln!(out, "{alteration}")?;
    }
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
    let command = text(markdown::provenance().trim());
    page + &format!("<p class=\"sum\">{}</p>\n</html>\n", command.replace('`', ""))
}

fn of_cluster(cluster: &ClusterShape, most: u64) -> String {
    let ClusterShape { profiles: [a, b], sections, titles, hrefs, count, minimal, examples } = cluster;
    let [a, b, title, other_title] = [a, b, &titles[0], &titles[1]].map(|name| text(name));
    let linked = |at: usize| match &hrefs[at] {
        Some(href) => format!("<a href=\"{}\"><code>{}</code></a>", text(href), text(sections[at])),
        None => format!("<code>{}</code>", text(sections[at])),
    };
    let (one, other) = (linked(0), linked(1));
    let mut part = format!(
        "<details><summary><span class=\"count\">{count}</span>{one} / {other}\
         <span class=\"title\">{a}: {title}. {b}: {other_title}.</span>\
         <meter max=\"{most}\" value=\"{count}\">{count}</meter></summary>\n<ol>\n"
    );
    if let Some(minimal) = minimal.as_deref().map(text) {
        let _ = writeln!(part, "<li class=\"say\">The shortest: <code dir=\"ltr\">{minimal}</code></li>");
    }
    for ExampleShape { place, input, input_bytes, message, results } in examples {
        let more = input_bytes.map(|bytes| format!("… ({bytes} bytes)")).unwrap_or_default();
        let (input, sentence, line) = (text(input), text(message), place.line);
        let file = place.file.as_deref().map(|file| format!("<b>{}:</b> ", text(&file_name(file))));
        let file = file.unwrap_or_default();
        let _ = write!(part, "<li value=\"{line}\"><code dir=\"ltr\">{file}{input}{more}</code>");
        for (profile, result) in [&a, &b].into_iter().zip(results.iter().flatten()) {
            let _ = write!(
                part,
                "<span class=\"say\">{profile}: <code dir=\"ltr\">{}</code></span>",
                text(result)
            );
        }
        let _ = writeln!(part, "<span class=\"say\">{sentence}</span></li>");
    }
    part + "</ol></details>\n"
}

fn of_impact(impact: &ImpactShape) -> String {
    let ImpactShape { interval, change, alteration, kinds, schemes, domains } = impact;
    let change = change.as_ref().map(|[title, reference]| {
        let reference = text(reference);
        format!("<p>The change: {}. <a href=\"{reference}\">{reference}</a></p>\n", text(title))
    });
    let mut part = change.unwrap_or_default();
    if let Some(alteration) = alteration {
        let _ = writeln!(part, "<table><tr><th>altered</th><td>{}</td></tr></table>", text(alteration));
    }
    let _ = writeln!(part, "<p class=\"sum\">With a confidence of 95 %, {}.</p>", share(interval));
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
