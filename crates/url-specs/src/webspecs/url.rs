//! The rules `url` and `non-relative-url`. Implements webspecs "url" and "non-relative-url".

use url_core::{Component, Parsed, Text, Trace, sections::webspecs};
use url_query::{Encoding, webspecs::query_encoding};
use url_scheme::webspecs::{default_port, is_relative_scheme, scan_scheme, scheme_value};

use super::{
    file_url::file_url,
    matched::{Matched, span_before},
    relative_url::relative_url,
};
use crate::{located_trace::LocatedTrace, spec::Result};

/// Spec: webspecs#url
pub(super) fn url<'a, T: Trace>(
    input: &'a str,
    base: &Parsed<'a>,
    encoding: Encoding,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Parsed<'a>> {
    // 1. Parse input according to the railroad diagram.
    trace.step(webspecs::URL_1, input, None);
    // 2. Let result be the value of file-url, non-relative-url, or relative-url depending on which is present.
    let found = match file_url(input, base, trace)? {
        Some(found) => Some(found),
        None => non_relative_url(input, trace),
    };
    let (mut result, mut rest) = match found {
        Some(found) => found,
        None => relative_url(input, base, trace)?,
    };
    trace.step(webspecs::URL_2, span_before(rest, input).of(input), None);
    // 3. If query is present, set result.query to the value of query.
    if let Some(given) = rest.strip_prefix('?') {
        let scheme = result.scheme.as_deref().unwrap_or_default();
        // non-relative-url 3. Set encoding override to "utf-8".
        let encoding =
            if is_relative_scheme(scheme) { query_encoding(scheme, encoding) } else { Encoding::UTF_8 };
        let (value, after) = url_query::webspecs::query(given, encoding, &mut trace.on(given));
        let matched = span_before(after, given).of(given);
        trace.found(Component::Query, matched);
        trace.step(webspecs::URL_3, matched, Some(&value));
        (result.query, rest) = (Some(Text::built(value, matched)), after);
    }
    // 4. If fragment is present, set result.fragment to the value of fragment.
    if let Some(given) = rest.strip_prefix('#') {
        let value = url_query::webspecs::fragment(given, &mut trace.on(given));
        trace.found(Component::Fragment, given);
        trace.step(webspecs::URL_4, given, Some(&value));
        result.fragment = Some(Text::built(value, given));
    }
    // 5. If result.scheme has a default port, and if result.port is equal to that default, then delete the port.
    let default = result.scheme.as_deref().and_then(default_port);
    if default.is_some() && result.port.as_deref() == default {
        trace.step(webspecs::URL_5, &result.port, Some(""));
        result.port = None;
    }
    // 6. Return result.
    trace.step(webspecs::URL_6, input, None);
    Ok(result)
}

/// Returns `None` if `input` does not match.
///
/// Spec: webspecs#non-relative-url
fn non_relative_url<'a, T: Trace>(
    input: &'a str,
    trace: &mut LocatedTrace<'_, T>,
) -> Option<Matched<'a, Parsed<'a>>> {
    // 1. Parse input according to the railroad diagram.
    // A rule is reported to the trace only if it is part of a match, or if a step rejects the match.
    let (matched, after_scheme) = scan_scheme(input)?;
    let given = after_scheme.strip_prefix(':')?;
    // 2. If the value of scheme does [by reading W2] match any relative scheme then return failure.
    trace.visited(webspecs::NON_RELATIVE_URL_1, input);
    if is_relative_scheme(matched) {
        trace.step_by_reading("W2", webspecs::NON_RELATIVE_URL_2, matched, None);
        return None;
    }
    let name = scheme_value(matched, &mut trace.on(matched));
    trace.step_by_reading("W2", webspecs::NON_RELATIVE_URL_2, matched, None);
    // 3. Set encoding override to "utf-8".
    // NOTE: this is done in the rule query, which uses the encoding.
    trace.visited(webspecs::NON_RELATIVE_URL_3, input);
    // 4. Initialize result with scheme set to the result returned by scheme, and schemeData set to the value of
    // scheme-data.
    let (data, rest) = url_path::webspecs::scheme_data(given, &mut trace.on(given));
    trace.found(Component::Scheme, matched);
    let given = span_before(rest, given).of(given);
    trace.found(Component::Path, given);
    trace.step(webspecs::NON_RELATIVE_URL_4, given, Some(&data));
    // 5. Return result.
    trace.step(webspecs::NON_RELATIVE_URL_5, span_before(rest, input).of(input), None);
    let (scheme, path) = (Some(Text::built(name, matched)), Some(Text::built(data, given)));
    Some((Parsed { scheme, path, ..Parsed::default() }, rest))
}
