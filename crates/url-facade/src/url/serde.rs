//! URLs as strings, for `serde`.

use std::fmt;

use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Url;

impl<S: AsRef<str>> Serialize for Url<S> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Deserializes with [`Url::parse`], whichever profile the URL was serialized under.
impl<'de> Deserialize<'de> for Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(UrlVisitor)
    }
}

struct UrlVisitor;

impl de::Visitor<'_> for UrlVisitor {
    type Value = Url;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URL")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Url, E> {
        Url::parse(text).map_err(|error| E::custom(format_args!("not a URL: {error}")))
    }
}
