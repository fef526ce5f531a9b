//! The host of a URL: drive specifications, IPv4 and IPv6 addresses, Nameprep, and the canonical host. Holds
//! manakai "Drive specifications", "IPv4 addresses", "IPv6 addresses", "The Nameprep algorithm" and "The
//! CanonicalizeHost algorithm"; as RFC 3986 has it, [`rfc3986`]. Where a host leads, as far as that is known, [`mod@risk`]
//! tells.
//!
//! Not `no_std`: `stringprep`, which brings the tables of RFC 3454, is not.

extern crate alloc;

mod address_or_name;
pub mod barth;
mod bidi;
mod canonicalize_host;
pub mod connolly;
mod corrigendum_5;
mod drive;
mod idn_enabled;
mod idna2003;
mod ipv4;
mod ipv6;
mod kind;
mod labels;
mod nameprep;
mod nfkc;
mod percent;
mod profiles;
pub mod rfc3986;
pub mod risk;
mod to_unicode;
mod unicode_tables;
pub mod webspecs;
pub mod whatwg;

pub use bidi::Direction;
pub use canonicalize_host::{canonicalize_host, is_plain_host};
pub use drive::{DriveSpecification, scan_drive_specification};
pub use idna2003::{is_label_separator, to_ascii_2003};
pub use ipv4::canonicalize_ipv4;
pub use ipv6::canonicalize_ipv6;
pub use kind::kind_of_host;
pub use nameprep::nameprep;
pub use profiles::{HostProfile, Marker};
