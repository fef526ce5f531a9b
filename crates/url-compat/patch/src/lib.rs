//! The crate `url-compat` under the name of the crate `url`.

pub use url_compat::*;
