//! RFC 3986, composed from the layers: strict parsing, resolution of references, syntax-based normalization.
//!
//! Outside the specs: `preprocess`, `profile`, `parsing`.

pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod resolve;

use std::borrow::Cow;

use url_core::{Components, Parsed, Rejection, Rfc3986, Rfc6874, Section, Trace, sections::rfc3986};
use url_query::Encoding;

use super::Spec;
use crate::{Profile, watch::Watch};

impl Spec for Rfc3986 {
    fn profile(self) -> Profile {
        Profile::Rfc3986
    }

    fn parsing(self) -> Section {
        rfc3986::URI_REFERENCE
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, _: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(input)
    }

    /// Spec: rfc3986#uri-reference
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        parse::parse_uri_reference::<Self, T>(s, watch).unwrap_or_else(Parsed::from_rejection)
    }

    /// Spec: rfc3986#transform-references
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        base: Option<&Parsed<'a>>,
        _: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Ok(resolve::resolve::<Self, T>(s, base, watch).unwrap_or_else(Parsed::from_rejection))
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

/// RFC 3986 with the zones of RFC 6874. A URL that it makes follows [`Profile::Rfc3986`].
impl Spec for Rfc6874 {
    fn profile(self) -> Profile {
        Rfc3986.profile()
    }

    fn parsing(self) -> Section {
        Rfc3986.parsing()
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Rfc3986.preprocess(input, trace)
    }

    /// Spec: rfc3986#uri-reference
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        parse::parse_uri_reference::<Self, T>(s, watch).unwrap_or_else(Parsed::from_rejection)
    }

    /// Spec: rfc3986#transform-references
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        base: Option<&Parsed<'a>>,
        _: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Ok(resolve::resolve::<Self, T>(s, base, watch).unwrap_or_else(Parsed::from_rejection))
    }

    /// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization, rfc3986#path-segment-normalization
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Rfc3986.canonicalize(url, encoding, watch)
    }

    /// Spec: rfc3986#component-recomposition
    fn serialize<T: Trace>(
        self,
        url: &Parsed<'_>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Components, Rejection> {
        Rfc3986.serialize(url, out, trace)
    }
}
