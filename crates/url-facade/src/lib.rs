//! Parse, resolve, canonicalize and serialize URLs the way a named specification says.
//!
//! This crate composes the layers in each spec's order and holds no algorithm of its own: every rule stands in the
//! layer that its section is about. Most people need [`Url::parse`], which is the URL Standard's, or a [`Parser`] for
//! another profile or encoding.
//!
//! ```
//! use url_facade::{Host, Parser, Profile, Url};
//!
//! let mut url = Url::parse("HTTP://EXAMPLE.com:080/b/./../a b?q=é")?;
//! assert_eq!(url.as_str(), "http://example.com/a%20b?q=%C3%A9");
//! assert_eq!(url.host(), Some(Host::Domain("example.com")));
//! assert_eq!(url.resolve("c#d")?.as_str(), "http://example.com/c#d");
//! url.set_port(Some(8080))?;
//! assert_eq!(url.as_str(), "http://example.com:8080/a%20b?q=%C3%A9");
//! assert!(url.set_host(Some("example.com/x")).is_err());
//!
//! // The text of February 2026 takes no invalid Punycode.
//! let parser = Parser::new(Profile::Whatwg202602).with_base(&url);
//! assert!(parser.parse("//xn--a/").is_err() && Url::parse("http://xn--a/").is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! - `encoding` (default): queries in the legacy character encodings of the web.
//! - `idna` (default): hosts that are not ASCII. Without it they are the error [`Reason::NoUnicodeTables`].
//! - `serde`: a [`Url`] as a string; reading one parses it as [`Url::parse`] does.
//! - `manakai`, `barth`, `connolly`, `webspecs`, `rfc3986`: the profiles of each of these specs; `all-specs`: all of them.
//!   The URL Standard is always there. All but `rfc3986` convert hosts, and bring `idna` with them.

#![cfg_attr(
    not(feature = "encoding"),
    allow(clippy::trivially_copy_pass_by_ref, reason = "with encodings a `Parser` is no longer so small")
)]

mod agree;
pub mod api;
mod blob;
#[cfg(feature = "connolly")]
pub mod connolly;
pub mod diff;
mod error;
mod origin;
mod parser;
mod profile;
mod profiles;
mod recorder;
mod reference;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
mod url;
mod watch;

pub use agree::{Agreement, Disagreement, agree};
pub use api::WebUrl;
pub use blob::BlobStore;
pub use error::ParseError;
pub use origin::{OpaqueOrigin, Origin};
pub use parser::{Base, Parser};
pub use profile::{ParseProfileError, Profile};
pub use recorder::{Event, LeftOut, Moment, MomentKind, Recorder};
pub use reference::Reference;
pub use url::{Change, PathSegmentsMut, Position, SetError, Url, UrlRef};
pub use url_core::{
    Component, Components, NoTrace, Reason, Rejection, Section, Source, Span, Step, Taken, Trace, Violation,
    sections,
};
pub use url_host::Host;
pub use url_path::PathSegments;
pub use url_preprocess::{from_bytes, from_code_points, from_utf16};
pub use url_query::{Encoding, UnknownEncoding, whatwg::QueryPairs};

/// Where a host leads, as far as it tells itself: see [`host::HostRisk`] and the example `guard`.
pub mod host {
    pub use url_host::risk::{AddressRisk, Block, Embedded, HostRisk, Purpose, Role, risk};
}

/// What only the URL Standard of WebSpecs has: its functions on domains.
#[cfg(feature = "webspecs")]
pub mod webspecs {
    pub use crate::profiles::webspecs::{domain_to_ascii, domain_to_unicode};
}

/// What only the URL Standard has: what is validly written, how URLs are shown, and its functions on domains.
pub mod whatwg {
    #[cfg(feature = "idna")]
    pub use crate::profiles::whatwg::rendering::{RenderedUrl, Rendering, render_url};
    pub use crate::profiles::whatwg::{
        blob::{BlobEntry, origin_of},
        writing::check_valid_url_string,
    };
    #[cfg(feature = "idna")]
    pub use url_host::whatwg::{decode_for_display, render_domain};
    pub use url_host::whatwg::{domain_to_unicode, is_valid_domain};
}

/// README's programs, run as tests.
#[cfg(all(doctest, feature = "all-specs", feature = "encoding"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The guard of docs/security.md, run as a test.
#[cfg(all(doctest, feature = "all-specs", feature = "encoding"))]
#[doc = include_str!("../../../docs/security.md")]
struct Security;

/// The programs of docs/from-url.md, run as tests.
#[cfg(all(doctest, feature = "all-specs", feature = "encoding"))]
#[doc = include_str!("../../../docs/from-url.md")]
struct FromUrl;
