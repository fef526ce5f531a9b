//! The type [`Parser`], which contains a profile, a query encoding and a base, and its methods.

mod runs;

use url_core::{Component, Components, Event, NoTrace, Parsed, Trace};
use url_query::Encoding;
use url_specs::{MappedText, Serialized, fast::CanonicalScan};

pub(crate) use runs::{can_parse, parse_ref, parse_slow, parse_url};

use crate::{
    ParseError, Profile, Reference, Url, UrlRef,
    profile::{Spec, with_spec},
};

/// Parses URLs under one profile. [`Parser::parse`] parses a string, resolves it against the base, and
/// canonicalizes the result. [`Parser::parse_reference`] only parses a string, and
/// [`Parser::resolve_reference`] parses and resolves a string.
///
/// The input is any string of at most [`crate::Span::LIMIT`] bytes. Convert input that is not valid Unicode
/// with [`crate::from_utf16`], [`crate::from_bytes`] or [`crate::from_code_points`].
///
/// # Examples
/// ```
/// use url_facade::{Encoding, Parser, Profile, Url};
/// let url = Parser::new(Profile::Whatwg).parse("HTTP://A.test/%7e")?;
/// assert_eq!(url.as_str(), "http://a.test/%7e");
///
/// # #[cfg(feature = "encoding")] {
/// let base = Url::parse("http://a.test/b/c?d")?;
/// let parser = Parser::new(Profile::Whatwg).with_base(&base).with_encoding(Encoding::for_label("shift_jis")?);
/// assert_eq!(parser.parse("?あ")?.as_str(), "http://a.test/b/c?%82%A0");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct Parser<'b> {
    profile: Profile,
    encoding: Encoding,
    base: Base<'b>,
}

