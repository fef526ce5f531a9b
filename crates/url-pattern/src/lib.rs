#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod canonicalize;
mod component;
mod component_name;
mod constructor;
mod error;
mod explain;
mod generate;
mod init;
#[cfg(feature = "set")]
mod lint;
mod part;
mod pattern;
mod program;
#[cfg(feature = "regexp")]
mod regexp;
#[cfg(feature = "serde")]
mod serial;
#[cfg(feature = "set")]
mod set;
mod tokenizer;
#[cfg(feature = "set")]
mod tree;

pub use component_name::ComponentName;
pub use error::{PatternError, PatternReason};
pub use explain::Mismatch;
pub use init::UrlPatternInit;
#[cfg(feature = "set")]
pub use lint::{Lint, LintKind, lint};
pub use pattern::{Captures, UrlPattern, UrlPatternInput, UrlPatternOptions};
#[cfg(feature = "set")]
pub use set::UrlPatternSet;
