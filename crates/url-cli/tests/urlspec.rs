//! The program as its users run it.

#[path = "cli/batch.rs"]
mod batch;
#[path = "cli/canon_lines.rs"]
mod canon_lines;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/one_url.rs"]
mod one_url;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/run.rs"]
mod run;
