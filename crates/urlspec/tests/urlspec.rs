//! The program as its users run it.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

#[path = "cli/batch.rs"]
mod batch;
#[path = "cli/canon_lines.rs"]
mod canon_lines;
#[path = "cli/compare.rs"]
mod compare;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/edit.rs"]
mod edit;
#[cfg(unix)]
#[path = "cli/faults.rs"]
mod faults;
#[path = "cli/find.rs"]
mod find;
#[path = "cli/get.rs"]
mod get;
#[path = "cli/guard.rs"]
mod guard;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/inputs.rs"]
mod inputs;
#[path = "cli/one_line.rs"]
mod one_line;
#[path = "cli/one_url.rs"]
mod one_url;
#[cfg(unix)]
#[path = "cli/outputs_apart.rs"]
mod outputs_apart;
#[cfg(unix)]
#[path = "cli/outputs_whole.rs"]
mod outputs_whole;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/run.rs"]
mod run;
#[cfg(unix)]
#[path = "cli/shell.rs"]
mod shell;
#[cfg(unix)]
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/tables.rs"]
mod tables;
#[path = "cli/traces.rs"]
mod traces;
