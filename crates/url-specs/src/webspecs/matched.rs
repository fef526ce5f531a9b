//! Code shared by the rules of both kinds of URL: the result of a rule, the host, and paths as lists of
//! names.
//!
//! Outside the specs: `after_slash`, `span_before`.

use url_core::{Parsed, Span, Text, Trace};

use crate::{located_trace::LocatedTrace, spec::Result};

pub(super) type Matched<'a, V> = (V, &'a str);

/// The place of an exception is in the original strings.
///
/// Spec: webspecs#host
pub(super) fn host<'a, T: Trace>(
    input: &'a str,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Matched<'a, Text<'a>>> {
    let found = url_host::webspecs::host(input, &mut trace.on(input));
    let (host, rest) = found.map_err(|rejection| trace.place(input, rejection))?;
    Ok((Text::built(host, span_before(rest, input).of(input)), rest))
}

/// Empty if the URL has scheme data.
///
/// Spec: webspecs#urls-9
pub(super) fn names_of<'a>(url: &Parsed<'a>) -> Text<'a> {
    url.path.clone().filter(|_| url.hierarchical).unwrap_or_default()
}

/// The document has the empty string for a missing component.
///
/// Spec: webspecs#urls-5, webspecs#urls-8
pub(super) fn non_empty(text: Text<'_>) -> Option<Text<'_>> {
    (!text.is_empty()).then_some(text)
}

/// An empty list of names is written like a list of one empty name.
///
/// Spec: webspecs#url-serializer-1
pub(super) fn path_of(names: Text<'_>) -> Text<'_> {
    if names.is_empty() { Text::built("/", names.origin()) } else { names }
}

pub(super) fn after_slash(rest: &str) -> Option<&str> {
    rest.strip_prefix(['/', '\\'])
}

pub(super) fn span_before(rest: &str, whole: &str) -> Span {
    Span::new(0, whole.len() - rest.len())
}
