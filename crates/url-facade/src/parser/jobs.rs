//! What a parser does, under a spec that is a type: the steps in their order, and the shortcuts of runs that nobody watches.

use url_core::{
    Borrowing, Component, NoOutput, NoTrace, Output, Parsed, Reason, Rejection, Source, Span, Trace,
};
use url_query::Encoding;

use super::{Base, Parser};
use crate::{
    ParseError, Reference, Url, UrlRef,
    profiles::{Job, Spec},
    url::Shape,
    watch::{Given, Watch},
};

/// Refuses what is too long for its places to be told.
pub(crate) fn check_len<S: Spec>(input: &str, source: Source) -> Result<(), Rejection> {
    if input.len() <= Span::LIMIT {
        return Ok(());
    }
    let rejection = Rejection::new(Reason::TooLong, S::PARSING, Span::new(0, Span::LIMIT));
    Err(Rejection { source, ..rejection })
}

pub(super) struct Parse<'j, T> {
    pub(super) input: &'j str,
    pub(super) trace: &'j mut T,
}

impl<T: Trace> Job for Parse<'_, T> {
    type Output = Result<Reference, ParseError>;

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

pub(super) struct Resolve<'j, T> {
    pub(super) input: &'j str,
    pub(super) base: Base<'j>,
    pub(super) encoding: Encoding,
    pub(super) trace: &'j mut T,
}

impl<T: Trace> Job for Resolve<'_, T> {
    type Output = Result<Reference, ParseError>;

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

pub(super) struct Make<'j, T> {
    pub(super) input: &'j str,
    pub(super) base: Option<&'j Base<'j>>,
    pub(super) parser: Parser,
    pub(super) out: &'j mut String,
    pub(super) trace: &'j mut T,
}

impl<T: Trace> Job for Make<'_, T> {
    type Output = Result<Shape, ParseError>;

    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, base, parser, out, trace } = self;
        if !T::ENABLED
            && let Some(shape) = scan_canonical::<S>(input, base, parser)
        {
            out.clear();
            out.push_str(input);
            return Ok(shape);
        }
        make_anew::<S, T>(input, base, parser, out, trace)
    }
}

pub(super) struct MakeUrl<'j, T> {
    pub(super) input: &'j str,
    pub(super) base: Option<&'j Base<'j>>,
    pub(super) parser: &'j Parser,
    pub(super) trace: &'j mut T,
}

impl<T: Trace> Job for MakeUrl<'_, T> {
    type Output = Result<Url, ParseError>;

    #[inline]
    fn run<S: Spec>(self) -> Self::Output {
        make_url::<S, T>(self.input, self.base, self.parser, self.trace)
    }
}

/// What a [`MakeUrl`] does. Not inlined, and given what fits into registers: so the choice of a profile is nothing but a
/// jump, and none at all where the profile is known.
#[inline(never)]
fn make_url<S: Spec, T: Trace>(
    input: &str,
    base: Option<&Base<'_>>,
    parser: &Parser,
    trace: &mut T,
) -> Result<Url, ParseError> {
    // FAST: as in `scan_canonical`, but compiled into this: a call would write its large result and read it again.
    if !T::ENABLED
        && may_be_canonical(input, base)
        && let Some(components) = S::scan_canonical(input)
    {
        let shape = Shape { components, profile: parser.profile, hierarchical: true };
        return Ok(Url { href: input.into(), shape });
    }
    let mut href = String::new();
    let shape = make_anew::<S, T>(input, base, *parser, &mut href, trace)?;
    // Room for what dot-segments took away again is given back.
    if href.capacity() / 4 > href.len() + 16 {
        href.shrink_to_fit();
    }
    Ok(Url { href, shape })
}

/// What is known of `input`, if it is a canonical URL. `None` says nothing.
///
/// FAST: it stays as it is, whatever valid base it is resolved against. Not inlined: one copy is enough for those who can
/// wait for a call.
#[inline(never)]
fn scan_canonical<S: Spec>(input: &str, base: Option<&Base<'_>>, parser: Parser) -> Option<Shape> {
    if !may_be_canonical(input, base) {
        return None;
    }
    let components = S::scan_canonical(input)?;
    Some(Shape { components, profile: parser.profile, hierarchical: true })
}

#[inline]
fn may_be_canonical(input: &str, base: Option<&Base<'_>>) -> bool {
    input.len() <= Span::LIMIT && base.is_none_or(Base::is_valid)
}

/// Writes to `out` what [`scan_canonical`] leaves open. Not inlined: what few URLs need would stand in the way of what
/// most need.
#[inline(never)]
fn make_anew<S: Spec, T: Trace>(
    input: &str,
    base: Option<&Base<'_>>,
    parser: Parser,
    out: &mut String,
    trace: &mut T,
) -> Result<Shape, ParseError> {
    check_len::<S>(input, Source::Input)?;
    let s = S::preprocess(input, trace);
    let given = Given::new(input, &s, S::source_map);
    if !T::ENABLED
        && let Some(outcome) = write_directly::<S, _>(&s, &given, base, parser, out)
    {
        return outcome;
    }
    write_canonical::<S, T>(&s, &given, base, parser, out, trace)
}

