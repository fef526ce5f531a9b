//! The attributes of URL objects, by name.

use std::{error::Error, fmt, str::FromStr};

use crate::ParseError;

macro_rules! attributes {
    ($($variant:ident = $name:literal, $what:literal;)*) => {
        /// An attribute of a URL object.
        ///
        /// # Examples
        /// ```
        /// use url_facade::api::Attribute;
        /// assert_eq!("pathname".parse(), Ok(Attribute::Pathname));
        /// assert_eq!("path".parse::<Attribute>().unwrap_err().to_string(), "unknown attribute \"path\"");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Attribute { $(#[doc = $what] $variant,)* }

        impl Attribute {
            /// Every attribute.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name of the attribute.
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

/// The error for a name that is not that of an [`Attribute`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAttribute(String);

impl fmt::Display for UnknownAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown attribute {:?}", self.0)
    }
}

impl Error for UnknownAttribute {}

/// The effect of a lenient setter or of an edit of the query. A lenient setter takes as much of its value as its document
/// defines: text after the digits of a port, for example, is ignored.
///
/// # Examples
/// ```
/// use url_facade::{Change, Url, api::Attribute};
/// let mut url = Url::parse("https://a.test/")?;
/// assert_eq!(url.set_attribute(Attribute::Port, "8443/x"), Ok(Change::Changed));
/// assert_eq!(url.set_attribute(Attribute::Port, "8443"), Ok(Change::Unchanged));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The URL changed.
    Changed,
    /// The URL did not change, because it had that value already.
    Unchanged,
}

/// The error of a lenient setter ([`Url::set_attribute`](crate::Url::set_attribute)): why it stopped, and whether it had
/// taken a part of the value before that, for example a host, but not the port after it.
///
/// # Examples
/// ```
/// use url_facade::{Change, Span, Url, api::Attribute};
/// let mut url = Url::parse("https://a.test/")?;
/// let stopped = url.set_attribute(Attribute::Host, "c.test:99999").unwrap_err();
/// assert_eq!((stopped.change, stopped.error.span()), (Change::Changed, Span::new(7, 12)));
/// assert_eq!(url.as_str(), "https://c.test/");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttributeError {
    /// What was refused and why. Its span refers to the value.
    pub error: ParseError,
    /// Whether the URL changed before that.
    pub change: Change,
}

impl AttributeError {
    /// The error of a setter that took nothing.
    pub(crate) const fn refused(error: ParseError) -> Self {
        Self { error, change: Change::Unchanged }
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.change == Change::Changed {
            f.write_str("only a part of the value was taken: ")?;
        }
        self.error.fmt(f)
    }
}

impl Error for AttributeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
