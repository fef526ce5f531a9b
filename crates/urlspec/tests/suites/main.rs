//! The test suites through `batch`: what others script gives what the suites say, for every profile.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod batch;
mod consumers;
mod specs;
