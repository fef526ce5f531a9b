#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod attribute;
#[cfg(feature = "barth")]
mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
#[cfg(feature = "consumers")]
mod consumers;
mod located_trace;
#[cfg(feature = "manakai")]
mod manakai;
mod origin;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
mod serialized;
mod spec;
mod usual;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use attribute::{Attribute, Change, UnknownAttribute};
pub use located_trace::{LocatedTrace, MappedText, OriginalParts};
pub use origin::{OpaqueOrigin, Origin};
pub use serialized::Serialized;
pub use spec::{ApiSpec, Entry, Input, Result, Spec, check_len, parse};

/// Types for fast paths of `url-facade` without a trace. These items may change in any release.
pub mod fast {
    pub use crate::{
        spec::{CanonicalScan, Written},
        usual::scan as scan_usual,
    };
}
