//! `cargo xtask fuzz`: looks for differences between the profile `whatwg`, another implementation, and itself.

use std::time::Instant;

use anyhow::{Result, bail};
use benches::differential::{run, test_inputs};
use clap::Parser;

/// Holds whatwg against another implementation, and its shortcuts against its steps.
#[derive(Parser)]
#[command(bin_name = "cargo xtask fuzz")]
struct Options {
    /// How many strings, and stories of setters, to hold against ada-url, and with shortcuts against without.
    #[arg(long, value_name = "N")]
    differential: usize,
    /// Where the generator starts: the same seed gives the same strings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let Options { differential, seed } = Options::parse();
    let start = Instant::now();
    let report = run(differential, seed, &test_inputs()?)?;
    print!("{}", report.told);
    println!(
        "seed {seed}: {} strings, {} of them URLs; {} setters; {} runs of other profiles; {} hosts that only ada takes; {} URLs that only setters make; {} differences; {:.1} s",
        report.strings,
        report.urls,
        report.setters,
        report.traced,
        report.only_ada,
        report.only_setters,
        report.differences,
        start.elapsed().as_secs_f64()
    );
    if report.differences > 0 {
        bail!("{} differences", report.differences);
    }
    Ok(())
}
