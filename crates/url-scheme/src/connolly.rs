//! Schemes in "Web addresses in HTML 5": those with a server-based naming authority, and those that forbid an
//! authority. Implements the conditions on schemes in connolly "Resolving Web addresses".

/// Returns true if `scheme` uses a server-based naming authority: `http`, `https`, `ftp`, `gopher`, `telnet`,
/// `ws` or `wss`.
///
/// The draft does not list these schemes. The list is an interpretation (reading C7).
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

/// Returns true if the restrictions of `scheme` forbid an authority. The draft names `data`; reading C10 adds
/// no other.
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
