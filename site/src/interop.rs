//! The pages with the differences between profiles on all inputs of the suites: heat maps, and the sections
//! at which two profiles first differ. Specs are compared by canonical URLs, programs by components.

use std::{cell::OnceCell, collections::BTreeMap, fmt::Write as _, iter::once, path::Path};

use anyhow::Result;
use rayon::prelude::*;
use serde_json::Value;
use url_diff::{Run, divergence};
use url_facade::{Component, Parser, Profile};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines, shared_suites};

use crate::book::Page;
use crate::markdown::{code, html, link, table};

pub(crate) fn pages() -> Result<Vec<Page>> {
    let [specs, programs] = compare_all()?;
    let overview = Page::new("interop/index.md", "Differences between profiles", overview(&specs, &programs));
    let mut pages = vec![Page { part: Some("Interoperability"), ..overview }];
    for comparison in [specs, programs] {
        for &profile in &comparison.profiles {
            let (path, text) = (format!("interop/{profile}.md"), of_profile(&comparison, profile));
            pages.push(Page { depth: 1, ..Page::new(path, profile.name(), text) });
        }
    }
    Ok(pages)
}

fn anchor(a: Profile, b: Profile) -> String {
    format!("{a}.html#{a}-and-{b}")
}

fn overview(specs: &Comparison, programs: &Comparison) -> String {
    let whence = if specs.shared {
        "the project's own vectors and the shared suites"
    } else {
        "the project's own vectors (the shared suites were not available)"
    };
    format!(
        "# Differences between profiles\n\n\
         {} inputs of {whence}, each with its base, under every spec that makes canonical URLs. Two agree on an input when both \
         refuse it or both produce the same string from it. The figures are percentages; below each is the number of inputs on which the two \
         differ. The suites test hard cases, so ordinary URLs agree far more often. `barth-2010` only parses, so it is left out.\n\n\
         A cell links to the rules at which its two profiles first differ, as `urlspec diff` finds them.\n\n{}\n\
         ## Readings of programs\n\n\
         The {} texts among these inputs, without a base, as the programs that urlspec simulates parse them. Two agree when both \
         refuse a text or both find the same components, as they expose them: some decode a part or lower its case, and others \
         do not, so few agree on most.\n\n{}\n\
         ## Differences between editions\n\n\
         The page of [consumers](../consumers.html) lists the hosts to which the clients of the programs connect, and the rules that each version brought.\n\n{}\n",
        specs.inputs,
        heat_map(specs),
        programs.inputs,
        heat_map(programs),
        editions(programs),
    )
}

fn editions(programs: &Comparison) -> String {
    let pairs = programs.pairs.iter().filter(|pair| pair.a.newest() == pair.b.newest());
    let rows = pairs.map(|pair| {
        let link = format!("<a href=\"{}\">{} and {}</a>", anchor(pair.a, pair.b), pair.a, pair.b);
        vec![link, pair.parted.to_string(), pair.groups.len().to_string()]
    });
    table("", &["editions", "inputs on which they differ", "pairs of rules"], rows)
}

fn of_profile(comparison: &Comparison, profile: Profile) -> String {
    let mut out = format!(
        "# {profile}: differences from others\n\nFor each other profile, the rules at which the two first differ, the most frequent \
         first, with the shortest input for each, if one is public.\n"
    );
    for pair in comparison.pairs.iter().filter(|pair| pair.a == profile || pair.b == profile) {
        let other = if pair.a == profile { pair.b } else { pair.a };
        let agreed = percent(comparison.inputs - pair.parted, comparison.inputs);
        let _ = write!(
            out,
            "\n## {profile} and {other} {{#{profile}-and-{other}}}\n\nThey agree on {agreed} % of {} inputs and differ on {}.\n\n",
            comparison.inputs, pair.parted
        );
        if !pair.groups.is_empty() {
            out.push_str(&groups(pair, profile));
        }
    }
    out
}

