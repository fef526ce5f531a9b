#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "documents")]
pub mod document;
mod every;
mod finder;
mod uts58;

pub use finder::{Finder, Finding, Kind, Mode, Options, ParseModeError};
pub use uts58::{LinkParts, display, minimally_escaped};
