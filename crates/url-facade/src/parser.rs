//! What a person asks for: a profile, an encoding, and something to do.

use std::borrow::Cow;

use url_core::{Component, Components, NoTrace, Parsed, Profile, Reason, Rejection, Source, Span, Trace};
use url_query::Encoding;

use crate::{
    ParseError, Reference, Url, UrlRef,
    profiles::{Job, Spec, with_spec},
    url::Shape,
    watch::{Given, Watch},
};

/// Parses, resolves and canonicalizes under one profile.
///
/// Input is any string of at most [`Span::LIMIT`] bytes. What is not Unicode comes in through [`crate::from_utf16`],
/// [`crate::from_bytes`] or [`crate::from_code_points`].
///
/// # Examples
/// ```
/// use url_facade::{Component, Encoding, Parser, Profile};
/// let parser = Parser::new(Profile::Manakai).with_encoding(Encoding::for_label("shift_jis")?);
/// let base = parser.parse("http://a.test/b/c?d")?;
/// assert_eq!(parser.resolve("../e", &base)?.as_str(), "http://a.test/e");
/// assert_eq!(parser.canonicalize("?あ", Some(&base))?.as_str(), "http://a.test/b/c?%82%A0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Parser {
    profile: Profile,
    encoding: Encoding,
}

impl Parser {
    /// A parser for `profile`, with queries in UTF-8.
    ///
    /// Spec: none (options)
    pub fn new(profile: Profile) -> Self {
        Self { profile, encoding: Encoding::UTF_8 }
    }

    /// The same, with queries in `encoding` where the profile heeds it.
    ///
    /// Spec: none (options)
    #[must_use]
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// The profile that it follows.
    ///
    /// Spec: none (options)
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Parses `input` alone. A reference that is invalid as a URL, for want of a scheme, is still a reference.
    ///
    /// # Errors
    /// [`Reason::TooLong`] only.
    ///
    /// Spec: none (composition)
    pub fn parse(&self, input: &str) -> Result<Reference, ParseError> {
        self.parse_traced(input, &mut NoTrace)
    }

    /// [`Parser::parse`], with every step reported to `trace`.
    ///
    /// # Errors
    /// [`Reason::TooLong`] only.
    ///
    /// Spec: none (composition)
    pub fn parse_traced<T: Trace>(&self, input: &str, trace: &mut T) -> Result<Reference, ParseError> {
        with_spec(self.profile, Parse { input, trace })
    }

    /// Resolves `input` against `base`. The result may be invalid. Places in the base count in [`Reference::as_str`].
    ///
    /// # Errors
    /// [`Reason::TooLong`], and [`Reason::NotInThisSpec`] where the document of the profile does not resolve at all.
    ///
    /// Spec: none (composition)
    pub fn resolve(&self, input: &str, base: &Reference) -> Result<Reference, ParseError> {
        self.resolve_traced(input, base, &mut NoTrace)
    }

    /// [`Parser::resolve`], with every step reported to `trace`.
    ///
    /// # Errors
    /// [`Reason::TooLong`], and [`Reason::NotInThisSpec`] where the document of the profile does not resolve at all.
    ///
    /// Spec: none (composition)
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
    ///
    /// Spec: none (composition)
    pub fn canonicalize(&self, input: &str, base: Option<&Reference>) -> Result<Url, ParseError> {
        self.canonicalize_traced(input, base, &mut NoTrace)
    }

    /// [`Parser::canonicalize`], with every step reported to `trace`.
    ///
    /// # Errors
    /// When there is no valid URL in it; see [`ParseError`].
    ///
    /// Spec: none (composition)
    pub fn canonicalize_traced<T: Trace>(
        &self,
        input: &str,
        base: Option<&Reference>,
        trace: &mut T,
    ) -> Result<Url, ParseError> {
        self.make_url_traced(input, base.map(Base::from), trace)
    }

