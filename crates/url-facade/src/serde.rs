//! Implements the traits of `serde` for [`Url`], the types of `uri`, and [`Profile`].

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[cfg(feature = "rfc3986")]
use crate::uri::{Grammar, Identifier};
use crate::{Profile, Url};

impl<T: AsRef<str>> Serialize for Url<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Deserializes a string with [`Url::parse`], under the URL Standard. The profile of a URL is not serialized.
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

#[cfg(feature = "rfc3986")]
impl<G: Grammar, const ABSOLUTE: bool, T: AsRef<str>> Serialize for Identifier<G, ABSOLUTE, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Deserializes a string with [`Identifier::parse`].
#[cfg(feature = "rfc3986")]
impl<'de, G: Grammar, const ABSOLUTE: bool> Deserialize<'de> for Identifier<G, ABSOLUTE> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
