//! What a person asks for: a profile, an encoding, and something to do.

mod base;
mod jobs;

use url_core::{NoTrace, Profile, Trace};
use url_query::Encoding;

pub(crate) use base::Base;
pub(crate) use jobs::check_len;

use crate::{ParseError, Reference, Url, UrlRef, profiles::with_spec, url::Shape};
use jobs::{CanParse, Make, MakeUrl, Parse, ParseRef, Resolve};

/// Parses, resolves and canonicalizes under one profile.
///
/// Input is any string of at most [`crate::Span::LIMIT`] bytes. What is not Unicode comes in through [`crate::from_utf16`],
/// [`crate::from_bytes`] or [`crate::from_code_points`].
///
/// # Examples
/// ```
/// use url_facade::{Component, Encoding, Parser, Profile};
/// # #[cfg(feature = "encoding")] {
/// let parser = Parser::new(Profile::Manakai).with_encoding(Encoding::for_label("shift_jis")?);
/// let base = parser.parse("http://a.test/b/c?d")?;
/// assert_eq!(parser.resolve("../e", &base)?.as_str(), "http://a.test/e");
/// assert_eq!(parser.canonicalize("?あ", Some(&base))?.as_str(), "http://a.test/b/c?%82%A0");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Parser {
    profile: Profile,
    encoding: Encoding,
}

impl Parser {
    /// A parser for `profile`, with queries in UTF-8.
    #[inline]
    pub const fn new(profile: Profile) -> Self {
        Self { profile, encoding: Encoding::UTF_8 }
    }

