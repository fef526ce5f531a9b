//! Fast paths for the program of this project. Its items may change in any release.

use url_facade::Profile;

use crate::{Policy, dedupe::is_known_to_keep};

/// Returns true if [`Policy::text`] is known to return `href`, the serialization of a URL of `profile`,
/// unchanged, as for most URLs of the URL Standard that [`Policy::Dedupe`] keeps; false means unknown.
#[inline]
pub fn is_unchanged(policy: &Policy, profile: Profile, href: &str) -> bool {
    match policy {
        Policy::Dedupe(list) => profile == Profile::Whatwg && is_known_to_keep(href, list),
        _ => false,
    }
}
