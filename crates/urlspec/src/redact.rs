//! Text without secrets: `find --redact`.

use std::borrow::Cow;

use linkify::LinkFinder;
use memchr::{memchr, memchr2, memchr3, memchr3_iter};
use percent_encoding::percent_decode_str;
use url_facade::Parser;

/// What stands for a secret.
const HIDDEN: &str = "***";

/// Where a word of text that may hold a URL ends, or one of `marks` is: at a quotation mark that is not escaped, too.
fn end_of_word(text: &str, marks: &[char]) -> usize {
    let is_end =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>') || marks.contains(&c);
    let mut ends = text.match_indices(is_end).map(|(at, _)| at);
    ends.find(|&at| !(text[at..].starts_with('"') && text[..at].ends_with('\\'))).unwrap_or(text.len())
}

/// `line` without the passwords of URLs and the values of `secrets`, which are names of parameters: in URLs, and in what else looks like a
/// parameter. Of a URL that cannot be parsed, only the scheme stays.
pub(crate) fn line(line: &str, secrets: &[String], finder: &LinkFinder, parser: &Parser<'_>) -> String {
    let names = || secrets.iter().map(String::as_str).collect::<Vec<_>>();
    let (mut out, mut copied) = (String::with_capacity(line.len()), 0);
    for link in finder.links(line) {
        if link.start() < copied {
            continue;
        }
        out.push_str(&beside(&line[copied..link.start()], secrets));
        let (text, rest) = (link.as_str(), &line[link.end()..]);
        copied = link.end();
        let redacted = match parser.parse_ref(text) {
            // FAST: nothing in it can be secret.
            Ok(url) if memchr3(b'@', b'?', b'#', url.as_str().as_bytes()).is_none() => None,
            Ok(url) => Some(url.redacted(&names())).filter(|redacted| redacted != url.as_str()),
            Err(_) => Some(format!("{}://{HIDDEN}", text.split("://").next().unwrap_or_default())),
        };
        let url = redacted.as_deref().unwrap_or(text);
        let inside = inside(url, secrets);
        out.push_str(&inside);
        if redacted.is_none() && inside == url {
            continue;
        }
        // What a finder takes for the end of a URL may be in the middle of a secret.
        let word = &rest[..end_of_word(rest, &[])];
        let tail = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '*').len();
        if tail > 0 && !inside.ends_with(HIDDEN) {
            out.push_str(HIDDEN);
        }
        copied += tail;
    }
    out + &beside(&line[copied..], secrets)
}

/// `url` without secrets behind its authority, where another URL may be.
fn inside<'u>(url: &'u str, secrets: &[String]) -> Cow<'u, str> {
    // FAST: no credentials and no parameter are without one of these.
    if memchr3(b'@', b'=', b'%', url.as_bytes()).is_none() {
        return url.into();
    }
    let start = url.find(':').map_or(0, |colon| colon + 1);
    let authority =
        url[start..].starts_with("//").then(|| start + 2 + end_of_word(&url[start + 2..], &['/', '?', '#']));
    let (before, rest) = url.split_at(authority.unwrap_or(start));
    match beside(rest, secrets) {
        Cow::Borrowed(_) => url.into(),
        Cow::Owned(rest) => format!("{before}{rest}").into(),
    }
}

/// What may be before an authority, in lower case: as it is, with escapes of JSON, as browsers read it, and as a value in a query.
const SLASHES: [&str; 4] = ["//", "\\/\\/", "\\\\", "%2f%2f"];

/// Where the first of `texts`, which are in lower case and begin with a slash or `%`, is in `text`, and its length.
fn find_any(text: &str, texts: &[&str]) -> Option<(usize, usize)> {
    let is_at = |at: usize, found: &str| {
        let bytes = text.as_bytes()[at..].get(..found.len());
        bytes.is_some_and(|bytes| bytes.eq_ignore_ascii_case(found.as_bytes()))
    };
    memchr3_iter(b'/', b'\\', b'%', text.as_bytes()).find_map(|at| {
        let found = texts.iter().find(|found| is_at(at, found))?;
        Some((at, found.len()))
    })
}