    /// The same, with queries in `encoding` where the profile heeds it.
    #[must_use]
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// The profile that it follows.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Parses `input` alone. A reference that is invalid as a URL, for want of a scheme, is still a reference.
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`] only.
    pub fn parse(&self, input: &str) -> Result<Reference, ParseError> {
        self.parse_traced(input, &mut NoTrace)
    }

    /// [`Parser::parse`], with every step reported to `trace`.
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`] only.
    pub fn parse_traced<T: Trace>(&self, input: &str, trace: &mut T) -> Result<Reference, ParseError> {
        with_spec(self.profile, Parse { input, trace })
    }

    /// Resolves `input` against `base`. The result may be invalid. Places in the base count in [`Reference::as_str`].
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`], and [`crate::Reason::NotInThisSpec`] where the document of the profile does not resolve at all.
    pub fn resolve(&self, input: &str, base: &Reference) -> Result<Reference, ParseError> {
        self.resolve_traced(input, base, &mut NoTrace)
    }

    /// [`Parser::resolve`], with every step reported to `trace`.
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`], and [`crate::Reason::NotInThisSpec`] where the document of the profile does not resolve at all.
    pub fn resolve_traced<T: Trace>(
        &self,
        input: &str,
        base: &Reference,
        trace: &mut T,
    ) -> Result<Reference, ParseError> {
        let (base, encoding) = (Base::from(base), self.encoding);
        with_spec(self.profile, Resolve { input, base, encoding, trace })
    }

    /// Resolves `input` against `base`, or as the profile has it without a base, and canonicalizes the result.
    ///
    /// # Errors
    /// When there is no valid URL in it; see [`ParseError`].
    pub fn canonicalize(&self, input: &str, base: Option<&Reference>) -> Result<Url, ParseError> {
        self.canonicalize_traced(input, base, &mut NoTrace)
    }

    /// [`Parser::canonicalize`], with every step reported to `trace`.
    ///
    /// # Errors
    /// When there is no valid URL in it; see [`ParseError`].
    pub fn canonicalize_traced<T: Trace>(
        &self,
        input: &str,
        base: Option<&Reference>,
        trace: &mut T,
    ) -> Result<Url, ParseError> {
        self.make_url_traced(input, base.map(Base::from).as_ref(), trace)
    }

    /// [`Parser::canonicalize`] against a URL: parses `input`, against `base` where there is one.
    ///
    /// # Errors
    /// When there is no valid URL in it; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Encoding, Parser, Profile};
    /// # #[cfg(feature = "encoding")] {
    /// let parser = Parser::new(Profile::Whatwg).with_encoding(Encoding::for_label("shift_jis")?);
    /// let base = parser.parse_url("http://a.test/b/c?d", None)?;
    /// assert_eq!(parser.parse_url("?あ", Some(&base))?.as_str(), "http://a.test/b/c?%82%A0");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_url(&self, input: &str, base: Option<&Url>) -> Result<Url, ParseError> {
        self.make_url(input, base.map(Base::from).as_ref())
    }

    /// [`Parser::parse_url`] without a base, which borrows `input` where it is canonical already. Under [`Profile::Whatwg`]
    /// nothing is allocated then.
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Parser, Profile};
    /// let parser = Parser::new(Profile::Rfc3986);
    /// assert!(parser.parse_ref("urn:a:b")?.is_borrowed() && !parser.parse_ref("URN:a:b")?.is_borrowed());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse_ref<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, ParseError> {
        with_spec(self.profile, ParseRef { input, parser: *self })
    }

    /// [`Parser::parse_url`] into `buffer`, in place of what that held, for those who parse one URL after another: it
    /// allocates nothing where `buffer` is large enough. After an error `buffer` holds nothing of use.
    ///
    /// # Errors
    /// When there is no valid URL in it; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::Parser;
    /// let (parser, mut buffer) = (Parser::default(), String::new());
    /// let mut longest = 0;
    /// for input in ["http://A.test/b", "//no", "http://c.test/ d"] {
    ///     if let Ok(url) = parser.parse_into(input, None, &mut buffer) {
    ///         longest = longest.max(url.path().len());
    ///     }
    /// }
    /// assert_eq!(longest, "/%20d".len());
    /// ```
    pub fn parse_into<'o>(
        &self,
        input: &str,
        base: Option<&Url>,
        buffer: &'o mut String,
    ) -> Result<Url<&'o str>, ParseError> {
        let shape = self.make(input, base.map(Base::from).as_ref(), buffer, &mut NoTrace)?;
        Ok(Url { href: buffer, shape })
    }

    /// Whether [`Parser::parse_url`] would give a URL. Under [`Profile::Whatwg`] nothing is allocated but for what
    /// [`Url::can_parse`] names, unless the base was made under another profile.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Parser, Url};
    /// let base = Url::parse("http://a.test")?;
    /// assert!(Parser::default().can_parse("/b", Some(&base)) && !Parser::default().can_parse("/b", None));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn can_parse(&self, input: &str, base: Option<&Url>) -> bool {
        self.can_make_url(input, base.map(Base::from).as_ref())
    }

    /// Whether [`Parser::make_url`] would give a URL.
    #[inline]
    pub(crate) fn can_make_url(&self, input: &str, base: Option<&Base<'_>>) -> bool {
        with_spec(self.profile, CanParse { input, base, parser: self })
    }

    /// The URL that `input` is against `base`.
    #[inline]
    pub(crate) fn make_url(&self, input: &str, base: Option<&Base<'_>>) -> Result<Url, ParseError> {
        self.make_url_traced(input, base, &mut NoTrace)
    }

    /// [`Parser::make_url`], with every step reported to `trace`.
    #[inline]
    pub(crate) fn make_url_traced<T: Trace>(
        &self,
        input: &str,
        base: Option<&Base<'_>>,
        trace: &mut T,
    ) -> Result<Url, ParseError> {
        with_spec(self.profile, MakeUrl { input, base, parser: self, trace })
    }

    /// Writes the URL that `input` is against `base` to `out`, and says what is known of it.
    pub(crate) fn make<T: Trace>(
        self,
        input: &str,
        base: Option<&Base<'_>>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Shape, ParseError> {
        with_spec(self.profile, Make { input, base, parser: self, out, trace })
    }
}
