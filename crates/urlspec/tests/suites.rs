//! The test suites through `batch`: what others script gives what the suites say, for every profile.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

#[path = "suites/batch.rs"]
mod batch;
#[path = "suites/consumers.rs"]
mod consumers;
#[path = "suites/library.rs"]
mod library;
