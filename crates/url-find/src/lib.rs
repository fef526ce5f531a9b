#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "documents")]
pub mod document;
mod every;
mod finder;
mod finding;
mod uts58;

pub use finder::{EndReason, Finder, LinkEnd};
pub use finding::{Finding, Kind, Mode, Options, ParseModeError};
pub use url_facade::redact::{Rules, redact};
pub use uts58::{LinkParts, display, minimally_escaped};
