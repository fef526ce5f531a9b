//! No code: the tests are those of `url`.
