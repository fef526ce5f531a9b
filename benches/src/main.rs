//! `cargo xtask bench`: urlspec and its peers side by side, as a table in Markdown.

use std::{fs, path::Path};

use anyhow::{Result, ensure};
use benches::{
    comparison, differential, paired,
    reach::{Inputs, Row},
};
use clap::Parser as _;

/// Compares urlspec with its peers.
#[derive(clap::Parser)]
#[command(bin_name = "cargo xtask bench")]
struct Options {
    /// A few rounds only, to see that it runs.
    #[arg(long)]
    quick: bool,
    /// Fail where a row of its table does not hold.
    #[arg(long)]
    check: bool,
    /// Write the tables of `docs/comparison.md`, instead.
    #[arg(long)]
    comparison: bool,
    /// Hold `whatwg` against ada-url, and its shortcuts against its steps, on N strings, instead (`cargo xtask fuzz`).
    #[arg(long, value_name = "N")]
    differential: Option<usize>,
    /// Hold it against both on every string of up to N characters that mean something in a URL, instead (`cargo xtask fuzz`).
    #[arg(long, value_name = "N")]
    short_strings: Option<usize>,
    /// Where the generator of strings starts.
    #[arg(long, default_value_t = 1, requires = "differential")]
    seed: u64,
}

fn main() -> Result<()> {
    let options = Options::parse();
    if let Some(turns) = options.differential {
        return differential::print(turns, options.seed);
    }
    if let Some(most) = options.short_strings {
        return differential::print_short_strings(most);
    }
    let rounds = if options.quick { 2 } else { 20 };
    let inputs = Inputs::load()?;
    if options.comparison {
        return write_comparison(&inputs.rows(), rounds);
    }
    let short = table(inputs.rows(), rounds);
    ensure!(short.is_empty() || !options.check, "not reached: {}", short.join("; "));
    Ok(())
}

/// Prints the tables of `docs/comparison.md`, and writes them there.
fn write_comparison(rows: &[Row<'_>], rounds: usize) -> Result<()> {
    let tables = format!("{}\n{}", comparison::counts()?, comparison::speed(rows, rounds)?);
    println!("{tables}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/comparison.md");
    fs::write(&file, comparison::write_into(&fs::read_to_string(&file)?, &tables)?)?;
    Ok(())
}

/// The table of `rows`; the works of those that do not hold.
fn table(rows: Vec<Row<'_>>, rounds: usize) -> Vec<String> {
    println!("| work | ours, ns | peer | its ns | times as fast | must be | holds |");
    println!("|---|---:|---|---:|---:|---:|---|");
    let mut short = Vec::new();
    for Row { work, peer, required, mut turns } in rows {
        for turn in &mut turns {
            turn.runs.retain(|run| run.name == "ours" || run.name == peer);
        }
        // Of a few turns only, each is taken more often.
        let times = paired::time(&turns, rounds.max(rounds * 40 / turns.len().max(1)));
        let (ours, theirs, ratio) = (times.nanoseconds(0), times.nanoseconds(1), times.ratio(1, 0));
        let holds = if ratio >= required { "yes" } else { "**no**" };
        println!("| {work} | {ours:.0} | `{peer}` | {theirs:.0} | {ratio:.2} | {required} | {holds} |");
        if ratio < required {
            short.push(format!("{work} ({ratio:.2} of {required})"));
        }
    }
    short
}
