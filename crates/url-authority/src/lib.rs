//! The authority of a URL: where it ends, its user-info, host and port, and the canonical user-info and port.
//! Holds manakai "Authority terminating characters", "Finding the authority, path, query, and fragment of URL",
//! and the user-info and port steps of "Canonicalization"; what Adam Barth's documents have of it, [`barth`]; what RFC 3986
//! does, [`rfc3986`].
#![no_std]

extern crate alloc;

pub mod barth;
pub mod connolly;
mod find_authority;
mod port;
pub mod rfc3986;
mod user_info;
pub mod webspecs;
pub mod whatwg;

pub use find_authority::{
    AfterScheme, Authority, find_authority_path_query_fragment, find_user_info_host_port,
    find_user_name_password, split_user_info,
};
pub use port::canonicalize_port;
pub use user_info::canonicalize_user_info;
