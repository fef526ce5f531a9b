#![doc = include_str!("../README.md")]

mod dedupe;
pub mod fast;
mod ladder;
mod parameters;
mod parts;
mod policy;
mod receipt;
mod safe_browsing;
mod surt;

pub use ladder::Normalization;
pub use parameters::{ParameterKind, ParameterList, ParameterListError};
pub use policy::{Applied, Output, Policy, UnknownPolicy};
pub use receipt::{Edit, Effect, Pass, Receipt, Rule};
pub use surt::Dialect;
