//! The guard as its users call it.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod advisories;
mod hops;
mod inputs;
mod recorded;
mod settings;

/// The documentation for users.
const PAGE: &str = include_str!("../../../../docs/security.md");
