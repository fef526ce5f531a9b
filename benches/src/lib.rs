//! The corpora, the contenders and the public test data for benchmarks. The programs that use them, such as
//! `compare` (`cargo xtask bench`), only measure.
//!
//! Contenders are compared on a machine that also does other work. In each turn, all contenders do the same
//! short work, one after the other. A short turn is rarely disturbed, and medians ignore those that are.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only the programs and tests of this package use it"
)]

pub mod comparison;
mod corpora;
pub mod differential;
pub mod reach;
pub mod url_class;
pub mod uts46_breaches;

use std::{hint::black_box, time::Instant};

/// A run to measure: one contender processes all of its inputs, and counts those that it accepts.
pub struct Run<'a> {
    pub name: String,
    /// Runs the contender. The count keeps the compiler from removing the work.
    pub go: Box<dyn Fn() -> usize + 'a>,
}

impl<'a> Run<'a> {
    /// Creates a run that calls `accepts` for each of `inputs`. The compiler inlines `accepts` into the loop,
    /// so the run measures no additional call.
    pub fn new<I: ?Sized + 'a>(
        name: impl Into<String>,
        inputs: impl IntoIterator<Item = &'a I> + Clone + 'a,
        accepts: impl Fn(&'a I) -> bool + 'a,
    ) -> Self {
        Self {
            name: name.into(),
            go: Box::new(move || inputs.clone().into_iter().filter(|input| accepts(input)).count()),
        }
    }
}

/// The number of URLs per turn. Processing them takes a fraction of a millisecond.
pub const TURN: usize = 1000;

/// A portion of work that every contender does before the next one begins.
pub struct Turn<'a> {
    pub urls: usize,
    /// The contenders are the same in every turn.
    pub runs: Vec<Run<'a>>,
}

/// Times in nanoseconds per URL: `times[t][r]` is that of the contender `r` on the work `t`.
pub struct Times(Vec<Vec<f64>>);

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
    Times(times)
}

impl Times {
    /// Returns the median time of a run, in nanoseconds per URL.
    pub fn nanoseconds(&self, run: usize) -> f64 {
        median(self.0.iter().map(|times| times[run]).collect())
    }

    /// Returns the median ratio of the times of two runs.
    pub fn ratio(&self, run: usize, peer: usize) -> f64 {
        median(self.0.iter().map(|times| times[run] / times[peer]).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
