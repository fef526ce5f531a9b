//! The sections that the project's own vectors reach. Each vector runs as in its test, under a trace that
//! records the sections of steps, violations and failures. Passing is checked by that test, not here.
//!
//! The sections that a run reports must be in the order of the registries. Steps may go back only if a
//! section around them repeats or a jump is listed, and an algorithm begins only within one that calls it.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::Path,
};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url_facade::{
    Encoding, ParseError, Parser, Profile, Reference, Section, from_code_points,
    trace::{Event, Trace},
    webspecs, whatwg,
};
use url_testdata::{Record, consumers::answer_of, json_lines_files, read_json_lines, text};
use xshell::Shell;

use super::{
    ids::heading,
    registry::{Registry, read_toml},
    source::ids_in,
};

/// The folder of the vectors.
const VECTORS: &str = "crates/url-testdata/vectors";

/// The folder in [`VECTORS`] with recorded answers of real programs.
const CONSUMERS: &str = "consumers";

/// The sections that one vector reached in its run.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Run {
    /// The file of the vector, relative to the root of the tree, and its line.
    pub vector: String,
    /// The input and the operation of the vector, in words.
    #[serde(default)]
    pub given: String,
    /// The result, or the expected result if the operation has no trace.
    #[serde(default)]
    pub outcome: String,
    /// The sections of the steps that the run reported.
    pub(crate) steps: Vec<String>,
    /// The sections of the violations and failures that the run reported.
    pub(crate) faults: Vec<String>,
    /// The sections that the vector names.
    pub(crate) named: Vec<String>,
    /// The places where the steps depart from the permitted order, and how often each of them occurs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) out_of_order: BTreeMap<String, usize>,
    /// True if the operation has no trace, so that the steps are unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unwatched: bool,
}

/// Runs every vector in the tree.
pub(crate) fn run_all(sh: &Shell) -> Result<Vec<Run>> {
    let root = &sh.current_dir();
    let mut runs = Vec::new();
    let order = Order::read(sh, &Registry::all(sh)?)?;
    for &profile in Profile::available() {
        for (vector, record) in records(root, profile.name())? {
            runs.push(run(profile, &record, vector.clone(), &order).with_context(|| vector)?);
        }
    }
    // Most of the thousands of recorded inputs of consumers reach the same sections. Only those that reach a
    // new section are kept.
    let mut reached = BTreeSet::new();
    for (vector, record) in records(root, CONSUMERS)? {
        let is_recorded = |profile: &&Profile| answer_of(&record, profile.name()).is_some();
        for &profile in Profile::available().iter().filter(is_recorded) {
            let run = run(profile, &record, vector.clone(), &order)?;
            // Every id must be inserted, so this counts: `any` would stop at the first new one.
            let new = run.reported().filter(|&id| reached.insert(id.to_owned())).count();
            runs.extend((new > 0).then_some(run));
        }
    }
    Ok(runs)
}

/// Returns the vectors in `folder`, each with its file and line, or none if the folder does not exist.
fn records(root: &Path, folder: &str) -> Result<Vec<(String, Record)>> {
    let folder = root.join(VECTORS).join(folder);
    let mut records = Vec::new();
    for file in if folder.is_dir() { json_lines_files(&folder)? } else { Vec::new() } {
        let path = file.strip_prefix(root).unwrap_or(&file).display();
        let read = read_json_lines(&file)?.into_iter().zip(1..);
        records.extend(read.map(|(record, line)| (format!("{path}:{line}"), record)));
    }
    Ok(records)
}

impl Run {
    /// Returns every section that the run reported.
    pub(crate) fn reported(&self) -> impl Iterator<Item = &str> {
        let faults = self.faults.iter().filter(|id| !self.steps.contains(id));
        self.steps.iter().chain(faults).map(String::as_str)
    }
}

/// Reads the runs that `cargo xtask spec reach` wrote to `file`.
pub(crate) fn read(file: &Path) -> Result<Vec<Run>> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let read =
        |(i, line)| serde_json::from_str(line).with_context(|| format!("{}:{}", file.display(), i + 1));
    text.lines().enumerate().map(read).collect()
}

/// A trace that records the sections that a run reports.
#[derive(Default)]
struct ReportedSections {
    steps: BTreeSet<&'static str>,
    faults: BTreeSet<&'static str>,
    /// The sections of all steps in the order of the run, with repetitions.
    order: Vec<&'static str>,
    /// The result of the run, or its failure, in words.
    outcome: String,
}

