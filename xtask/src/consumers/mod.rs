//! `cargo xtask consumers record` stores answers of consumers, which are real URL parsers that this project
//! imitates. `cargo xtask fuzz --consumers N` compares the parsers with the imitations on hostile strings.

mod adapters;
mod clients;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use url_testdata::consumers::{answer_of, comparable, program_of, seen_of, was_asked};
use url_testdata::hostile::{Dice, corners};
use url_testdata::{Record, read_json_lines};
use xshell::Shell;

use crate::programs;
use adapters::{CONSUMERS, Install, MOST_PRINTED, START, run_lines};
pub(crate) use clients::attack;

const RECORDED: &str = "crates/url-testdata/vectors/consumers/recorded.jsonl";
/// The file with the recorded answers to pairs of a base and a reference.
const REFERENCES: &str = "crates/url-testdata/vectors/consumers/references.jsonl";
/// The file with URLs for which a client connects to another host than the host that its parser returns.
const CONNECTIONS: &str = "crates/url-testdata/vectors/consumers/connections.jsonl";

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Run the installed programs again, and list the inputs for which their answers changed.
    Record {
        /// Run only this edition (a program in one version), and create its environment if it is missing.
        #[arg(long, value_name = "NAME")]
        edition: Option<String>,
        /// Also record answers to URLs that are in the file of corner cases but not recorded yet.
        #[arg(long)]
        corners: bool,
        /// Read the inputs, and their answers so far, from this file in JSON Lines.
        #[arg(long = "in", value_name = "FILE")]
        input: Option<PathBuf>,
        /// Write the answers to this file. Answers of programs that are not installed are copied.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// For the recorded URLs, run the clients of these programs, and write the hosts that clients connect to
    /// if they are not the hosts that the programs return.
    Connections,
}

pub(crate) fn run(sh: &Shell, command: &Command) -> Result<()> {
    let recorded = sh.current_dir().join(RECORDED);
    let Command::Record { edition, corners: with_corners, input, out } = command else {
        return clients::connections(sh, &read_json_lines(&recorded)?, &sh.current_dir().join(CONNECTIONS));
    };
    let file = input.clone().unwrap_or(recorded);
    let mut records = read_json_lines(&file).with_context(|| format!("cannot read {}", file.display()))?;
    if *with_corners {
        let known = inputs_of(&records);
        let new = corners().into_iter().filter(|input| !known.contains(input));
        let record = |input: String| [("input".into(), input.into()), ("seen".into(), json!({}))];
        records.extend(new.map(|input| Record::from_iter(record(input))));
    }
    let lines: Vec<_> = records.iter().map(line_of).collect();
    let has_base = records.iter().any(|record| record.contains_key("base"));
    let install = if edition.is_some() { Install::Environments } else { Install::Nothing };
    let is_asked = |adapter: &adapters::Adapter| {
        edition.as_ref().is_none_or(|name| *name == adapter.profile) && (adapter.resolves || !has_base)
    };
    let listed: Vec<_> = adapters::list(sh, CONSUMERS)?;
    ensure!(listed.iter().any(is_asked), "no edition of this name in {CONSUMERS}");
    let adapters = adapters::running(sh, CONSUMERS, install, is_asked)?;
    // The names of all editions with a recorded answer. The newest edition of a program comes first.
    let recorded = records.iter().filter_map(|record| record["seen"].as_object()).flat_map(Record::keys);
    // A record has no entry for an edition that answers like the newest edition of the program.
    let listed = listed.iter().filter(|adapter| adapter.resolves || !has_base);
    let listed = listed.map(|adapter| &adapter.profile);
    let names: BTreeSet<String> = recorded.chain(listed).cloned().collect();
    let answers_to = |record| {
        let answers = names.iter().map(|name| Some((name.clone(), answer_of(record, name)?.into_owned())));
        answers.flatten().collect()
    };
    let mut known: Vec<BTreeMap<String, Record>> = records.iter().map(answers_to).collect();
    for (adapter, version) in adapters {
        let answers = adapter.ask(&lines)?;
        let mut changed = 0;
        for ((line, known), answer) in lines.iter().zip(&mut known).zip(answers) {
            let seen = known.insert(adapter.profile.clone(), answer.clone());
            if let Some(seen) = seen.filter(|seen| *seen != answer) {
                changed += 1;
                println!("{}: {}\n    was {}\n    now {}", adapter.profile, line, json!(seen), json!(answer));
            }
        }
        println!("{}: {} inputs, {changed} changed", adapter.named(&version), lines.len());
    }
    if let Some(out) = out {
        for (record, known) in records.iter_mut().zip(known) {
            // Without an entry in the record, an edition answers like the newest one.
            let mut unknown = names.iter().filter(|name| !known.contains_key(*name));
            let unknown = unknown.find(|name| known.contains_key(program_of(name)));
            ensure!(unknown.is_none(), "{unknown:?} must be asked too: {}", record["input"]);
            record["seen"] = seen_of(known.iter().map(|(name, answer)| (name.as_str(), answer.clone())));
        }
        let text: String = records.iter().map(|record| json!(record).to_string() + "\n").collect();
        fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?;
    }
    Ok(())
}

