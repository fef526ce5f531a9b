//! The URLs in CSS: those in `url()`, and those that `@import` names.

use std::borrow::Cow;

/// Returns the next URL in `css`, and the text after it. Function names with escapes are not recognized.
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
                let (url, end) = string(rest);
                if is_import {
                    return Some((url.into(), &rest[end..]));
                }
                end
            }
            'u' | 'U' if starts_with("url(") && !before.as_bytes().last().is_some_and(is_name) => {
                let inside = rest[4..].trim_ascii_start();
                let (url, end) = if inside.starts_with(['"', '\'']) {
                    string(inside)
                } else {
                    unescape(inside, |c| c == ')' || c.is_ascii_whitespace())
                };
                return Some((url.into(), &inside[end..]));
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

/// Returns the string at the start of `text`, up to a quotation mark or the end of the line, and its length.
fn string(text: &str) -> (String, usize) {
    let (mark, inside) = text.split_at(1);
    let (plain, end) = unescape(inside, |c| mark.starts_with(c) || c == '\n');
    (plain, (end + 2).min(text.len()))
}

/// Decodes `text` up to the first unescaped character that `is_end`. Returns the result and its length.
///
/// Source: CSS Syntax Module Level 3, section 4.3.7.
fn unescape(text: &str, is_end: impl Fn(char) -> bool) -> (String, usize) {
    let (mut plain, mut rest) = (String::new(), text);
    loop {
        let stop = rest.find(|c| c == '\\' || is_end(c)).unwrap_or(rest.len());
        plain.push_str(&rest[..stop]);
        let Some(escape) = rest[stop..].strip_prefix('\\') else {
            return (plain, text.len() - rest.len() + stop);
        };
        let (digits, after) =
            escape.split_at(escape.bytes().take(6).take_while(u8::is_ascii_hexdigit).count());
        if let Ok(code) = u32::from_str_radix(digits, 16) {
            plain.push(char::from_u32(code).filter(|c| *c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER));
            // One white space after the digits ends the escape, and is part of it.
            rest = after.strip_prefix(|c: char| c.is_ascii_whitespace()).unwrap_or(after);
        } else {
            let mut escaped = escape.chars();
            plain.extend(escaped.next().filter(|c| *c != '\n'));
            rest = escaped.as_str();
        }
    }
}
