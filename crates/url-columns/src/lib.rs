#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod call;
mod function;
mod url_columns;
mod values;

pub use call::{Call, CallError, Incomplete};
pub use function::{Argument, ArgumentKind, Function, UnknownFunction};
pub use url_columns::{DEFAULT_MAX_LEN, Input, RowError, UrlColumns};
pub use values::{Column, FixedColumn, Full, Kind, ListColumn, TextColumn, Values};
