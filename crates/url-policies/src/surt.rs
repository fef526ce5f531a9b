//! The Sort-friendly URI Reordering Transform (SURT) in two dialects, for keys of web archives.

use std::{borrow::Cow, ops::Range};

use memchr::{memchr, memchr_iter};
use url_facade::{Component, Url};

use crate::parts::{Pair, Pairs, Parts, collapse_slashes, pairs, remove_dot_segments, unescape_fully};
use crate::receipt::{Draft, Edits, Rule};
use crate::safe_browsing::collapse_dots;

/// A dialect of SURT, the Sort-friendly URI Reordering Transform.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_policies::{Dialect, Policy};
/// let url = Url::parse("http://www.archive.org/Goo/?b&a")?;
/// assert_eq!(Policy::Surt(Dialect::Wayback).apply(&url).as_str(), "org,archive)/goo?a&b");
/// assert_eq!(Policy::Surt(Dialect::Heritrix).apply(&url).as_str(), "http://(org,archive,www,)/goo/?b&a");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The keys of CDX files, as the Python packages `surt` and pywb create them: `org,archive)/goo`.
    Wayback,
    /// The keys of `Wayback`, but with a label such as `www` or `www2` kept: `org,archive,www)/goo`.
    WaybackWithWww,
    /// The keys that the crawler Heritrix creates (`org.archive.util.SURT`): `http://(org,archive,www,)/goo`.
    Heritrix,
}

pub(crate) fn surt<S: AsRef<str>>(url: &Url<S>, dialect: Dialect, with_receipt: bool) -> Draft<'_> {
    let draft = Draft::new(url.as_str(), with_receipt);
    match dialect.key_host() {
        Some(key_host) => wayback(draft, key_host),
        None => heritrix(draft),
    }
}

pub(crate) type KeyHost = fn(&str) -> &str;

impl Dialect {
    pub(crate) fn key_host(self) -> Option<KeyHost> {
        match self {
            Self::Wayback => Some(without_www),
            Self::WaybackWithWww => Some(|host| host),
            Self::Heritrix => None,
        }
    }
}

