//! A request of `batch`: one JSON object, whose strings need not be Unicode.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, Visitor},
};
use serde_json::value::RawValue;

/// The request on one line.
#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    /// Returned as it was written.
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) profile: Option<String>,
    pub(crate) op: Op,
    #[serde(borrow)]
    pub(crate) input: Text<'a>,
    #[serde(borrow)]
    pub(crate) base: Option<Text<'a>>,
    pub(crate) encoding: Option<String>,
    /// The attribute to set.
    pub(crate) attr: Option<String>,
    /// What to set it to.
    #[serde(borrow)]
    pub(crate) value: Option<Text<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Op {
    Parse,
    Resolve,
    Canon,
    Valid,
    Absolute,
    Api,
    Set,
}

/// The id of an object that is not a request.
#[derive(Deserialize)]
struct Id<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// A JSON string that may hold lone surrogates.
pub(crate) struct Text<'a>(Cow<'a, [u8]>);

impl Text<'_> {
    /// The string; lone surrogates are replaced as preprocessing says.
    pub(crate) fn decode(&self) -> Cow<'_, str> {
        url_facade::from_bytes(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Asked for bytes, serde_json returns surrogates in their three-byte form instead of refusing them.
        deserializer.deserialize_bytes(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Borrowed(bytes)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Owned(bytes.into())))
    }
}

/// The object that `text` holds; or the id, if there is one, and why `text` is not such an object. `what` is the name of `text`
/// in messages.
pub(crate) fn read_object<'a, T: Deserialize<'a>>(
    what: &str,
    text: &'a [u8],
) -> Result<T, (Option<&'a RawValue>, String)> {
    // Without this, serde would accept an array of the fields in order.
    if text.trim_ascii_start().first() != Some(&b'{') {
        return Err((None, format!("the {what} is not a JSON object")));
    }
    serde_json::from_slice(text).map_err(|error| {
        let id = serde_json::from_slice(text).ok().and_then(|Id { id }| id);
        // In a text of one line, the line number is useless.
        (id, error.to_string().replace(" at line 1 column ", " at column "))
    })
}
