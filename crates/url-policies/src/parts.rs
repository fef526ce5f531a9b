//! Finds the components of a canonical URL, by RFC 3986, appendix B.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr3, memrchr};

/// The places of the components in a text. A component that is missing is an empty range where it would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The scheme, without its colon.
    pub(crate) scheme: Range<usize>,
    /// The user name and password, with the `@`.
    pub(crate) user_info: Range<usize>,
    pub(crate) host: Range<usize>,
    /// The port, with its colon.
    pub(crate) port: Range<usize>,
    /// True if there is `//` before the host.
    pub(crate) has_authority: bool,
    pub(crate) path: Range<usize>,
    /// The query, with its `?`.
    pub(crate) query: Range<usize>,
    /// The fragment, with its `#`.
    pub(crate) fragment: Range<usize>,
}

impl Parts {
    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let find = |from: usize, found: Option<usize>| found.map_or(bytes.len(), |at| from + at);
        let scheme_end = memchr(b':', bytes).unwrap_or(0);
        let after = (scheme_end + 1).min(bytes.len());
        let has_authority = bytes[after..].starts_with(b"//");
        let authority = if has_authority { after + 2 } else { after };
        let path = if has_authority {
            find(authority, memchr3(b'/', b'?', b'#', &bytes[authority..]))
        } else {
            authority
        };
        let fragment = find(path, memchr(b'#', &bytes[path..]));
        let query = memchr(b'?', &bytes[path..fragment]).map_or(fragment, |at| path + at);
        let host = memrchr(b'@', &bytes[authority..path]).map_or(authority, |at| authority + at + 1);
        // The colons of an IPv6 address are before its bracket.
        let after_bracket = memrchr(b']', &bytes[host..path]).map_or(host, |at| host + at + 1);
        let port = memchr(b':', &bytes[after_bracket..path]).map_or(path, |at| after_bracket + at);
        Self {
            scheme: 0..scheme_end,
            user_info: authority..host,
            host: host..port,
            port: port..path,
            has_authority,
            path: path..query,
            query: query..fragment,
            fragment: fragment..bytes.len(),
        }
    }

    /// Returns the query without its `?`; `None` if there is none.
    pub(crate) fn query_text(&self) -> Option<Range<usize>> {
        (!self.query.is_empty()).then(|| self.query.start + 1..self.query.end)
    }
}

/// Returns true if the queries of `scheme` are parameters by convention.
pub(crate) fn is_http(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// Returns the name of `pair`: the text before its first `=`.
pub(crate) fn name_of(pair: &str) -> &str {
    pair.split_once('=').map_or(pair, |(name, _)| name)
}

/// Returns the place of the next `;` or `/` from `at`, or of the end of `text`.
pub(crate) fn path_parameter_end(text: &[u8], at: usize) -> usize {
    memchr2(b';', b'/', &text[at..]).map_or(text.len(), |found| at + found)
}
