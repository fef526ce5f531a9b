//! Splits URLs into the parts that programs join when they resolve a reference. The function `join` of each
//! consumer accepts the base and the reference as strings, and returns the resolved URL as a string.

use crate::prelude::*;

/// The results of parsing the base and the reference: the components, or the rejection of the program.
pub(crate) type Seen<'a> = (Result<Parsed<'a>>, Result<Parsed<'a>>);

/// The components of a URL, as strings to join. The path includes the opaque part, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts<'a> {
    pub(crate) scheme: Option<Cow<'a, str>>,
    pub(crate) authority: Option<Cow<'a, str>>,
    pub(crate) path: Cow<'a, str>,
    pub(crate) query: Option<Cow<'a, str>>,
    pub(crate) fragment: Option<Cow<'a, str>>,
}

impl<'a> Parts<'a> {
    /// Splits `text` by the regular expression of RFC 3986, appendix B.
    pub(crate) fn of(text: &'a str) -> Self {
        let (rest, fragment) = divide(text, '#');
        let (rest, query) = divide(rest, '?');
        let (scheme, rest) = split_scheme(rest).map_or((None, rest), |(part, rest)| (Some(part), rest));
        let after_slashes = rest.strip_prefix("//").map(|after| before_first(after, ['/']));
        let (authority, path) = after_slashes.map_or((None, rest), |(part, path)| (Some(part), path));
        let parts = [scheme, authority, query, fragment];
        let [scheme, authority, query, fragment] = parts.map(|part| part.map(Cow::Borrowed));
        Self { scheme, authority, path: Cow::Borrowed(path), query, fragment }
    }

    pub(crate) fn write(&self) -> String {
        let part = |before, part: &Option<Cow<'_, str>>, after| {
            part.as_ref().map(|part| format!("{before}{part}{after}")).unwrap_or_default()
        };
        let (scheme, authority) = (part("", &self.scheme, ":"), part("//", &self.authority, ""));
        let (query, fragment) = (part("?", &self.query, ""), part("#", &self.fragment, ""));
        scheme + &authority + &self.path + &query + &fragment
    }

    /// Converts the parts to components. In the authority, the user-info ends at the last `@`, and the port
    /// follows the first colon after the user-info and an address in brackets.
    pub(crate) fn into_parsed(self) -> Parsed<'static> {
        let hierarchical = self.scheme.is_none() || self.authority.is_some() || self.path.starts_with('/');
        let Self { scheme, authority, path, query, fragment } = self;
        let mut url = Parsed { scheme, path: Some(path), query, fragment, hierarchical, ..Parsed::default() };
        if let Some(authority) = &authority {
            let (user_info, host) = divide_last(authority, '@');
            let from = host.find(']').filter(|_| host.starts_with('[')).unwrap_or_default();
            let colon = host.get(from..).and_then(|rest| rest.find(':'));
            let (host, port) = host.split_at(colon.map_or(host.len(), |colon| from + colon));
            let (user, password) = user_info.map(|user_info| divide(user_info, ':')).unzip();
            (url.user, url.password) = (user.map(Cow::Borrowed), password.flatten().map(Cow::Borrowed));
            (url.host, url.port) = (Some(host.into()), port.strip_prefix(':').map(Cow::Borrowed));
        }
        url.into_owned()
    }
}

/// Returns 1, the number of segments that `..` removes, or `None` if `kept` is empty or ends with `..`.
pub(crate) fn one_but_dots(kept: &[&str]) -> Option<usize> {
    kept.last().filter(|last| **last != "..").map(|_| 1)
}

/// Returns an authority with the user-info of `url`, `host` and `port`, unless all of them are missing.
pub(crate) fn authority_of(url: &Parsed<'_>, host: Option<&str>, port: Option<&str>) -> Option<String> {
    let part = |before, part: Option<&str>| part.map(|part| format!("{before}{part}")).unwrap_or_default();
    let user_info = part("", url.user.as_deref()) + &part(":", url.password.as_deref());
    let at = (url.user.is_some() || url.password.is_some()).then_some("@");
    (at.is_some() || host.is_some() || port.is_some())
        .then(|| user_info + at.unwrap_or_default() + host.unwrap_or_default() + &part(":", port))
}
