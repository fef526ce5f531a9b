//! The program as its users run it.

// The lint only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod compare;
#[cfg(unix)]
mod faults;
mod find;
mod guard;
mod hostile;
mod inputs;
mod one_line;
mod one_url;
mod options;
#[cfg(unix)]
mod outputs;
mod readme;
mod run;
mod scan;
mod selection;
#[cfg(unix)]
mod shell;
#[cfg(unix)]
mod streams;
mod tables;
#[cfg(unix)]
mod terminals;
mod traces;
mod transcripts;
