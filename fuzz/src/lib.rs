//! Code that several fuzz targets use: it splits fuzz input into fields, and reads answers in JSON. The
//! checks of parsing and editing are in the tests of `url-facade`.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Value, value::RawValue};
use url_facade::Profile;

/// The byte that separates the fields of a fuzz input. This byte never occurs in UTF-8.
pub const END_OF_FIELD: u8 = 0xFF;

/// Returns the profiles of specs, which are all profiles except consumers (imitations of real programs).
/// `cargo xtask fuzz --consumers` compares consumers with the programs.
pub fn specs() -> &'static [Profile] {
    &Profile::available()[..Profile::available().partition_point(|profile| !profile.is_consumer())]
}

/// Iterates over the fields of a fuzz input.
pub struct Fields<'d>(std::slice::Split<'d, u8, fn(&u8) -> bool>);

impl<'d> Fields<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Self(data.split(|&byte| byte == END_OF_FIELD))
    }

    /// Returns the next field as a string, or an empty string if there are no more fields.
    pub fn text(&mut self) -> Cow<'d, str> {
        self.optional_text().unwrap_or_default()
    }

    /// Returns the next field as a string, or `None` if there are no more fields.
    pub fn optional_text(&mut self) -> Option<Cow<'d, str>> {
        self.0.next().map(url_facade::from_bytes)
    }

    /// Returns the item that the first byte of the next field selects, or the first item if there is no byte.
    pub fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        let byte = self.0.next().and_then(<[u8]>::first).copied().unwrap_or_default();
        items[usize::from(byte) % items.len()]
    }

    /// Returns the first byte of the next field as a number, and the rest of the field as a string.
    pub fn step(&mut self) -> Option<(usize, Cow<'d, str>)> {
        let (&choice, text) = self.0.next()?.split_first()?;
        Some((choice.into(), url_facade::from_bytes(text)))
    }
}

/// A JSON object. Its values stay text, because some numbers in JSON fit in no type of Rust.
pub type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Returns the object on `line` if the line contains one object and nothing else.
pub fn object(line: &[u8]) -> Option<Object<'_>> {
    let text = line.strip_suffix(b"\n").filter(|text| !text.contains(&b'\n'))?;
    serde_json::from_slice(text).ok()
}

pub fn has_error_kind(answer: &Object<'_>) -> bool {
    let error = answer.get("error").and_then(|error| serde_json::from_str::<Value>(error.get()).ok());
    error.is_some_and(|error| error["kind"].is_string())
}
