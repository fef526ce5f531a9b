//! What other crates of this project need of the fast paths, for speed or to count them. It is not part of the API.

pub use url_core::in_bounds;
#[cfg(feature = "psl")]
use url_specs::Serialized;
use url_specs::{Spec as _, fast::Sight};

#[cfg(feature = "psl")]
use crate::{Components, Profile, Span, Url};
use crate::{Parser, profile::with_spec};

/// Whether [`Parser::parse`] is known to return `input` as it is (`Some(true)`), or with the slash that it lacks
/// (`Some(false)`). `None` means unknown. This takes a fraction of the time of a parse.
pub fn scan(parser: &Parser<'_>, input: &str) -> Option<bool> {
    parser.scan(input).map(Sight::has_slash)
}

/// Whether `input` is known to be a URL under the profile of `parser`, before [`Parser::can_parse`] takes any other way.
pub fn is_url(parser: &Parser<'_>, input: &str) -> bool {
    with_spec!(parser.profile(), spec => spec.is_url_at_sight(input))
}

/// The place of [`Url::registrable_domain`] in `href`, a URL whose components [`Parser::append_into`] returned.
#[cfg(feature = "psl")]
pub fn registrable_domain(profile: Profile, href: &str, components: Components) -> Option<Span> {
    let url = Url(Serialized { href, components, hierarchical: true, tag: profile });
    Span::locate(url.registrable_domain()?, href)
}
