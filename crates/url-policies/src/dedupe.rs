//! The policy `dedupe`: normalizes a URL by RFC 3986. From a URL with the scheme `http` or `https`, it then
//! removes the parts that most servers ignore, such as tracking parameters.

use std::borrow::Cow;

use url_core::fast::Lanes;
use url_facade::Url;

use crate::ladder::{Normalization, is_certain, normalize, with_normal_escapes};
use crate::parameters::{ParameterKind, ParameterList};
use crate::parts::{
    self, Pair, Pairs, Parts, is_http, name_of, path_parameter_end, remove_pairs, sort_pairs,
};
use crate::receipt::{Draft, Edits, Rule};

pub(crate) fn dedupe<'u, S: AsRef<str>>(
    url: &'u Url<S>,
    list: &ParameterList,
    with_receipt: bool,
) -> Draft<'u> {
    let mut draft = normalize(url, Normalization::SchemeBased, with_receipt);
    // FAST: many URLs need no change. `tests::one_pass_equals_the_rules_one_by_one` compares the results.
    let is_kept = is_certain(url) && is_known_to_keep(draft.text(), list);
    if is_http(url.scheme()) && !is_kept {
        each_rule(&mut draft, list);
    }
    draft
}

/// FAST: returns true if [`dedupe`] keeps `href` because it has no escape, no `;`, no fragment, and at most
/// one pair in its query, with a name that is not in `list`. Requires that [`is_certain`] accepts the URL.
/// `tests::one_pass_equals_the_rules_one_by_one` compares the results.
pub(crate) fn is_known_to_keep(href: &str, list: &ParameterList) -> bool {
    let (chunks, _) = href.as_bytes().as_chunks();
    let Some(last) = href.as_bytes().last_chunk() else { return false };
    let marks = |chunk| {
        let is = |byte| Lanes::from(chunk).is(byte);
        [is(b'?'), is(b'%').or(is(b';')).or(is(b'#')).or(is(b'&'))]
    };
    let [begins_query, others] =
        chunks.iter().map(marks).fold(marks(last), |[a, b], [c, d]| [a.or(c), b.or(d)]).map(Lanes::bits);
    if others != 0 || !href.starts_with("http://") && !href.starts_with("https://") {
        return false;
    }
    begins_query == 0 || keeps_only_pair(href, list)
}

#[inline(never)]
fn keeps_only_pair(href: &str, list: &ParameterList) -> bool {
    let pair = memchr::memchr(b'?', href.as_bytes()).map_or("", |at| &href[at + 1..]);
    !pair.is_empty() && list.get(name_of(pair)).is_none()
}

/// FAST: returns the text of [`dedupe`], but writes it at most twice, not once for each rule.
/// `tests::one_pass_equals_the_rules_one_by_one` compares the two functions.
pub(crate) fn text<'u, S: AsRef<str>>(url: &'u Url<S>, list: &ParameterList) -> Cow<'u, str> {
    if !is_certain(url) {
        return dedupe(url, list, false).finish().0;
    }
    let text = url.as_str();
    let has_marks = memchr::memchr2(b'%', b';', text.as_bytes()).is_some();
    if !has_marks && url.query().is_none() && url.fragment().is_none() {
        return Cow::Borrowed(text);
    }
    let normalized = if has_marks { with_normal_escapes(text) } else { Cow::Borrowed(text) };
    if !is_http(url.scheme()) {
        return normalized;
    }
    let mut normalized = match normalized {
        Cow::Borrowed(text) => return in_one_pass(text, list),
        Cow::Owned(text) => text,
    };
    let (len, changed) = match in_one_pass(&normalized, list) {
        Cow::Borrowed(start) => (start.len(), None),
        Cow::Owned(text) => (0, Some(text)),
    };
    normalized.truncate(len);
    Cow::Owned(changed.unwrap_or(normalized))
}

fn each_rule(draft: &mut Draft<'_>, list: &ParameterList) {
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
}

