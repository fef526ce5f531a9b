//! `cargo xtask bench`: urlspec and its peers side by side, and the time per byte of hostile input, as tables in Markdown.

use std::{fs, hint::black_box, path::Path};

use anyhow::{Result, ensure};
use benches::{
    comparison, differential, guard, paired,
    reach::{Inputs, Row, accepts, spec_rows},
    ways,
};
use clap::Parser as _;
use rustix::time::{ClockId, clock_gettime};
use url_facade::Profile;
use url_testdata::hostile::Shape;

/// Compares urlspec with its peers.
#[derive(clap::Parser)]
#[command(bin_name = "cargo xtask bench")]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command")]
struct Options {
    /// A few rounds only, to see that it runs.
    #[arg(long)]
    quick: bool,
    /// Only what must be reached.
    #[arg(long)]
    reach: bool,
    /// Fail where a row of its table does not hold.
    #[arg(long)]
    check: bool,
    /// Write the tables of `docs/comparison.md`, instead.
    #[arg(long)]
    comparison: bool,
    /// Count which inputs take which way through `whatwg`, instead.
    #[arg(long)]
    ways: bool,
    /// Time the default guard, instead.
    #[arg(long)]
    guard: bool,
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
    if options.guard {
        print!("{}", guard::table(rounds)?);
        return Ok(());
    }
    let inputs = Inputs::load()?;
    if options.ways {
        print!("{}", ways::table(&inputs));
        return Ok(());
    }
    if options.comparison {
        return write_comparison(&inputs.rows(), rounds);
    }
    println!("## What must be reached\n");
    let short = table(inputs.rows(), rounds);
    println!("## Hostile input of up to 16 MiB in `whatwg`, ns per byte\n");
    flatness(rounds)?;
    ensure!(short.is_empty() || !options.check, "not reached: {}", short.join("; "));
    if options.reach {
        return Ok(());
    }
    for corpus in inputs.corpora() {
        println!("## {} ({} URLs)\n", corpus.name, corpus.urls.len());
        table(spec_rows(corpus), rounds);
    }
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
    println!();
    short
}

/// The lengths at which `whatwg` must take the same time per byte, in bytes.
const FLAT_LENGTHS: [usize; 7] = [64, 1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 22, 1 << 24];

/// The shapes that bring the states of `whatwg` the most work, and their names in the table.
const SHAPES: [(&str, Shape); 5] = [
    ("dot segments up", Shape { start: "http://a.test/", repeated: &["../"], end: "" }),
    ("down, then up", Shape { start: "http://a.test", repeated: &["/a/.."], end: "" }),
    ("at signs", Shape { start: "http://", repeated: &["@"], end: "a.test/" }),
    ("labels, not ASCII", Shape { start: "http://", repeated: &["é."], end: "test/" }),
    ("tabs", Shape { start: "http://a.test/", repeated: &["\ta"], end: "" }),
];

/// How many times as much time per byte longer input may take than any shorter one.
const FLATNESS: f64 = 2.0;

/// A table of `whatwg` on each of the [`SHAPES`]; fails where a byte of longer input takes
/// more time. What every URL costs, however short it is, makes the first lengths the slowest.
fn flatness(rounds: usize) -> Result<()> {
    let heads = FLAT_LENGTHS.map(|len| format!("{len} B")).join(" | ");
    println!("| shape | {heads} | growth |\n|---|---:|{}", "---:|".repeat(FLAT_LENGTHS.len()));
    let mut faults = Vec::new();
    for (name, shape) in SHAPES {
        print!("| {name} |");
        let (mut least, mut growth) = (f64::INFINITY, 0.0_f64);
        for len in FLAT_LENGTHS {
            let per_byte = nanoseconds_per_byte(&shape.of_len(len), rounds);
            print!(" {per_byte:.2} |");
            least = least.min(per_byte);
            growth = growth.max(per_byte / least);
        }
        println!(" {growth:.2} |");
        if growth > FLATNESS {
            faults.push(name);
        }
    }
    println!();
    ensure!(faults.is_empty(), "time per byte is not flat: {}", faults.join("; "));
    Ok(())
}

/// The least time that `whatwg` takes for `url`, per byte, in at most `rounds` rounds: time of this thread, for long input
/// takes longer than a busy machine leaves anyone alone.
#[allow(clippy::cast_precision_loss)]
fn nanoseconds_per_byte(url: &str, rounds: usize) -> f64 {
    // Short input is repeated until a clock can measure it.
    let times = 1 + (1 << 17) / url.len();
    let round = |_| {
        let start = thread_seconds();
        for _ in 0..times {
            black_box(accepts(Profile::Whatwg, black_box(url)));
        }
        thread_seconds() - start
    };
    let best = (0..rounds.clamp(3, 9)).map(round).fold(f64::INFINITY, f64::min);
    best * 1e9 / (times * url.len()) as f64
}

/// How long this thread has run, in seconds.
#[allow(clippy::cast_precision_loss)]
fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
