//! The dedupe key: the ladder of RFC 3986; then, for `http` and `https`, without what does not select another document on most
//! servers.

use url_facade::Url;

use crate::{
    draft::{Draft, Edits},
    ladder::{Rung, climb},
    parameters::{ParameterKind, ParameterList},
    parts::{Parts, is_http, name_of, path_parameter_end},
    query::{remove_pairs, sort_pairs},
    rule::Rule,
};

/// The dedupe key of `url`.
pub(crate) fn dedupe<'u, S: AsRef<str>>(
    url: &'u Url<S>,
    list: &ParameterList,
    with_receipt: bool,
) -> Draft<'u> {
    // FAST: a URL without these has nothing that a rule could change, if its parser did what the ladder does.
    let text = url.as_str().as_bytes();
    if memchr::memchr3(b'%', b'?', b'#', text).is_none()
        && memchr::memchr(b';', text).is_none()
        && is_http(url.scheme())
        && url.profile() == url_facade::Profile::Whatwg
    {
        return Draft::new(url.as_str(), with_receipt);
    }
    let mut draft = climb(url, Rung::SchemeBased, with_receipt);
    if !is_http(url.scheme()) {
        return draft;
    }
    let parts = Parts::of(draft.text());
    draft.remove(Rule::Fragment, parts.fragment.clone());
    if let Some(mut query) = parts.query_text() {
        for (rule, kind) in [
            (Rule::SessionParameter, ParameterKind::Session),
            (Rule::TrackingParameter, ParameterKind::Tracking),
        ] {
            draft.pass_in(rule, &mut query, |query, edits| {
                remove_pairs(query, edits, |name| list.get(name) == Some(kind));
            });
        }
        draft.pass_in(Rule::ParameterOrder, &mut query, sort_pairs);
        if query.is_empty() {
            draft.remove(Rule::EmptyQuery, parts.query.start..query.end);
        }
    }
    let mut path = parts.path;
    draft.pass_in(Rule::SessionParameter, &mut path, |path, edits| remove_path_sessions(path, list, edits));
    draft
}

/// Removes the parameters of sessions from the path: `;name=value`, up to the next `;` or `/`. Where a dot-segment would remain,
/// nothing is removed: servers differ in what `..;a=b` is.
fn remove_path_sessions(path: &str, list: &ParameterList, edits: &mut Edits) {
    let bytes = path.as_bytes();
    let mut segment = 0;
    let mut at = path_parameter_end(bytes, 0);
    while at < bytes.len() {
        let end = path_parameter_end(bytes, at + 1);
        if bytes[at] == b'/' {
            segment = at + 1;
        } else if list.get(name_of(&path[at + 1..end])) == Some(ParameterKind::Session)
            && !matches!(&path[segment..at], "." | "..")
        {
            edits.remove(at..end);
        }
        at = end;
    }
}