/// Compares real programs with their imitations on `count` hostile strings. Fails if there is a difference,
/// and the installed program has the version that this project imitates.
pub(crate) fn fuzz(sh: &Shell, count: usize, seed: u64, may_install: bool) -> Result<()> {
    let urlspec = programs::urlspec(sh)?;
    let install = if may_install { Install::All } else { Install::Nothing };
    let adapters = adapters::running(sh, CONSUMERS, install, |_| true)?;
    ensure!(!adapters.is_empty(), "no consumer is installed");
    let recorded = inputs_of(&read_json_lines(&sh.current_dir().join(RECORDED))?);
    let recorded: Vec<_> = recorded.iter().map(String::as_str).collect();
    let mut dice = Dice::new(seed);
    let mut lines: Vec<_> = (0..count)
        .map(|_| {
            let start = if dice.roll(3) == 0 { dice.pick(&recorded).to_owned() } else { dice.hostile_url() };
            json!({ "input": if dice.roll(2) == 0 { dice.mutate(&start) } else { start } })
        })
        .collect();
    // Programs that resolve references also get pairs of a base and a reference, perhaps from two records.
    let pairs = read_json_lines(&sh.current_dir().join(REFERENCES))?;
    lines.extend((0..count).map(|_| {
        let mut line = json!({});
        for name in ["base", "input"] {
            let start = pairs[dice.roll(pairs.len())][name].as_str().unwrap_or_default();
            line[name] = if dice.roll(2) == 0 { dice.mutate(start) } else { start.to_owned() }.into();
        }
        line
    }));
    let mut broken = Vec::new();
    for (adapter, version) in &adapters {
        let lines = &lines[..if adapter.resolves { 2 * count } else { count }];
        let answers = adapter.ask(lines)?;
        let request = |line: &Value| {
            let mut request = line.clone();
            request["op"] = if line.get("base").is_some() { "resolve" } else { "parse" }.into();
            request["profile"] = adapter.profile.as_str().into();
            request
        };
        let (mut batch, file) = (std::process::Command::new(&urlspec), adapter.work_file());
        let simulated = run_lines(START, batch.arg("batch"), &file, lines.iter().map(request))?;
        let mut differences = 0;
        for ((line, answer), simulated) in lines.iter().zip(answers).zip(simulated) {
            if !was_asked(&answer) {
                continue;
            }
            let (answer, simulated) = (compared(&answer), compared(&simulated));
            if answer != simulated {
                differences += 1;
                if differences <= MOST_PRINTED {
                    println!("{}: {line}", adapter.profile);
                    println!("    program {}\n    profile {}", json!(answer), json!(simulated));
                }
            }
        }
        let (named, count) = (adapter.named(version), lines.len());
        println!("{named}: {count} lines of seed {seed}, {differences} differences");
        if version.starts_with(&adapter.version) && differences > 0 {
            broken.push(adapter.profile.as_str());
        }
    }
    ensure!(broken.is_empty(), "differ from their programs: {}", broken.join(", "));
    Ok(())
}

fn compared(answer: &Record) -> Record {
    let mut answer = comparable(answer);
    // In a mailto URL, Ruby's opaque part repeats the query.
    let text = |name| answer.get(name).and_then(Value::as_str);
    let opaque = text("opaque").and_then(|opaque| opaque.strip_prefix('?'));
    if opaque == Some(text("query").unwrap_or_default()) {
        answer.remove("opaque");
    }
    answer
}

fn line_of(record: &Record) -> Value {
    let members = ["base", "input"].into_iter().filter_map(|name| record.get_key_value(name));
    Value::Object(members.map(|(name, text)| (name.clone(), text.clone())).collect())
}

fn inputs_of(records: &[Record]) -> Vec<String> {
    records.iter().filter_map(|record| Some(record["input"].as_str()?.to_owned())).collect()
}
