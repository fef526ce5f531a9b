//! Shared code of the layers' fast paths: tests of many bytes at once, and one pass over a URL. Its items may
//! change in any release.

mod marks;
mod masks;
mod plain;

pub use marks::{Marks, is_mark};
pub use masks::{Lanes, Ranges, Room, Subject, any_is_below, any_is_in};
pub use plain::is_plain;
