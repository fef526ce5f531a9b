//! Fast checks that other crates of this project use. The items may change in any release.

pub use url_core::{
    fast::{Plain, nearly_plain, plain, plain_host, plain_href},
    in_bounds,
};
#[cfg(feature = "psl")]
use url_specs::Serialized;
use url_specs::{Spec as _, fast::CanonicalScan};

#[cfg(feature = "psl")]
use crate::{Components, Profile, Span, Url};
use crate::{Parser, profile::with_spec};

/// Predicts the result of [`Parser::parse`] without parsing. Returns `Some(true)` if the URL is `input`,
/// `Some(false)` if the URL is `input` with a slash added, and `None` if the result is not known.
pub fn scan(parser: &Parser<'_>, input: &str) -> Option<bool> {
    parser.scan(input).map(CanonicalScan::has_slash)
}

/// Returns true if a fast check recognizes `input` as a URL. After `false`, `input` may still be a URL.
pub fn is_url(parser: &Parser<'_>, input: &str) -> bool {
    with_spec!(parser.profile(), spec => spec.quick_is_url(input))
}

/// Returns the byte range of the registrable domain in `href`, a URL string. [`Parser::append_into`] must
/// have returned `components` for this string under `profile`.
#[cfg(feature = "psl")]
pub fn registrable_domain(profile: Profile, href: &str, components: Components) -> Option<Span> {
    let url = Url(Serialized { href, components, hierarchical: true, tag: profile });
    Span::locate(url.registrable_domain()?, href)
}
