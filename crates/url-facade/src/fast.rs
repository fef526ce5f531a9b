//! The fast paths that other crates of this project use or count. Its items may change in any release.

pub use url_core::in_bounds;
#[cfg(feature = "psl")]
use url_specs::Serialized;
use url_specs::{Spec as _, fast::CanonicalScan};

#[cfg(feature = "psl")]
use crate::{Components, Profile, Span, Url};
use crate::{Parser, profile::with_spec};

/// Returns `Some(true)` if [`Parser::parse`] is known to return `input` unchanged, `Some(false)` if it is
/// known to return `input` with an added slash, and `None` if unknown.
pub fn scan(parser: &Parser<'_>, input: &str) -> Option<bool> {
    parser.scan(input).map(CanonicalScan::has_slash)
}

/// Returns true if the fast check of [`Parser::can_parse`] recognizes `input` as a URL.
pub fn is_url(parser: &Parser<'_>, input: &str) -> bool {
    with_spec!(parser.profile(), spec => spec.quick_is_url(input))
}

/// Returns the place of [`Url::registrable_domain`] in `href`, a URL with the `components` that
/// [`Parser::append_into`] returned.
#[cfg(feature = "psl")]
pub fn registrable_domain(profile: Profile, href: &str, components: Components) -> Option<Span> {
    let url = Url(Serialized { href, components, hierarchical: true, tag: profile });
    Span::locate(url.registrable_domain()?, href)
}
