#![doc = include_str!("../README.md")]

mod agree;
mod alignment;
mod diff;
mod difference;
mod minimize;
mod parting;
mod rules;
mod run;
mod sentence;
mod side;
mod subject;

pub use agree::{Agreement, Disagreement, agree};
pub use diff::{diff, differ, partings};
pub use difference::{Difference, Fate, Parting, Side};
pub use minimize::{Minimal, minimize};
pub use run::{Product, Run};