/// `text`, which is beside a URL or inside it, without what looks like credentials, and the values of parameters that have one of these names.
fn beside<'t>(text: &'t str, secrets: &[String]) -> Cow<'t, str> {
    let (mut out, mut rest) = (String::new(), text);
    // FAST: credentials are before one of these.
    let may_have_some = memchr2(b'@', b'%', text.as_bytes()).is_some();
    while may_have_some && let Some((at, len)) = find_any(rest, &SLASHES) {
        let (before, after) = rest.split_at(at + len);
        out.push_str(before);
        let is_encoded = before.ends_with(['f', 'F']);
        // Nothing behind the next slash is looked at, whichever way it is written: so the time is linear.
        let encoded_end = if is_encoded { find_any(after, &["%2f", "%3f", "%23"]) } else { None };
        let authority = &after[..encoded_end.map_or(after.len(), |(at, _)| at)];
        let marks: &[char] = if is_encoded { &['/', '\\', '?', '#', '&'] } else { &['/', '\\', '?', '#'] };
        let authority = &authority[..end_of_word(authority, marks)];
        let credentials = [authority.rfind('@'), authority.rfind("%40").filter(|_| is_encoded)];
        let credentials = credentials.into_iter().flatten().max().unwrap_or(0);
        out.push_str(if credentials > 0 { HIDDEN } else { "" });
        rest = &after[credentials..];
    }
    let text = if out.is_empty() { Cow::Borrowed(text) } else { (out + rest).into() };
    let (mut out, mut copied, mut rest) = (String::new(), 0, &*text);
    while let Some(at) = memchr(b'=', rest.as_bytes()) {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '%');
        let name = &before[before.trim_end_matches(is_name).len()..];
        let name = percent_decode_str(name).decode_utf8_lossy();
        rest = after;
        if secrets.iter().any(|secret| secret.eq_ignore_ascii_case(&name)) {
            let mark = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
            let value = mark.map_or(rest, |_| &rest[1..]);
            let end = match mark {
                Some(mark) => value.find(mark).unwrap_or(value.len()),
                None => end_of_word(value, &['&', '#', ';', ',']),
            };
            if end > 0 {
                out.extend([&text[copied..text.len() - value.len()], HIDDEN]);
                rest = &value[end..];
                copied = text.len() - rest.len();
            }
        }
    }
    if copied == 0 { text } else { (out + &text[copied..]).into() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn secrets_are_hidden() {
        let secrets = ["token".to_owned(), "password".into()];
        let finder = crate::extract::text_finder();
        for (line, expected) in [
            ("see HTTP://me:pw@a.test/x, ok", "see http://me:***@a.test/x, ok"),
            ("(http://a.test/?Token=abc|def'ghi) \"x\"", "(http://a.test/?Token=***) \"x\""),
            ("HTTP://A.test/?a=1 kept as it is", "HTTP://A.test/?a=1 kept as it is"),
            ("GET /login?a=1&token=a\\\"bc HTTP/1.1", "GET /login?a=1&token=*** HTTP/1.1"),
            ("GET /login?a=1&tok%65n=abc\" -", "GET /login?a=1&tok%65n=***\" -"),
            ("password=\"a b\" token= TOKEN=x;y tokens=z", "password=\"***\" token= TOKEN=***;y tokens=z"),
            ("http://u:p@[bad/?token=x http://b.test/", "http://***@[bad/?token=*** http://b.test/"),
            ("http://web.test/2020/http://u:p@a.test/x", "http://web.test/2020/http://***@a.test/x"),
            (
                "http://a.test/?to=https%3A%2F%2Fu%3Ap%40b.test%2F&by=a@b",
                "http://a.test/?to=https%3A%2F%2F***%40b.test%2F&by=a@b",
            ),
            ("http://me:pw@a.test/#//u:p@b", "http://me:***@a.test/#//***@b"),
            (r#"{"db":"postgres:\/\/me:pw@db.test\/x"}"#, r#"{"db":"postgres:\/\/***@db.test\/x"}"#),
            (r"see http:\\me:pw@a.test\x", r"see http:\\***@a.test\x"),
            ("a:x//u:p@b http://a.test/%2f%2fé", "a:x//***@b http://a.test/%2f%2fé"),
            ("é http://a.test/?token=é\u{7f}x", "é http://a.test/?token=***\u{7f}x"),
        ] {
            let made = super::line(line, &secrets, &finder, &url_facade::Parser::default());
            assert_eq!(made, expected);
            assert_eq!(super::line(&made, &secrets, &finder, &url_facade::Parser::default()), made, "again");
        }
    }
}
