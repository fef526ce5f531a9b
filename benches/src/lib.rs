//! Measures the speed of urlspec and of other libraries. The programs, such as
//! `compare` (`cargo xtask bench`), only print the results.
//!
//! The machine may do other work at the same time, so the measured work is split in short turns. In each
//! turn, all libraries process the same inputs, one after the other. The results are medians, which ignore
//! the few turns that other work disturbs.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only the programs and tests of this package use it"
)]

pub mod comparison;
mod corpora;
pub mod criterion;
pub mod differential;
pub mod patterns;
pub mod reach;
pub mod url_class;
pub mod uts46_breaches;

use std::{hint::black_box, time::Instant};

/// A function to measure: one library processes all inputs of a turn, and counts the inputs that it accepts.
pub struct Run<'a> {
    pub name: String,
    /// Calls the library. The compiler cannot remove the work, because the count depends on it.
    pub go: Box<dyn Fn() -> usize + 'a>,
}

impl<'a> Run<'a> {
    /// Creates a function that calls `accepts` for each of `inputs`. The compiler inlines `accepts` into the
    /// loop, so that no additional call is measured.
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

/// The number of URLs in a [`Turn`]. A library processes them in a fraction of a millisecond.
pub const TURN: usize = 1000;

/// A short part of the measured work. Every library does this part before the next turn begins.
pub struct Turn<'a> {
    pub urls: usize,
    /// One function for each library. The order of the libraries is equal in all turns.
    pub runs: Vec<Run<'a>>,
}

/// Times in nanoseconds per URL: `times[t][r]` is the time of the library `r` in the turn `t`.
pub struct Times(Vec<Vec<f64>>);

/// Measures every library in every turn, `rounds` times. Each round begins with another library, so that no
/// library profits from the order.
#[allow(clippy::cast_precision_loss)]
pub fn time(turns: &[Turn<'_>], rounds: usize) -> Times {
    let mut times = Vec::new();
    for round in 0..rounds {
        for Turn { urls, runs } in turns {
            let mut in_turn = vec![0.0; runs.len()];
            for i in 0..runs.len() {
                let i = (i + round) % runs.len();
                // The first call is not measured. It loads the input into the cache.
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
    /// Returns the median time of the library with the index `run`, in nanoseconds per URL.
    pub fn nanoseconds(&self, run: usize) -> f64 {
        median(self.0.iter().map(|times| times[run]).collect())
    }

    /// Returns the median, over all turns, of the time of the library `run` divided by that of `peer`.
    pub fn ratio(&self, run: usize, peer: usize) -> f64 {
        median(self.0.iter().map(|times| times[run] / times[peer]).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
