//! Text without secrets: `find --redact`.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr3_iter};
use percent_encoding::percent_decode_str;
use url_facade::Parser;
use url_find::Finder;

/// What stands for a secret.
const HIDDEN: &str = "***";

/// The names of parameters whose values are secret.
pub(crate) struct Secrets {
    names: Vec<String>,
    /// Whether in text each of them is one word of [`is_name`].
    are_words: bool,
}

/// Whether `c` may be in the name of a parameter in text.
fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '%')
}

/// The name at the end of `text`.
fn name_before(text: &str) -> &str {
    &text[text.trim_end_matches(is_name).len()..]
}

impl From<Vec<String>> for Secrets {
    fn from(names: Vec<String>) -> Self {
        Self { are_words: names.iter().all(|name| name.chars().all(is_name)), names }
    }
}

impl Secrets {
    /// Whether one has this name, which may have escapes.
    fn have(&self, name: &str) -> bool {
        let name = percent_decode_str(name).decode_utf8_lossy();
        self.names.iter().any(|secret| secret.eq_ignore_ascii_case(&name))
    }

    /// Whether `text` may have one as the name of a parameter, or credentials, which are before an `@`.
    fn may_be_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let is_before = |at: usize| self.have(name_before(&text[..at]));
        let is_after =
            |at: usize| text[at + 1..].split(|c| !is_name(c)).next().is_some_and(|name| self.have(name));
        !self.are_words
            || memchr(b'@', bytes).is_some()
            || text.contains("%40")
            || memchr_iter(b'=', bytes).any(is_before)
            || memchr3_iter(b'?', b'&', b'#', bytes).any(is_after)
    }
}

/// Where a word of text that may hold a URL ends, or one of `marks` is: at a quotation mark that is not escaped, too.
fn end_of_word(text: &str, marks: &[char]) -> usize {
    let is_end =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>') || marks.contains(&c);
    // FAST: none of `marks` is a letter, a digit or a dot.
    let from = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'.').count();
    let mut ends = text[from..].match_indices(is_end).map(|(at, _)| from + at);
    ends.find(|&at| !(text[at..].starts_with('"') && text[..at].ends_with('\\'))).unwrap_or(text.len())
}

/// `line` without the passwords of URLs and the values of `secrets`: in URLs, and in what else looks like a parameter. Of a URL that
/// cannot be parsed, only the scheme stays.
pub(crate) fn line<'l>(
    line: &'l str,
    secrets: &Secrets,
    finder: &Finder,
    parser: &Parser<'_>,
) -> Cow<'l, str> {
    // FAST: `tests::what_has_no_secret_is_unchanged` compares.
    if !secrets.may_be_in(line) && finder.find(line).all(|link| parser.can_parse(&link.href())) {
        return line.into();
    }
    line_slowly(line, secrets, finder, parser).into()
}

/// The same for any line.
fn line_slowly(line: &str, secrets: &Secrets, finder: &Finder, parser: &Parser<'_>) -> String {
    let (mut out, mut copied) = (String::with_capacity(line.len()), 0);
    let names: Vec<_> = secrets.names.iter().map(String::as_str).collect();
    for link in finder.find(line) {
        if link.span.start < copied {
            continue;
        }
        out.push_str(&beside(&line[copied..link.span.start], secrets));
        let (text, rest) = (link.text, &line[link.span.end..]);
        copied = link.span.end;
        let redacted = match parser.parse_ref(text) {
            Ok(url) => Some(url.redacted(&names)).filter(|redacted| redacted != url.as_str()),
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
fn inside<'u>(url: &'u str, secrets: &Secrets) -> Cow<'u, str> {
    let start = memchr(b':', url.as_bytes()).map_or(0, |colon| colon + 1);
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
fn beside<'t>(text: &'t str, secrets: &Secrets) -> Cow<'t, str> {
    let (mut out, mut rest) = (String::new(), text);
    // FAST: credentials are before one of these.
    let may_have_some = memchr(b'@', text.as_bytes()).is_some() || text.contains("%40");
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
        rest = after;
        if secrets.have(name_before(before)) {
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
    use url_find::Finder;
    use url_testdata::{hostile::short_strings, own_vectors, read_json_lines, text};

    #[test]
    fn secrets_are_hidden() {
        let secrets = vec!["token".to_owned(), "password".into()].into();
        let (finder, parser) = (Finder::default(), url_facade::Parser::default());
        let records = read_json_lines(&own_vectors("program").join("redacted.jsonl")).unwrap();
        for record in &records {
            let [line, redacted] = ["line", "redacted"].map(|key| text(record, key).unwrap());
            assert_eq!(super::line(line, &secrets, &finder, &parser), redacted);
            assert_eq!(super::line(redacted, &secrets, &finder, &parser), redacted, "again");
        }
        assert_eq!(records.len(), 14);
    }

    #[test]
    fn what_has_no_secret_is_unchanged() {
        let (finder, parser) = (Finder::default(), url_facade::Parser::default());
        let secrets = vec!["token".to_owned()].into();
        let mut unchanged = 0;
        for signs in short_strings("hu%x=?&#/.;' ", 5) {
            let line = signs.replace('%', "tok%65n").replace('h', "https://").replace('u', "u@a.test/");
            let redacted = super::line(&line, &secrets, &finder, &parser);
            assert_eq!(redacted, super::line_slowly(&line, &secrets, &finder, &parser), "{line}");
            unchanged += u32::from(matches!(redacted, std::borrow::Cow::Borrowed(_)));
        }
        assert!(unchanged > 100_000, "{unchanged}");
    }
}
