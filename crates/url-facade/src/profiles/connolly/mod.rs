//! "Web addresses in HTML 5", composed from the layers: parsing and resolution. It canonicalizes nothing beyond what
//! resolution does.
//!
//! Outside the specs: `profile`, `parsing`.

pub(crate) mod parse;
mod resolve;

use std::borrow::Cow;

use url_core::{Components, Connolly, Parsed, Rejection, Section, Trace, sections::connolly};
use url_query::Encoding;

use super::{Entry, Spec};
use crate::{Profile, watch::Watch};

impl Spec for Connolly {
    fn profile(self) -> Profile {
        Profile::Connolly
    }

    fn parsing(self) -> Section {
        connolly::PARSING_URLS
    }

    /// Spec: connolly#absolute-url-1
    fn begin<T: Trace>(self, entry: Entry, input: &str, trace: &mut T) {
        if T::ENABLED && matches!(entry, Entry::Resolving { .. }) {
            resolve::begin(input, trace);
        }
    }

    /// Spec: connolly#parsing-urls-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::connolly::strip_space_characters(input, trace))
    }

    /// Spec: connolly#parsing-urls
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        parse::parse(s, watch).unwrap_or_else(Parsed::from_rejection)
    }

    /// Spec: connolly#absolute-url
    #[inline]
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        base: Option<&Parsed<'a>>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Ok(resolve::resolve(s, base, encoding, watch).unwrap_or_else(Parsed::from_rejection))
    }

    /// Returns the resolved URL unchanged: the draft has no further canonicalization.
    ///
    /// Spec: connolly#absolute-url-21
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        _: Encoding,
        _: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        match url.invalid {
            Some(rejection) => Err(rejection),
            None => Ok(url),
        }
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
