//! `cargo xtask bench`: urlspec and its peers side by side, each layer alone, and the time per byte of hostile input,
//! as tables in Markdown.

use std::{hint::black_box, time::Instant};

use anyhow::{Result, ensure};
use benches::{contenders, corpora, hostile::SHAPES, layers::Inputs, paired};
use clap::Parser as _;
use url_facade::{Parser, Profile};

/// Compares urlspec with its peers.
#[derive(clap::Parser)]
struct Options {
    /// A few rounds only, to see that it runs.
    #[arg(long)]
    quick: bool,
}

/// The lengths of hostile input, in bytes. Growth is told against the second: the first is all overhead.
const LENGTHS: [usize; 5] = [64, 1 << 10, 1 << 14, 1 << 17, 1 << 20];

/// How many times as much time per byte the longest input may take. Memory that no longer fits a cache explains
/// less; a quadratic step needs a thousand times as much.
const GROWTH_LIMIT: f64 = 12.0;

fn main() -> Result<()> {
    let rounds = if Options::parse().quick { 3 } else { 41 };
    for corpus in corpora::load()? {
        let urls = corpus.urls();
        println!("## {} ({} URLs)\n", corpus.name, urls.len());
        compare(&urls, rounds);
        println!("Each layer alone, with what these URLs bring it in `manakai`:\n");
        layers(&urls, rounds);
    }
    println!("## Hostile input, ns per byte\n");
    linearity(rounds)
}

/// A table of the contenders on `urls`.
#[allow(clippy::cast_precision_loss)]
fn compare(urls: &[&str], rounds: usize) {
    let peers = contenders::peers(urls);
    let peer_names: Vec<_> = peers.iter().map(|peer| peer.name.clone()).collect();
    let mut runs = peers;
    runs.extend(contenders::profiles(urls));
    let times = paired::time(&runs, rounds);
    println!("| | accepted | ns per URL | times {} |", peer_names.join(" | times "));
    println!("|---|---:|---:|{}", "---:|".repeat(peer_names.len()));
    for (i, run) in runs.iter().enumerate() {
        print!("| `{}` | {} | {:.0} |", run.name, (run.go)(), times.nanoseconds(i) / urls.len() as f64);
        for peer in 0..peer_names.len() {
            print!(" {:.2} |", times.ratio(i, peer));
        }
        println!();
    }
    println!();
}

/// A table of the layers on `urls`.
#[allow(clippy::cast_precision_loss)]
fn layers(urls: &[&str], rounds: usize) {
    let inputs = Inputs::new(urls);
    let runs = inputs.layers();
    let times = paired::time(&runs, rounds);
    println!("| layer | ns per URL |\n|---|---:|");
    for (i, run) in runs.iter().enumerate() {
        println!("| {} | {:.1} |", run.name, times.nanoseconds(i) / urls.len() as f64);
    }
    println!();
}

/// A table of every profile on hostile input; fails where time grows faster than the input.
fn linearity(rounds: usize) -> Result<()> {
    let heads = LENGTHS.map(|len| format!("{len} B")).join(" | ");
    println!("| profile | shape | {heads} |\n|---|---|{}", "---:|".repeat(LENGTHS.len()));
    let mut faults = Vec::new();
    for &profile in Profile::ALL {
        for shape in SHAPES {
            print!("| `{profile}` | {} |", shape.name);
            let mut at_first = f64::INFINITY;
            for (i, len) in LENGTHS.into_iter().enumerate() {
                let per_byte = nanoseconds_per_byte(profile, &shape.url(len), rounds);
                print!(" {per_byte:.2} |");
                if i == 1 {
                    at_first = per_byte.max(0.5);
                }
                // Longer input would take for ever.
                if per_byte > GROWTH_LIMIT * at_first {
                    faults.push(format!("{profile}: {} at {len} bytes", shape.name));
                    break;
                }
            }
            println!();
        }
    }
    println!();
    ensure!(faults.is_empty(), "time grows faster than the input: {}", faults.join("; "));
    Ok(())
}

/// The least time that `profile` takes for `url`, per byte, in at most `rounds` rounds.
#[allow(clippy::cast_precision_loss)]
fn nanoseconds_per_byte(profile: Profile, url: &str, rounds: usize) -> f64 {
    let parser = Parser::new(profile);
    // Short input is repeated until a clock can tell its time.
    let times = 1 + (1 << 15) / url.len();
    let round = |_| {
        let start = Instant::now();
        for _ in 0..times {
            let _ = black_box(parser.canonicalize(black_box(url), None));
        }
        start.elapsed().as_secs_f64()
    };
    let best = (0..rounds.min(9)).map(round).fold(f64::INFINITY, f64::min);
    best * 1e9 / (times * url.len()) as f64
}
