//! The program as its users run it.

// The lint only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod batch;
mod canon_lines;
mod compare;
mod diff;
#[cfg(unix)]
mod faults;
mod find;
mod get;
mod guard;
mod hostile;
mod impact;
mod inputs;
mod one_line;
mod one_url;
mod options;
#[cfg(unix)]
mod outputs_apart;
#[cfg(unix)]
mod outputs_whole;
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
