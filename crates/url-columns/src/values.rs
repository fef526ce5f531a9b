//! Columns of results. A column is stored in plain vectors, which an engine can use without copying.

use std::{fmt, ops::Range};

use url_facade::Component;

/// A column of results: a value, or null, for each row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values {
    /// A column of [`Kind::Text`].
    Text(TextColumn),
    /// A column of [`Kind::U16`].
    U16(FixedColumn<u16>),
    /// A column of [`Kind::U32`].
    U32(FixedColumn<u32>),
    /// A column of [`Kind::Flag`].
    Flag(FixedColumn<bool>),
    /// A column of [`Kind::List`].
    List(ListColumn),
    /// A column of [`Kind::Struct`].
    Struct {
        /// Each column with its values. All columns have the same length.
        fields: Vec<(Column, Values)>,
        /// For each row, true if the struct of the row is not null.
        validity: Vec<bool>,
    },
}

/// A column of texts: one buffer, the offset of each text, and for each row, true if it is not null.
///
/// The buffer has at most [`TextColumn::MAX_LEN`] bytes, so that every offset fits into 32 bits.
///
/// # Examples
/// ```
/// use url_columns::TextColumn;
/// let mut column = TextColumn::default();
/// column.push(Some("a.test"))?;
/// column.push(None)?;
/// assert_eq!((column.get(0), column.get(1), column.len()), (Some("a.test"), None, 2));
/// assert_eq!(column.into_parts(), ("a.test".to_owned(), vec![0, 6, 6], vec![true, false]));
/// # Ok::<(), url_columns::Full>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextColumn {
    pub(crate) values: String,
    /// The start of each text, and the end of the last one.
    offsets: Vec<i32>,
    validity: Vec<bool>,
}

/// A column of lists of texts: all texts in one column, the offsets of each list in it, and for each row,
/// true if it is not null.
///
/// # Examples
/// ```
/// use url_columns::{Call, Function, Values};
/// let call = Call::new(Function::PathSegments, &[])?;
/// let Values::List(lists) = call.evaluate([Some("http://a.test/b/c"), None])? else { unreachable!() };
/// assert_eq!(lists.get(0).unwrap().collect::<Vec<_>>(), ["b", "c"]);
/// assert!(lists.get(1).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListColumn {
    values: TextColumn,
    /// The index of the first text of each list, and the number of all texts.
    offsets: Vec<i32>,
    validity: Vec<bool>,
}

/// A column of values of the type `T`, one for each row. A null row has the default value of `T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedColumn<T> {
    values: Vec<T>,
    validity: Vec<bool>,
}

/// The error for a text that was not added, because a buffer would be longer than [`TextColumn::MAX_LEN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Full;

impl Values {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(column) => column.len(),
            Self::U16(column) => column.len(),
            Self::U32(column) => column.len(),
            Self::Flag(column) => column.len(),
            Self::List(column) => column.len(),
            Self::Struct { validity, .. } => validity.len(),
        }
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(TextColumn::default()),
            Kind::U16 => Self::U16(FixedColumn::default()),
            Kind::U32 => Self::U32(FixedColumn::default()),
            Kind::Flag => Self::Flag(FixedColumn::default()),
            Kind::List => Self::List(ListColumn::default()),
            Kind::Struct(columns) => Self::of_columns(columns),
        }
    }

    pub(crate) fn of_columns(columns: &[Column]) -> Self {
        let fields = columns.iter().map(|&column| (column, Self::new(column.kind()))).collect();
        Self::Struct { fields, validity: Vec::new() }
    }

    /// Reserves memory for `rows` more rows. Assumes that they have the average length of the present rows.
    pub(crate) fn reserve_alike(&mut self, rows: usize) {
        match self {
            Self::Text(column) => column.reserve_alike(rows),
            Self::U16(column) => column.reserve(rows),
            Self::U32(column) => column.reserve(rows),
            Self::Flag(column) => column.reserve(rows),
            Self::List(column) => column.validity.reserve(rows),
            Self::Struct { fields, validity } => {
                for (_, field) in fields {
                    field.reserve_alike(rows);
                }
                validity.reserve(rows);
            }
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        match self {
            Self::Text(column) => column.truncate(len),
            Self::U16(column) => column.truncate(len),
            Self::U32(column) => column.truncate(len),
            Self::Flag(column) => column.truncate(len),
            Self::List(column) => column.truncate(len),
            Self::Struct { fields, validity } => {
                for (_, field) in fields {
                    field.truncate(len);
                }
                validity.truncate(len);
            }
        }
    }
}

