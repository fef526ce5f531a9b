//! Checks every profile with its test vectors, except for the profiles of the URL Standard.

#![cfg(any(
    feature = "barth",
    feature = "connolly",
    feature = "manakai",
    feature = "rfc3986",
    feature = "webspecs"
))]
#![expect(clippy::unwrap_used, reason = "tests")]

#[cfg(feature = "barth")]
mod barth;
#[cfg_attr(not(feature = "all-specs"), allow(dead_code, reason = "some profiles have readers of their own"))]
mod cases;
#[cfg(feature = "connolly")]
mod connolly;
#[cfg(feature = "manakai")]
mod manakai;
#[cfg(feature = "rfc3986")]
mod rfc3986;
#[cfg(feature = "rfc3986")]
mod uri;
#[cfg(feature = "webspecs")]
mod webspecs;
