//! How to compare on a machine that does other things too: round by round, so that whatever disturbs one contender
//! disturbs the others as well, and by medians, so that one bad round does not count.

use std::{hint::black_box, time::Instant};

use crate::Run;

/// The times of several runs, round by round.
pub struct Times {
    /// In seconds: `rounds[round][run]`.
    rounds: Vec<Vec<f64>>,
}

/// Times all of `runs` once a round, after one round that does not count. Each round begins with another run, so that
/// none always follows the same one.
///
/// Spec: none (a benchmark)
pub fn time(runs: &[Run<'_>], rounds: usize) -> Times {
    for run in runs {
        black_box((run.go)());
    }
    let round = |number: usize| {
        let mut times = vec![0.0; runs.len()];
        for i in 0..runs.len() {
            let i = (i + number) % runs.len();
            let start = Instant::now();
            black_box((runs[i].go)());
            times[i] = start.elapsed().as_secs_f64();
        }
        times
    };
    Times { rounds: (0..rounds).map(round).collect() }
}

impl Times {
    /// The median time of the run at `run`, in nanoseconds.
    ///
    /// Spec: none (a benchmark)
    pub fn nanoseconds(&self, run: usize) -> f64 {
        median(self.rounds.iter().map(|times| times[run] * 1e9).collect())
    }

    /// The median, over the rounds, of how many times as long the run at `run` took as the one at `peer`.
    ///
    /// Spec: none (a benchmark)
    pub fn ratio(&self, run: usize, peer: usize) -> f64 {
        median(self.rounds.iter().map(|times| times[run] / times[peer]).collect())
    }
}

/// Spec: none (a benchmark)
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
