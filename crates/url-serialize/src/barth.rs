//! The serializer of canonical URLs in draft-abarth-url-01.
//!
//! Helpers, not in a spec: `put_by`, `decide_if_empty`.

use alloc::string::String;

use url_core::{Component, Components, Parsed, Report, Section, Span, Trace, sections::barth_01};

use crate::{Result, Writer, serialized_len};

/// Serializes the canonical components of `url` into `out`, replacing its contents, and returns the span of
/// each component. Writes `?` or `#` even if the query or fragment is empty (our interpretation B24). Writes
/// no authority if `url` is not hierarchical (our interpretation B26).
///
/// # Errors
/// Returns [`url_core::Reason::TooLong`] if the result would have more than [`Span::LIMIT`] bytes.
///
/// Spec: barth-01#canonicalizing-a-url-4
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let (scheme, query) = (Some("data".into()), Some("".into()));
/// let mut href = String::new();
/// let url = Parsed { scheme, path: Some("x".into()), query, ..Parsed::default() };
/// url_serialize::barth::serialize(&url, &mut href, &mut NoTrace).unwrap();
/// assert_eq!(href, "data:x?");
/// ```
#[inline]
pub fn serialize<T: Trace>(url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
    let mut output = Writer::new(out, serialized_len(url, barth_01::CANONICALIZING_A_URL_4)?, trace);
    // NOTE: these are the steps under 4, "If the scheme is hierarchical", that write output. The components
    // are canonical already. Output the canonicalized scheme.
    let scheme = url.scheme.as_deref().unwrap_or_default();
    output.append(barth_01::CANONICALIZING_A_URL_4_1, Component::Scheme, scheme);
    if url.hierarchical {
        // 4.2. Output "://".
        output.put(barth_01::CANONICALIZING_A_URL_4_2, "://");
        // If the user-info is non-empty:
        if let Some(user) = &url.user {
            // Output the canonicalized user-info.
            let start = output.text.len();
            output.write(Component::User, user);
            output.write_after_colon(Component::Password, url.password.as_deref());
            output.report_built(barth_01::CANONICALIZING_A_URL_4_3_1, start, start);
            // 4.3.2. Output "@".
            output.put(barth_01::CANONICALIZING_A_URL_4_3_2, "@");
        }
        // Output the canonicalized host.
        output.append_some(barth_01::CANONICALIZING_A_URL_4_4, Component::Host, url.host.as_deref());
        // If the canonicalized-port is non-empty and is not the default port for the scheme:
        if let Some(port) = &url.port {
            // 4.6.1. Output ":".
            output.delimit(barth_01::CANONICALIZING_A_URL_4_6_1, ':');
            // 4.6.2. Output the canonicalized-port.
            output.append(barth_01::CANONICALIZING_A_URL_4_6_2, Component::Port, port);
        }
    } else {
        output.put_by("B26", barth_01::CANONICALIZING_A_URL_4, ":");
    }
    // Output the canonicalized path.
    output.append_some(barth_01::CANONICALIZING_A_URL_4_7, Component::Path, url.path.as_deref());
    // If the canonicalized-query is non-empty (Open: Distinguish between empty and non-existent queries):
    if let Some(query) = &url.query {
        output.decide_if_empty(barth_01::CANONICALIZING_A_URL_4_9, query);
        // 4.9.1. Output "?".
        output.delimit(barth_01::CANONICALIZING_A_URL_4_9_1, '?');
        // 4.9.2. Output the canonicalized-query.
        output.append(barth_01::CANONICALIZING_A_URL_4_9_2, Component::Query, query);
    }
    // If the canonicalized-fragment is non-empty (Open: Distinguish between empty and non-existent
    // fragments):
    if let Some(fragment) = &url.fragment {
        output.decide_if_empty(barth_01::CANONICALIZING_A_URL_4_11, fragment);
        // 4.11.1. Output "#".
        output.delimit(barth_01::CANONICALIZING_A_URL_4_11_1, '#');
        // 4.11.2. Output the canonicalized-fragment.
        output.append(barth_01::CANONICALIZING_A_URL_4_11_2, Component::Fragment, fragment);
    }
    Ok(output.components)
}

impl<T: Trace> Writer<'_, T> {
    fn put_by(&mut self, reading: &'static str, section: Section, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        if T::ENABLED {
            let span = Span::new(start, self.text.len());
            self.trace.of_output().step_by_reading(reading, section, span, text, Some(self.text));
        }
    }

    fn decide_if_empty(&mut self, section: Section, text: &str) {
        if text.is_empty() {
            let end = self.text.len();
            self.trace.of_output().step_by_reading("B24", section, Span::new(end, end), text, None);
        }
    }
}
