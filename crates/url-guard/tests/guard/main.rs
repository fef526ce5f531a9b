//! The guard as its users call it.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod hops;
mod inputs;
mod page;
mod settings;
