//! "Web addresses in HTML 5", implemented with the layers: parsing and resolution. Canonicalization changes
//! nothing beyond resolution.
//!
//! Outside the specs: `parsing`.

mod addresses;
mod parse;
mod resolve;

use std::borrow::Cow;

use url_core::{Components, Connolly, Parsed, Section, Trace, sections::connolly};

pub use addresses::{WebAddressParts, document_base, is_absolute, is_valid, web_address_parts};

use crate::{
    located_trace::LocatedTrace,
    spec::{Entry, Input, Result, Spec},
};

impl Spec for Connolly {
    fn parsing(self) -> Section {
        connolly::PARSING_URLS
    }

    /// Spec: connolly#absolute-url-1
    fn begin<T: Trace>(self, entry: Entry, input: &str, trace: &mut T) {
        if T::ENABLED && !matches!(entry, Entry::Parsing) {
            resolve::begin(input, trace);
        }
    }

    /// Spec: connolly#parsing-urls-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::connolly::strip_space_characters(input, trace))
    }

    /// Spec: connolly#parsing-urls
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        parse::parse(s, trace).unwrap_or_else(Parsed::from_rejection)
    }

    /// Spec: connolly#absolute-url
    #[inline]
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<Parsed<'a>> {
        Ok(resolve::resolve(input, trace).unwrap_or_else(Parsed::from_rejection))
    }

    /// Spec: rfc3986#component-recomposition
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::rfc3986::recompose(url, out, trace)
    }
}
