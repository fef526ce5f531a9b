//! Compares contenders on a machine that also does other work. In each turn, all contenders do the same short
//! work, one after the other. A short turn is rarely disturbed, and medians ignore those that are.

use std::{hint::black_box, time::Instant};

use crate::Run;

/// The number of URLs per turn. Processing them takes a fraction of a millisecond.
pub const TURN: usize = 1000;

/// A portion of work that every contender does before the next one begins.
pub struct Turn<'a> {
    /// The number of URLs in the turn.
    pub urls: usize,
    /// The runs of the contenders. The contenders are the same in every turn.
    pub runs: Vec<Run<'a>>,
}

/// The times of several runs, turn by turn.
pub struct Times {
    /// The times in nanoseconds per URL, as `turns[turn][run]`.
    turns: Vec<Vec<f64>>,
}

/// Measures all runs of all `turns`, `rounds` times. The first run of a turn differs from round to round, so
/// that no contender profits from the order.
#[allow(clippy::cast_precision_loss)]
pub fn time(turns: &[Turn<'_>], rounds: usize) -> Times {
    let mut times = Vec::new();
    for round in 0..rounds {
        for Turn { urls, runs } in turns {
            let mut in_turn = vec![0.0; runs.len()];
            for i in 0..runs.len() {
                let i = (i + round) % runs.len();
                // Loads the input into the cache, so that the first measured run does not pay for this.
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
    /// Returns the median time of the run with the index `run`, in nanoseconds per URL.
    pub fn nanoseconds(&self, run: usize) -> f64 {
        median(self.turns.iter().map(|times| times[run]).collect())
    }

    /// Returns the ratio of the time of the run with the index `run` to that of the one with the index
    /// `peer`, as the median over all turns.
    pub fn ratio(&self, run: usize, peer: usize) -> f64 {
        median(self.turns.iter().map(|times| times[run] / times[peer]).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
