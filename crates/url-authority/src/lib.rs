#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
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
