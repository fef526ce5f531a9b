//! The test suites through `batch`: what others script gives what the suites say, for every profile.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

#[path = "suites/author.rs"]
mod author;
#[path = "suites/barth.rs"]
mod barth;
#[path = "suites/batch.rs"]
mod batch;
#[path = "suites/connolly.rs"]
mod connolly;
#[path = "suites/consumers.rs"]
mod consumers;
#[path = "suites/own_vectors.rs"]
mod own_vectors;
#[path = "suites/webspecs.rs"]
mod webspecs;
#[path = "suites/whatwg.rs"]
mod whatwg;
