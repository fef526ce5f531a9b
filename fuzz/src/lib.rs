//! What the targets share: how bytes become strings and choices, and answers in JSON. What holds of runs and changes is what the tests of
//! the facade hold.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Value, value::RawValue};
use url_facade::Profile;

/// Between the fields of an input: a byte that UTF-8 does not have.
pub const END_OF_FIELD: u8 = 0xFF;

/// The profiles of specifications. What consumers see is compared with real programs (`cargo xtask fuzz --consumers`).
pub fn specs() -> &'static [Profile] {
    // They are before the consumers.
    &Profile::ALL[..Profile::ALL.partition_point(|profile| !profile.is_consumer())]
}

/// The fields of an input.
pub struct Fields<'d>(std::slice::Split<'d, u8, fn(&u8) -> bool>);

impl<'d> Fields<'d> {
    /// The fields of `data`.
    pub fn new(data: &'d [u8]) -> Self {
        Self(data.split(|&byte| byte == END_OF_FIELD))
    }

    /// The next field as a string; empty if there is none.
    pub fn text(&mut self) -> Cow<'d, str> {
        self.optional_text().unwrap_or_default()
    }

    /// The next field as a string.
    pub fn optional_text(&mut self) -> Option<Cow<'d, str>> {
        self.0.next().map(url_facade::from_bytes)
    }

    /// One of `items`, as the first byte of the next field says; the first one if there is none.
    pub fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        let byte = self.0.next().and_then(<[u8]>::first).copied().unwrap_or_default();
        items[usize::from(byte) % items.len()]
    }

    /// The next field as a choice, its first byte, and the string after it.
    pub fn step(&mut self) -> Option<(usize, Cow<'d, str>)> {
        let (&choice, text) = self.0.next()?.split_first()?;
        Some((choice.into(), url_facade::from_bytes(text)))
    }
}

/// An object, whose values may be numbers beyond those of this machine.
pub type Object<'a> = BTreeMap<String, &'a RawValue>;

/// The object that is on `line`, if that is one.
pub fn object(line: &[u8]) -> Option<Object<'_>> {
    let text = line.strip_suffix(b"\n").filter(|text| !text.contains(&b'\n'))?;
    serde_json::from_slice(text).ok()
}

/// Whether `answer` has an error with a kind.
pub fn has_kind(answer: &Object<'_>) -> bool {
    let error = answer.get("error").and_then(|error| serde_json::from_str::<Value>(error.get()).ok());
    error.is_some_and(|error| error["kind"].is_string())
}