/// Writes to `out` the URL that `s`, the preprocessed `given`, is against `base`, where the spec has a way to do so; `None`
/// says nothing. It must know the base, if there is one: a canonical URL of its own.
fn write_directly<S: Spec, O: Output>(
    s: &str,
    given: &Given<'_>,
    base: Option<&Base<'_>>,
    parser: Parser,
    out: &mut O,
) -> Option<Result<Shape, ParseError>> {
    let base = match base {
        None => None,
        Some(Base::Url(url)) if url.profile() == parser.profile => Some(*url),
        Some(_) => return None,
    };
    match S::write_url(s, base, parser.encoding, out) {
        Ok((components, hierarchical)) => {
            Some(Ok(Shape { components, profile: parser.profile, hierarchical }))
        }
        Err(Some((part, rejection))) => {
            Some(Err(Watch::new(&mut NoTrace, given, None).place(part, rejection).into()))
        }
        Err(None) => None,
    }
}

/// The same in every spec's way: step by step, and then serialized.
fn write_canonical<S: Spec, T: Trace>(
    s: &str,
    given: &Given<'_>,
    base: Option<&Base<'_>>,
    parser: Parser,
    out: &mut String,
    trace: &mut T,
) -> Result<Shape, ParseError> {
    let canonical = canonical::<S, T>(s, given, base, parser.encoding, trace)?;
    let components = S::serialize(&canonical, out, trace)?;
    Ok(Shape { components, profile: parser.profile, hierarchical: canonical.hierarchical })
}

/// The canonical URL that `s`, the preprocessed `given`, is against `base`.
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

pub(super) struct ParseRef<'i> {
    pub(super) input: &'i str,
    pub(super) parser: Parser,
}

impl<'i> Job for ParseRef<'i> {
    type Output = Result<UrlRef<'i>, ParseError>;

    fn run<S: Spec>(self) -> Self::Output {
        let Self { input, parser } = self;
        if let Some(shape) = scan_canonical::<S>(input, None, parser) {
            return Ok(Url { href: input.into(), shape });
        }
        check_len::<S>(input, Source::Input)?;
        let s = S::preprocess(input, &mut NoTrace);
        let given = Given::new(input, &s, S::source_map);
        // What the scan leaves open may be canonical all the same.
        let mut href = Borrowing::new(input);
        let shape = match write_directly::<S, _>(&s, &given, None, parser, &mut href) {
            Some(outcome) => outcome,
            None => write_canonical::<S, _>(&s, &given, None, parser, href.to_mut(), &mut NoTrace),
        }?;
        Ok(Url { href: href.into_cow(), shape })
    }
}

pub(super) struct CanParse<'j> {
    pub(super) input: &'j str,
    pub(super) base: Option<&'j Base<'j>>,
    pub(super) parser: &'j Parser,
}

impl Job for CanParse<'_> {
    type Output = bool;

    #[inline]
    fn run<S: Spec>(self) -> bool {
        can_parse::<S>(self.input, self.base, self.parser)
    }
}

/// What a [`CanParse`] does. Not inlined, as [`make_url`] is not.
#[inline(never)]
fn can_parse<S: Spec>(input: &str, base: Option<&Base<'_>>, parser: &Parser) -> bool {
    // FAST: a base that is a URL is valid.
    input.len() <= Span::LIMIT && (S::is_url_at_sight(input) || can_parse_anew::<S>(input, base, *parser))
}

/// Whether a URL can be made of what [`Spec::is_url_at_sight`] leaves open. Not inlined, as [`make_anew`] is not.
#[inline(never)]
fn can_parse_anew<S: Spec>(input: &str, base: Option<&Base<'_>>, parser: Parser) -> bool {
    let s = S::preprocess(input, &mut NoTrace);
    let given = Given::new(input, &s, S::source_map);
    if let Some(outcome) = write_directly::<S, _>(&s, &given, base, parser, &mut NoOutput) {
        return outcome.is_ok();
    }
    let canonical = canonical::<S, _>(&s, &given, base, parser.encoding, &mut NoTrace);
    // The serializer refuses what would be too long.
    canonical.is_ok_and(|canonical| url_serialize::serialized_len(&canonical).is_ok())
}

/// `parsed`, as something to keep. Its places are those in what it is written as.
fn reference<S: Spec>(parsed: &Parsed<'_>) -> Result<Reference, ParseError> {
    let mut text = String::new();
    let components = S::write(parsed, &mut text)?;
    let given = Span::whole(&text);
    let Parsed { invalid, hierarchical, .. } = *parsed;
    let rewritten = [false; Component::ALL.len()];
    Ok(Reference { text, components, invalid, hierarchical, origins: components, rewritten, given })
}
