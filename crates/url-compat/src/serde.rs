//! Serializes a URL as its string, and deserializes a URL by parsing its string.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Url;

impl Serialize for Url {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(UrlVisitor)
    }
}

struct UrlVisitor;

impl de::Visitor<'_> for UrlVisitor {
    type Value = Url;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string representing an URL")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Url, E> {
        Url::parse(text).map_err(|error| E::custom(format_args!("{error}: {text:?}")))
    }
}

impl Url {
    /// Serializes the URL as its string. In `url`, this method also writes the offsets of the components, and
    /// deserialization trusts the offsets.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let url = Url::parse("https://a.test/")?;
    /// let json = url.serialize_internal(serde_json::value::Serializer).unwrap();
    /// assert_eq!(json, "https://a.test/");
    /// assert_eq!(Url::deserialize_internal(json).unwrap(), url);
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn serialize_internal<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }

    /// Deserializes the output of [`Url::serialize_internal`] by parsing the string.
    pub fn deserialize_internal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}
