//! The columns of a parsed URL, by name.

use url_facade::Component;

/// The type of a column of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Text in UTF-8.
    Text,
    /// A number of 16 bits: a port.
    U16,
    /// A number of 32 bits: a byte offset.
    U32,
    /// True or false.
    Flag,
    /// One value for each of these columns.
    Struct(&'static [Column]),
}

/// A column of a parsed URL.
///
/// # Examples
/// ```
/// use url_columns::{Column, Kind};
/// assert_eq!(Column::from_name("port").map(Column::kind), Some(Kind::U16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// The canonical URL.
    Href,
    /// The scheme, without its colon.
    Scheme,
    /// The username.
    Username,
    /// The host, with the brackets of an IPv6 address.
    Host,
    /// The port, if one is written. The URL Standard does not write the scheme's default port.
    Port,
    /// The path.
    Path,
    /// The query, without its question mark.
    Query,
    /// The fragment, without its number sign.
    Fragment,
    /// Why the row has no URL: see [`RowError::reason`](crate::RowError::reason).
    Reason,
    /// The section of the spec that found the error.
    Section,
    /// The byte offset of the error in the row's text.
    At,
    /// The registrable domain of the host, by the Public Suffix List.
    #[cfg(feature = "psl")]
    RegistrableDomain,
}

impl Column {
    /// Every column in this build.
    pub const ALL: &[Self] = &[
        Self::Href,
        Self::Scheme,
        Self::Username,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::Reason,
        Self::Section,
        Self::At,
        #[cfg(feature = "psl")]
        Self::RegistrableDomain,
    ];

    /// The columns of `url_parse`: all but the registrable domain, whose cost only those pay who ask for it.
    pub const PARSE: &[Self] = Self::ALL.split_at(Self::At as usize + 1).0;

    /// The columns of `url_error`.
    pub const ERROR: &[Self] = Self::PARSE.split_at(Self::Reason as usize).1;

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Href => "href",
            Self::Scheme => "scheme",
            Self::Username => "username",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            #[cfg(feature = "psl")]
            Self::RegistrableDomain => "registrable_domain",
            Self::Reason => "reason",
            Self::Section => "section",
            Self::At => "at",
        }
    }

    /// The column with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|column| column.name() == name)
    }

    /// The type of its values.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Port => Kind::U16,
            Self::At => Kind::U32,
            _ => Kind::Text,
        }
    }

    /// The component that it holds the text of.
    pub(crate) const fn component(self) -> Option<Component> {
        match self {
            Self::Scheme => Some(Component::Scheme),
            Self::Username => Some(Component::User),
            Self::Host => Some(Component::Host),
            Self::Path => Some(Component::Path),
            Self::Query => Some(Component::Query),
            Self::Fragment => Some(Component::Fragment),
            _ => None,
        }
    }
}
