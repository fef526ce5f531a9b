//! `httpx.URL.join` of httpx 0.28, which calls `urljoin` of Python 3.11 with both URLs as strings.
//!
//! Outside the specs: `write`.

use std::borrow::Cow;

use url_core::{NoTrace, percent_encode};

use super::{
    parts::{Parts, Seen, authority_of},
    python_urlsplit,
};
use crate::{
    Consumer, Parsed,
    python_httpx::{FRAGMENT, parse, remove_dot_segments},
    run::{Result, Run},
    sections::python_httpx as rules,
};

/// Spec: python-httpx#join
pub(super) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let [of_base, of_reference] = seen;
    // 1. urljoin joins the two as they are written
    let texts = [write(base, &of_base?), write(reference, &of_reference?)];
    let texts = texts.each_ref().map(String::as_str);
    run.step_at(rules::JOIN_1, reference, texts[1], None);
    let seen = texts.map(|text| Consumer::PythonUrlsplit311.parse(text, &mut NoTrace));
    let joined = python_urlsplit::join(texts, seen, &mut run.at(reference))?;
    // 2. The result is parsed again
    run.step(rules::JOIN_2, reference, Some(&joined));
    let url = parse(&joined, &mut run.at(reference))?;
    Ok(write(&joined, &url))
}

/// Returns the result of `str` for `text`, whose parsed form is `url`.
fn write(text: &str, url: &Parsed<'_>) -> String {
    let given = Parts::of(text.strip_prefix(':').unwrap_or(text));
    let host =
        url.host.as_deref().map(|host| if host.contains(':') { format!("[{host}]") } else { host.into() });
    let path = url.path.as_deref().unwrap_or_default();
    // An empty path is sent as a slash.
    let run = &mut Run::new(&given.path, (0, 28), None);
    let is_empty = path == "/" && remove_dot_segments(&given.path, run).is_empty();
    let fragment = text.split_once('#').map(|(_, fragment)| percent_encode(fragment, &FRAGMENT));
    let path = Cow::Borrowed(if is_empty { "" } else { path });
    let authority = authority_of(url, host.as_deref(), url.port.as_deref()).map(Cow::Owned);
    let [scheme, query] = [&url.scheme, &url.query].map(|part| part.as_deref().map(Cow::Borrowed));
    Parts { scheme, authority, path, query, fragment }.write()
}
