//! This crate has no code. Its tests are the tests of `url`.
