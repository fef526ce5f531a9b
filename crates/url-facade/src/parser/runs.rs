//! The operations of a parser, generic over the spec: the stages in order, and the fast paths of untraced runs.

use url_core::{
    Appending, Borrowing, Components, NoOutput, NoTrace, Output, Parsed, Rejection, Source, Span, Trace,
};
use url_query::Encoding;
use url_specs::{
    Entry, Given, Origins, Watch, check_len,
    fast::{Sight, Written},
};

use super::base::Known;
use crate::{ParseError, Profile, Reference, Url, UrlRef, specs::Spec, url::Shape};

/// Parses `input` alone.
pub(super) fn parse_reference<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    trace: &mut T,
) -> Result<Reference, ParseError> {
    check_len(spec, input, Source::Input)?;
    spec.begin(Entry::Parsing, input, trace);
    let s = spec.preprocess(input, trace);
    let given = Given::new(input, &s, S::source_map);
    let parsed = spec.parse(&s, &mut Watch::new(trace, &given, None));
    let mut reference = reference(spec, &parsed)?;
    reference.origins = given.origins(&parsed, reference.origins.components());
    reference.resolved = false;
    Ok(reference)
}

/// Resolves `input` against `base`, or as the spec defines it without a base.
pub(super) fn resolve_reference<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    trace: &mut T,
) -> Result<Reference, ParseError> {
    check_len(spec, input, Source::Input)?;
    spec.begin(resolving(base), input, trace);
    let s = spec.preprocess(input, trace);
    let given = Given::new(input, &s, S::source_map);
    let (given_base, base) = (base.map(Known::given), base.map(Known::parsed));
    let mut watch = Watch::new(trace, &given, given_base.as_ref());
    let resolved = spec.resolve(&s, base.as_ref(), *encoding, &mut watch)?;
    reference(spec, &resolved)
}

/// Parses `input` against `base` into a URL. It is not inlined, and its arguments fit into registers: so the choice of a
/// profile is a single jump, and no jump if the profile is known.
#[inline(never)]
pub(crate) fn make_url<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    trace: &mut T,
) -> Result<Url, ParseError> {
    if !T::ENABLED
        && let Some(url) = make_url_at_sight(spec, input, base)
    {
        return Ok(url);
    }
    make_url_anew(spec, input, base, encoding, trace)
}

/// [`make_url`] without a base, in UTF-8: most URLs need no other argument.
#[inline(never)]
pub(super) fn make_url_alone<S: Spec>(spec: S, input: &str) -> Result<Url, ParseError> {
    match make_url_at_sight(spec, input, None) {
        Some(url) => Ok(url),
        None => make_url_anew(spec, input, None, &Encoding::UTF_8, &mut NoTrace),
    }
}

/// [`make_url`] for a canonical URL; `None` means unknown.
#[expect(clippy::inline_always, reason = "its result is large: it is built where it is wanted")]
#[inline(always)]
fn make_url_at_sight<S: Spec>(spec: S, input: &str, base: Option<&Known<'_>>) -> Option<Url> {
    let sight = scan_canonical(spec, input, base)?;
    Some(Url { href: sight.href(input), shape: shape_at_sight(spec.profile(), sight, input) })
}

/// [`make_url`] for an input for which [`scan_canonical`] means unknown. Not inlined: this code, which few URLs need, would
/// slow down the path of most URLs.
#[inline(never)]
fn make_url_anew<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    trace: &mut T,
) -> Result<Url, ParseError> {
    let mut url = Url { href: String::new(), shape: new_shape(spec) };
    make_anew(spec, input, base, encoding, &mut url.href, &mut url.shape, trace)?;
    // Releases the capacity that removed dot-segments left unused.
    if url.href.capacity() / 4 > url.href.len() + 16 {
        url.href.shrink_to_fit();
    }
    Ok(url)
}

/// [`make_url`] behind what `out` holds, which an error leaves as it was, for an input for which [`scan_canonical`] means
/// unknown; the places are those in the URL.
#[inline(never)]
pub(super) fn append_url<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut String,
) -> Result<Shape, ParseError> {
    let (before, mut shape) = (out.len(), new_shape(spec));
    let outcome = append_anew(spec, input, base, encoding, out, &mut shape);
    outcome.inspect_err(|_| out.truncate(before))?;
    Ok(shape)
}