/// Defines the methods that do not depend on the type of the values, for columns with offsets.
macro_rules! with_offsets {
    ($($column:ident),*) => {$(
        impl Default for $column {
            fn default() -> Self {
                Self { values: Default::default(), offsets: vec![0], validity: Vec::new() }
            }
        }

        impl $column {
            /// Returns the number of rows.
            pub fn len(&self) -> usize {
                self.validity.len()
            }

            /// Returns true if there are no rows.
            pub fn is_empty(&self) -> bool {
                self.validity.is_empty()
            }

            /// Returns the place of `row` in the values, or `None` if the row is null or does not exist.
            fn place(&self, row: usize) -> Option<Range<usize>> {
                self.validity.get(row).filter(|is_valid| **is_valid)?;
                let offset = |row: usize| usize::try_from(*self.offsets.get(row)?).ok();
                Some(offset(row)?..offset(row + 1)?)
            }

            #[inline]
            pub(crate) fn end_row_at(&mut self, end: usize, is_valid: bool) {
                self.offsets.push(i32::try_from(end).unwrap_or(i32::MAX));
                self.validity.push(is_valid);
            }

            fn truncate(&mut self, len: usize) {
                self.offsets.truncate(len + 1);
                self.validity.truncate(len);
                let end = self.offsets.last().and_then(|&end| usize::try_from(end).ok());
                self.values.truncate(end.unwrap_or_default());
            }
        }
    )*};
}

with_offsets!(TextColumn, ListColumn);

impl TextColumn {
    /// The maximum length of the buffer in bytes: 2 GiB - 1.
    pub const MAX_LEN: usize = i32::MAX as usize;

    /// Returns the text of `row`, or `None` if the row is null or does not exist.
    pub fn get(&self, row: usize) -> Option<&str> {
        self.values.get(self.place(row)?)
    }

    /// Iterates over all rows.
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the buffer would be longer than [`TextColumn::MAX_LEN`].
    #[inline]
    pub fn push(&mut self, text: Option<&str>) -> Result<(), Full> {
        if let Some(text) = text {
            if text.len() > Self::MAX_LEN - self.values.len() {
                return Err(Full);
            }
            self.values.push_str(text);
        }
        self.end_row(text.is_some());
        Ok(())
    }

    /// Returns the buffer, the offsets (the start of each text and the end of the last one), and for each
    /// row, true if it is not null.
    pub fn into_parts(self) -> (String, Vec<i32>, Vec<bool>) {
        (self.values, self.offsets, self.validity)
    }

    pub(crate) fn reserve(&mut self, rows: usize) {
        self.offsets.reserve(rows);
        self.validity.reserve(rows);
    }

    pub(crate) fn reserve_alike(&mut self, rows: usize) {
        self.reserve(rows);
        let len = self.values.len() / self.len().max(1) * rows;
        // Reserve a sixteenth more than the average length, since later texts may be longer.
        self.values.reserve((len + len / 16).min(Self::MAX_LEN - self.values.len()));
    }

    #[inline]
    pub(crate) fn end_row(&mut self, is_valid: bool) {
        self.end_row_at(self.values.len(), is_valid);
    }

    pub(crate) fn push_nulls_to(&mut self, len: usize) {
        let end = self.offsets.last().copied().unwrap_or_default();
        self.offsets.resize(len + 1, end);
        self.validity.resize(len, false);
    }
}

impl ListColumn {
    /// Returns the texts of `row`, or `None` if the row is null or does not exist.
    pub fn get(&self, row: usize) -> Option<impl Iterator<Item = &str>> {
        Some(self.place(row)?.filter_map(|text| self.values.get(text)))
    }

