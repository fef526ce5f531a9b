//! The ways to parse a string. Every operation of a parser first calls [`scan`], which recognizes most
//! canonical URLs, and calls [`run`] for any other string. `run` uses the direct parser of the spec if the
//! spec has one and the caller does not trace; in other cases, `run` parses stage by stage.

use url_core::{Appending, Borrowing, Components, NoOutput, NoTrace, Output, Parsed, Source, Span, Trace};
use url_specs::{
    Entry, Input, LocatedTrace, MappedText, OriginalParts, Serialized, check_len,
    fast::{CanonicalScan, Written, scan_usual},
};

use super::{Known, Parser};
use crate::{ParseError, Profile, Reference, Url, UrlRef, profile::Spec};

type Result<T> = std::result::Result<T, ParseError>;

/// Scans `input`. Returns `Some` only if `input` certainly is a canonical URL, perhaps without the path `/`.
///
/// FAST: resolving a canonical URL against any absolute base leaves the URL unchanged.
#[inline]
pub(super) fn scan<S: Spec>(spec: S, input: &str, parser: &Parser<'_>) -> Option<CanonicalScan> {
    may_be_canonical(input, parser).then(|| spec.scan_canonical(input))?
}

fn may_be_canonical(input: &str, parser: &Parser<'_>) -> bool {
    // Adding the missing slash makes the URL one byte longer.
    input.len() < Span::LIMIT && parser.base.0.as_ref().is_none_or(Known::is_absolute)
}

#[inline]
pub(super) fn scanned<H>(href: H, scan: CanonicalScan, input: &str, tag: Profile) -> Serialized<H, Profile> {
    Serialized { href, components: scan.components(input.len()), hierarchical: true, tag }
}

/// Parses `input` with the base of `parser` and writes the URL to `out`, which must be empty.
#[expect(clippy::inline_always, reason = "its result is large: to load it again takes as long as to make it")]
#[inline(always)]
fn run<S: Spec, O: Output, T: Trace>(
    spec: S,
    input: &str,
    parser: &Parser<'_>,
    out: &mut O,
    trace: &mut T,
) -> Result<Serialized<(), Profile>> {
    check_len(spec, input, Source::Input)?;
    let (base, encoding) = (parser.base.0.as_ref(), parser.encoding);
    spec.begin(resolving(base), input, trace);
    let s = spec.preprocess(input, trace);
    let mapped = MappedText::new(input, &s, S::source_map);
    let mut url =
        Serialized { href: (), components: Components::default(), hierarchical: true, tag: spec.profile() };
    // FAST: write directly to the output. The base, if any, must be a canonical URL of the same spec.
    let own_base = base.map(|base| base.url_of(spec));
    if !T::ENABLED && !matches!(own_base, Some(None)) {
        let own_base = own_base.flatten();
        match spec.write_url(&s, own_base.as_ref(), encoding, out, &mut url.components) {
            Written::Url { hierarchical } => {
                url.hierarchical = hierarchical;
                return Ok(url);
            }
            Written::Rejected(part, rejection) => {
                return Err(LocatedTrace::new(&mut NoTrace, &mapped, None).place(part, rejection).into());
            }
            Written::NotInThisSpec => {}
        }
    }
    let (mapped_base, base) = (base.map(Known::mapped_text), base.map(Known::parsed));
    let mut located = LocatedTrace::new(trace, &mapped, mapped_base.as_ref());
    let input = Input { s: &s, base: base.as_ref(), encoding };
    let mut parsed = Parsed::default();
    spec.resolve(input, &mut parsed, &mut located)?;
    spec.canonicalize(&mut parsed, encoding, &mut located)?;
    url.hierarchical = parsed.hierarchical;
    url.components = out.write_whole(|text| spec.serialize(&parsed, text, located.unmapped()))?;
    Ok(url)
}

/// Parses `input` to a URL that owns its string. Not inlined, so that a caller that selects `spec` by a
/// profile only jumps to this function.
#[inline(never)]
pub(crate) fn parse_url<S: Spec>(spec: S, input: &str, parser: &Parser<'_>) -> Result<Url> {
    if let Some(canonical) = scan(spec, input, parser) {
        return Ok(Url(scanned(canonical.href(input), canonical, input, spec.profile())));
    }
    parse_slow(spec, input, parser, &mut NoTrace)
}

/// Parses without the scan. Not inlined: few URLs need this code, which would slow down the other URLs.
#[inline(never)]
pub(crate) fn parse_slow<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    parser: &Parser<'_>,
    trace: &mut T,
) -> Result<Url> {
    let mut href = String::new();
    let url = run(spec, input, parser, &mut href, trace)?;
    // Release the capacity that removed dot-segments left unused.
    if href.capacity() / 4 > href.len() + 16 {
        href.shrink_to_fit();
    }
    Ok(Url(url.map(|()| href)))
}