fn groups(pair: &Pair, first: Profile) -> String {
    let turn = |[a, b]: [String; 2]| if pair.a == first { [a, b] } else { [b, a] };
    let other = if pair.a == first { pair.b } else { pair.a };
    let rows = pair.groups.iter().map(|group| {
        let [rule_a, rule_b] = turn([link(group.rules.0), link(group.rules.1)]);
        let Some((given, made)) = &group.example else {
            return vec![group.count.to_string(), String::new(), rule_a, rule_b];
        };
        let base = given.base.as_deref().map_or(String::new(), |base| format!("<br>against {}", code(base)));
        let result = |made: &Option<String>| made.as_deref().map_or("<em>refused</em>".into(), code);
        let [made_a, made_b] = turn([result(&made[0]), result(&made[1])]);
        let input = format!("{}{base}", code(&given.input));
        vec![group.count.to_string(), input, format!("{rule_a}<br>{made_a}"), format!("{rule_b}<br>{made_b}")]
    });
    table("", &["inputs", "for example", &html(first.name()), &html(other.name())], rows)
}

fn heat_map(comparison: &Comparison) -> String {
    let Comparison { profiles, inputs, pairs, .. } = comparison;
    let cell = |row: Profile, column: Profile| {
        let is_of_both = |(a, b)| (a, b) == (row, column) || (b, a) == (row, column);
        let Some(pair) = pairs.iter().find(|pair| is_of_both((pair.a, pair.b))) else { return String::new() };
        let (parted, agreed) = (pair.parted, inputs - pair.parted);
        let depth = depth(share(agreed, *inputs));
        let (tone, anchor, percent) = (tone(depth), anchor(row, column), percent(agreed, *inputs));
        format!(
            "<a class=\"{tone}\" style=\"--depth:{depth:.0}\" href=\"{anchor}\" title=\"{row} and {column} differ on {parted} of \
             {inputs} inputs\">{percent}<small>{parted}</small></a>"
        )
    };
    let heads: Vec<&str> = once("").chain(profiles.iter().map(|profile| profile.name())).collect();
    let row = |&row: &Profile| {
        once(row.to_string()).chain(profiles.iter().map(|&column| cell(row, column))).collect()
    };
    table("heat", &heads, profiles.iter().map(row))
}

/// Returns the depth of a cell's color in a heat map, for a percentage of equal results. It is 0 up to 20 %.
fn depth(agreed: f64) -> f64 {
    ((agreed - 20.0) / 0.8).max(0.0)
}

/// Returns the CSS class for a color of this depth. For each class, the theme selects dark or light text.
fn tone(depth: f64) -> &'static str {
    match depth {
        ..30.0 => "",
        ..55.0 => "middle",
        _ => "deep",
    }
}

/// Formats `part` as a percentage of `all`. If rounding would return 0 or 100, digits are added.
fn percent(part: usize, all: usize) -> String {
    let is_whole = part == 0 || part == all;
    let exact = share(part, all);
    let rounded = (0..16).map(|digits| format!("{exact:.digits$}"));
    let is_told = |text: &String| is_whole || text.parse() != Ok(100.0) && text.parse() != Ok(0.0);
    rounded.into_iter().find(is_told).unwrap_or_default()
}

fn share(part: usize, all: usize) -> f64 {
    #[expect(clippy::cast_precision_loss)]
    let (part, all) = (part as f64, all.max(1) as f64);
    part * 100.0 / all
}

/// The shared suites that contain inputs. The suites are in a folder next to the project.
const SHARED: [&str; 5] = ["barth", "connolly", "differential", "manakai", "webspecs"];

/// The files of shared suites that may not be published. Their inputs are counted, but not shown.
const NOT_SHOWN: [&str; 4] =
    ["manakai/", "barth/by-browser", "webspecs/constructor.jsonl", "webspecs/setters.jsonl"];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ExampleInput {
    pub(crate) input: String,
    pub(crate) base: Option<String>,
}