impl Parser<'_> {
    /// Creates a parser for `profile` that encodes queries in UTF-8 and has no base.
    #[inline]
    pub const fn new(profile: Profile) -> Self {
        Self { profile, encoding: Encoding::UTF_8, base: Base(None) }
    }

    /// Sets the encoding of queries. A profile whose spec defines only UTF-8 ignores the encoding.
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// Sets the base to resolve references against: a [`Url`] or [`Reference`], of any profile.
    ///
    /// Spans with the source [`Source::Base`](crate::Source::Base) are byte ranges of the base URL's string,
    /// or of the string that [`Parser::parse_reference`] parsed to the base reference.
    pub fn with_base<'o>(self, base: impl Into<Base<'o>>) -> Parser<'o> {
        Parser { base: base.into(), profile: self.profile, encoding: self.encoding }
    }

    /// Returns the profile that the parser follows.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns the encoding that the parser uses for queries.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Parses `input`, resolves it against the base (if the parser has one), and canonicalizes the result.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn parse(&self, input: &str) -> Result<Url, ParseError> {
        with_spec!(self.profile, spec => parse_url(spec, input, self))
    }

    /// Parses as [`Parser::parse`] does, and reports every step of the spec's algorithms to `trace`.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn parse_traced<T: Trace>(&self, input: &str, trace: &mut T) -> Result<Url, ParseError> {
        if !T::ENABLED {
            return self.parse(input);
        }
        self.parse_any(input, &mut |event| trace.record(event))
    }

    fn parse_any(&self, input: &str, mut trace: AnyTrace<'_>) -> Result<Url, ParseError> {
        with_spec!(self.profile, spec => parse_slow(spec, input, self, &mut trace))
    }

    /// Parses as [`Parser::parse`] does. If `input` is a canonical URL already, the result borrows `input`,
    /// usually without allocating; see [`UrlRef`].
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn parse_ref<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, ParseError> {
        with_spec!(self.profile, spec => parse_ref(spec, input, self))
    }

    /// Parses as [`Parser::parse`] does, and replaces the content of `buffer` with the URL, so that many
    /// calls can share one buffer. After an error `buffer` is empty. See [`Parser::append_into`] for an
    /// example.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn parse_into<'o>(&self, input: &str, buffer: &'o mut String) -> Result<Url<&'o str>, ParseError> {
        buffer.clear();
        let made = self.append(input, buffer)?;
        Ok(Url(made.map(|()| &**buffer)))
    }

    /// Parses as [`Parser::parse`] does, and appends the URL to `out`, which can collect many URLs.
    ///
    /// Returns the byte range of each component. Offsets count from the start of the new URL, not of `out`.
    /// After an error `out` is unchanged. Under [`Profile::Whatwg`] only the growth of `out` allocates,
    /// unless the input contains tabs or newlines, a host with escapes or non-ASCII text, or a query in a
    /// legacy encoding.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Component, Parser, Span};
    /// let (parser, mut column) = (Parser::default(), String::from("http://a.test/"));
    /// let components = parser.append_into("http://B.test/ c", &mut column)?;
    /// assert_eq!(components.get(Component::Host), Some(Span::new(7, 13)));
    /// assert!(parser.append_into("//no", &mut column).is_err());
    /// assert_eq!(column, "http://a.test/http://b.test/%20c");
    /// assert_eq!(parser.parse_into("http://D.test/", &mut column)?, "http://d.test/");
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    #[expect(clippy::inline_always, reason = "its result is large: to load it takes as long as to make it")]
    #[inline(always)]
    pub fn append_into(&self, input: &str, out: &mut String) -> Result<Components, ParseError> {
        self.append(input, out).map(|made| made.components)
    }

    #[expect(clippy::inline_always, reason = "its result is large: to load it takes as long as to make it")]
    #[inline(always)]
    fn append(&self, input: &str, out: &mut String) -> Result<Serialized<(), Profile>, ParseError> {
        // FAST: inlined, so that the result of a scan is built directly in the memory of the caller.
        if let Some(canonical) = self.scan(input) {
            canonical.push_to(input, out);
            return Ok(runs::scanned((), canonical, input, self.profile));
        }
        self.append_slow(input, out)
    }

    #[inline(never)]
    pub(crate) fn scan(&self, input: &str) -> Option<CanonicalScan> {
        with_spec!(self.profile, spec => runs::scan(spec, input, self))
    }

    #[inline(never)]
    fn append_slow(&self, input: &str, out: &mut String) -> Result<Serialized<(), Profile>, ParseError> {
        with_spec!(self.profile, spec => runs::append_slow(spec, input, self, out))
    }

    /// Returns true if [`Parser::parse`] would return a URL. Under [`Profile::Whatwg`] the check allocates
    /// only in the cases that [`Url::can_parse`] lists, or if the base was parsed under another profile.
    pub fn can_parse(&self, input: &str) -> bool {
        with_spec!(self.profile, spec => can_parse(spec, input, self))
    }

    /// Parses `input` without resolving or canonicalizing it. For an invalid URL, [`Reference::invalid`] of
    /// the result returns the error. See [`Reference`] for an example.
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`] only.
    pub fn parse_reference(&self, input: &str) -> Result<Reference, ParseError> {
        with_spec!(self.profile, spec => runs::parse_reference(spec, input, &mut NoTrace))
    }

    /// Parses as [`Parser::parse_reference`] does, and reports every step of the algorithms to `trace`.
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`] only.
    pub fn parse_reference_traced<T: Trace>(
        &self,
        input: &str,
        trace: &mut T,
    ) -> Result<Reference, ParseError> {
        if !T::ENABLED {
            return self.parse_reference(input);
        }
        self.parse_reference_any(input, &mut |event| trace.record(event))
    }

    fn parse_reference_any(&self, input: &str, mut trace: AnyTrace<'_>) -> Result<Reference, ParseError> {
        with_spec!(self.profile, spec => runs::parse_reference(spec, input, &mut trace))
    }

    /// Parses `input` and resolves it against the base, as [`Parser::parse`] does, but does not canonicalize
    /// the result. The result may be invalid; [`Reference::invalid`] then returns the error.
    ///
    /// # Errors
    /// [`crate::Reason::TooLong`]; [`crate::Reason::NotInThisSpec`] if the profile's document does not define
    /// resolution; an error for a relative `input` if the parser has no base.
    pub fn resolve_reference(&self, input: &str) -> Result<Reference, ParseError> {
        with_spec!(self.profile, spec => runs::resolve_reference(spec, input, self, &mut NoTrace))
    }

    /// Resolves as [`Parser::resolve_reference`] does, and reports every step to `trace`.
    ///
    /// # Errors
    /// Fails as [`Parser::resolve_reference`] does.
    pub fn resolve_reference_traced<T: Trace>(
        &self,
        input: &str,
        trace: &mut T,
    ) -> Result<Reference, ParseError> {
        if !T::ENABLED {
            return self.resolve_reference(input);
        }
        self.resolve_reference_any(input, &mut |event| trace.record(event))
    }

    fn resolve_reference_any(&self, input: &str, mut trace: AnyTrace<'_>) -> Result<Reference, ParseError> {
        with_spec!(self.profile, spec => runs::resolve_reference(spec, input, self, &mut trace))
    }
}

