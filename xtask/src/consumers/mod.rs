//! `cargo xtask consumers record` and `cargo xtask fuzz --consumers N`: the real programs that the profiles of consumers
//! simulate. What they answer is recorded again, or held beside the profiles on hostile strings.

mod adapters;
mod clients;

use std::{
    borrow::Cow,
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use url_testdata::{
    Record,
    consumers::{CONSUMER_PARTS, answer_of, program_of, seen_of, was_asked},
    hostile::{Dice, corners},
    read_json_lines,
};

use crate::{
    programs::{self, cargo},
    workspace::Workspace,
};
use adapters::{Install, MOST_PRINTED, run_lines};
pub(crate) use clients::attack;

/// The recorded answers.
const RECORDED: &str = "crates/url-testdata/vectors/consumers/recorded.jsonl";
/// Where clients connect, if that is not the host that their parsers expose.
const CONNECTIONS: &str = "crates/url-testdata/vectors/consumers/connections.jsonl";

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Ask the programs that are installed again, and list the inputs whose answers changed.
    Record {
        /// Only this edition, whose environment is made if it is not there.
        #[arg(long, value_name = "NAME")]
        edition: Option<String>,
        /// Also ask what is not yet in the file of the corners of each part of a URL.
        #[arg(long)]
        corners: bool,
        /// The inputs, and their answers so far: JSON Lines.
        #[arg(long = "in", value_name = "FILE")]
        input: Option<PathBuf>,
        /// Where to write the answers; those of programs that are not installed stay as they were.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Ask the clients of these programs where they connect for the recorded URLs, and write where that is not the host.
    Connections {
        /// Where to write it.
        #[arg(long, value_name = "FILE", default_value = CONNECTIONS)]
        out: PathBuf,
    },
}

pub(crate) fn run(root: &Path, command: &Command) -> Result<()> {
    let (edition, with_corners, input, out) = match command {
        Command::Connections { out } => {
            return clients::connections(root, &read_json_lines(&root.join(RECORDED))?, &root.join(out));
        }
        Command::Record { edition, corners, input, out } => (edition, corners, input, out),
    };
    let file = input.clone().unwrap_or_else(|| root.join(RECORDED));
    let mut records = read_json_lines(&file).with_context(|| format!("cannot read {}", file.display()))?;
    if *with_corners {
        let known = inputs_of(&records);
        let new = corners().into_iter().filter(|input| !known.contains(input));
        records.extend(new.zip(1..).map(|(input, number)| {
            let id = format!("corner-{number:04}");
            Record::from_iter([
                ("id".into(), id.into()),
                ("input".into(), input.into()),
                ("seen".into(), json!({})),
            ])
        }));
    }
    let inputs = inputs_of(&records);
    let install = if edition.is_some() { Install::Environments } else { Install::Nothing };
    let is_asked = |adapter: &adapters::Adapter| edition.as_ref().is_none_or(|name| *name == adapter.profile);
    let adapters = adapters::available(root, install, is_asked)?;
    ensure!(!adapters.is_empty(), "no edition of this name in {}", adapters::LIST);
    // What each edition answered to each input so far. In this order, the newest edition of a program is before others.
    let recorded = records.iter().filter_map(|record| record["seen"].as_object()).flat_map(Record::keys);
    let asked = adapters.iter().filter(|(_, version)| version.is_ok()).map(|(adapter, _)| &adapter.profile);
    // One that is not named answered as the newest one did.
    let listed = adapters::list(root)?;
    let listed = listed.iter().map(|adapter| &adapter.profile);
    let names: BTreeSet<String> = recorded.chain(asked).chain(listed).cloned().collect();
    let answers_to = |record| names.iter().map(|name| answer_of(record, name).map(Cow::into_owned)).collect();
    let mut known: Vec<Vec<Option<Record>>> = records.iter().map(answers_to).collect();
    for (adapter, version) in adapters {
        let Ok(version) = version else { continue };
        let answers = adapter.ask(&inputs)?;
        let at = names.iter().take_while(|name| **name != adapter.profile).count();
        let mut changed = 0;
        for ((input, known), answer) in inputs.iter().zip(&mut known).zip(answers) {
            if let Some(seen) = known[at].replace(answer.clone()).filter(|seen| *seen != answer) {
                changed += 1;
                println!(
                    "{}: {}\n    was {}\n    now {}",
                    adapter.profile,
                    json!(input),
                    json!(seen),
                    json!(answer)
                );
            }
        }
        println!("{} {version}: {} inputs, {changed} changed", adapter.profile, inputs.len());
    }
    if let Some(out) = out {
        let mut text = Vec::new();
        for (record, known) in records.iter_mut().zip(known) {
            let each = || names.iter().map(String::as_str).zip(&known);
            let is_answered = |name: &str| each().any(|(other, answer)| other == name && answer.is_some());
            // It would be taken to have answered as the newest one.
            let unknown = each().find(|(name, answer)| answer.is_none() && is_answered(program_of(name)));
            ensure!(unknown.is_none(), "{unknown:?} is to be asked too: {}", record["input"]);
            record["seen"] = seen_of(each().filter_map(|(name, answer)| Some((name, answer.clone()?))));
        }
        for record in &records {
            writeln!(text, "{}", json!(record))?;
        }
        fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?;
    }
    Ok(())
}

/// What CI holds each consumer to. It installs the programs, if it may.
pub(crate) fn of_ci(root: &Path) -> Result<()> {
    fuzz(root, 20_000, 1, true)
}

/// Holds each consumer beside its program on `count` strings made from `seed`. A program of another version than the profile's
/// may differ: how is printed.
pub(crate) fn fuzz(root: &Path, count: usize, seed: u64, may_install: bool) -> Result<()> {
    cargo(root, &["build", "--quiet", "--locked", "-p", "urlspec"])?;
    let urlspec = Workspace::load(root)?.target_directory.join("debug").join("urlspec");
    let install = if may_install { Install::All } else { Install::Nothing };
    let adapters = adapters::available(root, install, |_| true)?;
    ensure!(adapters.iter().any(|(_, version)| version.is_ok()), "no consumer is installed");
    let recorded = inputs_of(&read_json_lines(&root.join(RECORDED))?);
    let recorded: Vec<_> = recorded.iter().map(String::as_str).collect();
    let mut dice = Dice::new(seed);
    let inputs: Vec<_> = (0..count)
        .map(|_| {
            let start = if dice.roll(3) == 0 { dice.pick(&recorded).to_owned() } else { dice.hostile_url() };
            if dice.roll(2) == 0 { dice.mutate(&start) } else { start }
        })
        .collect();
    let mut broken = Vec::new();
    for (adapter, version) in &adapters {
        let version = match version {
            Ok(version) => version,
            Err(reason) => {
                programs::skip(&format!("{}: {reason:#}", adapter.profile));
                continue;
            }
        };
        let answers = adapter.ask(&inputs)?;
        let request = |input: &String| json!({ "op": "parse", "profile": adapter.profile, "input": input });
        let lines = inputs.iter().map(request);
        let mut batch = std::process::Command::new(&urlspec);
        let simulated = run_lines(batch.arg("batch"), &adapter.work_file(), lines)?;
        let mut differences = 0;
        for ((input, answer), simulated) in inputs.iter().zip(answers).zip(simulated) {
            if !was_asked(&answer) {
                continue;
            }
            let (answer, simulated) = (comparable(answer), comparable(simulated));
            if answer != simulated {
                differences += 1;
                if differences <= MOST_PRINTED {
                    println!("{}: {}", adapter.profile, json!(input));
                    println!("    program {}\n    profile {}", json!(answer), json!(simulated));
                }
            }
        }
        let is_exact = version.starts_with(&adapter.version);
        let note = if is_exact { "" } else { " (another version than the profile's)" };
        println!(
            "{} {version}{note}: {count} strings of seed {seed}, {differences} differences",
            adapter.profile
        );
        if is_exact && differences > 0 {
            broken.push(adapter.profile.as_str());
        }
    }
    ensure!(broken.is_empty(), "differ from their programs: {}", broken.join(", "));
    Ok(())
}

/// What is compared of an answer: its parts, or that there is an error.
fn comparable(mut answer: Record) -> Record {
    if answer.contains_key("error") {
        return Record::from_iter([("error".into(), true.into())]);
    }
    answer.retain(|name, _| CONSUMER_PARTS.contains(&name.as_str()));
    // Ruby says again, as the opaque part of a mailto URL, that there is a query.
    let query = answer.get("query").and_then(Value::as_str).unwrap_or_default();
    if answer
        .get("opaque")
        .and_then(Value::as_str)
        .is_some_and(|opaque| opaque.strip_prefix('?') == Some(query))
    {
        answer.remove("opaque");
    }
    answer
}

fn inputs_of(records: &[Record]) -> Vec<String> {
    records.iter().filter_map(|record| Some(record["input"].as_str()?.to_owned())).collect()
}
