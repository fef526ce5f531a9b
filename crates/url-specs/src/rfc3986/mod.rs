//! RFC 3986, composed from the layers: strict parsing, resolution of references, syntax-based normalization.
//!
//! Outside the specs: `scan_canonical`, `preprocess`, `parsing`.

mod normalize;
pub(crate) mod parse;
pub(crate) mod resolve;
mod uri;

use std::borrow::Cow;

use url_core::{
    Components, NoTrace, Parsed, Rejection, Repertoire, Rfc3986, Section, Source, Trace, sections::rfc3986,
};
use url_query::Encoding;

use crate::{
    plain::scan_plain,
    sight::Sight,
    spec::{Spec, check_len},
    watch::{Given, Watch},
};
pub use uri::Uri;

impl<R: Repertoire> Spec for Uri<R> {
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
        parse::parse_uri_reference(self.0, s, watch).unwrap_or_else(Parsed::from_rejection)
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
        Ok(resolve::resolve(self.0, s, base, watch).unwrap_or_else(Parsed::from_rejection))
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

/// Checks that `input` matches `URI-reference`, with the characters of `repertoire`.
///
/// # Errors
/// If it does not match; the error has the production and the place.
///
/// Spec: rfc3986#uri-reference
///
/// # Examples
/// ```
/// use url_core::{Rfc3986, Rfc3987};
/// use url_specs::rfc3986::check_reference;
/// assert!(check_reference(Rfc3986, "../é").is_err() && check_reference(Rfc3987, "../é").is_ok());
/// ```
pub fn check_reference(repertoire: impl Repertoire, input: &str) -> Result<(), Rejection> {
    check_len(Uri(Rfc3986), input, Source::Input)?;
    let given = Given::unchanged(input);
    parse::parse_uri_reference(repertoire, input, &mut Watch::new(&mut NoTrace, &given, None)).map(|_| ())
}
