//! Finds the URLs in CSS: in `url()` and `image-set()`, and after `@import`.

use std::borrow::Cow;

use super::Next;

/// The place of the next text in a style sheet.
#[derive(Default)]
pub(in crate::document) struct State {
    /// The number of open parentheses in `image-set()`, in which strings are URLs, or 0 outside.
    depth: usize,
    /// True in the value of a custom property or function, which `image-set()` may use.
    is_custom: bool,
}

/// Returns the next URL in `css`, and the text after the URL.
///
/// Source: CSS Syntax Module Level 3, section 4.3; CSS Images Module Level 4, section 2.4.
pub(in crate::document) fn next_url<'t>(css: &'t str, state: &mut State) -> Next<'t> {
    let State { depth, is_custom } = state;
    let (mut rest, mut is_import) = (css, false);
    loop {
        let first = rest.chars().next()?;
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '/' if after.starts_with('*') => after[1..].split_once("*/").map_or("", |(_, rest)| rest),
            '"' | '\'' => {
                let (url, end) = css_string(rest);
                if is_import || *depth == 1 || (*depth > 1 || *is_custom) && is_absolute(&url) {
                    return Some((url.into(), &rest[end..]));
                }
                &rest[end..]
            }
            '@' => {
                let (name, rest) = css_name(after);
                is_import = name.eq_ignore_ascii_case("import");
                rest
            }
            _ if is_of_css_name(first) => {
                is_import = false;
                let (name, rest) = css_name(rest);
                let is = |other: &str| name.eq_ignore_ascii_case(other);
                if is("url") && rest.starts_with('(') {
                    let inside = rest[1..].trim_ascii_start();
                    let (url, end) = if inside.starts_with(['"', '\'']) {
                        css_string(inside)
                    } else {
                        // Whatever follows the URL, the token ends at the parenthesis.
                        let (url, end) = unescape_css(inside, |c| c == ')' || c.is_ascii_whitespace());
                        (url, end + unescape_css(&inside[end..], |c| c == ')').1)
                    };
                    // The closing parenthesis follows.
                    *depth += usize::from(*depth > 0);
                    return Some((url.into(), &inside[end..]));
                }
                *is_custom |= name.starts_with("--") || is("result");
                let is_set = is("image-set") || is("-webkit-image-set");
                match rest.strip_prefix('(') {
                    Some(inside) if is_set && *depth == 0 => {
                        *depth = 1;
                        inside
                    }
                    _ => rest,
                }
            }
            _ => {
                is_import &= first.is_ascii_whitespace();
                match first {
                    '(' if *depth > 0 => *depth += 1,
                    ')' => *depth = depth.saturating_sub(1),
                    ';' | '}' => *is_custom = false,
                    _ => {}
                }
                after
            }
        };
    }
}

const NEWLINES: [char; 3] = ['\n', '\r', '\x0C'];

/// Returns true if `url` is an absolute URL of a special scheme, or a reference with a host.
fn is_absolute(url: &str) -> bool {
    let url = url.trim_start_matches(|c| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let start = url.take("https:".len()).collect::<String>().to_ascii_lowercase().replace('\\', "/");
    ["//", "http:", "https:", "ws:", "wss:", "ftp:", "file:"].iter().any(|one| start.starts_with(one))
}

fn is_of_css_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '\\') || !c.is_ascii()
}

/// Returns the name at the start of `text`, with its escapes decoded, and the text after the name.
fn css_name(text: &str) -> (Cow<'_, str>, &str) {
    let (name, rest) = text.split_at(text.find(|c| !is_of_css_name(c)).unwrap_or(text.len()));
    if !name.contains('\\') {
        return (name.into(), rest);
    }
    let (name, end) = unescape_css(text, |c| !is_of_css_name(c));
    (name.into(), &text[end..])
}

fn css_string(text: &str) -> (String, usize) {
    let (mark, inside) = text.split_at(1);
    let (plain, end) = unescape_css(inside, |c| mark.starts_with(c) || NEWLINES.contains(&c));
    (plain, (end + 2).min(text.len()))
}

/// Decodes escapes in `text` before the first character that `is_end` accepts. Returns the decoded text, and
/// the length of the text that was read.
/// Source: CSS Syntax Module Level 3, section 4.3.7.
fn unescape_css(text: &str, is_end: impl Fn(char) -> bool) -> (String, usize) {
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
            // One white space after the digits ends the escape, and is a part of the escape.
            let ended = after.strip_prefix("\r\n");
            let ended = ended.or_else(|| after.strip_prefix(|c: char| c.is_ascii_whitespace()));
            rest = ended.unwrap_or(after);
        } else if let Some(continued) = escape.strip_prefix("\r\n") {
            rest = continued;
        } else {
            let mut escaped = escape.chars();
            plain.extend(escaped.next().filter(|c| !NEWLINES.contains(c)));
            rest = escaped.as_str();
        }
    }
}
