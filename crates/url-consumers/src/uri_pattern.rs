//! The pattern by which uri-js divides a string, and fast-uri after it. A fragment of megabytes exhausts V8's stack for patterns, so
//! that the programs fail; that is not simulated.

use crate::{
    javascript::is_line_separator,
    text::{before_first, cut},
};

/// What the groups of the pattern match. There is an authority where there is a host, perhaps an empty one.
pub(crate) struct Groups<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) user_info: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    /// Up to a line separator.
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Groups<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let (before, after) = before_first(text, [':', '/', '?', '#']);
        let scheme = (!before.is_empty() && after.starts_with(':')).then_some(before);
        let mut rest = if scheme.is_some() { &after[1..] } else { text };
        let (mut user_info, mut host, mut port) = (None, None, None);
        if let Some(authority) = rest.strip_prefix("//") {
            rest = authority;
            let (before, after) = before_first(authority, ['/', '?', '#', '@']);
            if let Some(after) = after.strip_prefix('@') {
                (user_info, rest) = (Some(before), after);
            }
            let (before, after) = literal(rest).unwrap_or_else(|| before_first(rest, ['/', '?', '#', ':']));
            (host, rest) = (Some(before), after);
            if let Some(after) = after.strip_prefix(':') {
                let (digits, after) = cut(after, after.bytes().take_while(u8::is_ascii_digit).count());
                (port, rest) = (Some(digits), after);
            }
        }
        let (before, fragment) = before_first(rest, ['#']);
        let (path, query) = before_first(before, ['?']);
        let fragment = fragment.strip_prefix('#');
        Self {
            scheme,
            user_info,
            host,
            port,
            path,
            query: query.strip_prefix('?'),
            fragment: fragment.and_then(|fragment| fragment.split(is_line_separator).next()),
        }
    }
}

/// The brackets that `text` begins with, and what follows them.
fn literal(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = before_first(text.strip_prefix('[')?, ['/', '?', '#', ']']);
    (!inside.is_empty() && after.starts_with(']')).then(|| cut(text, inside.len() + 2))
}
