//! "URL Parsing, Resolution, and Canonicalization": its four algorithms, composed from the layers.
//!
//! Outside the specs: `scan_canonical`, `profile`, `parsing`, `source_map`.

mod canonical;
mod canonicalize;
mod hostpath;
mod parse;
mod resolve;

use std::borrow::Cow;

use url_core::{
    Components, Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, Parsed, Rejection, Section, Trace,
    sections::manakai,
};
use url_host::HostProfile;
use url_preprocess::SourceMap;
use url_query::Encoding;

use super::Spec;
use crate::{Profile, watch::Watch};

/// The profiles of this document. They differ only in the host, and its layer handles that.
trait OfManakai: HostProfile + Copy {
    const PROFILE: Profile;
}

impl OfManakai for Manakai {
    const PROFILE: Profile = Profile::Manakai;
}

impl OfManakai for ManakaiChrome {
    const PROFILE: Profile = Profile::ManakaiChrome;
}

impl OfManakai for ManakaiGecko {
    const PROFILE: Profile = Profile::ManakaiGecko;
}

impl OfManakai for ManakaiIe {
    const PROFILE: Profile = Profile::ManakaiIe;
}

impl<P: OfManakai> Spec for P {
    fn profile(self) -> Profile {
        P::PROFILE
    }

    fn parsing(self) -> Section {
        manakai::PARSING
    }

    #[inline]
    fn scan_canonical(self, input: &str) -> Option<Components> {
        canonical::scan_canonical::<P>(input)
    }

    /// Spec: manakai#preprocessing
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        url_preprocess::preprocess(input, trace)
    }

    fn source_map(input: &str) -> SourceMap {
        SourceMap::of_manakai(input)
    }

    /// Spec: manakai#parsing
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        parse_and_tell(s, watch)
    }

    /// Spec: manakai#resolution
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        base: Option<&Parsed<'a>>,
        _: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        let reference = parse_and_tell(s, watch);
        let Some(base) = base else {
            // Without a base, the string is resolved against itself.
            let base = reference.clone();
            return match base.invalid {
                Some(rejection) => Err(rejection),
                None => Ok(resolve::resolve(s, reference, &base, watch)),
            };
        };
        Ok(resolve::resolve(s, reference, base, watch))
    }

    /// Spec: manakai#canonicalization
    fn canonicalize<'a, T: Trace>(
        self,
        mut url: Parsed<'a>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        canonicalize::canonicalize::<P, T>(&mut url, encoding, watch)?;
        Ok(url)
    }

    /// Spec: manakai#serialization
    fn serialize<T: Trace>(
        self,
        url: &Parsed<'_>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Components, Rejection> {
        url_serialize::serialize(url, out, trace)
    }
}

/// The steps to parse a URL, and a report of its components with their places.
///
/// Spec: manakai#parsing
fn parse_and_tell<'a, T: Trace>(s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
    let parsed = parse::parse(s, watch);
    watch.found_all(&parsed);
    parsed
}