impl ReportedSections {
    /// Returns the value of `result`, or records the failure and returns `None`.
    fn result<T>(&mut self, result: Result<T, ParseError>) -> Option<T> {
        result.map_err(|error| self.fail(error)).ok()
    }

    fn fail(&mut self, error: ParseError) {
        self.fault(error.section());
        self.outcome = error.to_string();
    }

    /// Marks the start of another run in the order of steps.
    fn begin(&mut self) {
        self.order.push("");
    }

    fn fault(&mut self, section: Section) {
        self.faults.insert(section.id());
    }

    /// Like `result`, for a reference. Also records the failure of one that is flagged as invalid.
    fn reference(&mut self, result: Result<Reference, ParseError>) -> Option<Reference> {
        let reference = self.result(result)?;
        reference.as_str().clone_into(&mut self.outcome);
        if let Some(error) = reference.invalid() {
            self.fail(error);
        }
        Some(reference)
    }
}

impl Trace for ReportedSections {
    fn record(&mut self, event: Event<'_>) {
        match (event, event.section()) {
            (Event::Violation(violation), _) => self.fault(violation.section),
            (_, Some(section)) => {
                self.steps.insert(section.id());
                self.order.push(section.id());
            }
            (_, None) => {}
        }
    }
}

/// The operation that a vector tests.
#[derive(Clone, Copy)]
enum Operation {
    Parse,
    Resolve,
    Canonicalize,
    /// Resolve, then canonicalize.
    ResolveAndCanonicalize,
    Set,
    /// Check that the input is a valid URL string.
    CheckString,
    /// An operation that cannot be traced.
    Other,
}

impl Operation {
    fn of(profile: Profile, record: &Record) -> Self {
        if record.contains_key("attr") {
            return Self::Set;
        }
        match (text(record, "op"), text(record, "kind")) {
            (Some("parse"), _) | (_, Some("parse")) => Self::Parse,
            (Some("resolve"), _) => Self::Resolve,
            (Some("valid"), _) if matches!(profile, Profile::Whatwg | Profile::Webspecs) => Self::CheckString,
            (Some("canon" | "api"), _) | (_, Some("canonicalize")) => Self::Canonicalize,
            (_, Some("resolve")) => Self::ResolveAndCanonicalize,
            (Some(_), _) | (_, Some(_)) => Self::Other,
            // The vectors of two suites, and those of consumers, do not name their operation.
            (None, None) if profile.is_consumer() && record.contains_key("base") => Self::Resolve,
            (None, None) if profile.is_consumer() => Self::Parse,
            (None, None) => match profile {
                Profile::Webspecs => Self::Canonicalize,
                Profile::Connolly if record.contains_key("base") => Self::ResolveAndCanonicalize,
                Profile::Connolly if record["expect"].get("path").is_some() => Self::Parse,
                Profile::Connolly if record["expect"].get("error").is_some() => Self::Parse,
                _ => Self::Other,
            },
        }
    }
}

/// Runs the vector `record` of `profile`.
fn run(profile: Profile, record: &Record, vector: String, order: &Order) -> Result<Run> {
    let mut reported = ReportedSections::default();
    let operation = Operation::of(profile, record);
    run_traced(operation, profile, record, &mut reported)?;
    let unwatched = matches!(operation, Operation::CheckString | Operation::Other);
    let also = record.get("also").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let named = text(record, "section").into_iter().chain(also).map(ids_in);
    let named: Vec<Vec<String>> = named.collect::<Result<_, _>>().map_err(|message| anyhow!(message))?;
    // The rules of a program do not list which functions call each other, so their order is unknown.
    let out_of_order = if profile.is_consumer() { BTreeMap::new() } else { order.faults(&reported.order) };
    let ids = |ids: BTreeSet<&str>| ids.into_iter().map(Into::into).collect();
    if let (true, Some(expected)) = (reported.outcome.is_empty(), record.get("expect")) {
        reported.outcome = format!("expected: {expected}");
    }
    Ok(Run {
        vector,
        given: given(record),
        outcome: reported.outcome,
        steps: ids(reported.steps),
        faults: ids(reported.faults),
        named: named.concat(),
        out_of_order,
        unwatched,
    })
}

