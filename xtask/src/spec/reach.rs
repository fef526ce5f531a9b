//! Finds the sections that test vectors reach, by running each vector with a trace. Also checks the order of
//! the reported sections. A step may follow a later step of its algorithm only if a section around both steps
//! repeats, or if [`Jump`] permits this. An algorithm may begin only within an algorithm that calls it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

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

use super::registry::{Registry, heading, read_toml};
use super::source::ids_in;

const VECTORS: &str = "crates/url-testdata/vectors";
const CONSUMERS: &str = "consumers";

/// The sections that one test vector reached when it ran.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Run {
    pub vector: String,
    /// The operation of the vector and its input, in words.
    #[serde(default)]
    pub given: String,
    /// The result of the vector or, if its operation has no trace, the expected result.
    #[serde(default)]
    pub outcome: String,
    pub(crate) steps: Vec<String>,
    pub(crate) faults: Vec<String>,
    pub(crate) named: Vec<String>,
    /// Each error in the order of the reported sections, as a message, with the number of its occurrences.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) out_of_order: BTreeMap<String, usize>,
    /// True if the vector's operation has no trace, so that the steps that ran are unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unwatched: bool,
}

pub(crate) fn run_all(sh: &Shell) -> Result<Vec<Run>> {
    let root = &sh.current_dir();
    let mut runs = Vec::new();
    let order = Order::read(sh, &Registry::all(sh)?)?;
    for &profile in Profile::available() {
        for (vector, record) in records(root, profile.name())? {
            runs.push(run(profile, &record, vector.clone(), &order).with_context(|| vector)?);
        }
    }
    // Consumers have thousands of recorded inputs. Only the inputs that reach a new section are stored.
    let mut reached = BTreeSet::new();
    for (vector, record) in records(root, CONSUMERS)? {
        let is_recorded = |profile: &&Profile| answer_of(&record, profile.name()).is_some();
        for &profile in Profile::available().iter().filter(is_recorded) {
            let run = run(profile, &record, vector.clone(), &order)?;
            // Every id must be inserted, so this code uses `count`: `any` would stop at the first new id.
            let new = run.reported().filter(|&id| reached.insert(id.to_owned())).count();
            runs.extend((new > 0).then_some(run));
        }
    }
    Ok(runs)
}

/// Returns each vector in `folder` with its file and line. Returns no vectors if the folder does not exist.
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
    pub(crate) fn reported(&self) -> impl Iterator<Item = &str> {
        let faults = self.faults.iter().filter(|id| !self.steps.contains(id));
        self.steps.iter().chain(faults).map(String::as_str)
    }
}

pub(crate) fn read(file: &Path) -> Result<Vec<Run>> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let lines = text.lines().zip(1..);
    let read = |(line, at)| serde_json::from_str(line).with_context(|| format!("{}:{at}", file.display()));
    lines.map(read).collect()
}

#[derive(Default)]
struct Reported {
    steps: BTreeSet<&'static str>,
    faults: BTreeSet<&'static str>,
    /// The ids of all reported steps, in order and with repetitions. An empty id separates two parses.
    order: Vec<&'static str>,
    outcome: String,
}

impl Reported {
    fn result<T>(&mut self, result: Result<T, ParseError>) -> Option<T> {
        result.map_err(|error| self.fail(error)).ok()
    }

    fn fail(&mut self, error: ParseError) {
        self.fault(error.section());
        self.outcome = error.to_string();
    }

    fn fault(&mut self, section: Section) {
        self.faults.insert(section.id());
    }

    /// Records the returned reference or error. If the reference is invalid, also records why.
    fn reference(&mut self, result: Result<Reference, ParseError>) -> Option<Reference> {
        let reference = self.result(result)?;
        reference.as_str().clone_into(&mut self.outcome);
        if let Some(error) = reference.invalid() {
            self.fail(error);
        }
        Some(reference)
    }
}

