//! Tests the guard and its parts through the public interface of the crate.

// Clippy allows `unwrap` only in functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod agree;
mod connections;
mod consumers_page;
mod hops;
mod inputs;
mod page;
mod readings;
mod settings;
