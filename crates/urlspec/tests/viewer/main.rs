//! `urlspec serve`: the interface, its defence against hostile clients, and the page in a browser.

// The lint only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "serve")]

mod browser;
mod interface;
mod playground;
mod server;
mod webdriver;
