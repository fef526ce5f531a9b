//! Shared code of the targets: converts bytes to strings and choices, and reads answers in JSON. The
//! properties of runs and changes are those in the facade's tests.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Value, value::RawValue};
use url_facade::Profile;

/// The separator of the fields of an input: a byte that never occurs in UTF-8.
pub const END_OF_FIELD: u8 = 0xFF;

/// The profiles of specifications. Consumers are compared with real programs instead
/// (`cargo xtask fuzz --consumers`).
pub fn specs() -> &'static [Profile] {
    // Specs come before consumers.
    &Profile::available()[..Profile::available().partition_point(|profile| !profile.is_consumer())]
}

/// The fields of an input.
pub struct Fields<'d>(std::slice::Split<'d, u8, fn(&u8) -> bool>);

impl<'d> Fields<'d> {
    /// Creates the fields of `data`.
    pub fn new(data: &'d [u8]) -> Self {
        Self(data.split(|&byte| byte == END_OF_FIELD))
    }

    /// Returns the next field as a string, or an empty one if there is none.
    pub fn text(&mut self) -> Cow<'d, str> {
        self.optional_text().unwrap_or_default()
    }

    /// Returns the next field as a string.
    pub fn optional_text(&mut self) -> Option<Cow<'d, str>> {
        self.0.next().map(url_facade::from_bytes)
    }

    /// Returns the item that the first byte of the next field selects, or the first item if there is no
    /// field.
    pub fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        let byte = self.0.next().and_then(<[u8]>::first).copied().unwrap_or_default();
        items[usize::from(byte) % items.len()]
    }

    /// Returns the next field as a choice, which is its first byte, and the string after it.
    pub fn step(&mut self) -> Option<(usize, Cow<'d, str>)> {
        let (&choice, text) = self.0.next()?.split_first()?;
        Some((choice.into(), url_facade::from_bytes(text)))
    }
}

/// An object, whose values may be numbers that no machine type can represent.
pub type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Returns the object on `line`, if it contains exactly one.
pub fn object(line: &[u8]) -> Option<Object<'_>> {
    let text = line.strip_suffix(b"\n").filter(|text| !text.contains(&b'\n'))?;
    serde_json::from_slice(text).ok()
}

/// True if `answer` has an error with a kind.
pub fn has_kind(answer: &Object<'_>) -> bool {
    let error = answer.get("error").and_then(|error| serde_json::from_str::<Value>(error.get()).ok());
    error.is_some_and(|error| error["kind"].is_string())
}
