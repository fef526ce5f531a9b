//! RFC 3986, composed from the layers: strict parsing, resolution of references, syntax-based normalization.
//!
//! Outside the specs: `scan_canonical`, `preprocess`, `parsing`, `scan_plain`.

mod normalize;
pub(crate) mod parse;
pub(crate) mod resolve;

use std::borrow::Cow;

use url_core::{
    Components, NoTrace, Parsed, Repertoire, Rfc3986, Section, Source, Trace, Whatwg, fast::is_plain,
    sections::rfc3986, whatwg::Edition,
};
use url_query::Encoding;

use crate::{
    canonical_scan::CanonicalScan,
    located_trace::{LocatedTrace, MappedText},
    spec::{Input, Result, Spec, check_len},
};

/// The profile for URIs with the grammar that a [`Repertoire`] selects: that of RFC 3986 alone, or with the
/// zones of RFC 6874.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uri<R>(pub R);

impl<R: Repertoire> Spec for Uri<R> {
    fn parsing(self) -> Section {
        rfc3986::URI_REFERENCE
    }

    #[inline]
    fn scan_canonical(self, input: &str) -> Option<CanonicalScan> {
        scan_plain(input)
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, _: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(input)
    }

    /// Spec: rfc3986#uri-reference
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let parsed = parse::parse_uri_reference(self.0, s, trace).map(|(reference, _)| reference);
        parsed.unwrap_or_else(Parsed::from_rejection)
    }

    /// Spec: rfc3986#transform-references
    #[inline]
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<Parsed<'a>> {
        Ok(resolve::resolve(self.0, input.s, input.base, trace).unwrap_or_else(Parsed::from_rejection))
    }

    /// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization
    /// Spec: rfc3986#path-segment-normalization
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        _: Encoding,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<Parsed<'a>> {
        normalize::normalize(url, trace)
    }

    /// Spec: rfc3986#component-recomposition
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::rfc3986::recompose(url, out, trace)
    }
}

/// Returns the places of the components of `input`, if it is a URL that the URL Standard's scan finds
/// canonical, and that RFC 3986 leaves unchanged too; `None` means unknown.
///
/// FAST: every step leaves such a URL unchanged, for any base that is valid and has a scheme. The reasons:
/// - Parsing finds exactly these components. The scan has found a scheme in lower case, `//`, a host without
///   user-info, perhaps a port, a path with its slash, and perhaps a query; the grammar allows plain bytes in
///   each of them, and `:` and `@` are in none of the first three.
/// - Resolution: a URL with a scheme takes nothing from the base. Resolution removes dot-segments, but the
///   scan found none, in any spelling.
/// - Normalization: the scheme and the host are in lower case, and plain bytes are neither escapes nor parts
///   of them.
#[inline(never)]
fn scan_plain(input: &str) -> Option<CanonicalScan> {
    let scan = Whatwg(Edition::Newest).scan_canonical(input)?;
    (scan.has_slash() && is_plain(input)).then_some(scan)
}

/// Checks that `input` matches `URI-reference`, with the characters of `repertoire`.
///
/// # Errors
/// Returns an error with the production and the place if it does not match.
///
/// Spec: rfc3986#uri-reference
///
/// # Examples
/// ```
/// use url_core::{Rfc3986, Rfc3987};
/// use url_specs::rfc3986::check_reference;
/// assert!(check_reference(Rfc3986, "../é").is_err() && check_reference(Rfc3987, "../é").is_ok());
/// ```
pub fn check_reference(repertoire: impl Repertoire, input: &str) -> Result<()> {
    check_len(Uri(Rfc3986), input, Source::Input)?;
    let mapped = MappedText::unchanged(input);
    parse::parse_uri_reference(repertoire, input, &mut LocatedTrace::new(&mut NoTrace, &mapped, None))
        .map(|_| ())
}
