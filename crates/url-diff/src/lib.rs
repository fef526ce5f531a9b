#![doc = include_str!("../README.md")]

mod agree;
mod alignment;
mod alike;
mod diff;
mod difference;
mod hazard;
mod minimize;
mod parting;
mod rules;
mod run;
mod sentence;
mod side;
mod subject;

pub use agree::{AgreeOptions, Agreement, Disagreement, agree};
pub use diff::{diff, differ, partings};
pub use difference::{Difference, Fate, Parting, Side};
pub use hazard::Hazard;
pub use minimize::{Minimal, minimize};
pub use run::{Product, Run};
