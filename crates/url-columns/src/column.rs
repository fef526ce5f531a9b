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
    /// A struct with one value for each of these columns.
    Struct(&'static [Column]),
}

macro_rules! columns {
    ($($(#[doc = $doc:literal])+ $(#[cfg($cfg:meta)])? $column:ident = $name:literal, $kind:ident;)*) => {
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
            $($(#[doc = $doc])+ $(#[cfg($cfg)])? $column,)*
        }

        impl Column {
            /// Every column in this build.
            pub const ALL: &[Self] = &[$($(#[cfg($cfg)])? Self::$column,)*];

            /// The columns of `url_parse`: all except the registrable domain, which is costly and has to be
            /// requested.
            pub const PARSE: &[Self] = Self::ALL.split_at(Self::At as usize + 1).0;

            /// The columns of `url_error`.
            pub const ERROR: &[Self] = Self::PARSE.split_at(Self::Reason as usize).1;

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Self::$column => $name,)* }
            }

            /// Returns the type of its values.
            pub const fn kind(self) -> Kind {
                match self { $($(#[cfg($cfg)])? Self::$column => Kind::$kind,)* }
            }

            /// Returns the column with the name `name`.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|column| column.name() == name)
            }

            /// Returns the component whose text the column contains.
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
    };
}

columns! {
    /// The canonical URL.
    Href = "href", Text;
    /// The scheme, without its colon.
    Scheme = "scheme", Text;
    /// The username.
    Username = "username", Text;
    /// The host, with the brackets of an IPv6 address.
    Host = "host", Text;
    /// The port, if one is written. The URL Standard does not write the scheme's default port.
    Port = "port", U16;
    /// The path.
    Path = "path", Text;
    /// The query, without its question mark.
    Query = "query", Text;
    /// The fragment, without its number sign.
    Fragment = "fragment", Text;
    /// The reason why the row is not a URL: see [`RowError::reason`](crate::RowError::reason).
    Reason = "reason", Text;
    /// The section of the spec that found the error.
    Section = "section", Text;
    /// The byte offset of the error in the row's text.
    At = "at", U32;
    /// The registrable domain of the host, by the Public Suffix List.
    #[cfg(feature = "psl")]
    RegistrableDomain = "registrable_domain", Text;
}
