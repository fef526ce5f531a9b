//! The type `UrlColumns`: many URLs in one buffer, with the offsets of their components.

use std::{fmt, ops::Range};

use url_facade::{Component, Components, ParseError, Parser, Source, Span, fast::in_bounds};

use crate::values::{Column, Full, TextColumn, Values};

/// Many parsed URLs in one buffer, with the offsets of their components, and the errors of other rows.
///
/// A row is a URL, an error or null. [`UrlColumns::column`] builds a column of results. A row has no
/// allocation of its own. About 8192 rows fit into the cache of a processor: add this many rows, build the
/// columns, call [`UrlColumns::clear`], and repeat.
///
/// # Examples
/// ```
/// use url_columns::{Column, UrlColumns, Values};
/// use url_facade::{Component, Parser};
/// let mut urls = UrlColumns::new(Parser::default());
/// urls.extend([Some("HTTP://A.test/b"), None, Some("http://["), Some("https://c.test:8443/")])?;
/// assert_eq!((urls.href(0), urls.get(3, Component::Port)), (Some("http://a.test/b"), Some("8443")));
/// assert_eq!((urls.href(1), urls.error(1)), (None, None));
/// assert_eq!(urls.error(2).unwrap().reason(), "ipv6-unclosed");
/// let Values::Text(hosts) = urls.column(Column::Host)? else { unreachable!() };
/// assert_eq!(hosts.iter().collect::<Vec<_>>(), [Some("a.test"), None, None, Some("c.test")]);
/// # Ok::<(), url_columns::Full>(())
/// ```
#[derive(Clone, Debug)]
pub struct UrlColumns<'b> {
    parser: Parser<'b>,
    max_len: usize,
    text: String,
    ends: Vec<u32>,
    components: Vec<Components>,
    errors: Vec<(usize, RowError)>,
}

impl<'b> UrlColumns<'b> {
    /// Creates an empty buffer for the results of `parser`.
    pub fn new(parser: Parser<'b>) -> Self {
        Self {
            parser,
            max_len: DEFAULT_MAX_LEN,
            text: String::new(),
            ends: Vec::new(),
            components: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Sets the maximum length of a valid row, in bytes. The default is [`DEFAULT_MAX_LEN`].
    #[must_use]
    pub fn with_max_len(self, max_len: usize) -> Self {
        Self { max_len, ..self }
    }

    /// Parses `row` and adds the result: a URL, an error, or null if `row` is `None`.
    ///
    /// # Errors
    /// If [`UrlColumns::text`] would be longer than [`TextColumn::MAX_LEN`]. Does not add the row.
    #[inline]
    pub fn push<'i>(&mut self, row: Option<impl Input<'i>>) -> Result<(), Full> {
        let start = self.text.len();
        match row.map(|row| row.text(self.max_len)) {
            Some(Ok(text)) => match self.parser.append_into(text, &mut self.text) {
                Ok(components) if self.text.len() <= TextColumn::MAX_LEN => self.end_row(components),
                Ok(_) => return self.refuse(start),
                Err(error) => self.fault(error.into()),
            },
            Some(Err(error)) => self.fault(error),
            None => self.end_row(Components::default()),
        }
        Ok(())
    }

    #[expect(clippy::inline_always, reason = "components are large: they are built in their row")]
    #[inline(always)]
    fn end_row(&mut self, components: Components) {
        // The conversion cannot fail: the text has at most `TextColumn::MAX_LEN` bytes.
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        self.components.push(components);
    }

    #[cold]
    fn fault(&mut self, error: RowError) {
        self.errors.push((self.ends.len(), error));
        self.end_row(Components::default());
    }

    /// Removes the URL that begins at `start`, and returns [`Full`]. If the URL is too long even for an empty
    /// buffer, adds a row with an error, and returns `Ok`.
    #[cold]
    fn refuse(&mut self, start: usize) -> Result<(), Full> {
        let len = self.text.len() - start;
        self.text.truncate(start);
        if len <= TextColumn::MAX_LEN {
            return Err(Full);
        }
        self.fault(RowError::TooLong { len });
        Ok(())
    }

    /// Parses `rows` and adds the results, as [`UrlColumns::push`] does.
    ///
    /// # Errors
    /// If [`UrlColumns::text`] would be longer than [`TextColumn::MAX_LEN`]. Adds the rows before this row.
    pub fn extend<'i, R: Input<'i>>(
        &mut self,
        rows: impl IntoIterator<Item = Option<R>>,
    ) -> Result<(), Full> {
        rows.into_iter().try_for_each(|row| self.push(row))
    }

    /// Removes all rows. The memory remains allocated for new rows.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.components.clear();
        self.errors.clear();
    }

