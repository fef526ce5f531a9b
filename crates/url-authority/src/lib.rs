#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
pub mod fast;
#[cfg(feature = "manakai")]
pub mod manakai;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use whatwg::{parse_authority, parse_port, split_authority};

use alloc::borrow::Cow;
use core::str::Utf8Error;

use percent_encoding::percent_decode_str;
use url_core::{Reason, Rejection, Section, Span};

url_core::error_type! {
    /// The reason why a text is not an authority or a port. Spans are byte offsets in the text that the
    /// function received.
    ///
    /// # Examples
    /// ```
    /// let error = url_authority::parse_port("6379a").unwrap_err();
    /// assert_eq!(error.span(), url_core::Span::new(4, 5));
    /// ```
    pub struct AuthorityError;
}

/// The parts of an authority `username:password@host:port`, as they are written. `P` is the type of the port:
/// text, or a number if [`parse_authority`] has checked it.
///
/// # Examples
/// ```
/// let authority = url_authority::split_authority("app:s%40fe@db.test:5432");
/// assert_eq!((authority.host, authority.port), ("db.test", Some("5432")));
/// assert_eq!(authority.decode_username().as_deref(), Ok("app"));
/// assert_eq!(authority.decode_password().unwrap().as_deref(), Some("s@fe"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Authority<'a, P = &'a str> {
    /// The text before the first colon of the user information. Empty if there is no user information.
    pub username: &'a str,
    /// The text after the first colon of the user information, or `None` if it has no colon.
    pub password: Option<&'a str>,
    /// The host, with its brackets if it is an IPv6 address.
    pub host: &'a str,
    /// The port. A checked port is `None` if it is missing or empty.
    pub port: Option<P>,
}

impl<P> Authority<'_, P> {
    /// Returns the username without percent-encoding.
    ///
    /// # Errors
    /// Returns an error if the decoded bytes are not UTF-8.
    pub fn decode_username(&self) -> Result<Cow<'_, str>, Utf8Error> {
        percent_decode_str(self.username).decode_utf8()
    }

    /// Returns the password, if there is one, without percent-encoding.
    ///
    /// # Errors
    /// Returns an error if the decoded bytes are not UTF-8.
    pub fn decode_password(&self) -> Result<Option<Cow<'_, str>>, Utf8Error> {
        self.password.map(|password| percent_decode_str(password).decode_utf8()).transpose()
    }
}

fn check_digits(port: &str, section: Section) -> Result<(), Rejection> {
    port.char_indices().find(|(_, c)| !c.is_ascii_digit()).map_or(Ok(()), |(at, c)| {
        Err(Rejection::new(Reason::PortNotNumber, section, Span::new(at, at + c.len_utf8())))
    })
}
