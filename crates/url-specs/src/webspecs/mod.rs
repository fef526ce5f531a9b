//! The WebSpecs URL Standard: the basic URL parser, with a function for each grammar rule. Implements the
//! sections "Basic URL parser", "url" and "non-relative-url".
//!
//! Helpers, not in a spec: `parsing`, `after_slash`, `span_before`.

mod api;
mod file_url;
mod relative_url;
mod writing;

use std::borrow::Cow;

use url_core::{
    Component, Components, Parsed, Reason, Rejection, Report, Section, Source, Span, Text, Trace, Webspecs,
    sections::webspecs,
};
use url_query::{Encoding, webspecs::query_encoding};
use url_scheme::webspecs::{default_port, is_relative_scheme, scan_scheme, scheme_value};
use url_serialize::webspecs::serialize;

use crate::{Entry, Input, LocatedTrace, Result, Spec, usual::Usual};

pub use api::{domain_to_ascii, domain_to_unicode};
pub use writing::check_url;

impl Spec for Webspecs {
    const USUAL: Option<Usual> = Some(Usual { lowers_case: true, is_strict: false, concatenates: true });

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
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        let Input { s: input, base, encoding } = input;
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
        let parsed = match base.invalid {
            None => Rules { base, result: &mut *url, trace: &mut *trace }.url(input, encoding),
            Some(invalid) => Err(Rejection { reason: Reason::InvalidBase, source: Source::Base, ..invalid }),
        };
        // 5. Return url.
        match parsed {
            Ok(()) => {
                trace.step_by_reading("W1", webspecs::CONCEPT_BASIC_URL_PARSER_4, input, None);
                trace.step(webspecs::CONCEPT_BASIC_URL_PARSER_5, input, None);
            }
            Err(rejection) => {
                // url-writing 1. Parse exceptions terminate parsing.
                trace.violation(rejection);
                *url = Parsed::from_rejection(rejection);
            }
        }
        Ok(())
    }

    /// Spec: webspecs#urls-13
    fn default_port(self, scheme: &str) -> Option<u16> {
        default_port(scheme)
    }

    /// Spec: webspecs#url-serializer
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        serialize(url, out, trace)
    }
}

struct Rules<'r, 'a, 'w, T> {
    base: &'r Parsed<'a>,
    /// The document's variable "result". Empty at the start.
    result: &'r mut Parsed<'a>,
    trace: &'r mut LocatedTrace<'w, T>,
}

impl<'a, T: Trace> Rules<'_, 'a, '_, T> {
    /// Spec: webspecs#url
    fn url(&mut self, input: &'a str, encoding: Encoding) -> Result<()> {
        // 1. Parse input according to the railroad diagram.
        self.trace.step(webspecs::URL_1, input, None);
        // 2. Let result be the value of file-url, non-relative-url, or relative-url depending on which is
        // present.
        let found = match self.file_url(input)? {
            Some(found) => Some(found),
            None => self.non_relative_url(input),
        };
        let mut rest = match found {
            Some(found) => found,
            None => self.relative_url(input)?,
        };
        self.trace.step(webspecs::URL_2, span_before(rest, input).of(input), None);
        // 3. If query is present, set result.query to the value of query.
        if let Some(given) = rest.strip_prefix('?') {
            let scheme = self.result.scheme.as_deref().unwrap_or_default();
            // non-relative-url 3. Set encoding override to "utf-8".
            let encoding =
                if is_relative_scheme(scheme) { query_encoding(scheme, encoding) } else { Encoding::UTF_8 };
            let (value, after) = url_query::webspecs::query(given, encoding, &mut self.trace.on(given));
            let matched = span_before(after, given).of(given);
            self.trace.found(Component::Query, matched);
            self.trace.step(webspecs::URL_3, matched, Some(&value));
            (self.result.query, rest) = (Some(Text::built(value, matched)), after);
        }
        // 4. If fragment is present, set result.fragment to the value of fragment.
        if let Some(given) = rest.strip_prefix('#') {
            let value = url_query::webspecs::fragment(given, &mut self.trace.on(given));
            self.trace.found(Component::Fragment, given);
            self.trace.step(webspecs::URL_4, given, Some(&value));
            self.result.fragment = Some(Text::built(value, given));
        }
        // 5. If result.scheme has a default port, and if result.port is equal to that default, then delete
        // the port.
        let default = || self.result.scheme.as_deref().and_then(default_port);
        let port: Option<u16> = self.result.port.as_deref().and_then(|port| port.parse().ok());
        if port.is_some() && port == default() {
            self.trace.step(webspecs::URL_5, &self.result.port, Some(""));
            self.result.port = None;
        }
        // 6. Return result.
        self.trace.step(webspecs::URL_6, input, None);
        Ok(())
    }