/// [`make_anew`] behind what `out` holds.
#[inline(never)]
fn append_anew<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut String,
    shape: &mut Shape,
) -> Result<(), ParseError> {
    if out.is_empty() {
        return make_anew(spec, input, base, encoding, out, shape, &mut NoTrace);
    }
    check_len(spec, input, Source::Input)?;
    let s = spec.preprocess(input, &mut NoTrace);
    let given = Given::new(input, &s, S::source_map);
    let direct = &mut Appending::new(out);
    if let Some(outcome) = write_directly(spec, &s, &given, base, encoding, direct, shape) {
        return outcome;
    }
    let mut href = String::new();
    write_canonical(spec, &s, &given, base, encoding, &mut href, shape, &mut NoTrace)?;
    out.push_str(&href);
    Ok(())
}

/// [`make_url`] that borrows `input` if it is canonical already.
pub(crate) fn make_ref<'i, S: Spec>(
    spec: S,
    input: &'i str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
) -> Result<UrlRef<'i>, ParseError> {
    if let Some(sight) = scan_canonical(spec, input, base) {
        let href = if sight.has_slash() { input.into() } else { sight.href(input).into() };
        return Ok(Url { href, shape: shape_at_sight(spec.profile(), sight, input) });
    }
    check_len(spec, input, Source::Input)?;
    let s = spec.preprocess(input, &mut NoTrace);
    let given = Given::new(input, &s, S::source_map);
    // The input may be canonical even if the scan cannot show it.
    let mut href = Borrowing::new(input);
    let mut shape = new_shape(spec);
    match write_directly(spec, &s, &given, base, encoding, &mut href, &mut shape) {
        Some(outcome) => outcome,
        None => write_canonical(spec, &s, &given, base, encoding, href.to_mut(), &mut shape, &mut NoTrace),
    }?;
    Ok(Url { href: href.into_cow(), shape })
}

/// Whether `input` is known to be what [`make_url`] would return.
pub(super) fn is_known_canonical<S: Spec>(spec: S, input: &str, base: Option<&Known<'_>>) -> bool {
    scan_canonical(spec, input, base).is_some_and(Sight::has_slash)
}

/// Whether [`make_url`] would return a URL. Not inlined, for the same reason.
#[inline(never)]
pub(crate) fn can_parse<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
) -> bool {
    let at_sight = may_be_canonical(input, base) && spec.is_url_at_sight(input);
    at_sight || input.len() <= Span::LIMIT && can_parse_anew(spec, input, base, encoding)
}

/// Whether a URL can be parsed from an input for which [`url_specs::Spec::is_url_at_sight`] means unknown. Not inlined, as
/// [`make_anew`] is not.
#[inline(never)]
fn can_parse_anew<S: Spec>(spec: S, input: &str, base: Option<&Known<'_>>, encoding: &Encoding) -> bool {
    let s = spec.preprocess(input, &mut NoTrace);
    let given = Given::new(input, &s, S::source_map);
    if let Some(outcome) =
        write_directly(spec, &s, &given, base, encoding, &mut NoOutput, &mut new_shape(spec))
    {
        return outcome.is_ok();
    }
    let canonical = canonical(spec, &s, &given, base, encoding, &mut NoTrace);
    // The serializer rejects a URL that would be too long.
    canonical.is_ok_and(|canonical| url_serialize::serialized_len(&canonical).is_ok())
}

/// The places of the components of `input`, if it is a canonical URL, but for a missing slash; `None` means unknown.
///
/// FAST: a canonical URL stays unchanged, whatever absolute base it is resolved against.
#[inline]
pub(super) fn scan_canonical<S: Spec>(spec: S, input: &str, base: Option<&Known<'_>>) -> Option<Sight> {
    may_be_canonical(input, base).then(|| spec.scan_canonical(input))?
}

/// What is recorded of a URL of `spec` before it is parsed.
#[inline]
fn new_shape<S: Spec>(spec: S) -> Shape {
    Shape { components: Components::default(), profile: spec.profile(), hierarchical: true }
}

/// What to record of the URL that `input` was found to be.
#[inline]
pub(super) fn shape_at_sight(profile: Profile, sight: Sight, input: &str) -> Shape {
    Shape { components: sight.components(input.len()), profile, hierarchical: true }
}

