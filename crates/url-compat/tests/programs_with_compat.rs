//! The programs of `programs/` with this crate under the name `url`, as `url = { package = "url-compat" }` gives it.

#![expect(clippy::unwrap_used, reason = "tests")]

extern crate url_compat as url;

mod programs;

#[test]
fn it_is_this_crate() {
    assert_eq!(std::any::type_name::<url::Url>(), "url_compat::Url");
}
