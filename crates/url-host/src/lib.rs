#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "manakai")]
mod address_or_name;
#[cfg(not(feature = "idna"))]
mod ascii_only;
#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "manakai")]
mod bidi;
#[cfg(feature = "manakai")]
mod canonicalize_host;
#[cfg(feature = "connolly")]
pub mod connolly;
#[cfg(feature = "manakai")]
mod corrigendum_5;
#[cfg(feature = "manakai")]
mod directions;
mod host;
#[cfg(feature = "manakai")]
mod idn_enabled;
#[cfg(feature = "manakai")]
mod idna2003;
#[cfg(feature = "manakai")]
mod ipv4;
#[cfg(any(feature = "manakai", feature = "webspecs"))]
mod ipv6;
mod kind;
#[cfg(feature = "manakai")]
mod labels;
#[cfg(feature = "manakai")]
mod nameprep;
#[cfg(feature = "manakai")]
mod nfkc;
#[cfg(any(feature = "manakai", feature = "webspecs"))]
#[cfg_attr(not(feature = "manakai"), allow(dead_code, reason = "webspecs takes one function of it"))]
mod percent;
#[cfg(feature = "manakai")]
mod profiles;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
pub mod risk;
#[cfg(feature = "manakai")]
mod to_unicode;
#[cfg(feature = "manakai")]
mod unicode_tables;
#[cfg(feature = "idna")]
mod uts46;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

#[cfg(not(feature = "idna"))]
use ascii_only::uts46;
#[cfg(feature = "manakai")]
use {idna::punycode, stringprep::tables as stringprep_tables};

#[cfg(feature = "manakai")]
pub use canonicalize_host::canonicalize_host;
pub use host::Host;
#[cfg(feature = "manakai")]
pub use idna2003::{AsciiRules, to_ascii_2003};
#[cfg(feature = "manakai")]
pub use ipv4::canonicalize_ipv4;
#[cfg(any(feature = "manakai", feature = "webspecs"))]
pub use ipv6::canonicalize_ipv6;
pub use kind::{kind_of_host, kind_of_opaque_host};
#[cfg(feature = "manakai")]
pub use nameprep::nameprep;
#[cfg(feature = "manakai")]
pub use profiles::{Direction, HostProfile, Marker};
