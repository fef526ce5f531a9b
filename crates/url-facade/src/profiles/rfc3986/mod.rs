//! RFC 3986, composed from the layers: strict parsing, resolution of references, syntax-based normalization.
//!
//! Outside the specs: `scan_canonical`, `preprocess`, `profile`, `parsing`.

pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod resolve;
mod uri;

use std::borrow::Cow;

use url_core::{Components, Parsed, Rejection, Repertoire, Section, Trace, sections::rfc3986};
use url_query::Encoding;

pub(crate) use self::uri::Uri;
use super::{Sight, Spec, plain::scan_plain};
use crate::{Profile, watch::Watch};

impl<R: Repertoire + Copy> Spec for Uri<R> {
    fn profile(self) -> Profile {
        Profile::Rfc3986
    }

    fn parsing(self) -> Section {
        rfc3986::URI_REFERENCE
    }

    #[inline]
    fn scan_canonical(self, input: &str) -> Option<Sight> {
        scan_plain(input)
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, _: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(input)
    }

    /// Spec: rfc3986#uri-reference
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        parse::parse_uri_reference::<R, T>(s, watch).unwrap_or_else(Parsed::from_rejection)
    }

    /// Spec: rfc3986#transform-references
    #[inline]
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        base: Option<&Parsed<'a>>,
        _: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Ok(resolve::resolve::<R, T>(s, base, watch).unwrap_or_else(Parsed::from_rejection))
    }

    /// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization, rfc3986#path-segment-normalization
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        _: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        normalize::normalize(url, watch)
    }

    /// Spec: rfc3986#component-recomposition
    fn serialize<T: Trace>(
        self,
        url: &Parsed<'_>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Components, Rejection> {
        url_serialize::rfc3986::recompose(url, out, trace)
    }
}
