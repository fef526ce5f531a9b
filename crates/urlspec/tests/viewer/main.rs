//! Tests of `urlspec serve`: its interface, its defence against hostile clients, and the page in a browser.

// Outside functions with `#[test]`, the lint for `unwrap` would report the helpers of these files.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "serve")]

mod browser;
mod interface;
mod playground;
mod server;
mod webdriver;
