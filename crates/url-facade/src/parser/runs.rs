//! The way that a string takes through a spec, chosen in this file alone. All operations of a parser are [`scan`], for a URL
//! that is canonical already, and [`run`], for every other string: by the direct parser of the spec if it has one, else
//! stage by stage, as every traced run.

use url_core::{Appending, Borrowing, Components, NoOutput, NoTrace, Output, Parsed, Source, Span, Trace};
use url_query::Encoding;
use url_specs::{
    Entry, Given, Input, Origins, Serialized, Watch, check_len,
    fast::{Sight, Written},
};

use super::base::Known;
use crate::{ParseError, Profile, Reference, Url, UrlRef, profile::Spec};

/// The places of the components of `input`, if it is a canonical URL, but for a missing slash; `None` means unknown.
///
/// FAST: a canonical URL stays unchanged, whatever absolute base it is resolved against.
#[inline]
pub(super) fn scan<S: Spec>(spec: S, input: &str, base: Option<&Known<'_>>) -> Option<Sight> {
    may_be_canonical(input, base).then(|| spec.scan_canonical(input))?
}

#[inline]
fn may_be_canonical(input: &str, base: Option<&Known<'_>>) -> bool {
    // A missing slash makes it longer by one byte.
    input.len() < Span::LIMIT && base.is_none_or(Known::is_absolute)
}

/// The URL `href` that `input` was found to be.
#[inline]
pub(super) fn scanned<H>(href: H, sight: Sight, input: &str, profile: Profile) -> Serialized<H, Profile> {
    Serialized { href, components: sight.components(input.len()), hierarchical: true, tag: profile }
}

/// Parses `input` against `base` to `out`, to which nothing was written before; returns what to record beside it.
#[expect(clippy::inline_always, reason = "its result is large: to load it again takes as long as to make it")]
#[inline(always)]
fn run<S: Spec, O: Output, T: Trace>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut O,
    trace: &mut T,
) -> Result<Serialized<(), Profile>, ParseError> {
    check_len(spec, input, Source::Input)?;
    spec.begin(resolving(base), input, trace);
    let s = spec.preprocess(input, trace);
    let given = Given::new(input, &s, S::source_map);
    let mut made =
        Serialized { href: (), components: Components::default(), hierarchical: true, tag: spec.profile() };
    // FAST: directly to the output. The base, if any, must be a canonical URL of the same spec.
    let own_base = base.map(|base| base.url_of(spec));
    if !T::ENABLED && !matches!(own_base, Some(None)) {
        let own_base = own_base.flatten();
        match spec.write_url(&s, own_base.as_ref(), *encoding, out, &mut made.components) {
            Written::Url { hierarchical } => {
                made.hierarchical = hierarchical;
                return Ok(made);
            }
            Written::Rejected(part, rejection) => {
                return Err(Watch::new(&mut NoTrace, &given, None).place(part, rejection).into());
            }
            Written::NotInThisSpec => {}
        }
    }
    let (given_base, base) = (base.map(Known::given), base.map(Known::parsed));
    let mut watch = Watch::new(trace, &given, given_base.as_ref());
    let input = Input { s: &s, base: base.as_ref(), encoding: *encoding };
    let resolved = spec.resolve(input, &mut watch)?;
    let canonical = spec.canonicalize(resolved, *encoding, &mut watch)?;
    made.components = out.write_whole(|text| spec.serialize(&canonical, text, trace))?;
    made.hierarchical = canonical.hierarchical;
    Ok(made)
}

/// Parses `input` against `base` into a URL. It is not inlined, and its arguments fit into registers: so the choice of a
/// profile is a single jump, and no jump if the profile is known.
#[inline(never)]
pub(crate) fn make_url<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
) -> Result<Url, ParseError> {
    if let Some(sight) = scan(spec, input, base) {
        return Ok(Url(scanned(sight.href(input), sight, input, spec.profile())));
    }
    make_url_anew(spec, input, base, encoding, &mut NoTrace)
}

/// [`make_url`] with a trace, or for an input that [`scan`] does not know. Not inlined: this code, which few URLs need, would slow down the
/// path of most URLs.
#[inline(never)]
pub(crate) fn make_url_anew<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    trace: &mut T,
) -> Result<Url, ParseError> {
    let mut href = String::new();
    let made = run(spec, input, base, encoding, &mut href, trace)?;
    // Releases the capacity that removed dot-segments left unused.
    if href.capacity() / 4 > href.len() + 16 {
        href.shrink_to_fit();
    }
    Ok(Url(made.map(|()| href)))
}

/// [`make_url`] behind what `out` holds, which an error leaves as it was, for an input that [`scan`] does not know; the
/// places are those in the URL.
#[inline(never)]
pub(super) fn append_anew<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
    out: &mut String,
) -> Result<Serialized<(), Profile>, ParseError> {
    let before = out.len();
    let made = run(spec, input, base, encoding, &mut Appending::new(out), &mut NoTrace);
    made.inspect_err(|_| out.truncate(before))
}

/// [`make_url`] that borrows `input` if it is canonical already.
pub(crate) fn make_ref<'i, S: Spec>(
    spec: S,
    input: &'i str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
) -> Result<UrlRef<'i>, ParseError> {
    if let Some(sight) = scan(spec, input, base) {
        let href = if sight.has_slash() { input.into() } else { sight.href(input).into() };
        return Ok(Url(scanned(href, sight, input, spec.profile())));
    }
    // The input may be canonical even if the scan cannot show it.
    let mut href = Borrowing::new(input);
    let made = run(spec, input, base, encoding, &mut href, &mut NoTrace)?;
    Ok(Url(made.map(|()| href.into_cow())))
}

/// Whether [`make_url`] would return a URL.
#[inline]
pub(crate) fn can_parse<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Known<'_>>,
    encoding: &Encoding,
) -> bool {
    may_be_canonical(input, base) && spec.is_url_at_sight(input)
        || can_parse_anew(spec, input, base, encoding)
}

/// [`can_parse`] for an input for which [`Spec::is_url_at_sight`] means unknown. Not inlined, as [`make_url_anew`] is not.
#[inline(never)]
fn can_parse_anew<S: Spec>(spec: S, input: &str, base: Option<&Known<'_>>, encoding: &Encoding) -> bool {
    run(spec, input, base, encoding, &mut NoOutput, &mut NoTrace).is_ok()
}

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
    reference.given = reference.profile.is_consumer().then(|| input.into());
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
    let input = Input { s: &s, base: base.as_ref(), encoding: *encoding };
    let resolved = spec.resolve(input, &mut watch)?;
    reference(spec, &resolved)
}

/// What a string is preprocessed for that is resolved against `base`.
#[inline]
fn resolving(base: Option<&Known<'_>>) -> Entry {
    base.map_or(Entry::ResolvingAlone, |base| Entry::Resolving { has_invalid_base: base.is_invalid() })
}

/// `parsed` as an owned reference that was resolved: its places refer to its serialization.
fn reference<S: Spec>(spec: S, parsed: &Parsed<'_>) -> Result<Reference, ParseError> {
    let mut text = String::new();
    let components = spec.write(parsed, &mut text)?;
    let origins = Origins::of(&text, components);
    let Parsed { invalid, hierarchical, .. } = *parsed;
    let profile = spec.profile();
    let authority = parsed.authority.as_deref().filter(|_| profile.is_consumer()).map(Into::into);
    Ok(Reference { text, origins, authority, given: None, profile, invalid, hierarchical, resolved: true })
}
