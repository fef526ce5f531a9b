//! A parser for URIs with IPv6 zones.

use url_core::Rfc6874;
pub use url_host::rfc3986::zone_id;
use url_specs::rfc3986::Uri;

use crate::{ParseError, Parser, Profile, Url, parser::parse_url};

/// Parses a URI under [`Profile::Rfc3986`], and allows an IPv6 address with a zone as the host:
/// `[fe80::1%25eth0]`, with the `%` escaped, as RFC 6874 defines.
///
/// RFC 9844 made this syntax obsolete, because a zone has a meaning only on one machine. Use this function
/// only for input from a user of that machine. No other parser of this crate accepts the string of the
/// result, but the result can be a base. [`zone_id`] splits the host. The case of the zone is unchanged.
///
/// # Errors
/// If `input` is not an absolute URI. The error contains the production and the byte range of the mismatch.
///
/// # Examples
/// ```
/// use url_facade::rfc3986::{parse_with_zone_id, zone_id};
/// let url = parse_with_zone_id("http://[FE80::1%25Eth0]:8080/a")?;
/// assert_eq!(url, "http://[fe80::1%25Eth0]:8080/a");
/// assert_eq!(url.host_str().and_then(zone_id), Some(("fe80::1".parse()?, "Eth0")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_with_zone_id(input: &str) -> Result<Url, ParseError> {
    parse_url(Uri(Rfc6874), input, &Parser::new(Profile::Rfc3986))
}
