#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod builder;
mod guard;
mod hosts;
mod paths;
mod permitted;
#[cfg(feature = "serde")]
mod policy;
mod refusal;
mod rules;

pub use builder::BuildError;
pub use guard::Guard;
pub use hosts::{HostRule, ParseHostRuleError};
pub use permitted::Permitted;
#[cfg(feature = "serde")]
pub use policy::Policy;
pub use refusal::Refusal;
pub use rules::GuardBuilder;
