//! UTS #58, Unicode Link Detection and Formatting, version 17.

#[cfg(feature = "uts58")]
mod detect;
mod format;
mod termination;

#[cfg(feature = "uts58")]
pub(crate) use self::detect::{Found, bare_name, has_known_suffix, link_at};
pub use self::format::{LinkParts, display, minimally_escaped};
pub(crate) use self::{
    format::is_invisible,
    termination::{LinkTerm, Termination, link_term},
};
