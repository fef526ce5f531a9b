//! The authority of a URL: where it ends, its user-info, host and port, and the canonical user-info and port.
//! Holds manakai "Authority terminating characters", "Finding the authority, path, query, and fragment of URL",
//! and the user-info and port steps of "Canonicalization"; what Adam Barth's documents have of it, [`barth`]; what RFC 3986
//! does, [`rfc3986`].
//!
//! # Examples
//! ```
//! use url_core::NoTrace;
//! use url_authority::{canonicalize_port, find_user_info_host_port, whatwg};
//! let authority = find_user_info_host_port("u:p@[::1]:080", &mut NoTrace);
//! assert_eq!((authority.user_info, authority.host, authority.port), (Some("u:p"), "[::1]", Some("080")));
//! assert_eq!(canonicalize_port("080", Some(80), &mut NoTrace), Ok(None));
//! // As the URL Standard has it: the scheme's port is left out where the URL is put together.
//! assert_eq!(whatwg::parse_port("080", &mut NoTrace), Ok("80"));
//! ```
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
#[cfg(feature = "manakai")]
mod find_authority;
#[cfg(feature = "manakai")]
mod port;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "manakai")]
mod user_info;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

#[cfg(feature = "manakai")]
pub use find_authority::{
    AfterScheme, Authority, find_authority_path_query_fragment, find_user_info_host_port,
    find_user_name_password, split_user_info,
};
#[cfg(feature = "manakai")]
pub use port::canonicalize_port;
#[cfg(feature = "manakai")]
pub use user_info::canonicalize_user_info;
