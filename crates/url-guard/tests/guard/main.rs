//! The guard as its users call it.

// Clippy allows `unwrap` only in functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod hops;
mod inputs;
mod page;
mod settings;
