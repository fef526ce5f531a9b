#![doc = include_str!("../README.md")]

mod dedupe;
mod draft;
mod escapes;
pub mod fast;
mod ladder;
mod parameters;
mod parts;
mod path;
mod policy;
mod query;
mod receipt;
mod rule;
mod safe_browsing;
mod surt;

pub use ladder::Normalization;
pub use parameters::{ParameterKind, ParameterList, ParameterListError};
pub use policy::{Applied, Output, Policy, UnknownPolicy};
pub use receipt::{Edit, Pass, Receipt};
pub use rule::{Effect, Rule};
pub use surt::Dialect;