/// What a string is preprocessed for that is resolved against `base`.
#[inline]
fn resolving(base: Option<&Known<'_>>) -> Entry {
    Entry::Resolving { has_invalid_base: base.is_some_and(|base| !base.is_valid()) }
}

#[inline]
fn may_be_canonical(input: &str, base: Option<&Known<'_>>) -> bool {
    // A missing slash makes it longer by one byte.
    input.len() < Span::LIMIT && base.is_none_or(Known::is_absolute)
}

/// Parses to `out` and `shape`, which is new, an input for which [`scan_canonical`] means unknown.
#[expect(clippy::inline_always, reason = "to hand over all that they work on takes as long as they take")]
#[inline(always)]
fn make_anew<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut String,
    shape: &mut Shape,
    trace: &mut T,
) -> Result<(), ParseError> {
    check_len(spec, input, Source::Input)?;
    spec.begin(resolving(base), input, trace);
    let s = spec.preprocess(input, trace);
    let given = Given::new(input, &s, S::source_map);
    if !T::ENABLED
        && let Some(outcome) = write_directly(spec, &s, &given, base, encoding, out, shape)
    {
        return outcome;
    }
    write_canonical(spec, &s, &given, base, encoding, out, shape, trace)
}

/// Parses `s`, the preprocessed `given`, against `base` directly to `out` and to `shape`, which is new, if the spec supports
/// it. The base, if any, must be a canonical URL of the same spec.
#[expect(clippy::inline_always, reason = "see `make_anew`")]
#[inline(always)]
fn write_directly<S: Spec, O: Output>(
    spec: S,
    s: &str,
    given: &Given<'_>,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut O,
    shape: &mut Shape,
) -> Option<Result<(), ParseError>> {
    let base = match base {
        None => None,
        Some(base) => Some(base.url_of(spec)?),
    };
    match spec.write_url(s, base.as_ref(), *encoding, out, &mut shape.components) {
        Written::Url { hierarchical } => {
            shape.hierarchical = hierarchical;
            Some(Ok(()))
        }
        Written::Rejected { part, rejection } => {
            Some(Err(Watch::new(&mut NoTrace, given, None).place(part, rejection).into()))
        }
        Written::NotInThisSpec => None,
    }
}

/// Parses to `out` and `shape` in the way of every spec: step by step, then serialized.
#[inline]
#[expect(clippy::too_many_arguments, reason = "what a stage works on, and what it makes")]
fn write_canonical<S: Spec, T: Trace>(
    spec: S,
    s: &str,
    given: &Given<'_>,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut String,
    shape: &mut Shape,
    trace: &mut T,
) -> Result<(), ParseError> {
    let canonical = canonical(spec, s, given, base, encoding, trace)?;
    shape.components = spec.serialize(&canonical, out, trace)?;
    shape.hierarchical = canonical.hierarchical;
    Ok(())
}

/// Parses `s`, the preprocessed `given`, against `base` into a canonical URL.
#[inline]
fn canonical<'a, S: Spec, T: Trace>(
    spec: S,
    s: &'a str,
    given: &Given<'_>,
    base: Option<&'a Known<'a>>,
    encoding: &Encoding,
    trace: &mut T,
) -> Result<Parsed<'a>, Rejection> {
    let (given_base, base) = (base.map(Known::given), base.map(Known::parsed));
    let mut watch = Watch::new(trace, given, given_base.as_ref());
    let resolved = spec.resolve(s, base.as_ref(), *encoding, &mut watch)?;
    spec.canonicalize(resolved, *encoding, &mut watch)
}

/// `parsed` as an owned reference that was resolved: its places refer to its serialization.
fn reference<S: Spec>(spec: S, parsed: &Parsed<'_>) -> Result<Reference, ParseError> {
    let mut text = String::new();
    let components = spec.write(parsed, &mut text)?;
    let origins = Origins::of(&text, components);
    let Parsed { invalid, hierarchical, .. } = *parsed;
    let profile = spec.profile();
    let authority = parsed.authority.as_deref().filter(|_| profile.is_consumer()).map(Into::into);
    Ok(Reference { text, origins, authority, profile, invalid, hierarchical, resolved: true })
}
