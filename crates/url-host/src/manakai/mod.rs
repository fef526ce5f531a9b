//! Hosts in the manakai document: CanonicalizeHost, Nameprep, and IP addresses, in four variants
//! ([`HostProfile`]). Contains the ToASCII operation of IDNA2003, which other documents also use.

mod canonicalize_host;
mod labels;
mod nameprep;
mod profiles;
mod unicode_tables;

use idna::punycode;
use stringprep::tables as stringprep_tables;

#[cfg(feature = "webspecs")]
pub(crate) use canonicalize_host::canonicalize_ipv6;
#[cfg(any(feature = "barth", feature = "webspecs"))]
pub(crate) use canonicalize_host::percent_decode_substrings;
pub use canonicalize_host::{canonical_host, canonicalize_host, parse_host, parse_ipv4, parse_ipv6};
#[cfg(feature = "barth")]
pub(crate) use canonicalize_host::{canonicalize_ipv4, canonicalize_ipv6_with, percent_encode_ascii};
#[cfg(any(feature = "barth", feature = "connolly"))]
pub(crate) use labels::is_label_separator;
pub use labels::{AsciiRules, to_ascii_2003};
pub use nameprep::nameprep;
pub use profiles::{Direction, HostProfile, Marker};