impl ExampleInput {
    /// Returns the `input` and the `base` of a test vector, even if the vector does not test parsing.
    pub(crate) fn of(record: &Record) -> Option<Self> {
        let text = |field: &str| record.get(field).and_then(Value::as_str).map(str::to_owned);
        Some(Self { input: text("input")?, base: text("base") })
    }
}

type Inputs = BTreeMap<ExampleInput, bool>;

struct Pair {
    a: Profile,
    b: Profile,
    parted: usize,
    groups: Vec<RuleGroup>,
}

struct RuleGroup {
    rules: Rules,
    count: usize,
    /// The shortest input that may be published, and the result of each profile (`None` for a rejection).
    example: Option<(ExampleInput, [Option<String>; 2])>,
}

struct Comparison {
    profiles: Vec<Profile>,
    inputs: usize,
    /// True if the shared suites were found.
    shared: bool,
    pairs: Vec<Pair>,
}

type OutcomeFn = fn(Profile, &ExampleInput) -> Option<String>;

fn compare_all() -> Result<[Comparison; 2]> {
    let (inputs, shared) = inputs()?;
    let programs = Profile::consumers();
    let mut alone = Inputs::new();
    for (example, shown) in &inputs {
        *alone.entry(ExampleInput { input: example.input.clone(), base: None }).or_default() |= shown;
    }
    Ok([
        compare(inputs, shared, specs().collect(), canonical),
        compare(alone, shared, programs.collect(), components),
    ])
}

pub(crate) fn specs() -> impl Iterator<Item = Profile> {
    let all = Profile::available().iter().copied();
    all.filter(|&profile| !profile.is_consumer() && profile != Profile::Barth2010)
}

fn compare(inputs: Inputs, shared: bool, profiles: Vec<Profile>, outcome: OutcomeFn) -> Comparison {
    let inputs: Vec<(ExampleInput, bool)> = inputs.into_iter().collect();
    let count = profiles.len();
    let sides: Vec<_> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let readings: Vec<Reading> =
        inputs.par_iter().map(|(example, _)| Reading::of(example, &profiles, &sides, outcome)).collect();
    let pair = |(at, &(a, b))| {
        let parted = readings.iter().filter(|reading| reading.outcomes[a] != reading.outcomes[b]).count();
        let groups = rule_groups(&inputs, &readings, at, [a, b]);
        Pair { a: profiles[a], b: profiles[b], parted, groups }
    };
    let pairs = sides.iter().enumerate().map(pair).collect();
    Comparison { profiles, inputs: inputs.len(), shared, pairs }
}

type Rules = (&'static str, &'static str);

/// The outcomes of all profiles for one input, and the rules at which they differ.
struct Reading {
    outcomes: Vec<Option<String>>,
    /// For each pair of profiles whose outcomes differ: its index, and the rules at which they first differ.
    rules: Vec<(usize, Rules)>,
}

impl Reading {
    fn of(
        example: &ExampleInput,
        profiles: &[Profile],
        sides: &[(usize, usize)],
        outcome: OutcomeFn,
    ) -> Self {
        let outcomes: Vec<_> = profiles.iter().map(|&profile| outcome(profile, example)).collect();
        let (input, base) = (example.input.as_str(), example.base.as_deref());
        let runs: Vec<OnceCell<Run>> = profiles.iter().map(|_| OnceCell::new()).collect();
        let run = |side: usize| runs[side].get_or_init(|| Run::new(input, base, Parser::new(profiles[side])));
        let rules = |(at, &(a, b)): (usize, &(usize, usize))| {
            let found = (outcomes[a] != outcomes[b]).then(|| divergence(input, base, run(a), run(b)))??;
            Some((at, (found.a.section.id(), found.b.section.id())))
        };
        let rules = sides.iter().enumerate().filter_map(rules).collect();
        Self { outcomes, rules }
    }
}

