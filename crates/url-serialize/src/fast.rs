//! Recognizes URLs that were serialized already. Items here may change in any release.

use url_core::{Components, Parsed, Span};

/// Returns the byte range of each component in `s` if every serializer certainly writes `s` again, because each
/// component of `url` is the slice at its place in `s`, and the delimiters between them are those of a URL.
///
/// # Examples
/// ```
/// use url_core::{Component, Parsed};
/// let s = "a://b/c";
/// let (scheme, host, path) = (Some(s[..1].into()), Some(s[4..5].into()), Some(s[5..].into()));
/// let url = Parsed { scheme, host, path, hierarchical: true, ..Parsed::default() };
/// let components = url_serialize::fast::unchanged(&url, s).unwrap();
/// assert_eq!(components.get(Component::Path).unwrap().of(s), "/c");
/// ```
#[inline]
pub fn unchanged(url: &Parsed<'_>, s: &str) -> Option<Components> {
    let Parsed { scheme, host, path, query, fragment, user: None, password: None, port: None, .. } = url
    else {
        return None;
    };
    let scheme_end = end_of(scheme.as_deref(), None, 0, s)?;
    let host_end = end_of(host.as_deref(), None, scheme_end + 3, s)?;
    let path_end = end_of(path.as_deref(), None, host_end, s)?;
    let query_end =
        if query.is_none() { path_end } else { end_of(query.as_deref(), Some(b'?'), path_end, s)? };
    let end =
        if fragment.is_none() { query_end } else { end_of(fragment.as_deref(), Some(b'#'), query_end, s)? };
    let is_whole = end == s.len() && s.as_bytes().get(scheme_end..scheme_end + 3) == Some(b"://");
    if !is_whole || !url.hierarchical || s.len() > Span::LIMIT - 16 {
        return None;
    }
    let Span { start: scheme, end: host } = Span::new(scheme_end, host_end);
    let Span { start: path, end: before_fragment } = Span::new(path_end, query_end);
    let ends = [scheme, scheme, scheme, host, host, path, before_fragment, Span::whole(s).end];
    let (query, fragment) = (query.as_ref().map(|_| 1), fragment.as_ref().map(|_| 1));
    let gaps = [Some(0), None, None, Some(3), None, Some(0), query, fragment];
    Some(Components::from_ends(ends, gaps))
}

/// Returns the end of `part` if it is the slice of `s` from byte `start` on, or after the delimiter there.
#[inline]
fn end_of(part: Option<&str>, delimiter: Option<u8>, start: usize, s: &str) -> Option<usize> {
    let (part, at) = (part?, start + usize::from(delimiter.is_some()));
    let is_delimited = delimiter.is_none() || s.as_bytes().get(start).copied() == delimiter;
    (is_delimited && part.as_ptr().addr() == s.as_ptr().addr() + at).then_some(at + part.len())
}
