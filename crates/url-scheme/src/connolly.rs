//! Schemes in "Web addresses in HTML 5" that have or must not have an authority.

/// Returns true if `scheme` uses a server-based naming authority: `http`, `https`, `ftp`, `gopher`, `telnet`,
/// `ws` or `wss`. The draft does not list these schemes. The list is our interpretation C7.
///
/// Spec: connolly#absolute-url-20
///
/// # Examples
/// ```
/// assert!(url_scheme::connolly::has_server_based_authority("HTTP"));
/// assert!(!url_scheme::connolly::has_server_based_authority("mailto"));
/// ```
#[inline]
pub fn has_server_based_authority(scheme: &str) -> bool {
    ["http", "https", "ftp", "gopher", "telnet", "ws", "wss"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Returns true if `scheme` is `data`, the one scheme in the draft whose URLs must not have an authority.
///
/// Spec: connolly#absolute-url-18
///
/// # Examples
/// ```
/// assert!(url_scheme::connolly::forbids_authority("data"));
/// ```
#[inline]
pub fn forbids_authority(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("data")
}
