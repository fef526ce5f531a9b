//! Runs every input of the suites under every profile, and counts how often two profiles agree. Specs are
//! compared by their canonical URLs, programs by the components that they find.

use std::{collections::BTreeMap, path::Path};

use anyhow::Result;
use rayon::prelude::*;
use serde_json::Value;
use url_diff::diff;
use url_facade::{Component, Parser, Profile};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines, shared_suites};

/// The shared suites that contain inputs. They are in a folder next to the project.
const SHARED: [&str; 5] = ["barth", "connolly", "differential", "manakai", "webspecs"];

/// The parts of these suites whose inputs are counted, but not shown, since they may not be published.
const NOT_SHOWN: [&str; 4] =
    ["manakai/", "barth/by-browser", "webspecs/constructor.jsonl", "webspecs/setters.jsonl"];

/// An input: a string, and the base against which it is resolved, if any.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ExampleInput {
    pub(crate) input: String,
    pub(crate) base: Option<String>,
}

impl ExampleInput {
    /// Returns the input of `record`, if it has one. Vectors of operations that do not parse URLs contain
    /// strings too, which serve equally well.
    pub(crate) fn of(record: &Record) -> Option<Self> {
        let text = |field: &str| record.get(field).and_then(Value::as_str).map(str::to_owned);
        Some(Self { input: text("input")?, base: text("base") })
    }
}

/// The inputs, each with true if it may be shown on the site.
type Inputs = BTreeMap<ExampleInput, bool>;

/// Two profiles, and the inputs on which they differ.
pub(crate) struct Pair {
    pub(crate) a: Profile,
    pub(crate) b: Profile,
    pub(crate) parted: usize,
    /// The inputs on which they differ, grouped by the rules at which they first differ, largest group first.
    pub(crate) groups: Vec<RuleGroup>,
}

/// Inputs on which two profiles differ at the same two rules.
pub(crate) struct RuleGroup {
    pub(crate) rules: (&'static str, &'static str),
    pub(crate) count: usize,
    /// The shortest input that may be shown, and the result of each profile, `None` for a rejection.
    pub(crate) example: Option<(ExampleInput, [Option<String>; 2])>,
}

/// The results of comparing several profiles in pairs.
pub(crate) struct Comparison {
    pub(crate) profiles: Vec<Profile>,
    pub(crate) inputs: usize,
    /// True if the shared suites were found, so that their inputs are included.
    pub(crate) shared: bool,
    pub(crate) pairs: Vec<Pair>,
}

/// A function that returns the result of a profile for an input as text, or `None` if the profile rejects it.
type OutcomeFn = fn(Profile, &ExampleInput) -> Option<String>;

/// Compares the specs that produce canonical URLs with each other, and the programs with each other.
pub(crate) fn compare_all() -> Result<[Comparison; 2]> {
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

/// Returns the profiles of the specs that produce canonical URLs.
pub(crate) fn specs() -> impl Iterator<Item = Profile> {
    let all = Profile::available().iter().copied();
    all.filter(|&profile| !profile.is_consumer() && profile != Profile::Barth2010)
}

/// Runs each of `inputs` under each of `profiles`, and compares the results in pairs.
fn compare(inputs: Inputs, shared: bool, profiles: Vec<Profile>, outcome: OutcomeFn) -> Comparison {
    let inputs: Vec<(ExampleInput, bool)> = inputs.into_iter().collect();
    let outcomes: Vec<Vec<Option<String>>> = inputs
        .par_iter()
        .map(|(example, _)| profiles.iter().map(|&profile| outcome(profile, example)).collect())
        .collect();
    let count = profiles.len();
    let sides: Vec<_> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let pair = |&(a, b): &(usize, usize)| {
        let parted = (0..inputs.len()).filter(|&at| outcomes[at][a] != outcomes[at][b]);
        let parted: Vec<usize> = parted.collect();
        let groups = groups(&inputs, &outcomes, &parted, [(a, profiles[a]), (b, profiles[b])]);
        Pair { a: profiles[a], b: profiles[b], parted: parted.len(), groups }
    };
    let pairs = sides.par_iter().map(pair).collect();
    Comparison { profiles, inputs: inputs.len(), shared, pairs }
}

/// Groups the inputs with the indices `parted` by the rules at which the two profiles first differ.
fn groups(
    inputs: &[(ExampleInput, bool)],
    outcomes: &[Vec<Option<String>>],
    parted: &[usize],
    sides: [(usize, Profile); 2],
) -> Vec<RuleGroup> {
    let mut found: BTreeMap<(&'static str, &'static str), (usize, Option<usize>)> = BTreeMap::new();
    for &at in parted {
        let (example, shown) = &inputs[at];
        let [a, b] = sides.map(|(_, profile)| Parser::new(profile));
        let Some(divergence) = diff(&example.input, example.base.as_deref(), a, b).divergence else {
            continue;
        };
        let rules = (divergence.a.section.id(), divergence.b.section.id());
        let (count, shortest) = found.entry(rules).or_default();
        *count += 1;
        let len = |at: usize| inputs[at].0.input.len() + inputs[at].0.base.as_ref().map_or(0, String::len);
        if *shown && shortest.is_none_or(|known| len(at) < len(known)) {
            *shortest = Some(at);
        }
    }
    let mut groups: Vec<RuleGroup> = found
        .into_iter()
        .map(|(rules, (count, at))| {
            let example =
                at.map(|at| (inputs[at].0.clone(), sides.map(|(side, _)| outcomes[at][side].clone())));
            RuleGroup { rules, count, example }
        })
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups
}

/// Returns the canonical URL of `example` by the spec `profile`; `None` if the spec rejects it.
pub(crate) fn canonical(profile: Profile, example: &ExampleInput) -> Option<String> {
    let parser = Parser::new(profile);
    let base = example.base.as_deref().map(|base| parser.parse_reference(base)).transpose().ok()?;
    parser.with_base(base.as_ref()).parse(&example.input).ok().map(|url| url.as_str().into())
}

/// Returns the components that the program `profile` finds in `example`. Empty components are left out, since
/// languages represent them differently.
fn components(profile: Profile, example: &ExampleInput) -> Option<String> {
    let found = Parser::new(profile)
        .parse_reference(&example.input)
        .ok()
        .filter(|found| found.invalid().is_none())?;
    let parts = Component::ALL.into_iter().filter_map(|component| Some((component, found.get(component)?)));
    let parts =
        parts.filter(|(_, text)| !text.is_empty()).map(|(component, text)| format!("{component:?}: {text}"));
    Some(parts.collect::<Vec<_>>().join(", "))
}

/// Returns every input of the project's own vectors, and of the shared suites, if they were found.
fn inputs() -> Result<(Inputs, bool)> {
    let mut inputs = Inputs::new();
    let mut folders = vec![own_vectors("")];
    let shared: Vec<_> = SHARED.iter().filter_map(|suite| shared_suites(suite)).collect();
    let has_shared = !shared.is_empty();
    folders.extend(shared);
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

/// True if inputs from `file` may be shown. Those from the project itself may always be shown.
fn is_shown(file: &Path) -> bool {
    let mut suites = SHARED.iter().filter_map(|suite| shared_suites(suite));
    let inside = suites.find_map(|suite| file.strip_prefix(suite.parent()?).ok());
    inside.is_none_or(|inside| !NOT_SHOWN.iter().any(|start| inside.to_string_lossy().starts_with(start)))
}

#[cfg(test)]
mod tests {
    use url_testdata::{own_vectors, shared_suites};

    use super::is_shown;

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
