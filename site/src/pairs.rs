//! Every input of the suites under every profile, and how often two profiles agree: specs by the canonical URL, programs by
//! the components that they find.

use std::{collections::BTreeMap, path::Path};

use anyhow::Result;
use rayon::prelude::*;
use serde_json::Value;
use url_diff::diff;
use url_facade::{Component, Parser, Profile};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines, shared_suites};

/// The suites beside the project that hold inputs.
const SHARED: [&str; 5] = ["barth", "connolly", "differential", "manakai", "webspecs"];

/// What of these is counted but not shown: it is not ours to publish.
const NOT_SHOWN: [&str; 4] =
    ["manakai/", "barth/by-browser", "webspecs/constructor.jsonl", "webspecs/setters.jsonl"];

/// Something to run: a string, and a base if it has one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Given {
    pub(crate) input: String,
    pub(crate) base: Option<String>,
}

impl Given {
    /// That of `record`. Vectors for operations on something else than a URL have one too, and it is as good as any string.
    pub(crate) fn of(record: &Record) -> Option<Self> {
        let text = |field: &str| record.get(field).and_then(Value::as_str).map(str::to_owned);
        Some(Self { input: text("input")?, base: text("base") })
    }
}

/// What is run, and whether it may be shown.
type Inputs = BTreeMap<Given, bool>;

/// Two profiles, and the inputs on which they differ.
pub(crate) struct Pair {
    pub(crate) a: Profile,
    pub(crate) b: Profile,
    pub(crate) parted: usize,
    /// By the rules at which they first differ, most frequent first.
    pub(crate) groups: Vec<Group>,
}

/// Inputs on which two profiles differ at the same two rules.
pub(crate) struct Group {
    pub(crate) rules: (&'static str, &'static str),
    pub(crate) count: usize,
    /// The shortest of them that may be shown, with what each made of it; `None` = refused.
    pub(crate) example: Option<(Given, [Option<String>; 2])>,
}

/// What was compared.
pub(crate) struct Comparison {
    pub(crate) profiles: Vec<Profile>,
    pub(crate) inputs: usize,
    /// Whether the shared suites were there.
    pub(crate) shared: bool,
    pub(crate) pairs: Vec<Pair>,
}

/// What a profile makes of an input, in words; `None` = it refuses.
type Outcome = fn(Profile, &Given) -> Option<String>;

/// The comparison of the specs that go as far as a canonical URL, and that of the programs.
pub(crate) fn compare_all() -> Result<[Comparison; 2]> {
    let (inputs, shared) = inputs()?;
    let programs = Profile::ALL.iter().copied().filter(|profile| profile.is_consumer());
    let mut alone = Inputs::new();
    for (given, shown) in &inputs {
        *alone.entry(Given { input: given.input.clone(), base: None }).or_default() |= shown;
    }
    Ok([
        compare(inputs, shared, specs().collect(), canonical),
        compare(alone, shared, programs.collect(), components),
    ])
}

/// The specs that go as far as a canonical URL.
pub(crate) fn specs() -> impl Iterator<Item = Profile> {
    let all = Profile::ALL.iter().copied();
    all.filter(|&profile| !profile.is_consumer() && profile != Profile::Barth2010)
}

/// Runs each of `inputs` under each of `profiles`.
fn compare(inputs: Inputs, shared: bool, profiles: Vec<Profile>, outcome: Outcome) -> Comparison {
    let inputs: Vec<(Given, bool)> = inputs.into_iter().collect();
    let outcomes: Vec<Vec<Option<String>>> = inputs
        .par_iter()
        .map(|(given, _)| profiles.iter().map(|&profile| outcome(profile, given)).collect())
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

/// The inputs at `parted`, by the rules at which `sides` first differ.
fn groups(
    inputs: &[(Given, bool)],
    outcomes: &[Vec<Option<String>>],
    parted: &[usize],
    sides: [(usize, Profile); 2],
) -> Vec<Group> {
    let mut found: BTreeMap<(&'static str, &'static str), (usize, Option<usize>)> = BTreeMap::new();
    for &at in parted {
        let (given, shown) = &inputs[at];
        let [a, b] = sides.map(|(_, profile)| Parser::new(profile));
        let Some(divergence) = diff(&given.input, given.base.as_deref(), a, b).divergence else { continue };
        let rules = (divergence.a.section.id(), divergence.b.section.id());
        let (count, shortest) = found.entry(rules).or_default();
        *count += 1;
        let len = |at: usize| inputs[at].0.input.len() + inputs[at].0.base.as_ref().map_or(0, String::len);
        if *shown && shortest.is_none_or(|known| len(at) < len(known)) {
            *shortest = Some(at);
        }
    }
    let mut groups: Vec<Group> = found
        .into_iter()
        .map(|(rules, (count, at))| {
            let example =
                at.map(|at| (inputs[at].0.clone(), sides.map(|(side, _)| outcomes[at][side].clone())));
            Group { rules, count, example }
        })
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups
}

/// The URL that the spec `profile` makes of `given`.
pub(crate) fn canonical(profile: Profile, given: &Given) -> Option<String> {
    let parser = Parser::new(profile);
    let base = given.base.as_deref().map(|base| parser.parse_reference(base)).transpose().ok()?;
    parser.with_base(base.as_ref()).parse(&given.input).ok().map(|url| url.as_str().into())
}

/// The components that the program `profile` finds in `given`. Whether an empty one is there is its language's matter.
fn components(profile: Profile, given: &Given) -> Option<String> {
    let found =
        Parser::new(profile).parse_reference(&given.input).ok().filter(|found| found.invalid().is_none())?;
    let parts = Component::ALL.into_iter().filter_map(|component| Some((component, found.get(component)?)));
    let parts =
        parts.filter(|(_, text)| !text.is_empty()).map(|(component, text)| format!("{component:?}: {text}"));
    Some(parts.collect::<Vec<_>>().join(", "))
}

/// Every input of the project's own vectors, and of the shared suites where they are.
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
                if let Some(given) = Given::of(&record) {
                    *inputs.entry(given).or_default() |= shown;
                }
            }
        }
    }
    Ok((inputs, has_shared))
}

/// Whether the inputs of `file` may be shown: the project's own all may.
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
    fn what_is_not_ours_is_not_shown() {
        assert!(is_shown(&own_vectors("manakai/scheme.jsonl")));
        let Some(suite) = shared_suites("webspecs") else { return };
        assert!(is_shown(&suite.join("constructor-extra.jsonl")));
        assert!(!is_shown(&suite.join("setters.jsonl")));
        assert!(!is_shown(&suite.with_file_name("manakai").join("generated/a.jsonl")));
        assert!(!is_shown(&suite.with_file_name("barth").join("by-browser.jsonl")));
    }
}
