//! The order in which runs report sections, compared with that of the registries. A step follows the steps
//! before it, unless a section around it repeats or a jump is listed. An algorithm begins within one that
//! calls it.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use serde::Deserialize;
use xshell::Shell;

use super::{
    outline::heading,
    registry::{Registry, read_toml},
};

/// `docs/spec/<spec>/order.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    jump: Vec<Jump>,
    #[serde(default)]
    entry: Vec<Entry>,
}

/// A jump backwards: after `from`, or a step in it, the earlier step `to` may follow.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Jump {
    from: String,
    to: String,
    reason: String,
}

/// An algorithm that others call, and that a run may begin with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    algorithm: String,
    reason: String,
}

/// The order that the registries allow.
#[derive(Default)]
pub(crate) struct Order {
    /// The callers of each algorithm that is called.
    callers: HashMap<String, Vec<String>>,
    repeats: Vec<String>,
    jumps: Vec<Jump>,
    entries: Vec<Entry>,
}

/// An algorithm that a run is in: its id, its first reported step, and the last one.
struct Entered<'r> {
    algorithm: &'r str,
    first: &'r str,
    last: &'r str,
}

impl Order {
    /// Reads the order of the specs of `registries`.
    pub(crate) fn read(sh: &Shell, registries: &[Registry]) -> Result<Self> {
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
            let (_, file): (_, File) = read_toml(sh, &path)?;
            let of_jumps = file.jump.iter().map(|jump| &jump.reason);
            let mut reasons = of_jumps.chain(file.entry.iter().map(|entry| &entry.reason));
            anyhow::ensure!(
                reasons.all(|reason| reason.len() > 10),
                "{}: a departure from the order without a reason",
                path.display()
            );
            order.jumps.extend(file.jump);
            order.entries.extend(file.entry);
        }
        Ok(order)
    }

    /// Returns the departures from the order, and how often each occurs. `told` lists the sections that runs
    /// report, with an empty id after each run.
    pub(crate) fn faults(&self, told: &[&str]) -> BTreeMap<String, usize> {
        let mut faults = BTreeMap::new();
        let mut entered: Vec<Entered<'_>> = Vec::new();
        for id in told {
            if id.is_empty() {
                entered.clear();
                continue;
            }
            let algorithm = heading(id);
            if let Some(at) = entered.iter().rposition(|entered| entered.algorithm == algorithm) {
                entered.truncate(at + 1);
            } else {
                let callers = self.callers.get(algorithm).map_or(&[][..], Vec::as_slice);
                let calls = |entered: &Entered<'_>| callers.iter().any(|caller| caller == entered.algorithm);
                let caller = entered.iter().rposition(calls);
                entered.truncate(caller.map_or(0, |at| at + 1));
                let is_entry = self.entries.iter().any(|entry| entry.algorithm == algorithm);
                if caller.is_none() && !callers.is_empty() && !is_entry {
                    *faults.entry(format!("{id}: no algorithm that calls it has begun")).or_default() += 1;
                }
                entered.push(Entered { algorithm, first: id, last: id });
            }
            let Some(now) = entered.last_mut() else { continue };
            if !self.may_follow(now, id) {
                *faults.entry(format!("{id}: follows {}", now.last)).or_default() += 1;
            }
            now.last = id;
        }
        faults
    }

    /// True if the section `id` may follow the last one of its algorithm.
    fn may_follow(&self, now: &Entered<'_>, id: &str) -> bool {
        let (last, next) = (numbers(now.last), numbers(id));
        // Forwards, back to a step around it, or restarting from the first step.
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
        (0..=common).any(repeats) || self.jumps.iter().any(jumps)
    }
}

/// Returns the number of a section, level by level.
fn numbers(id: &str) -> Vec<u32> {
    let number = id.get(heading(id).len() + 1..).unwrap_or_default();
    number.split('.').filter_map(|level| level.parse().ok()).collect()
}

/// Returns the section of `algorithm` with this number.
fn section(algorithm: &str, numbers: &[u32]) -> String {
    let number: Vec<String> = numbers.iter().map(u32::to_string).collect();
    if number.is_empty() { algorithm.to_owned() } else { format!("{algorithm}-{}", number.join(".")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an order of one algorithm `a#b`, whose step 2 repeats, and of `a#c`, which `a#b` calls.
    fn order() -> Order {
        Order {
            callers: HashMap::from([("a#c".to_owned(), vec!["a#b".to_owned()])]),
            repeats: vec!["a#b-2".to_owned()],
            jumps: vec![Jump { from: "a#b-4".into(), to: "a#b-3".into(), reason: String::new() }],
            entries: Vec::new(),
        }
    }

    #[test]
    fn departures_are_found() {
        let faults = |told: &[&str]| order().faults(told).len();
        assert_eq!(faults(&["a#b-1", "a#c-1", "a#c-2", "a#b-2.1", "a#b-2.2", "a#b-2.1", "a#b-3"]), 0);
        assert_eq!(faults(&["a#b-1", "a#b-4.1", "a#b-3", "a#b-1"]), 0);
        assert_eq!(faults(&["a#b-1", "a#b-3", "a#b-2"]), 1);
        assert_eq!(faults(&["a#c-1"]), 1);
        assert_eq!(faults(&["a#b-1", "a#c-3", "a#c-4", "a#c-2"]), 1);
    }
}
