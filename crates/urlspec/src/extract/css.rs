//! The URLs of CSS: of `url()`, and those that `@import` names.

use std::borrow::Cow;

/// Takes the next URL off `css`: the URL, and what is left. Names with escapes are not recognized.
///
/// Source: CSS Syntax Module Level 3, sections 4.3.1, 4.3.2 and 4.3.6.
pub(super) fn next(css: &str) -> Option<(Cow<'_, str>, &str)> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'\\' | 0x80..);
    let (mut at, mut is_import) = (0, false);
    while let Some(first) = css.get(at..)?.chars().next() {
        let (before, rest) = css.split_at(at);
        let starts_with =
            |name: &str| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        at += match first {
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '\'' => {
                let (text, end) = string(rest);
                if is_import {
                    return Some((unescape(text), &rest[end..]));
                }
                end
            }
            'u' | 'U' if starts_with("url(") && !before.as_bytes().last().is_some_and(is_name) => {
                let inside = rest[4..].trim_ascii_start();
                let (text, end) = if inside.starts_with(['"', '\'']) {
                    string(inside)
                } else {
                    let end = ends(inside, |c| c == ')' || c.is_ascii_whitespace());
                    (&inside[..end], end)
                };
                return Some((unescape(text), &inside[end..]));
            }
            '@' if starts_with("@import") => {
                is_import = true;
                7
            }
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => {
                is_import &= first.is_ascii_whitespace();
                first.len_utf8()
            }
        };
    }
    None
}

/// Where the first character of `text` is that `is_end` and is in no escape; or its end.
fn ends(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    // How many characters of an escape came before.
    let mut escape = 0;
    let end = text.char_indices().find(|&(_, c)| {
        let before = escape;
        escape = match before {
            1..=6 if c.is_ascii_hexdigit() => before + 1,
            1 => 0,
            _ => u8::from(c == '\\'),
        };
        // White space ends digits, and belongs to them.
        let is_inside = before == 1 || before > 1 && c.is_ascii_whitespace();
        !is_inside && is_end(c)
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// What is inside the quotation marks at the start of `text`, and where it ends: at a line that is not escaped, too.
fn string(text: &str) -> (&str, usize) {
    let (mark, inside) = text.split_at(1);
    let end = ends(inside, |c| mark.starts_with(c) || c == '\n');
    (&inside[..end], (end + 2).min(text.len()))
}

/// `text` without its escapes.
///
/// Source: CSS Syntax Module Level 3, section 4.3.7.
fn unescape(text: &str) -> Cow<'_, str> {
    let Some((start, mut rest)) = text.split_once('\\') else { return text.into() };
    let mut plain = start.to_owned();
    loop {
        let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let mut escaped = rest[digits..].chars();
        if digits > 0 {
            let code = u32::from_str_radix(&rest[..digits], 16).unwrap_or(0);
            plain.push(char::from_u32(code).filter(|c| *c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER));
            if rest[digits..].starts_with(|c: char| c.is_ascii_whitespace()) {
                escaped.next();
            }
        } else {
            plain.extend(escaped.next().filter(|c| *c != '\n'));
        }
        let Some((before, after)) = escaped.as_str().split_once('\\') else {
            return (plain + escaped.as_str()).into();
        };
        plain.push_str(before);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn urls_of_css() {
        for (css, expected) in [
            ("a{b:url(x.png) url( 'y\\'.png' ),URL(\"z\" )}", &["x.png", "y'.png", "z"][..]),
            ("@import \"a.css\" screen;@import/**/'b.css';p{content:\"url(no)\"}", &["a.css", "b.css"]),
            ("/* url(no) */ a-url(no) \\url(no) url(\\28 x\\)y) url(", &["(x)y"]),
            ("@import url(c.css);@importer 'no'; 'no' url('un\nx", &["c.css", "un"]),
            ("é{é:url(é) url(\\0) url(\\)", &["é", "\u{FFFD}", ")"]),
        ] {
            let (mut found, mut rest) = (Vec::new(), css);
            while let Some((url, after)) = super::next(rest) {
                found.extend(Some(url.into_owned()).filter(|url| !url.is_empty()));
                rest = after;
            }
            assert_eq!(found, expected, "{css}");
        }
    }
}
