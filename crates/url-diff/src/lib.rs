#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod alignment;
mod cuts;
mod diff;
mod difference;
mod divergence;
mod minimize;
mod rejection;
mod rules;
mod run;
mod segments;
mod subject;
mod view;

pub use diff::{diff, differ, divergence, divergences};
pub use difference::{Difference, Divergence, Outcome, Side};
pub use minimize::{Minimal, minimize};
pub use run::{Product, Run};
