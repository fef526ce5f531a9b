//! The corpora, the contenders and the public test data for benchmarks. The programs that use them, such as
//! `compare` (`cargo xtask bench`), only measure.

pub mod comparison;
mod corpora;
pub mod differential;
mod generated;
pub mod paired;
pub mod public_data;
pub mod reach;
mod split_mix;
pub mod url_class;
pub mod uts46_breaches;

/// A run to measure: one contender processes all of its inputs, and counts those that it accepts.
pub struct Run<'a> {
    /// The name of the contender.
    pub name: String,
    /// Runs the contender; the count keeps the compiler from removing the work.
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
