//! The serializer of URLs in the WebSpecs document. Implements webspecs "URL serializer".

use alloc::string::String;

use url_core::{Component, Components, Parsed, Trace, sections::webspecs};

use crate::{Result, Writer, serialized_len};

/// Serializes `url` into `out`, replacing its contents, and returns the span of each component. If
/// `url.hierarchical` is true, `url.path` must have `/` before each name. Otherwise `url.path` is the scheme
/// data. An empty user name or port must be `None`.
///
/// # Errors
/// Returns [`url_core::Reason::TooLong`] if the result would have more than [`url_core::Span::LIMIT`] bytes.
///
/// Spec: webspecs#url-serializer
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let (scheme, path) = (Some("file".into()), Some("/x".into()));
/// let url = Parsed { scheme, path, hierarchical: true, ..Parsed::default() };
/// let mut href = String::new();
/// url_serialize::webspecs::serialize(&url, &mut href, &mut NoTrace).unwrap();
/// assert_eq!(href, "file:///x");
/// ```
#[inline]
pub fn serialize<T: Trace>(url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
    let section = webspecs::URL_SERIALIZER_1;
    let mut s = Writer::new(out, serialized_len(url, section)?, trace);
    // 1. URL: scheme ":".
    s.append_scheme(section, url.scheme.as_deref());
    // 1. When scheme data is null: "//", then if user name is non-empty or password non-null: user name, ":"
    // + password when non-null, "@"; host; ":" + port when non-empty; "/" + path joined by "/".
    if url.hierarchical {
        s.append_authority(section, url);
    }
    // 1. Otherwise the scheme data.
    s.append_some(section, Component::Path, url.path.as_deref());
    // 1.1. Then "?" + query when non-null, "#" + fragment when non-null.
    let section = webspecs::URL_SERIALIZER_1_1;
    s.append_after('?', section, Component::Query, url.query.as_deref());
    s.append_after('#', section, Component::Fragment, url.fragment.as_deref());
    Ok(s.components)
}