/// A trace as a closure of dynamic type, so that the compiler generates code for one type of trace only.
pub(crate) type AnyTrace<'t> = &'t mut dyn FnMut(Event<'_>);

/// The base to resolve a string against: a [`Url`], a [`Reference`] (even an invalid one), or none. A `Base`
/// borrows the URL or the reference. See [`crate::Parser::with_base`] for an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct Base<'b>(Option<Known<'b>>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Known<'b> {
    Reference(&'b Reference),
    Url(Url<&'b str>),
}

impl<'b> From<&'b Reference> for Base<'b> {
    fn from(reference: &'b Reference) -> Self {
        Self(Some(Known::Reference(reference)))
    }
}

impl<'b, S: AsRef<str>> From<&'b Url<S>> for Base<'b> {
    fn from(url: &'b Url<S>) -> Self {
        Self(Some(Known::Url(url.view())))
    }
}

impl<'b, T> From<Option<&'b T>> for Base<'b>
where
    Base<'b>: From<&'b T>,
{
    fn from(base: Option<&'b T>) -> Self {
        base.map_or_else(Self::default, Self::from)
    }
}

impl Known<'_> {
    #[inline]
    fn parsed(&self) -> Parsed<'_> {
        match self {
            Self::Reference(reference) => reference.parsed(),
            Self::Url(url) => url.parsed(),
        }
    }

    /// Returns the string that the byte ranges of the base's components refer to.
    fn mapped_text(&self) -> MappedText<'_> {
        match self {
            Self::Reference(Reference { original: Some(original), .. }) => MappedText::unchanged(original),
            Self::Reference(reference) => MappedText::parsed(&reference.text, &reference.original_parts),
            Self::Url(url) => MappedText::unchanged(url.as_str()),
        }
    }

    fn is_invalid(&self) -> bool {
        matches!(self, Self::Reference(reference) if reference.invalid.is_some())
    }

    fn is_absolute(&self) -> bool {
        match self {
            Self::Reference(reference) => !self.is_invalid() && reference.get(Component::Scheme).is_some(),
            Self::Url(_) => true,
        }
    }

    /// Returns the base as a URL of `spec`, or `None` if the base is not a canonical URL of `spec`.
    fn url_of<S: Spec>(&self, spec: S) -> Option<Serialized<&str>> {
        match self {
            Self::Url(url) => (url.profile() == spec.profile()).then(|| url.0.view()),
            Self::Reference(reference) => {
                let is_of_spec = S::PARSES_TO_CANONICAL && reference.profile == spec.profile();
                let (href, hierarchical) = (reference.as_str(), reference.hierarchical);
                let components = reference.original_parts.components();
                let url = Serialized { href, components, hierarchical, tag: () };
                (is_of_spec && !self.is_invalid()).then_some(url)
            }
        }
    }
}
