//! Tests of the program `urlspec`, which is run as a user would run it.

// Outside functions with `#[test]`, the lint for `unwrap` would report the helpers of these files.
#![allow(clippy::unwrap_used)]

mod compare;
#[cfg(unix)]
mod faults;
mod find;
mod hostile;
mod inputs;
mod one_line;
mod one_url;
mod options;
mod readme;
mod run;
mod scan;
#[cfg(unix)]
mod shell;
#[cfg(unix)]
mod streams;
mod tables;
#[cfg(unix)]
mod terminals;
mod traces;
mod transcripts;
