//! Code that the fuzz targets share: splits fuzz input into strings and choices, and reads answers in JSON.
//! The checks of runs and edits are in the facade's tests.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Value, value::RawValue};
use url_facade::Profile;

/// The separator of the fields of an input: a byte that never occurs in UTF-8.
pub const END_OF_FIELD: u8 = 0xFF;

/// Returns the profiles of specifications, which come before those of consumers. Consumers are compared with
/// real programs (`cargo xtask fuzz --consumers`).
pub fn specs() -> &'static [Profile] {
    &Profile::available()[..Profile::available().partition_point(|profile| !profile.is_consumer())]
}

/// The fields of a fuzz input.
pub struct Fields<'d>(std::slice::Split<'d, u8, fn(&u8) -> bool>);

impl<'d> Fields<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Self(data.split(|&byte| byte == END_OF_FIELD))
    }

    /// Returns the next field as a string, or an empty string if there is no more field.
    pub fn text(&mut self) -> Cow<'d, str> {
        self.optional_text().unwrap_or_default()
    }

    /// Returns the next field as a string, or `None` if there is no more field.
    pub fn optional_text(&mut self) -> Option<Cow<'d, str>> {
        self.0.next().map(url_facade::from_bytes)
    }

    /// Returns the item that the first byte of the next field selects, by default the first one.
    pub fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        let byte = self.0.next().and_then(<[u8]>::first).copied().unwrap_or_default();
        items[usize::from(byte) % items.len()]
    }

    /// Returns the first byte of the next field, which is a choice, and the rest of the field as a string.
    pub fn step(&mut self) -> Option<(usize, Cow<'d, str>)> {
        let (&choice, text) = self.0.next()?.split_first()?;
        Some((choice.into(), url_facade::from_bytes(text)))
    }
}

/// A JSON object. Its values are kept as text, since no machine type can represent some numbers.
pub type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Returns the object on `line`, if the line is exactly one object.
pub fn object(line: &[u8]) -> Option<Object<'_>> {
    let text = line.strip_suffix(b"\n").filter(|text| !text.contains(&b'\n'))?;
    serde_json::from_slice(text).ok()
}

pub fn has_error_kind(answer: &Object<'_>) -> bool {
    let error = answer.get("error").and_then(|error| serde_json::from_str::<Value>(error.get()).ok());
    error.is_some_and(|error| error["kind"].is_string())
}