    /// Reserves memory for `rows` more rows, whose URLs have `bytes` bytes in total.
    pub fn reserve(&mut self, rows: usize, bytes: usize) {
        self.text.reserve(bytes);
        self.ends.reserve(rows);
        self.components.reserve(rows);
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the canonical URLs of all rows, concatenated.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the end of each row in [`UrlColumns::text`], in bytes. The text of an error or null is empty.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Returns the components of each row, as offsets from the start of its URL. Errors and nulls have none.
    pub fn components(&self) -> &[Components] {
        &self.components
    }

    /// Returns the errors with the index of their row, in the order of rows.
    pub fn errors(&self) -> &[(usize, RowError)] {
        &self.errors
    }

    /// Returns the error of `row`, if it has one.
    pub fn error(&self, row: usize) -> Option<&RowError> {
        let index = self.errors.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        self.errors.get(index).map(|(_, error)| error)
    }

    /// Returns the canonical URL of `row`, or `None` if the row is an error or null, or does not exist.
    pub fn href(&self, row: usize) -> Option<&str> {
        self.components.get(row).filter(|components| is_url(components))?;
        self.text.get(self.place(row)?)
    }

    /// Returns the text of `component` in the URL of `row`, or `None` if the URL or the component is missing.
    pub fn get(&self, row: usize, component: Component) -> Option<&str> {
        let span = self.components.get(row)?.get(component)?;
        self.href(row).map(|href| in_bounds(href.get(Range::from(span))))
    }

    fn place(&self, row: usize) -> Option<Range<usize>> {
        let start = if row == 0 { 0 } else { *self.ends.get(row - 1)? };
        Some(start as usize..*self.ends.get(row)? as usize)
    }

    /// Builds the column `column`, with a value or null for each row.
    ///
    /// # Errors
    /// If the text of the column would be longer than [`TextColumn::MAX_LEN`].
    pub fn column(&self, column: Column) -> Result<Values, Full> {
        let mut values = Values::new(column.kind());
        self.append_column(column, &mut values)?;
        Ok(values)
    }

    pub(crate) fn append_column(&self, column: Column, out: &mut Values) -> Result<(), Full> {
        match out {
            Values::Text(out) => self.append_text(column, out),
            Values::U16(out) => {
                self.each(|href, components| {
                    out.push(components.get(Component::Port).and_then(|place| port(place.of(href))));
                });
                Ok(())
            }
            Values::U32(out) => {
                let start = out.len();
                for (row, error) in &self.errors {
                    out.push_nulls_to(start + row);
                    out.push(error.offset());
                }
                out.push_nulls_to(start + self.len());
                Ok(())
            }
            Values::Flag(_) | Values::List(_) | Values::Struct { .. } => Ok(()),
        }
    }

    fn append_text(&self, column: Column, out: &mut TextColumn) -> Result<(), Full> {
        match column {
            Column::Reason => return self.append_errors(out, |error| Some(error.reason())),
            Column::Section => return self.append_errors(out, RowError::section),
            _ => {}
        }
        // The text of a column is at most as long as the URLs.
        if self.text.len() > TextColumn::MAX_LEN - out.values.len() {
            return Err(Full);
        }
        out.reserve(self.len());
        if column == Column::Href {
            let start = out.values.len();
            out.values.push_str(&self.text);
            self.components.iter().zip(&self.ends).for_each(|(components, &end)| {
                out.end_row_at(start + end as usize, is_url(components));
            });
            return Ok(());
        }
        let mut push = |href: &str, place: Option<Span>| {
            out.values.push_str(place.map_or("", |place| place.of(href)));
            out.end_row(place.is_some());
        };
        #[cfg(feature = "psl")]
        if column == Column::RegistrableDomain {
            let domain = url_facade::fast::registrable_domain;
            let profile = self.parser.profile();
            self.each(|href, components| push(href, domain(profile, href, *components)));
        }
        if let Some(component) = column.component() {
            self.each(|href, components| push(href, components.get(component)));
        }
        Ok(())
    }

    #[inline]
    fn each(&self, mut f: impl FnMut(&str, &Components)) {
        let mut start = 0;
        for (&end, components) in self.ends.iter().zip(&self.components) {
            let end = end as usize;
            f(in_bounds(self.text.get(start..end)), components);
            start = end;
        }
    }

    fn append_errors(
        &self,
        out: &mut TextColumn,
        text: impl Fn(&RowError) -> Option<&'static str>,
    ) -> Result<(), Full> {
        let start = out.len();
        for (row, error) in &self.errors {
            out.push_nulls_to(start + row);
            out.push(text(error))?;
        }
        out.push_nulls_to(start + self.len());
        Ok(())
    }
}

/// Returns the number of a port, or `None` if `text` is not one. `u16` also parses "+80", which is not a
/// port.
pub(crate) fn port(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// Returns true if the row with these components is a URL. Every URL has a scheme.
pub(crate) fn is_url(components: &Components) -> bool {
    components.get(Component::Scheme).is_some()
}

/// The default maximum length of the text of a row: 1 MiB. Servers do not accept longer URLs, and two
/// thousand URLs of this length already fill a column ([`TextColumn::MAX_LEN`](crate::TextColumn::MAX_LEN)).
pub const DEFAULT_MAX_LEN: usize = 1 << 20;

/// The type of the text of a row: `&str`, or `&[u8]`, which may be invalid UTF-8.
pub trait Input<'i>: Copy + sealed::Sealed {
    /// Returns the text if it has at most `max_len` bytes and is UTF-8.
    ///
    /// # Errors
    /// [`RowError::TooLong`] or [`RowError::NotUtf8`]. The length is checked first.
    fn text(self, max_len: usize) -> Result<&'i str, RowError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for &[u8] {}
}

impl<'i> Input<'i> for &'i str {
    #[inline]
    fn text(self, max_len: usize) -> Result<&'i str, RowError> {
        if self.len() > max_len { Err(RowError::TooLong { len: self.len() }) } else { Ok(self) }
    }
}

