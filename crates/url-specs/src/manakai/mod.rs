//! "URL Parsing, Resolution, and Canonicalization": its four algorithms, implemented with the layers.
//!
//! Outside the specs: `parsing`, `source_map`.

mod canonicalize;
mod hostpath;
mod parse;
mod resolve;

use std::borrow::Cow;

use url_core::{
    Components, Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, Parsed, Section, Trace, sections::manakai,
};
use url_host::manakai::HostProfile;
use url_preprocess::SourceMap;
use url_query::Encoding;

use crate::{
    located_trace::LocatedTrace,
    spec::{Entry, Input, Result, Spec},
};

trait OfManakai: HostProfile {}

impl OfManakai for Manakai {}
impl OfManakai for ManakaiChrome {}
impl OfManakai for ManakaiGecko {}
impl OfManakai for ManakaiIe {}

impl<P: OfManakai> Spec for P {
    fn parsing(self) -> Section {
        manakai::PARSING
    }

    /// Spec: manakai#parsing-1..3, manakai#resolution-1..5
    fn begin<T: Trace>(self, entry: Entry, input: &str, trace: &mut T) {
        if T::ENABLED {
            match entry {
                Entry::Parsing => parse::begin(input, trace),
                Entry::ResolvingAlone => resolve::begin(input, None, trace),
                Entry::Resolving { has_invalid_base } => resolve::begin(input, Some(has_invalid_base), trace),
            }
        }
    }

    /// Spec: manakai#preprocessing
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        url_preprocess::manakai::preprocess(input, trace)
    }

    fn source_map(input: &str) -> SourceMap {
        SourceMap::of_manakai(input)
    }

    /// Spec: manakai#parsing
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let parsed = parse::parse(s, trace);
        trace.found_all(&parsed);
        parsed
    }

    /// Spec: manakai#resolution
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<Parsed<'a>> {
        let Input { s, base, .. } = input;
        // 6. If relative-url is the empty string: [it is not parsed.]
        let is_empty = trace.decide(manakai::RESOLUTION_6, s, s.is_empty());
        let is_unparsed = base.is_some_and(|base| is_empty || base.invalid.is_some());
        let reference = if is_unparsed {
            Parsed::default()
        } else {
            // 7. Invoke the steps to parse a URL with [relative-url] as s.
            trace.visited(manakai::RESOLUTION_7, s);
            if T::ENABLED {
                parse::begin(s, &mut trace.on(s));
                // NOTE: the second run of this step changes nothing.
                url_preprocess::manakai::preprocess(s, &mut trace.on(s));
            }
            self.parse(s, trace)
        };
        let Some(base) = base else {
            // Without a base, by reading M14, the string is resolved against itself.
            let base = reference.clone();
            return match base.invalid {
                Some(rejection) => Err(rejection),
                None => Ok(resolve::resolve(s, reference, &base, trace)),
            };
        };
        Ok(resolve::resolve(s, reference, base, trace))
    }

    /// Spec: manakai#canonicalization
    fn canonicalize<'a, T: Trace>(
        self,
        mut url: Parsed<'a>,
        encoding: Encoding,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<Parsed<'a>> {
        canonicalize::canonicalize(self, &mut url, encoding, trace)?;
        Ok(url)
    }

    /// Spec: manakai#serialization
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::manakai::serialize(url, out, trace)
    }
}