/// Converts `draft` to a key of [`Dialect::Wayback`] or [`Dialect::WaybackWithWww`].
///
/// Source: the package surt 0.3, `GoogleURLCanonicalizer`, `IAURLCanonicalizer`, `handyurl`, in this order.
fn wayback(mut draft: Draft<'_>, key_host: KeyHost) -> Draft<'_> {
    let mut parts = Parts::of(draft.text());
    // Edit from the end to the start, so that an edit does not move a range that is used later. The edits of
    // one component do not depend on another component.
    draft.remove(Rule::Fragment, parts.fragment.clone());
    if let Some(mut query) = parts.query_text() {
        draft.replace(Rule::Unescape, &mut query, unescape_fully);
        for session in QUERY_SESSIONS {
            let found = session(&draft.text()[query.clone()]).unwrap_or_default();
            draft.pass_in(Rule::QuerySession, &mut query, |_, edits| edits.remove(found));
        }
        draft.replace(Rule::LowerCase, &mut query, lower);
        draft.replace(Rule::ParameterOrder, &mut query, sort);
        if query.is_empty() {
            draft.remove(Rule::EmptyQuery, parts.query.start..query.end);
        }
    }
    let path = &mut parts.path;
    draft.replace(Rule::Unescape, path, unescape_fully);
    if !parts.host.is_empty() {
        draft.pass_in(Rule::PathSegments, path, remove_dot_segments);
        draft.pass_in(Rule::Slashes, path, collapse_slashes);
    }
    draft.replace(Rule::LowerCase, path, lower);
    for is_session in [is_long_session as fn(&str) -> bool, is_short_session] {
        draft.pass_in(Rule::PathSession, path, |path, edits| remove_path_session(path, is_session, edits));
    }
    if path.len() > 1 && draft.text()[path.clone()].ends_with('/') {
        draft.remove(Rule::TrailingSlash, path.end - 1..path.end);
    }
    if parts.host.is_empty() {
        return draft;
    }
    let host = &mut parts.host;
    draft.replace(Rule::Unescape, host, unescape_fully);
    draft.pass_in(Rule::HostDots, host, collapse_dots);
    draft.replace(Rule::LowerCase, host, lower);
    draft.pass_in(Rule::Www, host, |host, edits| edits.remove(0..host.len() - key_host(host).len()));
    // The key contains the port, but neither the scheme nor the user-info.
    let reversed = |host: &str| reverse(host.trim_matches(['[', ']']), host.len() + 1) + ")";
    draft.replace(Rule::HostReversal, host, |host| reversed(host).into());
    if !parts.port.is_empty() {
        // The closing bracket moves after the port.
        let mut both = host.end - 1..host.end + parts.port.len();
        draft.replace(Rule::HostReversal, &mut both, |text| format!("{})", &text[1..]).into());
    }
    draft.remove(Rule::UserInfo, parts.user_info.clone());
    draft.remove(Rule::HostReversal, 0..parts.user_info.start);
    draft
}

/// FAST: returns the result of [`wayback`], but writes it once, not once for each rule. Returns `None` for
/// rare URLs, such as those with session ids. `dedupe::tests::one_pass_equals_the_rules_one_by_one` compares.
pub(crate) fn text<S: AsRef<str>>(url: &Url<S>, key_host: KeyHost) -> Option<String> {
    let [path, query] = &[url.path(), url.query().unwrap_or_default()].map(unescape_fully);
    let host = url.host_str().filter(|host| !host.is_empty() && !host.starts_with(['.', '[']))?;
    let has = |text: &str, mark, marks: &[u8]| {
        let next = |at| text.as_bytes().get(at + 1).copied().unwrap_or(mark);
        memchr_iter(mark, text.as_bytes()).any(|at| marks.contains(&next(at)))
    };
    if matches!(unescape_fully(host), Cow::Owned(_))
        || has(host, b'.', b".")
        || has(path.strip_suffix('/').unwrap_or(path), b'/', b"/.")
        || memchr(b'(', path.as_bytes()).is_some()
        || QUERY_SESSIONS.iter().any(|session| session(query).is_some())
    {
        return None;
    }
    let mut key = reverse(key_host(host), url.as_str().len());
    key.extend(url.get(Component::Port).into_iter().flat_map(|port| [":", port]));
    key.extend([")", path.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(path)]);
    key.make_ascii_lowercase();
    if !query.is_empty() {
        key.extend(["?", &sort(&lower(query))]);
    }
    Some(key)
}

/// Converts `draft` to a key of [`Dialect::Heritrix`]. Source: `org.archive.util.SURT`, `fromURI`.
fn heritrix(mut draft: Draft<'_>) -> Draft<'_> {
    draft.pass(Rule::HostReversal, |text, edits| {
        let parts = Parts::of(text);
        if parts.host.is_empty() {
            return;
        }
        let host = &text[parts.host.clone()];
        let is_address = host.parse::<std::net::Ipv4Addr>().is_ok();
        let host = if is_address { host.into() } else { reverse(host, host.len() + 1) + "," };
        let (port, user_info) = (&text[parts.port.clone()], &text[parts.user_info.clone()]);
        let user_info = user_info.strip_suffix('@').map(|user| format!("@{user}")).unwrap_or_default();
        edits.replace(parts.user_info.start..parts.port.end, &format!("({host}{port}{user_info})"));
    });
    draft.replace(Rule::LowerCase, &mut (0..draft.text().len()), lower);
    draft
}

fn reverse(host: &str, len: usize) -> String {
    let (mut reversed, mut end) = (String::with_capacity(len), host.len());
    for dot in memchr_iter(b'.', host.as_bytes()).rev() {
        reversed.extend([&host[dot + 1..end], ","]);
        end = dot;
    }
    reversed + &host[..end]
}

/// Removes the first label of `host` if it is `www`, or `www` and digits, and if at least two labels remain.
fn without_www(host: &str) -> &str {
    let rest = host.strip_prefix("www").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.and_then(|rest| rest.strip_prefix('.')).filter(|rest| rest.contains('.')).unwrap_or(host)
}

/// Sorts the pairs of `query` by name. Of the pairs with the same name, those without `=` come first.
///
/// Source: `IAURLCanonicalizer`, `alphaReorderQuery`.
fn sort(query: &str) -> Cow<'_, str> {
    let mut pairs: Pairs<'_> = pairs(query).collect();
    if pairs.len() == 1 {
        return query.into();
    }
    let has_value = |pair: &Pair<'_>| pair.text.len() > pair.name().len();
    pairs.sort_by(|a, b| a.order(b).then_with(|| (has_value(a), a.text).cmp(&(has_value(b), b.text))));
    pairs.iter().map(|pair| pair.text).collect::<Vec<_>>().join("&").into()
}

fn lower(text: &str) -> Cow<'_, str> {
    let has_upper = text.bytes().any(|byte| byte.is_ascii_uppercase());
    if has_upper { text.to_ascii_lowercase().into() } else { text.into() }
}

/// A function that returns the range of the last session id of one kind in a query.
type Find = fn(&str) -> Option<Range<usize>>;

