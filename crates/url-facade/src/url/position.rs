//! Slices of a URL between positions at its components.

use std::ops::{Index, Range, RangeFrom, RangeFull, RangeTo};

use url_core::{Component, Span};

use super::Url;

/// A position in a URL: before or after a component, without its delimiters. If the URL has no such component, both are the
/// position where it would be.
///
/// ```text
/// https://user:pass@host:8080/path?query#fragment
/// ^    ^  ^   ^^   ^^   ^^   ^    ^^    ^^       ^
/// ```
///
/// A range of positions indexes a URL. A range that ends before it begins is empty.
///
/// # Examples
/// ```
/// use url_facade::{Position, Url};
/// let url = Url::parse("https://me@a.test:81/b/c?d#e")?;
/// assert_eq!(&url[..Position::AfterPath], "https://me@a.test:81/b/c");
/// assert_eq!(&url[Position::BeforePath..Position::AfterQuery], "/b/c?d");
/// assert_eq!(&url[Position::BeforeUsername..Position::AfterPort], "me@a.test:81");
/// assert_eq!((&url[Position::AfterQuery..], &url[Position::BeforeFragment..]), ("#e", "e"));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// The start.
    BeforeScheme,
    /// Before the colon.
    AfterScheme,
    /// After `://`, or after `:` if there is no authority.
    BeforeUsername,
    /// Before `:` or `@`.
    AfterUsername,
    /// After `:`.
    BeforePassword,
    /// Before `@`.
    AfterPassword,
    /// After `@`.
    BeforeHost,
    /// Before `:` or the path.
    AfterHost,
    /// After `:`.
    BeforePort,
    /// Before the path.
    AfterPort,
    /// At the first slash of the path, if it has one.
    BeforePath,
    /// Before `?` or `#`.
    AfterPath,
    /// After `?`.
    BeforeQuery,
    /// Before `#`.
    AfterQuery,
    /// After `#`.
    BeforeFragment,
    /// The end.
    AfterFragment,
}

impl Position {
    /// The component, and whether the position is after it.
    const fn side(self) -> (Component, bool) {
        match self {
            Self::BeforeScheme => (Component::Scheme, false),
            Self::AfterScheme => (Component::Scheme, true),
            Self::BeforeUsername => (Component::User, false),
            Self::AfterUsername => (Component::User, true),
            Self::BeforePassword => (Component::Password, false),
            Self::AfterPassword => (Component::Password, true),
            Self::BeforeHost => (Component::Host, false),
            Self::AfterHost => (Component::Host, true),
            Self::BeforePort => (Component::Port, false),
            Self::AfterPort => (Component::Port, true),
            Self::BeforePath => (Component::Path, false),
            Self::AfterPath => (Component::Path, true),
            Self::BeforeQuery => (Component::Query, false),
            Self::AfterQuery => (Component::Query, true),
            Self::BeforeFragment => (Component::Fragment, false),
            Self::AfterFragment => (Component::Fragment, true),
        }
    }
}

impl<S: AsRef<str>> Url<S> {
    /// The offset of `position` in [`Url::as_str`], in bytes.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Position, Url};
    /// assert_eq!(Url::parse("https://a.test/b")?.offset(Position::BeforePath), 14);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn offset(&self, position: Position) -> usize {
        let (component, is_after) = position.side();
        let Range { start, end } = match self.components().get(component) {
            Some(span) => span.into(),
            None => return self.place_of_missing(component),
        };
        if is_after { end } else { start }
    }

    /// Where `component`, which the URL does not have, would be.
    fn place_of_missing(&self, component: Component) -> usize {
        let components = self.components();
        let is_between = |other: &Component| Component::Scheme < *other && *other < component;
        let mut earlier = Component::ALL.into_iter().filter(is_between).rev();
        if let Some(Span { end, .. }) = earlier.find_map(|other| components.get(other)) {
            return end as usize;
        }
        // Nothing precedes it after the scheme: it is the start of the authority, or of the path.
        let (password, host) = (components.get(Component::Password), components.get(Component::Host));
        let first = match (component, password, host) {
            // The colon is present even without a user name.
            (Component::User, Some(password), _) => Some(password.start as usize - 1),
            (_, _, Some(host)) => Some(host.start as usize),
            _ => None,
        };
        let after_scheme = components.get(Component::Scheme).map_or(0, |scheme| scheme.end as usize + 1);
        first.unwrap_or(after_scheme)
    }

    /// The slice from one position to another.
    fn slice(&self, range: Range<usize>) -> &str {
        self.as_str().get(range).unwrap_or_default()
    }
}

impl<S: AsRef<str>> Index<RangeFull> for Url<S> {
    type Output = str;

    fn index(&self, _: RangeFull) -> &str {
        self.as_str()
    }
}

impl<S: AsRef<str>> Index<Range<Position>> for Url<S> {
    type Output = str;

    fn index(&self, range: Range<Position>) -> &str {
        self.slice(self.offset(range.start)..self.offset(range.end))
    }
}

impl<S: AsRef<str>> Index<RangeFrom<Position>> for Url<S> {
    type Output = str;

    fn index(&self, range: RangeFrom<Position>) -> &str {
        self.slice(self.offset(range.start)..self.as_str().len())
    }
}

impl<S: AsRef<str>> Index<RangeTo<Position>> for Url<S> {
    type Output = str;

    fn index(&self, range: RangeTo<Position>) -> &str {
        self.slice(0..self.offset(range.end))
    }
}
