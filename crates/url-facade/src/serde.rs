//! The types of this crate for `serde`. Those that report a result are only written.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Origin, Profile, Url};

impl<T: AsRef<str>> Serialize for Url<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Deserializes with [`Url::parse`], whichever profile the URL was serialized under.
impl<'de> Deserialize<'de> for Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let url = Self::try_from(String::deserialize(deserializer)?);
        url.map_err(|error| de::Error::custom(format_args!("not a URL: {error}")))
    }
}

/// Serializes as [`Display`](std::fmt::Display) writes it, `null` for an opaque origin, which therefore cannot be deserialized.
impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