impl<'i> Input<'i> for &'i [u8] {
    #[inline]
    fn text(self, max_len: usize) -> Result<&'i str, RowError> {
        if self.len() > max_len {
            return Err(RowError::TooLong { len: self.len() });
        }
        str::from_utf8(self).map_err(|error| RowError::NotUtf8 { offset: error.valid_up_to() })
    }
}

/// The reason why a row is not a URL. An error in one row does not affect other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowError {
    /// The text is not a URL under the profile.
    Parse(ParseError),
    /// The bytes are not UTF-8.
    NotUtf8 {
        /// The offset of the first invalid byte.
        offset: usize,
    },
    /// The text is longer than the limit of [`UrlColumns::with_max_len`].
    TooLong {
        /// The length of the text, in bytes.
        len: usize,
    },
}

impl RowError {
    /// Returns the name of the reason: the name of [`ParseError::reason`], `not-utf-8` or `too-long`.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Parse(error) => error.reason().name(),
            Self::NotUtf8 { .. } => "not-utf-8",
            Self::TooLong { .. } => "too-long",
        }
    }

    /// Returns the id of the section of the spec that rejects the row, or `None` if the row was not parsed
    /// because it is too long or not UTF-8.
    pub fn section(&self) -> Option<&'static str> {
        match self {
            Self::Parse(error) => Some(error.section().id()),
            Self::NotUtf8 { .. } | Self::TooLong { .. } => None,
        }
    }

    /// Returns the offset of the error in the text of the row, in bytes. Returns `None` if the text is too
    /// long, or if the error is in the base.
    pub fn offset(&self) -> Option<u32> {
        match self {
            Self::Parse(error) => (error.span_source() == Source::Input).then_some(error.span().start),
            Self::NotUtf8 { offset } => u32::try_from(*offset).ok(),
            Self::TooLong { .. } => None,
        }
    }
}

impl From<ParseError> for RowError {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::NotUtf8 { offset } => write!(f, "the bytes are not UTF-8 (at byte {offset})"),
            Self::TooLong { len } => write!(f, "the text is too long ({len} bytes)"),
        }
    }
}

impl std::error::Error for RowError {}
