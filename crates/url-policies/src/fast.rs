//! Fast paths for the program `urlspec`. The items may change in any release.

use url_facade::Profile;

use crate::{Policy, dedupe::is_known_to_keep};

/// Returns true if a fast test proves that [`Policy::text`] returns `href` unchanged. `href` must be the
/// string of a URL of `profile`. Returns false for every policy except [`Policy::Dedupe`], and for every
/// profile except `whatwg`.
#[inline]
pub fn is_unchanged(policy: &Policy, profile: Profile, href: &str) -> bool {
    match policy {
        Policy::Dedupe(list) => profile == Profile::Whatwg && is_known_to_keep(href, list),
        _ => false,
    }
}
