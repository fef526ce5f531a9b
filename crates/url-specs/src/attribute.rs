//! The attributes of a URL object, such as `pathname`, by name.

use std::{error::Error, fmt, str::FromStr};

macro_rules! attributes {
    ($($variant:ident = $name:literal, $what:literal;)*) => {
        /// An attribute of a URL object, with a getter and a setter in the JavaScript class `URL`.
        ///
        /// # Examples
        /// ```
        /// use url_specs::Attribute;
        /// assert_eq!("pathname".parse(), Ok(Attribute::Pathname));
        /// assert_eq!("path".parse::<Attribute>().unwrap_err().to_string(), "unknown attribute \"path\"");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Attribute { $(#[doc = $what] $variant,)* }

        impl Attribute {
            /// All attributes.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name of the attribute in JavaScript, such as `pathname`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

attributes! {
    Href = "href", "The whole URL.";
    Protocol = "protocol", "The scheme, with its colon.";
    Username = "username", "The user name.";
    Password = "password", "The password.";
    Host = "host", "The host and the port.";
    Hostname = "hostname", "The host.";
    Port = "port", "The port.";
    Pathname = "pathname", "The path, or the scheme data.";
    Search = "search", "The query, with its question mark.";
    Hash = "hash", "The fragment, with its number sign.";
}

impl FromStr for Attribute {
    type Err = UnknownAttribute;

    fn from_str(name: &str) -> Result<Self, UnknownAttribute> {
        let known = Self::ALL.iter().copied().find(|attribute| attribute.name() == name);
        known.ok_or_else(|| UnknownAttribute(name.into()))
    }
}

/// The error for a name that is not the name of an [`Attribute`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAttribute(String);

impl fmt::Display for UnknownAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown attribute {:?}", self.0)
    }
}

impl Error for UnknownAttribute {}

#[cfg(feature = "serde")]
impl serde::Serialize for Attribute {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Attribute {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The effect that a setter, or an edit of the query, had on a URL. A setter may ignore the end of its value
/// if the spec does not accept that end, such as `/x` after the port in the example.
///
/// # Examples
/// ```
/// use url_core::{Whatwg, whatwg::Edition};
/// use url_specs::{ApiSpec, Attribute, Change, parse};
/// let spec = Whatwg(Edition::Newest);
/// let mut url = parse(spec, "https://a.test/")?;
/// assert_eq!(spec.set_in_place(&mut url, Attribute::Port, "8443/x"), Some(Ok(Change::Changed)));
/// assert_eq!(spec.set_in_place(&mut url, Attribute::Port, "8443"), Some(Ok(Change::Unchanged)));
/// # Ok::<(), url_core::Rejection>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The URL changed.
    Changed,
    /// The URL did not change, because it already had the new value.
    Unchanged,
}
