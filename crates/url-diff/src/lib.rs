//! Where two URL specifications read one URL differently ([`diff`]), the shortest URL on which they do ([`minimize`]), and
//! what several of them see alike ([`agree`]).
//!
//! A spec that is a state machine, one that is a grammar and one that works in layers share no steps. They share the
//! bytes of the input. So the traces are aligned by these: first by where each profile begins and ends its components,
//! then, within a component that both cut out alike, by what became of each byte of it.
//!
//! # Examples
//! ```
//! use url_diff::diff;
//! use url_facade::{Parser, Profile};
//! let difference = diff("http://127.1/", None, Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
//! assert_eq!(
//!     difference.parting.unwrap().to_string(),
//!     "whatwg#concept-host-parser-8 made \"127.0.0.1\" of \"127.1\"; rfc3986#host-8.1 kept \"127.1\", at bytes 7..12",
//! );
//! ```

mod agree;
mod alignment;
mod diff;
mod difference;
mod minimize;
mod parting;
mod run;
mod sentence;
mod side;
mod subject;

pub use agree::{Agreement, Disagreement, agree};
pub use diff::{diff, differ, partings};
pub use difference::{Difference, Fate, Parting, Side};
pub use minimize::{Minimal, minimize};
pub use run::{Product, Run};

/// The guard of docs/security.md, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/security.md")]
struct Security;