/// Parses without the scan and appends the URL to `out`. After an error `out` is unchanged.
#[inline(never)]
pub(super) fn append_slow<S: Spec>(
    spec: S,
    input: &str,
    parser: &Parser<'_>,
    out: &mut String,
) -> Result<Serialized<(), Profile>> {
    let before = out.len();
    let result = run(spec, input, parser, &mut Appending::new(out), &mut NoTrace);
    result.inspect_err(|_| out.truncate(before))
}

pub(crate) fn parse_ref<'i, S: Spec>(spec: S, input: &'i str, parser: &Parser<'_>) -> Result<UrlRef<'i>> {
    if let Some(canonical) = scan(spec, input, parser) {
        let href = if canonical.has_slash() { input.into() } else { canonical.href(input).into() };
        return Ok(Url(scanned(href, canonical, input, spec.profile())));
    }
    // The input may be canonical even if the scan does not recognize it.
    let mut href = Borrowing::new(input);
    let url = run(spec, input, parser, &mut href, &mut NoTrace)?;
    Ok(Url(url.map(|()| href.into_cow())))
}

#[inline]
pub(crate) fn can_parse<S: Spec>(spec: S, input: &str, parser: &Parser<'_>) -> bool {
    may_be_canonical(input, parser) && spec.quick_is_url(input) || can_parse_slow(spec, input, parser)
}

/// Parses without the fast check. Not inlined, because few URLs need this code.
#[inline(never)]
fn can_parse_slow<S: Spec>(spec: S, input: &str, parser: &Parser<'_>) -> bool {
    run(spec, input, parser, &mut NoOutput, &mut NoTrace).is_ok()
}

pub(super) fn parse_reference<S: Spec, T: Trace>(spec: S, input: &str, trace: &mut T) -> Result<Reference> {
    check_len(spec, input, Source::Input)?;
    spec.begin(Entry::Parsing, input, trace);
    let s = spec.preprocess(input, trace);
    // FAST: the components of a usual URL are slices of it.
    if !T::ENABLED
        && S::SPLITS_USUAL
        && s.len() == input.len()
        && let Some(scan) = scan_usual(&s).filter(|scan| scan.has_slash())
    {
        let original_parts = OriginalParts::of(&s, scan.components(s.len()));
        return Ok(Reference {
            text: s.into_owned(),
            original_parts,
            authority: None,
            original: None,
            profile: spec.profile(),
            invalid: None,
            hierarchical: true,
            resolved: false,
        });
    }
    let mapped = MappedText::new(input, &s, S::source_map);
    let parsed = spec.parse(&s, &mut LocatedTrace::new(trace, &mapped, None));
    let mut reference = reference(spec, &parsed)?;
    reference.original_parts = mapped.original_parts(&parsed, reference.original_parts.components());
    reference.resolved = false;
    reference.original = reference.profile.is_consumer().then(|| input.into());
    Ok(reference)
}

pub(super) fn resolve_reference<S: Spec, T: Trace>(
    spec: S,
    input: &str,
    parser: &Parser<'_>,
    trace: &mut T,
) -> Result<Reference> {
    check_len(spec, input, Source::Input)?;
    let (base, encoding) = (parser.base.0.as_ref(), parser.encoding);
    spec.begin(resolving(base), input, trace);
    let s = spec.preprocess(input, trace);
    let mapped = MappedText::new(input, &s, S::source_map);
    let (mapped_base, base) = (base.map(Known::mapped_text), base.map(Known::parsed));
    let mut located = LocatedTrace::new(trace, &mapped, mapped_base.as_ref());
    let input = Input { s: &s, base: base.as_ref(), encoding };
    let mut resolved = Parsed::default();
    spec.resolve(input, &mut resolved, &mut located)?;
    reference(spec, &resolved)
}

fn resolving(base: Option<&Known<'_>>) -> Entry {
    base.map_or(Entry::ResolvingAlone, |base| Entry::Resolving { has_invalid_base: base.is_invalid() })
}

fn reference<S: Spec>(spec: S, parsed: &Parsed<'_>) -> Result<Reference> {
    let mut text = String::new();
    let components = spec.write(parsed, &mut text)?;
    let original_parts = OriginalParts::of(&text, components);
    let Parsed { invalid, hierarchical, .. } = *parsed;
    let profile = spec.profile();
    let authority = parsed.authority.as_deref().filter(|_| profile.is_consumer()).map(Into::into);
    Ok(Reference {
        text,
        original_parts,
        authority,
        original: None,
        profile,
        invalid,
        hierarchical,
        resolved: true,
    })
}
