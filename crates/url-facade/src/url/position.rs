//! Slices of a URL between positions at its components.

use std::ops::{Bound, Index, RangeBounds};

use url_core::{Component, Span};

use super::Url;

/// A position in a URL: before or after a component, without its delimiters. If the URL does not have the
/// component, both are the position where it would be.
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
/// assert_eq!(url.offset(Position::BeforePath), 20);
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

impl<S: AsRef<str>> Url<S> {
    /// Returns the offset of `position` in [`Url::as_str`], in bytes. See [`Position`] for an example.
    pub fn offset(&self, position: Position) -> usize {
        // Positions are in the order of the components, before and after each.
        let (component, is_after) = (Component::ALL[position as usize / 2], position as usize % 2 == 1);
        match self.components().get(component) {
            Some(span) if is_after => span.end as usize,
            Some(span) => span.start as usize,
            None => self.place_of_missing(component),
        }
    }

    /// Returns the offset where `component`, which the URL does not have, would be.
    fn place_of_missing(&self, component: Component) -> usize {
        let components = self.components();
        let is_between = |other: &Component| Component::Scheme < *other && *other < component;
        let mut earlier = Component::ALL.into_iter().filter(is_between).rev();
        if let Some(Span { end, .. }) = earlier.find_map(|other| components.get(other)) {
            return end as usize;
        }
        // No component lies between the scheme and this one, so it starts the authority or the path.
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
}

/// Slices the URL between positions.
impl<S: AsRef<str>, R: RangeBounds<Position>> Index<R> for Url<S> {
    type Output = str;

    fn index(&self, range: R) -> &str {
        let offset = |bound: Bound<&Position>, unbounded| match bound {
            Bound::Included(position) | Bound::Excluded(position) => self.offset(*position),
            Bound::Unbounded => unbounded,
        };
        let (start, end) = (offset(range.start_bound(), 0), offset(range.end_bound(), self.as_str().len()));
        self.as_str().get(start..end).unwrap_or_default()
    }
}
