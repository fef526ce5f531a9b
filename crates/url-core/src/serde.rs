//! `serde` implementations. Components, reasons, sections and sources are serialized as names, spans as
//! ranges.

use alloc::string::String;
use core::ops::Range;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{Component, Reason, Section, Source, Span, sections};

macro_rules! by_name {
    ($($type:ident, $what:literal, $name:ident, $find:expr;)*) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.$name())
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let name = String::deserialize(deserializer)?;
                    let find: fn(&str) -> Option<Self> = $find;
                    find(&name).ok_or_else(|| D::Error::custom(format_args!("unknown {} {name:?}", $what)))
                }
            }
        )*
    };
}

by_name! {
    Component, "component", name, |name| Component::ALL.into_iter().find(|known| known.name() == name);
    Reason, "reason", name, |name| Reason::ALL.iter().copied().find(|known| known.name() == name);
    Section, "section", id, sections::find;
    Source, "source", name, |name| [Source::Input, Source::Base].into_iter().find(|known| known.name() == name);
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.start..self.end).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Range { start, end } = Range::deserialize(deserializer)?;
        if start <= end {
            Ok(Self { start, end })
        } else {
            Err(D::Error::custom("the span ends before it starts"))
        }
    }
}
