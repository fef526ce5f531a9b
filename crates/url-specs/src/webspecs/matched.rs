//! Code shared by the rules of both kinds of URL: the result of a rule, the host, and paths as lists of names.
//!
//! Outside the specs: `after_slash`, `span_before`.

use std::borrow::Cow;

use url_core::{Parsed, Span, Trace};

use crate::{spec::Result, watch::Watch};

/// The result of a rule: its value and the rest of the input.
pub(super) type Matched<'a, V> = (V, &'a str);

/// The rule `host` on `input`; the place of its exception is in the original strings.
///
/// Spec: webspecs#host
pub(super) fn host<'a, T: Trace>(
    input: &'a str,
    watch: &mut Watch<'_, T>,
) -> Result<Matched<'a, Cow<'a, str>>> {
    let found = url_host::webspecs::host(input, &mut watch.on(input));
    found.map_err(|rejection| watch.place(input, rejection))
}

/// The path of `url` as a list of names; empty if it has scheme data.
///
/// Spec: webspecs#urls-9
pub(super) fn names_of<'a>(url: &Parsed<'a>) -> Cow<'a, str> {
    if url.hierarchical { url.path.clone().unwrap_or_default() } else { Cow::Borrowed("") }
}

/// `text`, or `None` if it is empty: the representation of components that are initially the empty string.
///
/// Spec: webspecs#urls-5, webspecs#urls-8
pub(super) fn non_empty(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(text)
}

/// A list of names as the path of a URL, in which an empty list is written like one of an empty name.
///
/// Spec: webspecs#url-serializer-1
pub(super) fn path_of(names: Cow<'_, str>) -> Cow<'_, str> {
    if names.is_empty() { Cow::Borrowed("/") } else { names }
}

/// The text of `rest` after its first slash, of either kind.
pub(super) fn after_slash(rest: &str) -> Option<&str> {
    rest.strip_prefix(['/', '\\'])
}

/// The span of `whole` before `rest`, which is its end.
pub(super) fn span_before(rest: &str, whole: &str) -> Span {
    Span::new(0, whole.len() - rest.len())
}
