//! Parse, resolve, canonicalize and serialize URLs the way a named specification says.
//!
//! This crate composes the layers in each spec's order and holds no algorithm of its own: every rule stands in the
//! layer that its section is about. Most people need [`Url::parse`], or a [`Parser`] for another profile, a base or an
//! encoding.
//!
//! ```
//! use url_facade::{Parser, Profile, Url};
//!
//! let url = Url::parse("HTTP://EXAMPLE.com:080/%7Efoo/./../a b?q=é")?;
//! assert_eq!(url.as_str(), "http://example.com/%7Efoo/../a%20b?q=%C3%A9".replace("%7Efoo/../", ""));
//! assert_eq!(url.host_str(), Some("example.com"));
//!
//! let parser = Parser::new(Profile::Manakai);
//! let base = parser.parse("http://a.test/b/c")?;
//! assert_eq!(parser.canonicalize("../d", Some(&base))?.as_str(), "http://a.test/d");
//! # Ok::<(), url_facade::ParseError>(())
//! ```

pub mod api;
pub mod connolly;
pub mod diff;
mod error;
mod origin;
mod parser;
mod profiles;
mod recorder;
mod reference;
pub mod rfc3986;
mod url;
mod watch;

pub use api::WebUrl;
pub use error::ParseError;
pub use origin::Origin;
pub use parser::Parser;
pub use recorder::{Event, LeftOut, Moment, Recorder};
pub use reference::Reference;
pub use url::{Change, SetError, Url, UrlRef};
pub use url_core::{
    Component, Components, Host, NoTrace, Profile, Reason, Section, Source, Span, Step, Trace,
    UnknownProfile, Violation, sections,
};
pub use url_preprocess::{from_bytes, from_code_points, from_utf16};
pub use url_query::{Encoding, UnknownEncoding};

/// Where a host leads, as far as it tells itself: see [`host::HostRisk`] and the example `guard`.
pub mod host {
    pub use url_host::risk::{AddressRisk, Block, Embedded, HostRisk, Purpose, Role, risk};
}

/// What only the URL Standard of WebSpecs has: its URL parser with a store of objects, and its functions on domains.
pub mod webspecs {
    pub use crate::profiles::webspecs::{BlobStore, domain_to_ascii, domain_to_unicode, parse_url};
}

/// What only the URL Standard has: what is validly written, how URLs are shown, and its functions on domains.
pub mod whatwg {
    pub use crate::profiles::whatwg::{
        rendering::{RenderedUrl, Rendering, render_url},
        writing::check_valid_url_string,
    };
    pub use url_host::whatwg::{decode_for_display, domain_to_unicode, is_valid_domain, render_domain};
}

/// README's programs, run as tests.
#[cfg(all(doctest, feature = "encoding"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