    /// [`Parser::canonicalize`] against a URL: parses `input`, against `base` where there is one.
    ///
    /// # Errors
    /// When there is no valid URL in it; see [`ParseError`].
    ///
    /// Spec: none (composition)
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Encoding, Parser, Profile};
    /// let parser = Parser::new(Profile::Whatwg).with_encoding(Encoding::for_label("shift_jis")?);
    /// let base = parser.parse_url("http://a.test/b/c?d", None)?;
    /// assert_eq!(parser.parse_url("?あ", Some(&base))?.as_str(), "http://a.test/b/c?%82%A0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_url(&self, input: &str, base: Option<&Url>) -> Result<Url, ParseError> {
        self.make_url(input, base.map(Base::from))
    }

    /// [`Parser::parse_url`] without a base, which borrows `input` where it is canonical already.
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// Spec: none (composition)
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
    /// Spec: none (composition)
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
        let shape = self.make(input, base.map(Base::from), buffer, &mut NoTrace)?;
        Ok(Url { href: buffer, shape })
    }

    /// Whether [`Parser::parse_url`] would give a URL.
    ///
    /// Spec: none (composition)
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Parser, Url};
    /// let base = Url::parse("http://a.test")?;
    /// assert!(Parser::default().can_parse("/b", Some(&base)) && !Parser::default().can_parse("/b", None));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn can_parse(&self, input: &str, base: Option<&Url>) -> bool {
        let base = base.map(Base::from);
        with_spec(self.profile, CanParse { input, base, parser: *self })
    }

    /// The URL that `input` is against `base`.
    ///
    /// Spec: none (composition)
    pub(crate) fn make_url(&self, input: &str, base: Option<Base<'_>>) -> Result<Url, ParseError> {
        self.make_url_traced(input, base, &mut NoTrace)
    }

    /// [`Parser::make_url`], with every step reported to `trace`.
    ///
    /// Spec: none (composition)
    pub(crate) fn make_url_traced<T: Trace>(
        &self,
        input: &str,
        base: Option<Base<'_>>,
        trace: &mut T,
    ) -> Result<Url, ParseError> {
        let mut href = String::new();
        let shape = self.make(input, base, &mut href, trace)?;
        Ok(Url { href, shape })
    }

    /// Writes the URL that `input` is against `base` to `out`, and says what is known of it.
    ///
    /// Spec: none (composition)
    pub(crate) fn make<T: Trace>(
        &self,
        input: &str,
        base: Option<Base<'_>>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Shape, ParseError> {
        with_spec(self.profile, Make { input, base, parser: *self, out, trace })
    }
}

/// What an input is resolved against.
#[derive(Clone, Copy)]
pub(crate) enum Base<'b> {
    /// What parsing gave, which may be invalid.
    Reference(&'b Reference),
    /// A canonical URL.
    Url(Url<&'b str>),
}

impl<'b> From<&'b Reference> for Base<'b> {
    fn from(reference: &'b Reference) -> Self {
        Self::Reference(reference)
    }
}

impl<'b, S: AsRef<str>> From<&'b Url<S>> for Base<'b> {
    fn from(url: &'b Url<S>) -> Self {
        Self::Url(url.view())
    }
}

impl Base<'_> {
    /// Its parts, borrowed.
    ///
    /// Spec: none (access)
    fn parsed(&self) -> Parsed<'_> {
        match self {
            Self::Reference(reference) => reference.parsed(),
            Self::Url(url) => url.parsed(),
        }
    }

    /// Where its parts are told.
    ///
    /// Spec: none (places)
    fn given(&self) -> Given<'_> {
        match self {
            Self::Reference(reference) => Given::parsed(reference),
            Self::Url(url) => Given::unchanged(url.as_str()),
        }
    }

    /// Spec: none (access)
    fn is_valid(&self) -> bool {
        match self {
            Self::Reference(reference) => reference.invalid.is_none(),
            Self::Url(_) => true,
        }
    }
}

/// Refuses what is too long for its places to be told.
///
/// Spec: none (a limit)
pub(crate) fn check_len<S: Spec>(input: &str, source: Source) -> Result<(), Rejection> {
    if input.len() <= Span::LIMIT {
        return Ok(());
    }
    let rejection = Rejection::new(Reason::TooLong, S::PARSING, Span::new(0, Span::LIMIT));
    Err(Rejection { source, ..rejection })
}

struct Parse<'j, T> {
    input: &'j str,
    trace: &'j mut T,
}

impl<T: Trace> Job for Parse<'_, T> {
    type Output = Result<Reference, ParseError>;

    /// Spec: none (composition)
    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, trace } = self;
        check_len::<S>(input, Source::Input)?;
        let s = S::preprocess(input, trace);
        let given = Given::new(input, &s, S::source_map);
        let parsed = S::parse(&s, &mut Watch::new(trace, &given, None));
        let mut reference = reference::<S>(&parsed)?;
        reference.given = Span::whole(input);
        for component in Component::ALL {
            if let Some(part) = parsed.get(component) {
                let place = given.place_of(part);
                reference.origins.set(component, place);
                reference.rewritten[component as usize] = place.of(input) != part;
            }
        }
        Ok(reference)
    }
}

struct Resolve<'j, T> {
    input: &'j str,
    base: Base<'j>,
    encoding: Encoding,
    trace: &'j mut T,
}

impl<T: Trace> Job for Resolve<'_, T> {
    type Output = Result<Reference, ParseError>;

    /// Spec: none (composition)
    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, base, encoding, trace } = self;
        check_len::<S>(input, Source::Input)?;
        let s = S::preprocess(input, trace);
        let given = Given::new(input, &s, S::source_map);
        let given_base = base.given();
        let mut watch = Watch::new(trace, &given, Some(&given_base));
        let resolved = S::resolve(&s, Some(&base.parsed()), encoding, &mut watch)?;
        reference::<S>(&resolved)
    }
}

