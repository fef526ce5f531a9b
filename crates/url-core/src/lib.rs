//! The vocabulary that every layer of urlspec shares: where things are ([`Span`], [`Component`],
//! [`Components`]), what a parser found ([`Parsed`]), why it stopped ([`Rejection`]), which rule of which
//! spec did it ([`Section`]), who watches ([`Trace`]) and whose rules they are ([`Profile`]).
//!
//! No algorithm of any spec stands here but what several layers share of one: [`cleanse`], and the percent-encode sets of
//! [`whatwg`].
#![no_std]

extern crate alloc;

mod byte_set;
mod cleanse;
mod component;
pub mod grammar;

mod parsed;
mod profile;
mod rejection;
mod section;
pub mod sections;
mod span;
mod trace;
pub mod whatwg;

pub use byte_set::ByteSet;
pub use cleanse::{
    DEFAULT_ENCODE_SET, PASSWORD_ENCODE_SET, QUERY_ENCODE_SET, SIMPLE_ENCODE_SET, USERNAME_ENCODE_SET,
    cleanse, is_url_code_point, percent_encode, percent_encode_octets,
};
pub use component::{Component, Components};
pub use parsed::Parsed;
pub use profile::{Manakai, Profile, UnknownProfile, Webspecs, Whatwg};
pub use rejection::{Reason, Rejection};
pub use section::Section;
pub use span::Span;
pub use trace::{After, NoTrace, Pinned, Source, Step, Trace, Violation};
