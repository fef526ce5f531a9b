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
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/one_url.rs"]
mod one_url;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/run.rs"]
mod run;
