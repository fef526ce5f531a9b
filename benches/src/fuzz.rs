//! `cargo xtask fuzz`: looks for differences between the profile `whatwg`, another implementation, and itself.

use std::time::Instant;

use anyhow::{Result, bail};
use benches::differential::{Report, run, run_domains, test_inputs};
use clap::Parser;

/// Holds whatwg against another implementation, and its shortcuts against its steps.
#[derive(Parser)]
#[command(bin_name = "cargo xtask fuzz")]
struct Options {
    /// How many strings, stories of setters, and domains to hold against ada-url, and with shortcuts against without.
    #[arg(long, value_name = "N")]
    differential: usize,
    /// Where the generator starts: the same seed generates the same strings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let Options { differential, seed } = Options::parse();
    let start = Instant::now();
    let inputs = test_inputs()?;
    let (strings, domains) =
        rayon::join(|| run(differential, seed, &inputs), || run_domains(differential, seed));
    let strings = strings?;
    print!("{}{}", strings.told, domains.told);
    println!(
        "seed {seed}: {} strings, {} of them URLs; {} setters; {} runs of other profiles; {} URLs that only setters make; {} domains, {} of them valid; {} differences; {:.1} s",
        strings.strings,
        strings.urls,
        strings.setters,
        strings.traced,
        strings.only_setters,
        domains.strings,
        domains.urls,
        strings.differences + domains.differences,
        start.elapsed().as_secs_f64()
    );
    print_breaches("strings", &strings);
    print_breaches("domains", &domains);
    match strings.differences + domains.differences {
        0 => Ok(()),
        differences => bail!("{differences} differences"),
    }
}

/// The rules that ada breaks in the hosts of a run, and how often.
fn print_breaches(what: &str, report: &Report) {
    for (breach, count) in &report.breaches {
        println!("where ada differs, {what}: {breach:?} {count}");
    }
}
