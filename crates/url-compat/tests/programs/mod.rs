//! Programs of five kinds as they are written with `url`, each with its test.

mod api_client;
mod connection;
mod crawler;
mod mirror;
mod same_origin;
