//! The URL Standard of WebSpecs: the basic URL parser, and its grammar rule by rule, implemented with the
//! layers. Implements webspecs "Basic URL parser".
//!
//! Outside the specs: `parsing`.

mod api;
mod domain;
mod file_url;
mod matched;
mod origin;
mod relative_url;
mod url;
mod writing;

use std::borrow::Cow;

use url_core::{
    Components, Parsed, Reason, Rejection, Report, Section, Source, Span, Trace, Webspecs, sections::webspecs,
};
use url_serialize::webspecs::serialize;

use crate::{
    located_trace::LocatedTrace,
    spec::{Entry, Input, Result, Spec},
};

pub use domain::{domain_to_ascii, domain_to_unicode};
pub(crate) use origin::origin;
pub use writing::check_url;

impl Spec for Webspecs {
    fn parsing(self) -> Section {
        webspecs::CONCEPT_BASIC_URL_PARSER
    }

    /// Spec: webspecs#concept-basic-url-parser-1.1
    fn begin<T: Trace>(self, _: Entry, input: &str, trace: &mut T) {
        // 1. If url is not given:
        // 1.1. Set url to a new URL.
        trace.visited(webspecs::CONCEPT_BASIC_URL_PARSER_1_1, Span::whole(input));
    }

    /// Spec: webspecs#concept-basic-url-parser-1.2
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::webspecs::trim_ascii_whitespace(input, trace))
    }

    /// Spec: webspecs#concept-basic-url-parser
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<Parsed<'a>> {
        Ok(basic_url_parser(input, trace))
    }

    /// Spec: webspecs#urls-13
    fn default_port(self, scheme: &str) -> Option<u16> {
        url_scheme::webspecs::default_port(scheme)?.parse().ok()
    }

    /// Spec: webspecs#url-serializer
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        serialize(url, out, trace)
    }
}

/// Spec: webspecs#concept-basic-url-parser
#[inline]
pub(super) fn basic_url_parser<'a, T: Trace>(
    Input { s: input, base, encoding }: Input<'_, 'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Parsed<'a> {
    // 1. If url is not given:
    // 1.1. Set url to a new URL.
    // 1.2. Remove leading and trailing ASCII whitespace from input.
    // NOTE: the caller has already done this. Setters, which already have a URL, run single rules.
    // 2. If base is not given, set it to a new URL with scheme set to "about".
    let about = Parsed { scheme: Some("about".into()), ..Parsed::default() };
    if base.is_none() {
        trace.step(webspecs::CONCEPT_BASIC_URL_PARSER_2, input, None);
    }
    // 3. If encoding override is not given, set it to utf-8.
    // NOTE: UTF-8 is the default of every entry point.
    trace.step(webspecs::CONCEPT_BASIC_URL_PARSER_3, input, None);
    // 4. Invoke url on the input. By reading W1 its result is the URL.
    let base = base.unwrap_or(&about);
    trace.visited(webspecs::CONCEPT_BASIC_URL_PARSER_4, input);
    let url = match base.invalid {
        None => url::url(input, base, encoding, trace),
        Some(invalid) => Err(Rejection { reason: Reason::InvalidBase, source: Source::Base, ..invalid }),
    };
    // 5. Return url.
    match url {
        Ok(url) => {
            let section = webspecs::CONCEPT_BASIC_URL_PARSER_4;
            trace.on(input).step_by_reading("W1", section, Span::whole(input), input, None);
            trace.step(webspecs::CONCEPT_BASIC_URL_PARSER_5, input, None);
            url
        }
        Err(rejection) => {
            // url-writing 1. Parse exceptions terminate parsing.
            trace.violation(rejection);
            Parsed::from_rejection(rejection)
        }
    }
}
