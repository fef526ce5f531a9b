//! What a person asks for: a profile, an encoding, and something to do.

use url_core::{Component, NoTrace, Parsed, Profile, Reason, Rejection, Source, Span, Trace};
use url_query::Encoding;

use crate::{
    ParseError, Reference, Url,
    profiles::{Job, Spec, with_spec},
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
        with_spec(self.profile, Resolve { input, base: Some(base), encoding: self.encoding, trace })
    }

    /// Parses `input`, against `base` where there is one.
    ///
    /// Spec: none (composition)
    pub(crate) fn resolve_with(
        &self,
        input: &str,
        base: Option<&Reference>,
    ) -> Result<Reference, ParseError> {
        with_spec(self.profile, Resolve { input, base, encoding: self.encoding, trace: &mut NoTrace })
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
        with_spec(self.profile, Canonicalize { input, base, encoding: self.encoding, trace })
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
    base: Option<&'j Reference>,
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
        let given_base = base.map(Given::parsed);
        let mut watch = Watch::new(trace, &given, given_base.as_ref());
        let base = base.map(Reference::parsed);
        let resolved = S::resolve(&s, base.as_ref(), encoding, &mut watch)?;
        reference::<S>(&resolved)
    }
}

struct Canonicalize<'j, T> {
    input: &'j str,
    base: Option<&'j Reference>,
    encoding: Encoding,
    trace: &'j mut T,
}

impl<T: Trace> Job for Canonicalize<'_, T> {
    type Output = Result<Url, ParseError>;

    /// Spec: none (composition)
    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, base, encoding, trace } = self;
        check_len::<S>(input, Source::Input)?;
        // FAST: a canonical URL stays as it is, whatever valid base it is resolved against.
        if !T::ENABLED
            && base.is_none_or(|base| base.invalid.is_none())
            && let Some(components) = S::scan_canonical(input)
        {
            return Ok(Url { href: input.into(), components });
        }
        let s = S::preprocess(input, trace);
        let given = Given::new(input, &s, S::source_map);
        let given_base = base.map(Given::parsed);
        let mut watch = Watch::new(trace, &given, given_base.as_ref());
        let base = base.map(Reference::parsed);
        let resolved = S::resolve(&s, base.as_ref(), encoding, &mut watch)?;
        let canonical = S::canonicalize(resolved, encoding, &mut watch)?;
        let (href, components) = S::serialize(&canonical, trace)?;
        Ok(Url { href, components })
    }
}

/// `parsed`, as something to keep. Its places are those in what it is written as.
///
/// Spec: none (composition)
pub(crate) fn reference<S: Spec>(parsed: &Parsed<'_>) -> Result<Reference, ParseError> {
    let (text, components) = S::write(parsed)?;
    let given = Span::whole(&text);
    let Parsed { invalid, hierarchical, .. } = *parsed;
    let rewritten = [false; Component::ALL.len()];
    Ok(Reference { text, components, invalid, hierarchical, origins: components, rewritten, given })
}
