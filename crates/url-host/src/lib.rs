//! The host of a URL: drive specifications, IPv4 and IPv6 addresses, Nameprep, and the canonical host. Holds
//! manakai "Drive specifications", "IPv4 addresses", "IPv6 addresses", "The Nameprep algorithm" and "The
//! CanonicalizeHost algorithm".
//!
//! Not `no_std`: `stringprep`, which brings the tables of RFC 3454, is not.

extern crate alloc;

mod canonicalize_host;
mod drive;
mod ipv4;
mod ipv6;
mod labels;
mod nameprep;
mod profiles;
pub mod webspecs;
pub mod whatwg;

pub use canonicalize_host::canonicalize_host;
pub use drive::{DriveSpecification, scan_drive_specification};
pub use ipv4::canonicalize_ipv4;
pub use ipv6::canonicalize_ipv6;
pub use nameprep::nameprep;
pub use profiles::HostProfile;
