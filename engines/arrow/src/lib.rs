#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod evaluate;
mod results;
mod rows;

pub use evaluate::{evaluate, evaluate_chunks, parse_batch, resolve, resolve_chunks};
pub use results::{data_type, result_type};
pub use rows::is_supported;