/// FAST: returns the text that [`each_rule`] returns, but writes it once, not once for each rule. Borrows the
/// text if it is a prefix of `text`. `tests::one_pass_equals_the_rules_one_by_one` compares the functions.
fn in_one_pass<'t>(text: &'t str, list: &ParameterList) -> Cow<'t, str> {
    let (parts, mut edits) = (Parts::of(text), Edits::default());
    let path = &text[parts.path.clone()];
    remove_path_sessions(path, list, &mut edits);
    let mut pairs = Pairs::new();
    let is_query_changed = parts.query_text().is_some_and(|query| keep_pairs(&text[query], list, &mut pairs));
    if edits.is_empty() && !is_query_changed {
        return Cow::Borrowed(&text[..parts.query.end]);
    }
    let mut new = String::with_capacity(text.len());
    new.push_str(&text[..parts.path.start]);
    edits.write(path, &mut new);
    if is_query_changed {
        for (i, pair) in pairs.iter().enumerate() {
            new.push(if i == 0 { '?' } else { '&' });
            new.push_str(pair.text);
        }
    } else {
        new.push_str(&text[parts.query.clone()]);
    }
    Cow::Owned(new)
}

/// Adds the pairs of `query` that the policy keeps to the empty `pairs`, sorted. Returns true if the policy
/// changes the query.
fn keep_pairs<'q>(query: &'q str, list: &ParameterList, pairs: &mut Pairs<'q>) -> bool {
    let (mut is_changed, mut is_sorted) = (false, true);
    for pair in parts::pairs(query) {
        if pair.text.is_empty() || list.get(pair.name()).is_some() {
            is_changed = true;
            continue;
        }
        is_sorted &= pairs.last().is_none_or(|last| last.order(&pair).is_le());
        pairs.push(pair);
    }
    if !is_sorted {
        pairs.sort_by(Pair::order);
    }
    is_changed || !is_sorted
}

/// Removes session parameters from `path`. Keeps them after `.` and `..`, because some servers distinguish
/// `..;a=b` from `..`.
fn remove_path_sessions(path: &str, list: &ParameterList, edits: &mut Edits) {
    for at in memchr::memchr_iter(b';', path.as_bytes()) {
        let end = path_parameter_end(path.as_bytes(), at + 1);
        let before = path[..at].trim_end_matches('.');
        let is_dots = matches!(at - before.len(), 1 | 2) && (before.is_empty() || before.ends_with('/'));
        if !is_dots && list.get(name_of(&path[at + 1..end])) == Some(ParameterKind::Session) {
            edits.remove(at..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use url_testdata::hostile::Dice;

    use super::*;
    use crate::surt;

    #[test]
    fn one_pass_equals_the_rules_one_by_one() {
        let list = ParameterList::default();
        let mut dice = Dice::new(12);
        let pieces = "&,&&,=,?,a,a=1,b,b=2,a.=1,abcdefghi,abcdefgh=,utm_source,&utm_x=1&,gclid,phpsessid=7,%,4,%41,%2f,%2e,%2F,%28,%3f,%26,%3D,%2525,é,+,;jsessionid=1,;,/,\
            ..;jsessionid=1,/.,;a;phpsessid,#,#x,A,&a&,a.b,(a),//,sid=0123456789abcdef0123456789abcdef";
        let pieces: Vec<_> = pieces.split(',').collect();
        let (mut changed, mut kept, mut keys) = (0, 0, 0);
        for _ in 0..50_000 {
            let starts = ["http://h/", "https://u@h:81/", "ws://h/", "x://h/", "http://www.A.b"];
            let mut input = String::from(starts[dice.roll(9) % 5]);
            for _ in 0..dice.roll(12) {
                input.push_str(pieces[dice.roll(pieces.len())]);
            }
            let Ok(url) = Url::parse(&input) else { continue };
            let mut draft = normalize(&url, Normalization::SchemeBased, true);
            if is_http(url.scheme()) {
                each_rule(&mut draft, &list);
            }
            let (fast, (literal, receipt)) = (text(&url, &list), draft.finish());
            assert_eq!(dedupe(&url, &list, true).finish(), (fast.clone(), receipt.clone()), "{input}");
            assert_eq!(fast, literal, "{input}");
            assert!(matches!(fast, Cow::Borrowed(_)) || !receipt.is_empty(), "{input}");
            assert!(!is_known_to_keep(url.as_str(), &list) || receipt.is_empty(), "{input}");
            kept += u32::from(is_known_to_keep(url.as_str(), &list));
            changed += u32::from(!receipt.is_empty());
            for dialect in [surt::Dialect::Wayback, surt::Dialect::WaybackWithWww] {
                if let Some(key) = surt::text(&url, dialect.key_host().unwrap()) {
                    assert_eq!(key, surt::surt(&url, dialect, false).finish().0, "{input}");
                    keys += 1;
                }
            }
        }
        assert!(changed > 10_000 && kept > 1_000 && keys > 10_000, "{changed} {kept} {keys}");
    }
}