/// Source: `URLRegexTransformer`, `stripQuerySessionID`.
const QUERY_SESSIONS: [Find; 5] = [
    |query| pair_with_id(query, "jsessionid=", 0, 32),
    |query| pair_with_id(query, "phpsessid=", 0, 32),
    |query| pair_with_id(query, "sid=", 0, 32),
    |query| pair_with_id(query, "aspsessionid", 8, 24),
    cold_fusion,
];

/// Returns the range of the last `name` before a session id of `id` letters and digits, with the session id
/// and the `&` after it. If `letters` is not 0, `name` must be followed by that number of letters and a `=`,
/// and the session id must have only letters.
fn pair_with_id(query: &str, name: &str, letters: usize, id: usize) -> Option<Range<usize>> {
    let bytes = query.as_bytes();
    // FAST: most queries are too short.
    if bytes.len() < name.len() + letters + id {
        return None;
    }
    let is = |range: Range<usize>, class: fn(&u8) -> bool| {
        bytes.get(range).is_some_and(|part| part.iter().all(class))
    };
    let end_at = |at: usize| {
        let mut end = at + name.len();
        let mut class: fn(&u8) -> bool = u8::is_ascii_alphanumeric;
        if letters > 0 {
            class = u8::is_ascii_alphabetic;
            let named = is(end..end + letters, class) && bytes.get(end + letters) == Some(&b'=');
            end += named.then_some(letters + 1)?;
        }
        let is_match = is(end..end + id, class) && matches!(bytes.get(end + id), None | Some(b'&'));
        is_match.then_some((end + id + 1).min(bytes.len()))
    };
    find_last(bytes, name, end_at)
}

/// Returns the last range of `bytes` that starts with `name`, in any case, and for which `end_at` returns an
/// end. `end_at` is called with the start of the range.
fn find_last(bytes: &[u8], name: &str, end_at: impl Fn(usize) -> Option<usize>) -> Option<Range<usize>> {
    let is_name = |at: usize| {
        bytes[at..].get(..name.len()).is_some_and(|part| part.eq_ignore_ascii_case(name.as_bytes()))
    };
    (0..bytes.len()).rev().filter(|&at| is_name(at)).find_map(|at| Some(at..end_at(at)?))
}

fn cold_fusion(query: &str) -> Option<Range<usize>> {
    let bytes = query.as_bytes();
    let mut found = None;
    let mut start = 0;
    for end in memchr_iter(b'&', bytes) {
        let after = memchr(b'&', &bytes[end + 1..]).map_or(bytes.len(), |at| end + 1 + at);
        let token = &bytes[end + 1..after];
        let has_token = token.get(..8).is_some_and(|name| name.eq_ignore_ascii_case(b"cftoken="));
        if has_token && token.len() > 8 {
            let pair = &bytes[start..end];
            // The id after `cfid=` must not be empty.
            let id = find_last(pair, "cfid=", |at| (at + 5 < pair.len()).then_some(pair.len()));
            found = id.map(|id| start + id.start..(after + 1).min(bytes.len())).or(found);
        }
        start = end + 1;
    }
    found
}

/// Removes the last segment of `path` that `is_session` accepts and that a segment with `.aspx` follows.
///
/// Source: `URLRegexTransformer`, `stripPathSessionID`.
fn remove_path_session(path: &str, is_session: fn(&str) -> bool, edits: &mut Edits) {
    // FAST: most paths do not have a segment in parentheses.
    if !path.contains('(') {
        return;
    }
    let mut end = path.len();
    // The offset of the last `.aspx` after `end` that has no `?` before it.
    let mut page = None;
    while let Some(slash) = path[..end].rfind('/') {
        let segment = &path[slash + 1..end];
        if page.is_some_and(|page| page > end + 1) && is_session(segment) {
            edits.remove(slash + 1..end + 1);
            return;
        }
        let query = segment.find('?');
        let found = segment[..query.unwrap_or(segment.len())].rfind(".aspx").map(|at| slash + 1 + at);
        page = if query.is_some() { found } else { page.or(found) };
        end = slash;
    }
}

/// Returns true if `segment` is like `(a(...)b(...))`, where `...` is an id of 24 letters and digits.
fn is_long_session(segment: &str) -> bool {
    let Some(ids) = segment.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return false };
    let (groups, rest) = ids.as_bytes().as_chunks::<27>();
    let is_group = |group: &[u8; 27]| match group {
        [letter, b'(', id @ .., b')'] => {
            letter.is_ascii_alphabetic() && id.iter().all(u8::is_ascii_alphanumeric)
        }
        _ => false,
    };
    !groups.is_empty() && rest.is_empty() && groups.iter().all(is_group)
}

fn is_short_session(segment: &str) -> bool {
    let id = segment.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    id.is_some_and(|id| id.len() == 24 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
