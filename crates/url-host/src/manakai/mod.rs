//! Hosts in the manakai document: CanonicalizeHost, Nameprep, and its IPv4 and IPv6 addresses, each under one
//! of four profiles ([`HostProfile`]); and IDNA2003, to which it refers.

mod address_or_name;
mod bidi;
mod canonicalize_host;
mod corrigendum_5;
mod directions;
mod idn_enabled;
mod idna2003;
mod ipv4;
mod ipv6;
mod labels;
mod nameprep;
mod nfkc;
mod percent;
mod profiles;
mod to_unicode;
mod unicode_tables;

use idna::punycode;
use stringprep::tables as stringprep_tables;

pub use canonicalize_host::{canonical_host, canonicalize_host};
#[cfg(any(feature = "barth", feature = "connolly"))]
pub(crate) use idna2003::is_label_separator;
pub use idna2003::{AsciiRules, to_ascii_2003};
pub use ipv4::canonicalize_ipv4;
pub use ipv6::canonicalize_ipv6;
#[cfg(feature = "barth")]
pub(crate) use ipv6::canonicalize_ipv6_with;
pub use nameprep::nameprep;
#[cfg(any(feature = "barth", feature = "webspecs"))]
pub(crate) use percent::percent_decode_substrings;
pub use profiles::{Direction, HostProfile, Marker};
