//! Every profile but those of the URL Standard against its vectors: one module each.

#![cfg(feature = "all-specs")]
#![expect(clippy::unwrap_used, reason = "tests")]

mod barth;
mod cases;
mod connolly;
mod manakai;
mod manakai_browsers;
mod rfc3986;
mod webspecs;
mod webspecs_grammar;
