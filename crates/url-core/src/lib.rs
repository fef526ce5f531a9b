//! The vocabulary that every layer of urlspec shares: where things are ([`Span`], [`Component`],
//! [`Components`]), what a parser found ([`Parsed`]), why it stopped ([`Rejection`]), which rule of which
//! spec did it ([`Section`]), who watches ([`Trace`]) and whose rules they are ([`Profile`]).
//!
//! No algorithm of any spec stands here.
#![no_std]

extern crate alloc;

mod barth;
mod byte_set;
mod character;
mod component;
mod parsed;
mod profile;
mod rejection;
mod section;
pub mod sections;
mod span;
mod trace;

pub use barth::{Barth01, Barth2010, BarthDocument};
pub use byte_set::ByteSet;
pub use character::is_noncharacter;
pub use component::{Component, Components};
pub use parsed::Parsed;
pub use profile::{Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, Profile, UnknownProfile};
pub use rejection::{Reason, Rejection};
pub use section::Section;
pub use span::Span;
pub use trace::{NoTrace, Pinned, Source, Step, Trace, Violation};
