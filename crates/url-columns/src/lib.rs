#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod call;
mod column;
mod constants;
mod function;
mod row;
mod url_columns;
mod values;

pub use call::{Call, Incomplete};
pub use column::{Column, Kind};
pub use constants::CallError;
pub use function::{Argument, ArgumentKind, Function, UnknownFunction};
pub use row::{DEFAULT_MAX_LEN, Input, RowError};
pub use url_columns::UrlColumns;
pub use values::{FixedColumn, Full, TextColumn, Values};
