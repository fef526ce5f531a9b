//! Detection of links in plain text, by UTS #58. The error of a function is the end of the rejected text.
//!
//! Helpers, not in a spec: `scheme_before`, `has_known_suffix`, `is_dot`, `is_of_label`.

use std::ops::Range;

use url_facade::Parser;

use super::{LinkTerm, Termination, is_link_email, link_term};
use crate::finding::Kind;

const LOCAL_PART_LIMIT: usize = 64;
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

pub(crate) struct Found {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
    pub(crate) prefix: &'static str,
}

/// Spec: uts58#link-detection
pub(crate) fn link_at(text: &str, from: usize, at: usize) -> Result<Found, usize> {
    match text.as_bytes()[at] {
        b':' => with_scheme(text, from, at),
        b'@' => email(text, from, at),
        _ => without_scheme(text, from, at),
    }
}

/// Spec: uts58#link-initiation
fn is_start(text: &str, start: usize) -> bool {
    // 3. A character before it with Link_Term=Include means that it is not a start.
    let before = text[..start].chars().next_back();
    before.is_none_or(|c| !matches!(link_term(c), LinkTerm::Include))
}

fn scheme_before(text: &str, from: usize, colon: usize) -> Option<(usize, &'static str)> {
    SCHEMES.into_iter().find_map(|scheme| {
        let len = scheme.find(':')?;
        let start = colon.checked_sub(len).filter(|start| *start >= from)?;
        let written = text.get(start..start + scheme.len())?;
        written.eq_ignore_ascii_case(scheme).then_some((start, scheme))
    })
}

/// Spec: uts58#link-initiation, uts58#domain-name-4, uts58#email-addresses-4
fn with_scheme(text: &str, from: usize, colon: usize) -> Result<Found, usize> {
    // 1. A scheme starts a link.
    let Some((start, scheme)) = scheme_before(text, from, colon) else { return Err(colon + 1) };
    let rest = start + scheme.len();
    if !is_start(text, start) {
        return Err(rest);
    }
    // 4. `mailto:` before an email address is in the link.
    if scheme == "mailto:" {
        let local = text[rest..].find(|c: char| !is_link_email(c)).unwrap_or(text.len() - rest);
        let at = rest + local;
        if !text[at..].starts_with('@') {
            return Err(at.max(rest));
        }
        let found = email(text, rest, at)?;
        return Ok(Found { span: start..found.span.end, prefix: "", ..found });
    }
    // 4. IP addresses: the Standard's own syntax.
    let address = text[rest..].strip_prefix('[').and_then(|inside| {
        let len = inside.find(|c: char| !c.is_ascii_hexdigit() && !matches!(c, ':' | '.'))?;
        inside[len..].starts_with(']').then_some(rest + len + 2)
    });
    let host = address.map_or_else(|| domain_name(text, rest), Ok);
    let end = host.unwrap_or_else(|end| end);
    // A user name without a password may be part of an email address, but not of a link.
    if text[end..].starts_with('@') {
        return Err(email(text, end, end).map_or_else(|end| end, |found| found.span.end).max(end + 1));
    }
    let host = host?;
    if !Parser::default().can_parse(&text[start..host]) {
        return Err(host);
    }
    let end = end_of_link(text, host);
    Ok(Found { span: start..end, kind: Kind::Url, prefix: "" })
}

/// Spec: uts58#link-initiation
fn without_scheme(text: &str, from: usize, dot: usize) -> Result<Found, usize> {
    let name = match bare_name(text, from, dot) {
        Err(end) if text[end..].starts_with('@') => return email(text, from, end),
        name => name?,
    };
    Ok(Found { span: name.start..end_of_link(text, name.end), kind: Kind::Url, prefix: "https://" })
}

/// Spec: uts58#link-initiation
pub(crate) fn bare_name(text: &str, from: usize, dot: usize) -> Result<Range<usize>, usize> {
    let before = text[from..dot].chars().rev().take_while(|&c| is_of_label(c) || is_dot(c));
    let start = dot - before.map(char::len_utf8).sum::<usize>();
    let end = domain_name(text, start)?;
    // 2. A domain name with a known top-level domain starts a link by itself.
    if !is_start(text, start) || text[end..].starts_with('@') || !has_known_suffix(&text[start..end]) {
        return Err(end);
    }
    Ok(start..end)
}

pub(crate) fn has_known_suffix(name: &str) -> bool {
    Parser::default().parse(&["https://", name].concat()).is_ok_and(|url| url.has_known_suffix())
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

fn is_of_label(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() || c == '-' } else { link_term(c) == LinkTerm::Include }
}

/// Spec: uts58#domain-name
fn domain_name(text: &str, start: usize) -> Result<usize, usize> {
    let rest = &text[start..];
    // 1. The longest run of labels and dots.
    let len = rest.find(|c| !is_of_label(c) && !is_dot(c)).unwrap_or(rest.len());
    let (run, rest) = rest.split_at(len);
    let end = start + len;
    // 3. A final dot belongs to the link only if a path, query or fragment follows.
    let name = run.trim_end_matches(is_dot);
    let has_final_dot = name.len() < run.len();
    if name.is_empty() {
        return Err(end);
    }
    let is_followed = rest.starts_with(['/', '?', '#']);
    let next = rest.chars().next().filter(|_| !is_followed);
    // If a letter of the same word follows, the word is not a domain name.
    let is_cut = next.is_some_and(|c| c != '@' && link_term(c) == LinkTerm::Include);
    // 2. Empty labels and labels with a leading or trailing hyphen: no link at all.
    let is_label = |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    if !name.split(is_dot).all(is_label) || is_cut || run[name.len()..].chars().count() > 1 && is_followed {
        return Err(end);
    }
    Ok(if has_final_dot && !is_followed { start + name.len() } else { end })
}

/// Spec: uts58#email-addresses
fn email(text: &str, from: usize, at: usize) -> Result<Found, usize> {
    // 1. Backwards over Link_Email, at most 64 bytes of local part.
    let mut start = at;
    for c in text[from..at].chars().rev().take_while(|&c| is_link_email(c)) {
        start -= c.len_utf8();
        if at - start > LOCAL_PART_LIMIT {
            break;
        }
    }
    let local = &text[start..at];
    // 3. Then the domain name.
    let end = domain_name(text, at + 1).map_err(|end| end.max(at + 1))?;
    // 2. No dot at an end, no two dots.
    let is_valid = !local.is_empty()
        && local.len() <= LOCAL_PART_LIMIT
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..");
    let host = ["https://", &text[at + 1..end]].concat();
    if !is_valid || !text[at + 1..end].contains(is_dot) || !Parser::default().can_parse(&host) {
        return Err(end);
    }
    Ok(Found { span: start..end, kind: Kind::Email, prefix: "mailto:" })
}

/// Spec: uts58#link-termination
fn end_of_link(text: &str, host: usize) -> usize {
    let digits =
        text[host..].strip_prefix(':').map_or(0, |port| port.bytes().take_while(u8::is_ascii_digit).count());
    let is_port = digits > 0 && text[host + 1..][..digits].parse::<u16>().is_ok();
    let start = if is_port { host + 1 + digits } else { host };
    if !text[start..].starts_with(['/', '?', '#']) {
        return start;
    }
    let mut termination = Termination::new(start);
    for (at, c) in text[start..].char_indices() {
        if !termination.take(c, link_term(c), start + at + c.len_utf8()) {
            break;
        }
    }
    termination.last_safe
}
