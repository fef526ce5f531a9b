#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
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
pub use origin::Origin;
pub use parser::{Base, Parser};
pub use profile::{ParseProfileError, Profile};
pub use recorder::{Event, LeftOut, Moment, MomentKind, Recorder};
pub use reference::Reference;
pub use url::{Change, SetError, Url, UrlRef};
pub use url_core::{
    Component, Components, Host, NoTrace, Reason, Section, Source, Span, Step, Taken, Trace, Violation,
    sections,
};
pub use url_preprocess::{from_bytes, from_code_points, from_utf16};
pub use url_query::{Encoding, UnknownEncoding};

/// Where a host leads, as far as it tells itself: see [`host::HostRisk`] and the example `guard`.
pub mod host {
    pub use url_host::risk::{AddressRisk, Block, Embedded, HostRisk, Purpose, Role, risk};
}

/// What only the URL Standard of WebSpecs has: its URL parser with a store of objects, and its functions on domains.
#[cfg(feature = "webspecs")]
pub mod webspecs {
    pub use crate::profiles::webspecs::{domain_to_ascii, domain_to_unicode, parse_url};
}

/// What only the URL Standard has: what is validly written, how URLs are shown, and its functions on domains.
pub mod whatwg {
    #[cfg(feature = "idna")]
    pub use crate::profiles::whatwg::rendering::{RenderedUrl, Rendering, render_url};
    pub use crate::profiles::whatwg::{
        blob::{BlobEntry, origin_of, parse_url},
        writing::check_valid_url_string,
    };
    #[cfg(feature = "idna")]
    pub use url_host::whatwg::{decode_for_display, render_domain};
    pub use url_host::whatwg::{domain_to_unicode, is_valid_domain};
}
