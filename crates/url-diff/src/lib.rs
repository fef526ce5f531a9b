#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod agree;
mod alignment;
mod cuts;
mod diff;
mod difference;
mod divergence;
mod fast;
mod hazard;
mod minimize;
#[cfg(feature = "consumers")]
mod readings;
mod rejection;
mod rules;
mod run;
mod segments;
mod subject;
mod view;

pub use agree::{AgreeOptions, Agreement, Disagreement, agree};
pub use diff::{diff, differ, divergences};
pub use difference::{Difference, Divergence, Outcome, Side};
pub use hazard::{Hazard, decode};
pub use minimize::{Minimal, minimize};
#[cfg(feature = "consumers")]
pub use readings::{Reading, connects_to, readings};
pub use run::{Product, Run};
