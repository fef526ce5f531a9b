//! The parts of a string that a program joins or returns.

use alloc::{borrow::Cow, format, string::String};

use url_core::Parsed;

use crate::{
    run::Result,
    text::{before_first, split_scheme},
};

/// What a program made of two strings: of each, what it sees, or why it refuses it.
pub(super) type Seen<'a> = [Result<Parsed<'a>>; 2];

/// The components of a string; an opaque part is a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'a> {
    pub(super) scheme: Option<Cow<'a, str>>,
    pub(super) authority: Option<Cow<'a, str>>,
    pub(super) path: Cow<'a, str>,
    pub(super) query: Option<Cow<'a, str>>,
    pub(super) fragment: Option<Cow<'a, str>>,
}

impl<'a> Parts<'a> {
    /// Those of `text`, by the expression of RFC 3986, appendix B.
    pub(super) fn of(text: &'a str) -> Self {
        let (rest, fragment) = text.split_once('#').map_or((text, None), |(rest, part)| (rest, Some(part)));
        let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, part)| (rest, Some(part)));
        let (scheme, rest) = split_scheme(rest).map_or((None, rest), |(part, rest)| (Some(part), rest));
        let after_slashes = rest.strip_prefix("//").map(|after| before_first(after, ['/']));
        let (authority, path) =
            after_slashes.map_or((None, rest), |(authority, path)| (Some(authority), path));
        Self {
            scheme: scheme.map(Cow::Borrowed),
            authority: authority.map(Cow::Borrowed),
            path: Cow::Borrowed(path),
            query: query.map(Cow::Borrowed),
            fragment: fragment.map(Cow::Borrowed),
        }
    }

    /// These with their delimiters.
    pub(super) fn write(&self) -> String {
        let part = |before, part: &Option<Cow<'_, str>>, after| {
            part.as_ref().map(|part| format!("{before}{part}{after}")).unwrap_or_default()
        };
        let (scheme, authority) = (part("", &self.scheme, ":"), part("//", &self.authority, ""));
        let (query, fragment) = (part("?", &self.query, ""), part("#", &self.fragment, ""));
        scheme + &authority + &self.path + &query + &fragment
    }

    /// These as components, the authority divided: user-info up to its last `@`, port behind the first colon of the host, or
    /// behind brackets.
    pub(super) fn into_parsed(self) -> Parsed<'static> {
        let hierarchical = self.scheme.is_none() || self.authority.is_some() || self.path.starts_with('/');
        let owned = |part: Option<&str>| part.map(|part| Cow::Owned(part.into()));
        let mut url = Parsed { hierarchical, ..Parsed::default() };
        if let Some(authority) = &self.authority {
            let (user_info, host) =
                authority.rsplit_once('@').map_or((None, &**authority), |(info, host)| (Some(info), host));
            let from = host.find(']').filter(|_| host.starts_with('[')).unwrap_or_default();
            let colon = host.get(from..).and_then(|rest| rest.find(':'));
            let (host, port) = host.split_at(colon.map_or(host.len(), |colon| from + colon));
            url.user = owned(user_info.map(|info| info.split(':').next().unwrap_or_default()));
            url.password = owned(user_info.and_then(|info| Some(info.split_once(':')?.1)));
            (url.host, url.port) = (owned(Some(host)), owned(port.strip_prefix(':')));
        }
        url.scheme = owned(self.scheme.as_deref());
        url.path = owned(Some(&self.path));
        (url.query, url.fragment) = (owned(self.query.as_deref()), owned(self.fragment.as_deref()));
        url
    }
}

/// The authority of `url`, if it has one: user-info, host and port, where `host` is written as it stands in an authority.
pub(super) fn authority_of(url: &Parsed<'_>, host: Option<&str>, port: Option<&str>) -> Option<String> {
    let part = |before: &str, part: Option<&str>, after: &str| {
        part.map(|part| format!("{before}{part}{after}")).unwrap_or_default()
    };
    let password = part(":", url.password.as_deref(), "");
    let has_user_info = url.user.is_some() || url.password.is_some();
    let user_info =
        if has_user_info { part("", url.user.as_deref(), "") + &password + "@" } else { password };
    (has_user_info || host.is_some() || port.is_some())
        .then(|| user_info + host.unwrap_or_default() + &part(":", port, ""))
}