    /// Spec: webspecs#non-relative-url
    fn non_relative_url(&mut self, input: &'a str) -> Option<&'a str> {
        // 1. Parse input according to the railroad diagram.
        // A rule is reported to the trace only if it is part of a match, or if a step rejects the match.
        let (matched, after_scheme) = scan_scheme(input)?;
        let given = after_scheme.strip_prefix(':')?;
        // 2. If the value of scheme does [by reading W2] match any relative scheme then return failure.
        self.trace.visited(webspecs::NON_RELATIVE_URL_1, input);
        if is_relative_scheme(matched) {
            self.trace.step_by_reading("W2", webspecs::NON_RELATIVE_URL_2, matched, None);
            return None;
        }
        let name = scheme_value(matched, &mut self.trace.on(matched));
        self.trace.step_by_reading("W2", webspecs::NON_RELATIVE_URL_2, matched, None);
        // 3. Set encoding override to "utf-8".
        // NOTE: this is done in the rule query, which uses the encoding.
        self.trace.visited(webspecs::NON_RELATIVE_URL_3, input);
        // 4. Initialize result with scheme set to the result returned by scheme, and schemeData set to the
        // value of scheme-data.
        let (data, rest) = url_path::webspecs::scheme_data(given, &mut self.trace.on(given));
        self.trace.found(Component::Scheme, matched);
        let given = span_before(rest, given).of(given);
        self.trace.found(Component::Path, given);
        self.trace.step(webspecs::NON_RELATIVE_URL_4, given, Some(&data));
        // 5. Return result.
        self.trace.step(webspecs::NON_RELATIVE_URL_5, span_before(rest, input).of(input), None);
        self.result.scheme = Some(Text::built(name, matched));
        self.result.path = Some(Text::built(data, given));
        Some(rest)
    }
}

type Matched<'a, V> = (V, &'a str);

/// Spec: webspecs#host
fn host<'a, T: Trace>(input: &'a str, trace: &mut LocatedTrace<'_, T>) -> Result<Matched<'a, Text<'a>>> {
    let found = url_host::webspecs::host(input, &mut trace.on(input));
    let (host, rest) = found.map_err(|rejection| trace.place(input, rejection))?;
    Ok((Text::built(host, span_before(rest, input).of(input)), rest))
}

/// Spec: webspecs#urls-9
fn names_of<'a>(url: &Parsed<'a>) -> Text<'a> {
    url.path.clone().filter(|_| url.hierarchical).unwrap_or_default()
}

/// Returns `None` if `text` is empty. The document denotes a missing component by the empty string.
///
/// Spec: webspecs#urls-5, webspecs#urls-8
fn non_empty(text: Text<'_>) -> Option<Text<'_>> {
    (!text.is_empty()).then_some(text)
}

/// Returns the path with `names`, the serialized path segments. If there are no names, returns `/`.
///
/// Spec: webspecs#url-serializer-1
fn path_of(names: Text<'_>) -> Text<'_> {
    if names.is_empty() { Text::built("/", names.origin()) } else { names }
}

fn after_slash(rest: &str) -> Option<&str> {
    rest.strip_prefix(['/', '\\'])
}

fn span_before(rest: &str, whole: &str) -> Span {
    Span::new(0, whole.len() - rest.len())
}