struct Make<'j, T> {
    input: &'j str,
    base: Option<Base<'j>>,
    parser: Parser,
    out: &'j mut String,
    trace: &'j mut T,
}

impl<T: Trace> Job for Make<'_, T> {
    type Output = Result<Shape, ParseError>;

    /// Spec: none (composition)
    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, base, parser, out, trace } = self;
        let Parser { profile, encoding } = parser;
        check_len::<S>(input, Source::Input)?;
        // FAST: a canonical URL stays as it is, whatever valid base it is resolved against.
        if !T::ENABLED
            && base.is_none_or(|base| base.is_valid())
            && let Some(components) = S::scan_canonical(input)
        {
            out.clear();
            out.push_str(input);
            return Ok(Shape { components, profile, hierarchical: true });
        }
        let s = S::preprocess(input, trace);
        if !T::ENABLED
            && let Some((components, hierarchical)) = write_url::<S>(&s, base, parser, out)
        {
            return Ok(Shape { components, profile, hierarchical });
        }
        let given = Given::new(input, &s, S::source_map);
        let canonical = canonical::<S, T>(&s, &given, base.as_ref(), encoding, trace)?;
        let components = S::serialize(&canonical, out, trace)?;
        Ok(Shape { components, profile, hierarchical: canonical.hierarchical })
    }
}

/// What [`Spec::write_url`] says, where there is no base or one that it knows: a canonical URL of its own spec.
///
/// Spec: none (composition)
fn write_url<S: Spec>(
    s: &str,
    base: Option<Base<'_>>,
    parser: Parser,
    out: &mut String,
) -> Option<(Components, bool)> {
    let base = match base {
        None => None,
        Some(Base::Url(url)) if url.profile() == parser.profile => Some(url),
        Some(_) => return None,
    };
    S::write_url(s, base, parser.encoding, out)
}

/// The canonical URL that `s`, the preprocessed `given`, is against `base`.
///
/// Spec: none (composition)
fn canonical<'a, S: Spec, T: Trace>(
    s: &'a str,
    given: &Given<'_>,
    base: Option<&'a Base<'a>>,
    encoding: Encoding,
    trace: &mut T,
) -> Result<Parsed<'a>, Rejection> {
    let (given_base, base) = (base.map(Base::given), base.map(Base::parsed));
    let mut watch = Watch::new(trace, given, given_base.as_ref());
    let resolved = S::resolve(s, base.as_ref(), encoding, &mut watch)?;
    S::canonicalize(resolved, encoding, &mut watch)
}

struct ParseRef<'i> {
    input: &'i str,
    parser: Parser,
}

impl<'i> Job for ParseRef<'i> {
    type Output = Result<UrlRef<'i>, ParseError>;

    /// Spec: none (composition)
    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, parser } = self;
        check_len::<S>(input, Source::Input)?;
        // FAST: a canonical URL stays as it is.
        if let Some(components) = S::scan_canonical(input) {
            let shape = Shape { components, profile: parser.profile, hierarchical: true };
            return Ok(Url { href: Cow::Borrowed(input), shape });
        }
        let Url { href, shape } = parser.make_url(input, None)?;
        // What the scan leaves open may be canonical all the same.
        let href = if href == input { Cow::Borrowed(input) } else { Cow::Owned(href) };
        Ok(Url { href, shape })
    }
}

struct CanParse<'j> {
    input: &'j str,
    base: Option<Base<'j>>,
    parser: Parser,
}

impl Job for CanParse<'_> {
    type Output = bool;

    /// Spec: none (composition)
    fn run<S: Spec>(self) -> bool {
        let Self { input, base, parser } = self;
        if check_len::<S>(input, Source::Input).is_err() {
            return false;
        }
        // FAST: a canonical URL is one, whatever valid base it is resolved against; and a base that is a URL is valid.
        if S::scan_canonical(input).is_some() {
            return true;
        }
        let s = S::preprocess(input, &mut NoTrace);
        if write_url::<S>(&s, base, parser, &mut String::new()).is_some() {
            return true;
        }
        let given = Given::new(input, &s, S::source_map);
        let canonical = canonical::<S, _>(&s, &given, base.as_ref(), parser.encoding, &mut NoTrace);
        // The serializer refuses what would be too long.
        canonical.is_ok_and(|canonical| url_serialize::serialized_len(&canonical).is_ok())
    }
}

/// `parsed`, as something to keep. Its places are those in what it is written as.
///
/// Spec: none (composition)
fn reference<S: Spec>(parsed: &Parsed<'_>) -> Result<Reference, ParseError> {
    let mut text = String::new();
    let components = S::write(parsed, &mut text)?;
    let given = Span::whole(&text);
    let Parsed { invalid, hierarchical, .. } = *parsed;
    let rewritten = [false; Component::ALL.len()];
    Ok(Reference { text, components, invalid, hierarchical, origins: components, rewritten, given })
}