/// Groups the inputs by the rules at which the profiles `sides`, the pair with the index `pair`, differ.
fn rule_groups(
    inputs: &[(ExampleInput, bool)],
    readings: &[Reading],
    pair: usize,
    sides: [usize; 2],
) -> Vec<RuleGroup> {
    let mut found: BTreeMap<Rules, (usize, Option<usize>)> = BTreeMap::new();
    for (at, reading) in readings.iter().enumerate() {
        let Ok(rules) = reading.rules.binary_search_by_key(&pair, |(pair, _)| *pair) else { continue };
        let (count, shortest) = found.entry(reading.rules[rules].1).or_default();
        *count += 1;
        let len = |at: usize| inputs[at].0.input.len() + inputs[at].0.base.as_ref().map_or(0, String::len);
        if inputs[at].1 && shortest.is_none_or(|known| len(at) < len(known)) {
            *shortest = Some(at);
        }
    }
    let example = |at: usize| (inputs[at].0.clone(), sides.map(|side| readings[at].outcomes[side].clone()));
    let group = |(rules, (count, at))| RuleGroup { rules, count, example: Option::map(at, example) };
    let mut groups: Vec<RuleGroup> = found.into_iter().map(group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups
}

pub(crate) fn canonical(profile: Profile, example: &ExampleInput) -> Option<String> {
    let parser = Parser::new(profile);
    let base = example.base.as_deref().map(|base| parser.parse_reference(base)).transpose().ok()?;
    parser.with_base(base.as_ref()).parse(&example.input).ok().map(|url| url.as_str().into())
}

/// Returns the components that a program finds. Omits empty ones, which some programs report as missing.
fn components(profile: Profile, example: &ExampleInput) -> Option<String> {
    let found = Parser::new(profile).parse_reference(&example.input).ok();
    let found = found.filter(|found| found.invalid().is_none())?;
    let parts = Component::ALL.into_iter().filter_map(|component| {
        let text = found.get(component).filter(|text| !text.is_empty())?;
        Some(format!("{component:?}: {text}"))
    });
    Some(parts.collect::<Vec<_>>().join(", "))
}

fn inputs() -> Result<(Inputs, bool)> {
    let mut inputs = Inputs::new();
    let mut folders = vec![own_vectors("")];
    folders.extend(SHARED.iter().filter_map(|suite| shared_suites(suite)));
    let has_shared = folders.len() > 1;
    for folder in folders {
        for file in json_lines_files(&folder)? {
            let shown = is_shown(&file);
            for record in read_json_lines(&file)? {
                if let Some(example) = ExampleInput::of(&record) {
                    *inputs.entry(example).or_default() |= shown;
                }
            }
        }
    }
    Ok((inputs, has_shared))
}

fn is_shown(file: &Path) -> bool {
    let mut suites = SHARED.iter().filter_map(|suite| shared_suites(suite));
    let inside = suites.find_map(|suite| file.strip_prefix(suite.parent()?).ok());
    inside.is_none_or(|inside| !NOT_SHOWN.iter().any(|start| inside.to_string_lossy().starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_all_and_only_nothing_is_nothing() {
        assert_eq!(percent(3086, 3098), "99.6");
        assert_eq!(percent(9999, 10_000), "99.99");
        assert_eq!((percent(7, 7), percent(0, 7)), ("100".to_owned(), "0".to_owned()));
        assert_eq!((percent(1, 3), percent(1, 1000)), ("33".to_owned(), "0.1".to_owned()));
    }

    #[test]
    fn foreign_inputs_are_not_shown() {
        assert!(is_shown(&own_vectors("manakai/scheme.jsonl")));
        let Some(suite) = shared_suites("webspecs") else { return };
        assert!(is_shown(&suite.join("constructor-extra.jsonl")));
        assert!(!is_shown(&suite.join("setters.jsonl")));
        assert!(!is_shown(&suite.with_file_name("manakai").join("generated/a.jsonl")));
        assert!(!is_shown(&suite.with_file_name("barth").join("by-browser.jsonl")));
    }
}
