#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "documents")]
pub mod document;
mod end;
mod every;
mod finder;
mod finding;
mod uts58;

pub use end::{EndReason, LinkEnd};
pub use finder::Finder;
pub use finding::{Finding, Kind, Mode, Options, ParseModeError};
pub use url_facade::redact::{Rules, redact};
pub use uts58::{LinkParts, display, minimally_escaped};
