//! Comparison on a machine with other load. Each turn is so short that it is rarely disturbed, and every
//! contender does the same work in it, one right after the other. Medians ignore disturbed turns.

use std::{hint::black_box, time::Instant};

use crate::Run;

/// URLs per turn: a fraction of a millisecond's work.
pub const TURN: usize = 1000;

/// The work that every contender does in a turn.
pub struct Turn<'a> {
    /// The number of its URLs.
    pub urls: usize,
    /// The contenders, the same ones in every turn.
    pub runs: Vec<Run<'a>>,
}

/// The times of several runs, turn by turn.
pub struct Times {
    /// In nanoseconds per URL: `turns[turn][run]`.
    turns: Vec<Vec<f64>>,
}

/// Times all runs of all `turns`, `rounds` times. Each round begins with a different run, so that the order
/// changes.
#[allow(clippy::cast_precision_loss)]
pub fn time(turns: &[Turn<'_>], rounds: usize) -> Times {
    let mut times = Vec::new();
    for round in 0..rounds {
        for Turn { urls, runs } in turns {
            let mut in_turn = vec![0.0; runs.len()];
            for i in 0..runs.len() {
                let i = (i + round) % runs.len();
                // Warms the cache, so that no run is slowed by reading the input first.
                black_box((runs[i].go)());
                let start = Instant::now();
                black_box((runs[i].go)());
                in_turn[i] = start.elapsed().as_secs_f64() * 1e9 / *urls as f64;
            }
            times.push(in_turn);
        }
    }
    Times { turns: times }
}

impl Times {
    /// Returns the median time of the run at `run`, in nanoseconds per URL.
    pub fn nanoseconds(&self, run: usize) -> f64 {
        median(self.turns.iter().map(|times| times[run]).collect())
    }

    /// Returns the median, over the turns, of the time of the run at `run` divided by that of the run at
    /// `peer`.
    pub fn ratio(&self, run: usize, peer: usize) -> f64 {
        median(self.turns.iter().map(|times| times[run] / times[peer]).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