fn run_traced(
    operation: Operation,
    profile: Profile,
    record: &Record,
    reported: &mut ReportedSections,
) -> Result<()> {
    let encoding = match text(record, "encoding") {
        Some(label) => Encoding::for_label(label)?,
        None => Encoding::UTF_8,
    };
    let parser = Parser::new(profile).with_encoding(encoding);
    let base = match string(record, "base")? {
        Some(base) if !matches!(operation, Operation::Parse | Operation::CheckString | Operation::Other) => {
            let parsed = parser.parse_reference_traced(&base, reported);
            reported.begin();
            // The run ends if the base is not a URL.
            let Some(base) = reported.reference(parsed) else { return Ok(()) };
            Some(base)
        }
        _ => None,
    };
    let input = || string(record, "input")?.context("no `input`");
    match operation {
        Operation::Parse => {
            let parsed = parser.parse_reference_traced(&input()?, reported);
            reported.reference(parsed);
        }
        Operation::Resolve | Operation::ResolveAndCanonicalize => {
            let Some(base) = base else { bail!("no `base`") };
            let resolved = parser.with_base(&base).resolve_reference_traced(&input()?, reported);
            reported.reference(resolved);
            if matches!(operation, Operation::ResolveAndCanonicalize) {
                reported.begin();
                let canonical = parser.with_base(&base).parse_traced(&input()?, reported);
                reported.result(canonical);
            }
        }
        Operation::Canonicalize => {
            let canonical = parser.with_base(base.as_ref()).parse_traced(&input()?, reported);
            if let Some(url) = reported.result(canonical) {
                url.as_str().clone_into(&mut reported.outcome);
            }
        }
        Operation::Set => {
            // In an older suite, the key of the input is `url`.
            let Some(input) = string(record, "input")?.or(string(record, "url")?) else {
                bail!("no `input`")
            };
            let (attribute, value) = (text(record, "attr").context("no `attr`")?, string(record, "value")?);
            if let Ok(mut url) = parser.with_base(base.as_ref()).parse(&input) {
                let set =
                    url.set_attribute_traced(attribute.parse()?, &value.context("no `value`")?, reported);
                url.as_str().clone_into(&mut reported.outcome);
                if let Err(stopped) = set {
                    reported.fault(stopped.error.section());
                }
            }
        }
        Operation::CheckString => {
            let base = string(record, "base")?.map(|base| parser.parse(&base)).transpose()?;
            let is_whatwg = profile == Profile::Whatwg;
            let check = if is_whatwg { whatwg::check_valid_url_string } else { webspecs::check_url };
            reported.result(check(&input()?, base.as_ref()));
        }
        Operation::Other => {}
    }
    Ok(())
}

/// Returns the string at `key`. A string that is not valid Unicode is stored as a list of code points, at the
/// key with `_cps` appended.
fn string(record: &Record, key: &str) -> Result<Option<String>> {
    let Some(points) = record.get(&format!("{key}_cps")).filter(|points| points.is_array()) else {
        return Ok(text(record, key).map(Into::into));
    };
    let points = Vec::<u32>::deserialize(points).context("not code points")?;
    Ok(Some(from_code_points(points)))
}

/// Describes the input and the operation of the vector `record` in words.
fn given(record: &Record) -> String {
    let asked = |(key, value): (&String, &Value)| {
        let is_asked = !["id", "section", "also", "expect", "why", "seen", "source"].contains(&key.as_str());
        (is_asked && !value.is_null()).then(|| format!("{key}: {value}"))
    };
    record.iter().filter_map(asked).collect::<Vec<_>>().join(", ")
}

/// A permitted jump: after the step `from`, or a step in it, the run may go back to `to`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Jump {
    from: String,
    to: String,
    reason: String,
}

/// An algorithm with which a run may begin, although other algorithms call it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryPoint {
    algorithm: String,
    reason: String,
}

/// The permitted order of sections: that of the registries, with the exceptions in `order.toml` of each spec.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Order {
    /// The algorithms that call each algorithm.
    #[serde(skip)]
    callers: HashMap<String, Vec<String>>,
    #[serde(skip)]
    repeats: Vec<String>,
    jump: Vec<Jump>,
    entry: Vec<EntryPoint>,
}

/// An algorithm that has begun: its id, its first reported step, and the latest one.
struct EnteredAlgorithm<'r> {
    algorithm: &'r str,
    first: &'r str,
    last: &'r str,
}

impl Order {
    /// Reads the permitted order from `registries` and the files `order.toml`.
    fn read(sh: &Shell, registries: &[Registry]) -> Result<Self> {
        let mut order = Self::default();
        for registry in registries {
            for section in &registry.sections {
                if let Some(callers) = &section.called_by {
                    order.callers.insert(section.id.clone(), callers.clone());
                }
                if section.repeats {
                    order.repeats.push(section.id.clone());
                }
            }
            let path = registry.path.with_file_name("order.toml");
            if !sh.path_exists(&path) {
                continue;
            }
            let (_, own): (_, Self) = read_toml(sh, &path)?;
            let mut reasons =
                own.jump.iter().map(|jump| &jump.reason).chain(own.entry.iter().map(|entry| &entry.reason));
            ensure!(
                reasons.all(|reason| !reason.is_empty()),
                "{}: a departure without a reason",
                path.display()
            );
            order.jump.extend(own.jump);
            order.entry.extend(own.entry);
        }
        Ok(order)
    }

