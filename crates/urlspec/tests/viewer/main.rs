//! `urlspec serve`: the interface, what clients that mean no good get, and the page in a browser.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "serve")]

mod browser;
mod hostile;
mod interface;
mod playground;
mod server;
mod webdriver;
