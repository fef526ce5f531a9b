//! The crate `url-compat` under the name `url`.

pub use url_compat::*;
