#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod agree;
#[cfg(feature = "guard")]
mod builder;
#[cfg(feature = "guard")]
mod guard;
mod hazard;
#[cfg(feature = "guard")]
mod hosts;
#[cfg(feature = "guard")]
mod paths;
#[cfg(feature = "patterns")]
mod patterns;
#[cfg(feature = "serde")]
mod policy;
mod product;
#[cfg(feature = "consumers")]
mod readings;
#[cfg(feature = "guard")]
mod refusal;

pub use agree::{AgreeOptions, Agreement, Disagreement, agree};
#[cfg(feature = "guard")]
pub use builder::{BuildError, GuardBuilder};
#[cfg(feature = "guard")]
pub use guard::{Guard, Permitted};
pub use hazard::{Hazard, decode};
#[cfg(feature = "guard")]
pub use hosts::{HostRule, ParseHostRuleError};
#[cfg(feature = "serde")]
pub use policy::Policy;
#[cfg(feature = "consumers")]
pub use readings::{Reading, connects_to, readings};
#[cfg(feature = "guard")]
pub use refusal::Refusal;
