#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(feature = "candidates")]
extern crate std;

mod barth;
mod byte_set;
mod character;
mod cleanse;
mod component;
mod event;
pub mod fast;
pub mod manakai;
mod output;
mod parsed;
pub mod punycode;
mod rejection;
mod repertoire;
pub mod rfc3986;
mod section;
pub mod sections;
#[cfg(feature = "serde")]
mod serde;
mod span;
mod specs;
mod text;
mod trace;
mod value;
pub mod whatwg;

pub use barth::{Barth01, Barth2010, BarthDocument};
pub use byte_set::ByteSet;
pub use character::{
    append_ascii_lower_case, before_corrigendum_4, decode_escapes, hex_octet, is_noncharacter,
    to_ascii_lower_case, upper_case_escapes,
};
pub use cleanse::{
    DEFAULT_ENCODE_SET, PASSWORD_ENCODE_SET, QUERY_ENCODE_SET, SIMPLE_ENCODE_SET, USERNAME_ENCODE_SET,
    append_percent_encoded, cleanse, is_url_code_point, percent_encode, percent_encode_octets,
};
pub use component::{Component, Components};
pub use event::{Decided, Event, Found, Omitted, Source, Step, Violation, Visited};
pub use output::{Appending, Borrowing, NoOutput, Output};
pub use parsed::{Parsed, ParsedUrl};
pub use rejection::{Reason, Rejection};
pub use repertoire::{PCHAR, Repertoire, SUB_DELIMS, UNRESERVED};
pub use section::{Heading, Section};
pub use span::{Span, in_bounds};
pub use specs::{
    Connolly, Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, Rfc3986, Rfc3987, Rfc6874, Webspecs, Whatwg,
};
pub use text::Text;
pub use trace::{Moved, NoTrace, Place, Places, Report, Trace};
pub use value::{SEGMENT_PERCENT_ENCODE_SET, TextPart};
