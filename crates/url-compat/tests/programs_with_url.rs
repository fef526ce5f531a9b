//! The programs of `programs/` with the crate `url`: without a changed line.

#![expect(clippy::unwrap_used, reason = "tests")]

mod programs;

#[test]
fn it_is_that_crate() {
    assert_eq!(std::any::type_name::<url::Url>(), "url::Url");
}
