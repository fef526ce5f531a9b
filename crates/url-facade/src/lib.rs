#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "encoding"),
    allow(clippy::trivially_copy_pass_by_ref, reason = "with the feature `encoding` a `Parser` is larger")
)]

pub mod api;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod as_text;
mod builder;
#[cfg(feature = "connolly")]
pub mod connolly;
#[cfg(feature = "consumers")]
pub mod consumers;
mod default_scheme;
mod error;
pub mod fast;
#[cfg(any(feature = "http", feature = "url"))]
mod interop;
mod parser;
mod profile;
#[cfg(feature = "quote")]
mod quote;
pub mod redact;
mod reference;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "serde")]
mod serde;
pub mod trace;
#[cfg(feature = "rfc3986")]
pub mod uri;
mod url;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use self::url::{PathSegmentsMut, Position, Url, UrlRef};
pub use api::{Change, WebUrl};
pub use builder::{BuildError, UrlBuilder};
pub use default_scheme::with_default_scheme;
pub use error::ParseError;
#[cfg(any(feature = "http", feature = "url"))]
pub use interop::ConversionError;
pub use parser::{Base, Parser};
pub use profile::{ParseProfileError, Profile};
#[cfg(feature = "quote")]
pub use quote::{Quote, escape_invisible};
pub use redact::Rules;
pub use reference::Reference;
#[cfg(feature = "rfc3986")]
pub use uri::{Iri, IriRef, Uri, UriRef};
#[cfg(feature = "candidates")]
pub use url_core::whatwg::{Candidate, DataChange};
pub use url_core::{Component, Components, Reason, Rejection, Section, Source, Span, TextPart, Violation};
// Rustdoc would write a second page for each of 2,000 constants.
#[doc(no_inline)]
pub use url_core::sections;
pub use url_host::Host;
pub use url_path::{FilePathError, PathSegments, PathStyle};
pub use url_preprocess::{from_bytes, from_code_points, from_utf16};
pub use url_query::{Encoding, UnknownEncoding};
pub use url_specs::{OpaqueOrigin, Origin};

/// Classifies hosts by the network that they refer to. Uses only their text: see [`host::HostRisk`].
pub mod host {
    pub use url_host::risk::{
        AddressRisk, Block, Embedded, HostRisk, ListedName, NamePurpose, Purpose, Role, classify,
    };
}
