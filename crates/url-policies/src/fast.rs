//! Fast paths for the program `urlspec`. The items may change in any release.

use url_facade::Profile;

use crate::{Policy, dedupe::is_known_to_keep};

/// Returns true if [`Policy::text`] certainly returns `href` unchanged. `href` must be the string of a URL of
/// `profile`. For policies except [`Policy::Dedupe`], and profiles except `whatwg`, returns false.
#[inline]
pub fn is_unchanged(policy: &Policy, profile: Profile, href: &str) -> bool {
    match policy {
        Policy::Dedupe(list) => profile == Profile::Whatwg && is_known_to_keep(href, list),
        _ => false,
    }
}
