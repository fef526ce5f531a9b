//! The type [`Text`]: a string with the part of the input that the string was built from.

use alloc::{borrow::Cow, string::String};
use core::{
    mem,
    ops::{Deref, Range},
};

use crate::Span;

/// A string and its origin: the slice of the input or of the base URL that it equals or was built from.
///
/// A text that parsing did not change borrows its origin. A text that parsing changed is an owned string or a
/// constant. Comparisons ignore the origin.
///
/// # Examples
/// ```
/// use url_core::Text;
/// let input = "HTTP://a.test";
/// let mut scheme = Text::from(&input[..4]);
/// scheme.rewrite(|scheme| scheme.to_ascii_lowercase().into());
/// assert_eq!((&*scheme, scheme.origin()), ("http", "HTTP"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Text<'a> {
    text: Cow<'a, str>,
    origin: &'a str,
}

impl<'a> Text<'a> {
    /// Creates a text with new content, built from `origin`, a slice of the parsed string or of the base URL.
    #[inline]
    pub fn built(text: impl Into<Cow<'a, str>>, origin: &'a str) -> Self {
        Self { text: text.into(), origin }
    }

    /// Returns the slice that this text equals or was built from, or an empty slice if the origin is unknown.
    #[inline]
    pub fn origin(&self) -> &'a str {
        self.origin
    }

    /// Replaces the text with the result of `change`, which receives the old text. The origin stays the same.
    #[inline]
    pub fn rewrite(&mut self, change: impl FnOnce(Cow<'a, str>) -> Cow<'a, str>) {
        self.text = change(mem::take(&mut self.text));
    }

    /// Replaces the text with the result of `change`, which receives the old text. If `change` fails, the
    /// text becomes empty. The origin stays the same.
    ///
    /// # Errors
    /// Returns the error of `change`.
    #[inline]
    pub fn try_rewrite<E>(
        &mut self,
        change: impl FnOnce(Cow<'a, str>) -> Result<Cow<'a, str>, E>,
    ) -> Result<(), E> {
        self.text = change(mem::take(&mut self.text))?;
        Ok(())
    }

    /// Returns the part of the text at `range`, which must be in bounds and on character boundaries. If the
    /// text is a slice of its origin, the origin of the part is the part itself. Otherwise, the part has the
    /// origin of the text.
    ///
    /// # Examples
    /// ```
    /// use url_core::Text;
    /// assert_eq!(Text::from("a:b").slice(2..3).origin(), "b");
    /// assert_eq!(Text::built("/a:b", "a:b").slice(1..4).origin(), "a:b");
    /// ```
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        match self.text {
            Cow::Borrowed(text) if Span::locate(text, self.origin).is_some() => Self::from(&text[range]),
            Cow::Borrowed(text) => Self::built(&text[range], self.origin),
            Cow::Owned(ref text) => Self::built(String::from(&text[range]), self.origin),
        }
    }

    /// Returns the text by mutable reference, for changes in place. The origin stays the same.
    pub fn to_mut(&mut self) -> &mut String {
        self.text.to_mut()
    }

    /// Returns the text without its origin.
    #[inline]
    pub fn into_cow(self) -> Cow<'a, str> {
        self.text
    }
}

impl Deref for Text<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Text<'_> {
    #[inline]
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Text<'_> {}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl<'a> From<&'a str> for Text<'a> {
    #[inline]
    fn from(slice: &'a str) -> Self {
        Self { text: Cow::Borrowed(slice), origin: slice }
    }
}

impl<'a> From<&'a Text<'_>> for Text<'a> {
    #[inline]
    fn from(text: &'a Text<'_>) -> Self {
        Self { text: Cow::Borrowed(&text.text), origin: text.origin }
    }
}

impl<'a> From<&'a Option<Text<'_>>> for Text<'a> {
    /// Borrows the text and its origin. `None` becomes an empty text whose origin is unknown.
    #[inline]
    fn from(text: &'a Option<Text<'_>>) -> Self {
        text.as_ref().map(Self::from).unwrap_or_default()
    }
}

impl<'a> From<Cow<'a, str>> for Text<'a> {
    /// Creates a text. A borrowed string becomes its own origin. The origin of an owned string is unknown.
    #[inline]
    fn from(text: Cow<'a, str>) -> Self {
        match text {
            Cow::Borrowed(slice) => slice.into(),
            text @ Cow::Owned(_) => Self { text, origin: "" },
        }
    }
}

impl From<String> for Text<'_> {
    /// Creates a text whose origin is unknown.
    fn from(text: String) -> Self {
        Self { text: Cow::Owned(text), origin: "" }
    }
}
