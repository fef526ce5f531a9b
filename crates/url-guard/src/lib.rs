#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod builder;
mod guard;
mod hosts;
mod paths;
#[cfg(feature = "serde")]
mod policy;
mod refusal;

pub use builder::{BuildError, GuardBuilder};
pub use guard::{Guard, Permitted};
pub use hosts::{HostRule, ParseHostRuleError};
#[cfg(feature = "serde")]
pub use policy::Policy;
pub use refusal::Refusal;
