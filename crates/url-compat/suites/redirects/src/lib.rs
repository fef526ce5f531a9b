//! This crate has no code. Its tests are in tests/redirects.rs.
