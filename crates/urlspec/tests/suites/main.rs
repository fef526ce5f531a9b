//! The test suites through `batch`: for every profile, its answers equal the results in the suites.

// The lint only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod batch;
mod consumers;
mod specs;
