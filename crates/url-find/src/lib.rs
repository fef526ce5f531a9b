#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "documents")]
pub mod document;
mod finder;

pub use finder::{Finder, Finding, Kind, Mode, Options};
