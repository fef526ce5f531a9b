//! Patterns as data: constructor strings, or components with names.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap as _};

use crate::{ComponentName, UrlPattern, UrlPatternInit, UrlPatternOptions};

#[derive(Deserialize)]
#[serde(untagged)]
enum Shape {
    Text(String),
    Named {
        #[serde(flatten)]
        init: UrlPatternInit,
        #[serde(flatten)]
        options: UrlPatternOptions,
    },
}

/// Serializes the components with their names, as in [`UrlPatternInit`], and `ignoreCase` if it is true.
impl Serialize for UrlPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (init, mut map) = (self.to_init(), serializer.serialize_map(None)?);
        for (name, text) in ComponentName::ALL.into_iter().filter_map(|name| Some((name, init.get(name)?))) {
            map.serialize_entry(name.name(), text)?;
        }
        if ComponentName::ALL.into_iter().any(|name| self.shared(name).options.ignore_case) {
            map.serialize_entry("ignoreCase", &true)?;
        }
        map.end()
    }
}

/// Deserializes a constructor string, or components with their names and perhaps `ignoreCase`.
impl<'de> Deserialize<'de> for UrlPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Shape::deserialize(deserializer)? {
            Shape::Text(text) => Self::parse(&text, None),
            Shape::Named { init, options } => Self::from_init(&init, options),
        }
        .map_err(de::Error::custom)
    }
}
