//! Work whose instructions `cargo xtask bench --instructions` counts: on input that the project or its lock file holds, so
//! that every machine does the same. Without arguments it lists the works, each with how many URLs a pass is about.

use std::hint::black_box;

use anyhow::{Context as _, Result};
use benches::reach::{Generated, STANDARD, standard_inputs, standard_row};
use clap::Parser as _;

/// Does one work so many times.
#[derive(clap::Parser)]
struct Options {
    /// Which work.
    #[arg(requires = "passes")]
    work: Option<String>,
    /// How often it is done.
    passes: Option<usize>,
}

fn main() -> Result<()> {
    let Options { work, passes } = Options::parse();
    let generated = Generated::new(500);
    // Not for other works: what reading it leaves of the heap would be counted with each allocation.
    let needs_standard = work.as_deref().is_none_or(|work| work == STANDARD);
    let standard = if needs_standard { standard_inputs()? } else { Vec::new() };
    let mut rows = generated.rows_like_corpora();
    rows.extend(generated.rows());
    rows.push(standard_row(&standard));
    let Some(work) = work else {
        for row in rows {
            println!("{}\t{}", row.work, row.turns.iter().map(|turn| turn.urls).sum::<usize>());
        }
        return Ok(());
    };
    let row = rows.iter().find(|row| row.work == work).context("no such work")?;
    for _ in 0..passes.unwrap_or(1) {
        for turn in &row.turns {
            // Ours is the first run.
            black_box(turn.runs.first().map(|run| (run.go)()));
        }
    }
    Ok(())
}