    /// Adds a row, or no row if it fails.
    ///
    /// # Errors
    /// If the texts would be longer than [`TextColumn::MAX_LEN`].
    pub fn push<T: AsRef<str>>(&mut self, list: Option<impl Iterator<Item = T>>) -> Result<(), Full> {
        let (start, is_valid) = (self.values.len(), list.is_some());
        for text in list.into_iter().flatten() {
            if let Err(full) = self.values.push(Some(text.as_ref())) {
                self.values.truncate(start);
                return Err(full);
            }
        }
        self.end_row_at(self.values.len(), is_valid);
        Ok(())
    }

    /// Returns all texts, the offsets (the index of the first text of each list, and the number of all
    /// texts), and for each row, true if it is not null.
    pub fn into_parts(self) -> (TextColumn, Vec<i32>, Vec<bool>) {
        (self.values, self.offsets, self.validity)
    }
}

impl<T> Default for FixedColumn<T> {
    fn default() -> Self {
        Self { values: Vec::new(), validity: Vec::new() }
    }
}

impl<T: Copy + Default> FixedColumn<T> {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.validity.len()
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.validity.is_empty()
    }

    /// Returns the value of `row`, or `None` if the row is null or does not exist.
    pub fn get(&self, row: usize) -> Option<T> {
        self.values.get(row).copied().filter(|_| self.validity[row])
    }

    /// Iterates over all rows.
    pub fn iter(&self) -> impl Iterator<Item = Option<T>> {
        self.values.iter().zip(&self.validity).map(|(&value, is_valid)| is_valid.then_some(value))
    }

    /// Adds a row.
    #[inline]
    pub fn push(&mut self, value: Option<T>) {
        self.values.push(value.unwrap_or_default());
        self.validity.push(value.is_some());
    }

    /// Returns the values, and for each row, true if it is not null.
    pub fn into_parts(self) -> (Vec<T>, Vec<bool>) {
        (self.values, self.validity)
    }

    fn reserve(&mut self, rows: usize) {
        self.values.reserve(rows);
        self.validity.reserve(rows);
    }

    pub(crate) fn push_nulls_to(&mut self, len: usize) {
        self.values.resize(len, T::default());
        self.validity.resize(len, false);
    }

    fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        self.validity.truncate(len);
    }
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a column of text would be longer than 2 GiB: process fewer rows at once")
    }
}

impl std::error::Error for Full {}

/// The type of a column of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Text in UTF-8.
    Text,
    /// An unsigned integer of 16 bits, such as a port.
    U16,
    /// An unsigned integer of 32 bits, such as a byte offset.
    U32,
    /// True or false.
    Flag,
    /// A list of texts.
    List,
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
            /// All columns in this build.
            pub const ALL: &[Self] = &[$($(#[cfg($cfg)])? Self::$column,)*];

            /// The default columns of `url_parse`: all except the registrable domain, which takes more time.
            pub const PARSE: &[Self] = Self::ALL.split_at(Self::At as usize + 1).0;

            /// The columns of `url_error`.
            pub const ERROR: &[Self] = Self::PARSE.split_at(Self::Reason as usize).1;

            /// Returns the name of the column.
            pub const fn name(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Self::$column => $name,)* }
            }

            /// Returns the type of the values in the column.
            pub const fn kind(self) -> Kind {
                match self { $($(#[cfg($cfg)])? Self::$column => Kind::$kind,)* }
            }

            /// Returns the column with the name `name`.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|column| column.name() == name)
            }

            pub(crate) const fn component_or_port(self) -> Option<Component> {
                if matches!(self, Self::Port) { Some(Component::Port) } else { self.component() }
            }

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
    /// The port, if the canonical URL has one. Parsers of the URL Standard remove the scheme's default port.
    Port = "port", U16;
    /// The path.
    Path = "path", Text;
    /// The query, without its question mark.
    Query = "query", Text;
    /// The fragment, without its number sign.
    Fragment = "fragment", Text;
    /// The reason why the row is not a URL: see [`RowError::reason`](crate::RowError::reason).
    Reason = "reason", Text;
    /// The id of the section of the spec that rejects the URL.
    Section = "section", Text;
    /// The byte offset of the error in the row's text.
    At = "at", U32;
    /// The registrable domain of the host, by the Public Suffix List.
    #[cfg(feature = "psl")]
    RegistrableDomain = "registrable_domain", Text;
}
