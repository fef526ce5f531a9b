//! URL Parsing, Resolution, and Canonicalization: its four algorithms in terms of the layers.

mod canonicalize;
mod hostpath;
mod parse;
mod resolve;

use std::borrow::Cow;

use url_core::{Components, Manakai, Parsed, Rejection, Trace};
use url_query::Encoding;

use super::Spec;
use crate::watch::Watch;

impl Spec for Manakai {
    /// Spec: manakai#preprocessing
    fn preprocess<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str> {
        url_preprocess::preprocess(input, trace)
    }

    /// Spec: manakai#parsing
    fn parse<'a, T: Trace>(s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        parse::parse(s, watch)
    }

    /// Spec: manakai#resolution
    fn resolve<'a, T: Trace>(
        s: &'a str,
        base: Option<&Parsed<'a>>,
        _: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Parsed<'a> {
        let reference = parse::parse(s, watch);
        match base {
            Some(base) => resolve::resolve(s, reference, base, watch),
            None if reference.invalid.is_some() => reference,
            None => resolve::resolve(s, reference.clone(), &reference, watch),
        }
    }

    /// Spec: manakai#canonicalization
    fn canonicalize<'a, T: Trace>(
        url: Parsed<'a>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        canonicalize::canonicalize::<Self, T>(url, encoding, watch)
    }

    /// Spec: manakai#serialization
    fn serialize<T: Trace>(url: &Parsed<'_>, trace: &mut T) -> Result<(String, Components), Rejection> {
        url_serialize::serialize(url, trace)
    }
}
