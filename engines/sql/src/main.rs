//! `urlspec-sql`.
fn main() {}
