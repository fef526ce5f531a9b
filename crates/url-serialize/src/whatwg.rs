//! The serializer of URLs in the URL Standard. Implements whatwg "URL serializing".

use alloc::string::String;

use url_core::{Component, Components, Parsed, Report, Span, Trace, sections::whatwg};

use crate::{Result, Writer, serialized_len};

/// Serializes `url` into `out`, replacing its contents, and returns the span of each component. `url.path`
/// must be an opaque path, or have `/` before each segment. An empty user name or password is not written.
///
/// # Errors
/// Returns [`url_core::Reason::TooLong`] if the result would have more than [`Span::LIMIT`] bytes.
///
/// Spec: whatwg#concept-url-serializer
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let url = Parsed { scheme: Some("web+demo".into()), path: Some("//x/".into()), ..Parsed::default() };
/// let mut href = String::new();
/// url_serialize::whatwg::serialize(&url, &mut href, &mut NoTrace).unwrap();
/// assert_eq!(href, "web+demo:/.//x/");
/// ```
pub fn serialize<T: Trace>(url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
    let path = url.path.as_deref().unwrap_or_default();
    // 1. Let output be the scheme and ":".
    let mut output =
        Writer::new(out, serialized_len(url, whatwg::CONCEPT_URL_SERIALIZER_7)? + "/.".len(), trace);
    output.append_scheme(whatwg::CONCEPT_URL_SERIALIZER_1, url.scheme.as_deref());
    // 2. If url's host is non-null:
    let host = url.host.as_deref().unwrap_or_default();
    output.decide(whatwg::CONCEPT_URL_SERIALIZER_2, host, url.host.is_some());
    if let Some(host) = &url.host {
        // 2.1. Append "//" to output.
        output.put(whatwg::CONCEPT_URL_SERIALIZER_2_1, "//");
        let username = url.user.as_deref().filter(|username| !username.is_empty());
        let password = url.password.as_deref().filter(|password| !password.is_empty());
        // 2.2. If url includes credentials, then:
        if username.is_some() || password.is_some() {
            // 2.2.1. Append the username.
            output.append_some(whatwg::CONCEPT_URL_SERIALIZER_2_2_1, Component::User, username);
            // 2.2.2. Append ":" and a password that is not empty.
            let section = whatwg::CONCEPT_URL_SERIALIZER_2_2_2;
            match password {
                None if url.password.is_some() => output.omit(section, Component::Password),
                password => output.append_after(':', section, Component::Password, password),
            }
            // 2.2.3. Append "@".
            output.put(whatwg::CONCEPT_URL_SERIALIZER_2_2_3, "@");
        } else if url.user.is_some() {
            output.omit(whatwg::CONCEPT_URL_SERIALIZER_2_2, Component::User);
        } else {
            output.decide(whatwg::CONCEPT_URL_SERIALIZER_2_2, "", false);
        }
        // 2.3. Append the host, serialized.
        output.append(whatwg::CONCEPT_URL_SERIALIZER_2_3, Component::Host, host);
        // 2.4. Append ":" and a port that is non-null.
        output.append_after(':', whatwg::CONCEPT_URL_SERIALIZER_2_4, Component::Port, url.port.as_deref());
    }
    // 3. No host, and an empty first of many segments: append "/.".
    if url.host.is_none() && path.starts_with("//") {
        let start = output.text.len();
        output.text.push_str("/.");
        output.report(whatwg::CONCEPT_URL_SERIALIZER_3, start, path);
    } else {
        output.decide(whatwg::CONCEPT_URL_SERIALIZER_3, path, false);
    }
    // 4. Append the result of URL path serializing.
    serialize_path(url, path, &mut output);
    output.append(whatwg::CONCEPT_URL_SERIALIZER_4, Component::Path, path);
    // 5. Append "?" and a query that is non-null.
    output.append_after('?', whatwg::CONCEPT_URL_SERIALIZER_5, Component::Query, url.query.as_deref());
    // 6. Append "#" and a fragment that is non-null, if it is not excluded.
    output.append_after('#', whatwg::CONCEPT_URL_SERIALIZER_6, Component::Fragment, url.fragment.as_deref());
    // 7. Return output.
    Ok(output.returned(whatwg::CONCEPT_URL_SERIALIZER_7))
}

/// Spec: whatwg#url-path-serializer
fn serialize_path<T: Trace>(url: &Parsed<'_>, path: &str, output: &mut Writer<'_, T>) {
    // FAST: `path` is already the result of these steps, so they only report to a trace.
    if !T::ENABLED {
        return;
    }
    let start = output.text.len();
    let on = &mut output.trace.of_output();
    // 1. If url has an opaque path, then return url's path.
    let is_opaque = !url.hierarchical && !path.starts_with('/');
    let whole = Span::new(start, start + path.len());
    if on.decide(whatwg::URL_PATH_SERIALIZER_1, whole, path, is_opaque) {
        return;
    }
    // 2. Let output be the empty string.
    on.visited(whatwg::URL_PATH_SERIALIZER_2, Span::new(start, start));
    // 3. For each segment of url's path: append U+002F (/) followed by segment to output.
    let mut end = start;
    for segment in path.split('/').skip(1) {
        let (from, to) = (end, end + 1 + segment.len());
        let appended = Some(&path[from - start..to - start]);
        on.step(whatwg::URL_PATH_SERIALIZER_3, Span::new(from, to), segment, appended);
        end = to;
    }
    // 4. Return output.
    on.visited(whatwg::URL_PATH_SERIALIZER_4, whole);
}
