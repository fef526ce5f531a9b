//! The authority in the manakai document, and its canonical user-info and port.

mod find_authority;
mod port;
mod user_info;

#[cfg(any(feature = "barth", feature = "rfc3986"))]
pub(crate) use find_authority::split_path_query_fragment;
pub use find_authority::{
    AfterScheme, Authority, find_authority_path_query_fragment, find_user_info_host_port,
    find_user_name_password, split_user_info,
};
#[cfg(feature = "barth")]
pub(crate) use find_authority::{SLASH, split_authority};
pub use port::canonicalize_port;
pub use user_info::canonicalize_user_info;
