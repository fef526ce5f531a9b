//! How to compare on a machine that does other things too: in turns too short for much to come between, in which every
//! contender does the same work right after the other, and by medians, so that disturbed turns do not count.

use std::{hint::black_box, time::Instant};

use crate::Run;

/// How many URLs a turn is about: a fraction of a millisecond's work.
pub const TURN: usize = 1000;

/// What every contender does in a turn.
pub struct Turn<'a> {
    /// How many URLs it is about.
    pub urls: usize,
    /// The contenders, the same ones in every turn.
    pub runs: Vec<Run<'a>>,
}

/// The times of several runs, turn by turn.
pub struct Times {
    /// In nanoseconds per URL: `turns[turn][run]`.
    turns: Vec<Vec<f64>>,
}

/// Times all runs of all `turns`, `rounds` times. Each round begins with another run, so that none always follows the
/// same one.
#[allow(clippy::cast_precision_loss)]
pub fn time(turns: &[Turn<'_>], rounds: usize) -> Times {
    let mut times = Vec::new();
    for round in 0..rounds {
        for Turn { urls, runs } in turns {
            let mut in_turn = vec![0.0; runs.len()];
            for i in 0..runs.len() {
                let i = (i + round) % runs.len();
                // Brings the input near, so that none pays for being the first to read it.
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
    /// The median time of the run at `run`, in nanoseconds per URL.
    pub fn nanoseconds(&self, run: usize) -> f64 {
        median(self.turns.iter().map(|times| times[run]).collect())
    }

    /// The median, over the turns, of how many times as long the run at `run` took as the one at `peer`.
    pub fn ratio(&self, run: usize, peer: usize) -> f64 {
        median(self.turns.iter().map(|times| times[run] / times[peer]).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
