//! `urlspec serve`: the interface, what clients that mean no good get, and the page in a browser.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "serve")]

#[path = "serve/browser.rs"]
mod browser;
#[path = "serve/hostile.rs"]
mod hostile;
#[path = "serve/interface.rs"]
mod interface;
#[path = "serve/playground.rs"]
mod playground;
#[path = "serve/server.rs"]
mod server;
#[path = "serve/webdriver.rs"]
mod webdriver;
