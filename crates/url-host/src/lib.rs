//! The host of a URL: drive specifications, IPv4 and IPv6 addresses, Nameprep, and the canonical host. Holds
//! manakai "Drive specifications", "IPv4 addresses", "IPv6 addresses", "The Nameprep algorithm" and "The
//! CanonicalizeHost algorithm"; as RFC 3986 has it, [`rfc3986`]. Where a host leads, as far as that is known, [`mod@risk`]
//! tells.
//!
//! Hosts that are not ASCII take tables of Unicode, which the feature `idna` (a default) brings. Without it they are an
//! error, [`url_core::Reason::NoUnicodeTables`], and everything else is as it was.
//!
//! Not `no_std`: `stringprep`, which brings the tables of RFC 3454, is not.
//!
//! # Examples
//! ```
//! use url_core::{Host, Manakai, NoTrace, whatwg::Edition};
//! assert_eq!(url_host::canonicalize_ipv6("0:0::FFFF:1.2.3.4", &mut NoTrace).as_deref(), Some("::ffff:102:304"));
//! assert_eq!(url_host::canonicalize_host::<Manakai, _>("EXAMPLE.test", false, &mut NoTrace).unwrap(), "example.test");
//! // As the URL Standard has it.
//! let host = url_host::whatwg::parse_host("127.1", false, Edition::Newest, &mut NoTrace).unwrap();
//! assert_eq!(host, Host::Ipv4([127, 0, 0, 1].into()));
//! ```

extern crate alloc;

mod address_or_name;
#[cfg(not(feature = "idna"))]
mod ascii_only;
pub mod barth;
mod bidi;
mod canonicalize_host;
pub mod connolly;
#[cfg(feature = "idna")]
mod corrigendum_5;
#[cfg(feature = "idna")]
mod directions;
mod drive;
mod idn_enabled;
mod idna2003;
mod ipv4;
mod ipv6;
mod kind;
mod labels;
mod nameprep;
#[cfg(feature = "idna")]
mod nfkc;
mod percent;
mod profiles;
pub mod rfc3986;
pub mod risk;
mod to_unicode;
#[cfg(feature = "idna")]
mod unicode_tables;
#[cfg(feature = "idna")]
mod uts46;
pub mod webspecs;
pub mod whatwg;

#[cfg(not(feature = "idna"))]
use ascii_only::{corrigendum_5, directions, nfkc, punycode, stringprep_tables, uts46};
#[cfg(feature = "idna")]
use {idna::punycode, stringprep::tables as stringprep_tables};

use url_core::Reason;

pub use bidi::Direction;
pub use canonicalize_host::{canonicalize_host, is_plain_host};
pub use drive::{DriveSpecification, scan_drive_specification};
pub use idna2003::{is_label_separator, to_ascii_2003};
pub use ipv4::canonicalize_ipv4;
pub use ipv6::canonicalize_ipv6;
pub use kind::kind_of_host;
pub use nameprep::nameprep;
pub use profiles::{HostProfile, Marker};

/// Refuses what takes the tables of Unicode where there are none: all that is not ASCII, and Punycode where
/// `decodes` says that it would be decoded.
///
/// # Errors
/// [`Reason::NoUnicodeTables`].
#[inline]
fn require_tables(text: &str, decodes: bool) -> Result<(), Reason> {
    let takes_tables = || !text.is_ascii() || decodes && text.contains(idna2003::ACE_PREFIX);
    if cfg!(feature = "idna") || !takes_tables() { Ok(()) } else { Err(Reason::NoUnicodeTables) }
}