impl Trace for Reported {
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

#[derive(Clone, Copy)]
enum Operation {
    Parse,
    Resolve,
    Canonicalize,
    ResolveAndCanonicalize,
    Set,
    CheckString,
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
            // Some vectors do not name their operation: those of two suites, and those of consumers.
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

fn run(profile: Profile, record: &Record, vector: String, order: &Order) -> Result<Run> {
    let mut reported = Reported::default();
    let operation = Operation::of(profile, record);
    run_traced(operation, profile, record, &mut reported)?;
    let unwatched = matches!(operation, Operation::CheckString | Operation::Other);
    let also = record.get("also").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let named = text(record, "section").into_iter().chain(also).map(ids_in);
    let named: Vec<Vec<String>> = named.collect::<Result<_, _>>().map_err(|message| anyhow!(message))?;
    // The rules of a consumer do not say which function calls which, so that their order is unknown.
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

fn run_traced(operation: Operation, profile: Profile, record: &Record, trace: &mut Reported) -> Result<()> {
    let encoding = match text(record, "encoding") {
        Some(label) => Encoding::for_label(label)?,
        None => Encoding::UTF_8,
    };
    let parser = Parser::new(profile).with_encoding(encoding);
    let base = match string(record, "base")? {
        Some(base) if !matches!(operation, Operation::Parse | Operation::CheckString | Operation::Other) => {
            let parsed = parser.parse_reference_traced(&base, trace);
            trace.order.push("");
            let Some(base) = trace.reference(parsed) else { return Ok(()) };
            Some(base)
        }
        _ => None,
    };
    let input = || string(record, "input")?.context("no `input`");
    match operation {
        Operation::Parse => {
            let parsed = parser.parse_reference_traced(&input()?, trace);
            trace.reference(parsed);
        }
        Operation::Resolve | Operation::ResolveAndCanonicalize => {
            let Some(base) = base else { bail!("no `base`") };
            let resolved = parser.with_base(&base).resolve_reference_traced(&input()?, trace);
            trace.reference(resolved);
            if matches!(operation, Operation::ResolveAndCanonicalize) {
                trace.order.push("");
                let canonical = parser.with_base(&base).parse_traced(&input()?, trace);
                trace.result(canonical);
            }
        }
        Operation::Canonicalize => {
            let canonical = parser.with_base(base.as_ref()).parse_traced(&input()?, trace);
            if let Some(url) = trace.result(canonical) {
                url.as_str().clone_into(&mut trace.outcome);
            }
        }
        Operation::Set => {
            // In the vectors of an older suite, the key of the input is `url`.
            let input = string(record, "input")?.or(string(record, "url")?).context("no `input`")?;
            let (attribute, value) = (text(record, "attr").context("no `attr`")?, string(record, "value")?);
            if let Ok(mut url) = parser.with_base(base.as_ref()).parse(&input) {
                let (attribute, value) = (attribute.parse()?, value.context("no `value`")?);
                let set = url.set_attribute_traced(attribute, &value, trace);
                url.as_str().clone_into(&mut trace.outcome);
                if let Err(stopped) = set {
                    trace.fault(stopped.error.section());
                }
            }
        }
        Operation::CheckString => {
            let base = string(record, "base")?.map(|base| parser.parse(&base)).transpose()?;
            let is_whatwg = profile == Profile::Whatwg;
            let check = if is_whatwg { whatwg::check_valid_url_string } else { webspecs::check_url };
            trace.result(check(&input()?, base.as_ref()));
        }
        Operation::Other => {}
    }
    Ok(())
}

/// Returns the string at `key`. A string that is not valid Unicode is a list of code points at `<key>_cps`.
fn string(record: &Record, key: &str) -> Result<Option<String>> {
    let Some(points) = record.get(&format!("{key}_cps")).filter(|points| points.is_array()) else {
        return Ok(text(record, key).map(Into::into));
    };
    let points = Vec::<u32>::deserialize(points).context("not code points")?;
    Ok(Some(from_code_points(points)))
}

fn given(record: &Record) -> String {
    let asked = |(key, value): (&String, &Value)| {
        let is_asked = !["id", "section", "also", "expect", "why", "seen", "source"].contains(&key.as_str());
        (is_asked && !value.is_null()).then(|| format!("{key}: {value}"))
    };
    record.iter().filter_map(asked).collect::<Vec<_>>().join(", ")
}

/// An exception from the order: the earlier step `to` may follow the step `from`, or a substep of `from`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Jump {
    from: String,
    to: String,
    reason: String,
}

/// An algorithm that may begin outside the algorithms that call it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryPoint {
    algorithm: String,
    reason: String,
}

/// The permitted order of sections: the order of the registries, with the exceptions in `order.toml` files.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Order {
    #[serde(skip)]
    callers: HashMap<String, Vec<String>>,
    #[serde(skip)]
    repeats: Vec<String>,
    jump: Vec<Jump>,
    entry: Vec<EntryPoint>,
}

struct EnteredAlgorithm<'r> {
    algorithm: &'r str,
    first: &'r str,
    last: &'r str,
}

impl Order {
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
            let of_jumps = own.jump.iter().map(|jump| &jump.reason);
            let mut reasons = of_jumps.chain(own.entry.iter().map(|entry| &entry.reason));
            let has_all = reasons.all(|reason| !reason.is_empty());
            ensure!(has_all, "{}: a departure without a reason", path.display());
            order.jump.extend(own.jump);
            order.entry.extend(own.entry);
        }
        Ok(order)
    }

    /// Counts sections in `reported` that are not in the permitted order. An empty id separates two parses.
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
                let caller = entered.iter().rposition(|it| callers.iter().any(|one| one == it.algorithm));
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

    fn may_follow(&self, now: &EnteredAlgorithm<'_>, id: &str) -> bool {
        let (last, next) = (numbers(now.last), numbers(id));
        // A step may follow a step before it, a step that it contains, and any step if it is the first step.
        if next >= last || last.starts_with(&next) || id == now.first {
            return true;
        }
        let common = last.iter().zip(&next).take_while(|(one, other)| one == other).count();
        let repeats = |len: usize| self.repeats.contains(&section(now.algorithm, &last[..len]));
        let jumps = |Jump { from, to, .. }: &Jump| {
            let is_there = last.starts_with(&numbers(from)) && next.starts_with(&numbers(to));
            heading(from) == now.algorithm && is_there
        };
        (0..=common).any(repeats) || self.jump.iter().any(jumps)
    }
}

fn numbers(id: &str) -> Vec<u32> {
    let number = id.get(heading(id).len() + 1..).unwrap_or_default();
    number.split('.').filter_map(|level| level.parse().ok()).collect()
}

fn section(algorithm: &str, numbers: &[u32]) -> String {
    let number: Vec<String> = numbers.iter().map(u32::to_string).collect();
    if number.is_empty() { algorithm.to_owned() } else { format!("{algorithm}-{}", number.join(".")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an order for two algorithms: `a#b`, whose step 2 repeats, calls `a#c`.
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
