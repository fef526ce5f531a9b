//! `cargo xtask bench`: compares the speed of urlspec with that of other libraries, and prints a Markdown
//! table.

use std::{fs, path::Path};

use anyhow::{Result, ensure};
use benches::{
    comparison, differential,
    reach::{Inputs, Row, TABLE_HEAD, stale_rows},
    time,
};
use clap::Parser as _;

/// Compares the speed of urlspec with that of other libraries.
#[derive(clap::Parser)]
#[command(bin_name = "cargo xtask bench")]
struct Options {
    /// Run only a few rounds, to test that the program works.
    #[arg(long)]
    quick: bool,
    /// Fail if urlspec is slower in a row of the table than that row requires, or if the recorded table has a
    /// row that is not measured.
    #[arg(long)]
    check: bool,
    /// Instead, write the tables of `docs/comparison.md`
    #[arg(long)]
    comparison: bool,
    /// Instead, compare the results of `whatwg` with ada-url, and its shortcuts with its steps, on N strings
    /// (`cargo xtask fuzz`).
    #[arg(long, value_name = "N")]
    differential: Option<usize>,
    /// Instead, make the same comparisons on every string of up to N characters that are special in URLs
    /// (`cargo xtask fuzz`).
    #[arg(long, value_name = "N")]
    short_strings: Option<usize>,
    /// The random seed of the strings.
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
    let record = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("record/README.md"))?;
    let rows = inputs.rows();
    // Without the corpora, other rows take the place of theirs.
    let stale = if inputs.has_corpora() { stale_rows(&record, &rows) } else { Vec::new() };
    let short = table(rows, rounds);
    ensure!(short.is_empty() || !options.check, "not reached: {}", short.join("; "));
    ensure!(stale.is_empty() || !options.check, "recorded but not measured: {}", stale.join("; "));
    Ok(())
}

fn write_comparison(rows: &[Row<'_>], rounds: usize) -> Result<()> {
    let tables = format!("{}\n{}", comparison::counts()?, comparison::speed(rows, rounds)?);
    println!("{tables}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/comparison.md");
    fs::write(&file, comparison::write_into(&fs::read_to_string(&file)?, &tables)?)?;
    Ok(())
}

/// Prints the table of `rows`. Returns the names of the rows in which urlspec is slower than required.
fn table(rows: Vec<Row<'_>>, rounds: usize) -> Vec<String> {
    println!("{TABLE_HEAD}");
    println!("|---|---:|---|---:|---:|---:|---|");
    let mut short = Vec::new();
    for Row { work, peer, required, mut turns } in rows {
        for turn in &mut turns {
            turn.runs.retain(|run| run.name == "ours" || run.name == peer);
        }
        // A row with few turns repeats them more often.
        let times = time(&turns, rounds.max(rounds * 40 / turns.len().max(1)));
        let (ours, theirs, ratio) = (times.nanoseconds(0), times.nanoseconds(1), times.ratio(1, 0));
        let verdict = match required {
            Some(required) if ratio < required => {
                short.push(format!("{work} ({ratio:.2} of {required})"));
                format!("{required} | **no**")
            }
            Some(required) => format!("{required} | yes"),
            None => "|".into(),
        };
        println!("| {work} | {ours:.0} | `{peer}` | {theirs:.0} | {ratio:.2} | {verdict} |");
    }
    short
}