    /// Returns the departures from the permitted order, and how often each occurs. `reported` contains the
    /// sections that runs reported, in order, with an empty id between two runs.
    fn faults(&self, reported: &[&str]) -> BTreeMap<String, usize> {
        let mut faults = BTreeMap::new();
        let mut entered: Vec<EnteredAlgorithm<'_>> = Vec::new();
        for id in reported {
            if id.is_empty() {
                entered.clear();
                continue;
            }
            let algorithm = heading(id);
            if let Some(at) = entered.iter().rposition(|entered| entered.algorithm == algorithm) {
                entered.truncate(at + 1);
            } else {
                let callers = self.callers.get(algorithm).map_or(&[][..], Vec::as_slice);
                let calls =
                    |entered: &EnteredAlgorithm<'_>| callers.iter().any(|caller| caller == entered.algorithm);
                let caller = entered.iter().rposition(calls);
                entered.truncate(caller.map_or(0, |at| at + 1));
                let is_entry = self.entry.iter().any(|entry| entry.algorithm == algorithm);
                if caller.is_none() && !callers.is_empty() && !is_entry {
                    *faults.entry(format!("{id}: no algorithm that calls it has begun")).or_default() += 1;
                }
                entered.push(EnteredAlgorithm { algorithm, first: id, last: id });
            }
            let Some(now) = entered.last_mut() else { continue };
            if !self.may_follow(now, id) {
                *faults.entry(format!("{id}: follows {}", now.last)).or_default() += 1;
            }
            now.last = id;
        }
        faults
    }

    /// True if the section `id` may follow the latest step of the algorithm `now`.
    fn may_follow(&self, now: &EnteredAlgorithm<'_>, id: &str) -> bool {
        let (last, next) = (numbers(now.last), numbers(id));
        // The run goes forward, returns to a step around the latest one, or starts again at the first step.
        if next >= last || last.starts_with(&next) || id == now.first {
            return true;
        }
        let common = last.iter().zip(&next).take_while(|(one, other)| one == other).count();
        let repeats = |len: usize| {
            let around = section(now.algorithm, &last[..len]);
            self.repeats.contains(&around)
        };
        let jumps = |Jump { from, to, .. }: &Jump| {
            heading(from) == now.algorithm
                && last.starts_with(&numbers(from))
                && next.starts_with(&numbers(to))
        };
        (0..=common).any(repeats) || self.jump.iter().any(jumps)
    }
}

/// Returns the numbers in the ordinal of a section, one for each level.
fn numbers(id: &str) -> Vec<u32> {
    let number = id.get(heading(id).len() + 1..).unwrap_or_default();
    number.split('.').filter_map(|level| level.parse().ok()).collect()
}

/// Returns the id of the section of `algorithm` with these numbers.
fn section(algorithm: &str, numbers: &[u32]) -> String {
    let number: Vec<String> = numbers.iter().map(u32::to_string).collect();
    if number.is_empty() { algorithm.to_owned() } else { format!("{algorithm}-{}", number.join(".")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the order for a spec with two algorithms: `a#b`, whose step 2 repeats, calls `a#c`.
    fn order() -> Order {
        Order {
            callers: HashMap::from([("a#c".to_owned(), vec!["a#b".to_owned()])]),
            repeats: vec!["a#b-2".to_owned()],
            jump: vec![Jump { from: "a#b-4".into(), to: "a#b-3".into(), reason: String::new() }],
            entry: Vec::new(),
        }
    }

    #[test]
    fn departures_are_found() {
        let faults = |reported: &[&str]| order().faults(reported).len();
        assert_eq!(faults(&["a#b-1", "a#c-1", "a#c-2", "a#b-2.1", "a#b-2.2", "a#b-2.1", "a#b-3"]), 0);
        assert_eq!(faults(&["a#b-1", "a#b-4.1", "a#b-3", "a#b-1"]), 0);
        assert_eq!(faults(&["a#b-1", "a#b-3", "a#b-2"]), 1);
        assert_eq!(faults(&["a#c-1"]), 1);
        assert_eq!(faults(&["a#b-1", "a#c-3", "a#c-4", "a#c-2"]), 1);
    }
}
