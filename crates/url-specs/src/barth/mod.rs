//! Adam Barth's two documents, implemented with the layers: the text of 2010, which defines only a parser,
//! and draft-abarth-url-01, which has the same parser.
//!
//! Outside the specs: `parsing`.

mod built;
mod canonicalize;
mod parse;
mod resolve;

use std::borrow::Cow;

use url_core::{
    Barth01, Barth2010, Components, Parsed, Section, Trace,
    sections::{barth_01, barth_2010},
};
use url_query::Encoding;

use crate::{
    located_trace::LocatedTrace,
    spec::{Input, Result, Spec},
};

impl Spec for Barth2010 {
    fn parsing(self) -> Section {
        barth_2010::PARSING_A_URL
    }

    /// Spec: barth-2010#finding-the-scheme-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::barth::consume_control_characters(self, input, trace))
    }

    /// Spec: barth-2010#parsing-a-url
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        parse::parse(self, s, trace)
    }
}

impl Spec for Barth01 {
    fn parsing(self) -> Section {
        barth_01::PARSING_A_URL
    }

    /// Spec: barth-01#parsing-a-url-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::barth::consume_control_characters(self, input, trace))
    }

    /// Spec: barth-01#parsing-a-url
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        parse::parse(self, s, trace)
    }

    /// Spec: barth-01#resolving-a-string-relative-to-a-base-url
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<Parsed<'a>> {
        Ok(match input.base {
            Some(base) => resolve::resolve(input.s, base, trace),
            None => parse::parse(self, input.s, trace),
        })
    }

    /// Spec: barth-01#canonicalizing-a-url
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        encoding: Encoding,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<Parsed<'a>> {
        canonicalize::canonicalize(url, encoding, trace)
    }

    /// Spec: barth-01#canonicalizing-a-url-4
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::barth::serialize(url, out, trace)
    }
}
