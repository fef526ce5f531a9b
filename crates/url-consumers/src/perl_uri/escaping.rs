//! Escaping of the input string by the class of its scheme: hosts in Punycode, everything else
//! percent-encoded.
//!
//! Outside the specs: `after_scheme`, `is_uric`.

use url_core::{Span, in_bounds, percent_encode};

use crate::{
    idna_2008::MOST_CHARACTERS,
    lower_case::lower,
    run::{Rebuilt, Run},
    sections::perl_uri as rules,
    text::{ANY, before_first, divide_last, is_decimal, split_scheme},
};

/// Spec: perl-uri#authority-1
pub(super) fn find_authority(after_scheme: &str) -> Option<&str> {
    after_scheme.strip_prefix("//")?.split(['/', '?', '#']).next()
}

/// Prefixes of strings whose brackets stay escaped.
const WITHOUT_HOST: [&str; 5] = ["data:", "ldapi:", "urn:", "sqlite:", "sqlite3:"];

/// Spec: perl-uri#new-6
pub(super) fn escape(text: &str, is_server: bool, run: &mut Run<'_>) -> Rebuilt {
    let mut encoded = Rebuilt::default();
    if !is_server || !encode_host(text, &mut encoded, run) {
        encoded.keep(text, run);
    }
    let run = &mut run.on_rebuilt(&encoded);
    let escaped = escape_others(&encoded.text, run);
    let run = &mut run.on_rebuilt(&escaped);
    restore_brackets(&escaped.text, run)
}

/// Writes `text` to `encoded` with its host in Punycode. Returns false if no host needs that, or if it cannot
/// be encoded.
///
/// Spec: perl-uri#server-uric-escape
fn encode_host(text: &str, encoded: &mut Rebuilt, run: &mut Run<'_>) -> bool {
    let after_scheme = after_scheme(text);
    // 1. The authority follows two slashes
    let Some(after) = after_scheme.strip_prefix("//") else { return false };
    let (authority, rest) = before_first(after, ['/', '?', '#']);
    run.cut(rules::SERVER_URIC_ESCAPE_1, after_scheme, authority);
    // 2. The user-info: up to the last @ of the first line with one
    let (mut user_info, mut around) = ("", (authority, ""));
    if let Some((before, after)) = authority.split_once('@') {
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let (in_line, _) = before_first(after, ['\n']);
        let end = before.len() + 1 + in_line.rfind('@').map_or(0, |at| at + 1);
        user_info = &authority[start..end];
        around = (&authority[..start], &authority[end..]);
        run.cut(rules::SERVER_URIC_ESCAPE_2, authority, user_info);
    }
    // The lines before that of the user-info belong to the host.
    let host_and_port = format!("{}{}", around.0, around.1);
    // 3. The port: digits of any script at the end
    let (host, port) = match host_and_port.rfind(':').map(|at| host_and_port.split_at(at)) {
        Some((host, port)) if port.len() > 1 && port.chars().skip(1).all(is_decimal) => {
            run.step_at(rules::SERVER_URIC_ESCAPE_3, authority, &host_and_port, Some(port));
            (host, port)
        }
        _ => (host_and_port.as_str(), ""),
    };
    // 4. A host with characters that are not of URIs is encoded
    if host.chars().all(|c| is_uric(c) || matches!(c, '[' | ']')) {
        return false;
    }
    let Some(host) = idna_encode(host, authority, run) else {
        // 5. A host that cannot be encoded stays
        run.step(rules::SERVER_URIC_ESCAPE_5, authority, None);
        return false;
    };
    run.step(rules::SERVER_URIC_ESCAPE_4, authority, Some(&host));
    let scheme_len = text.len() - after.len();
    encoded.keep(in_bounds(text.get(..scheme_len)), run);
    encoded.keep(user_info, run);
    encoded.put(&host, if around.0.is_empty() { around.1 } else { authority }, run);
    // The port has ASCII digits, or others that are escaped below.
    encoded.keep(authority.get(authority.len() - port.len()..).unwrap_or(port), run);
    encoded.keep(rest, run);
    true
}

/// Spec: perl-uri#idna-encode
fn idna_encode(host: &str, part: &str, run: &mut Run<'_>) -> Option<String> {
    // 1. Each label by itself; an empty one only at the end
    let labels = host.strip_suffix('.').unwrap_or(host);
    let encoded = labels.split('.').map(|label| to_ascii(label, part, run)).collect::<Option<Vec<_>>>()?;
    run.step_at(rules::IDNA_ENCODE_1, part, host, None);
    let end = if labels.len() < host.len() { "." } else { "" };
    Some(encoded.join(".") + end)
}

/// Spec: perl-uri#to-ascii
fn to_ascii(label: &str, part: &str, run: &mut Run<'_>) -> Option<String> {
    let mut label: String = label.into();
    if !label.is_ascii() {
        // 1. One that is not ASCII in lower case, character by character
        label = label.chars().flat_map(lower).collect();
        run.step_at(rules::TO_ASCII_1, part, &label, None);
        if !label.is_ascii() {
            // 2. With xn-- in front, it fails
            if label.starts_with("xn--") {
                run.step_at(rules::TO_ASCII_2, part, &label, None);
                return None;
            }
            // FAST: Punycode takes at least one character for each, and its time is quadratic.
            if label.chars().nth(MOST_CHARACTERS).is_none() {
                // 3. Then in Punycode, after xn--
                let encoded = format!("xn--{}", idna::punycode::encode_str(&label)?);
                label = run.make_at(rules::TO_ASCII_3, part, &label, encoded);
            }
        }
    }
    // 4. An empty label, and one of more than 63 characters, fails
    run.step_at(rules::TO_ASCII_4, part, &label, None);
    (1..=MOST_CHARACTERS).contains(&label.len()).then_some(label)
}

/// Spec: perl-uri#uric-escape
fn escape_others(text: &str, run: &mut Run<'_>) -> Rebuilt {
    // 1. Each character that is not of URIs is escaped, in UTF-8
    let others = text.match_indices(|c: char| !is_uric(c) && c != '#');
    let escapes = others.map(|(at, character)| (at, character, percent_encode(character, &ANY)));
    let escaped = Rebuilt::replace(text, escapes, run);
    run.change(rules::URIC_ESCAPE_1, text, &escaped.text);
    escaped
}

/// Spec: perl-uri#fix-uric-escape
fn restore_brackets(text: &str, run: &mut Run<'_>) -> Rebuilt {
    let part = if WITHOUT_HOST.iter().any(|prefix| text.starts_with(prefix)) {
        // 1. After data:, ldapi: and others, brackets stay escaped
        run.step(rules::FIX_URIC_ESCAPE_1, text, None);
        None
    } else if text.starts_with("mailto:") {
        // 2. After mailto: they are restored everywhere
        run.step(rules::FIX_URIC_ESCAPE_2, text, None);
        Some(text)
    } else {
        // 3. Otherwise they are restored in the host
        let host = find_authority(after_scheme(text)).map(|authority| divide_last(authority, '@').1);
        host.inspect(|host| run.step(rules::FIX_URIC_ESCAPE_3, host, None))
    };
    let place = part.and_then(|part| Span::locate(part, text)).unwrap_or_default();
    let brackets = place.of(text).match_indices('%').filter_map(|(at, _)| {
        let at = place.start as usize + at;
        let escape = text.get(at..at + 3)?;
        let is = |bracket: &str| escape.eq_ignore_ascii_case(bracket);
        Some((at, escape, if is("%5B") { "[" } else { is("%5D").then_some("]")? }))
    });
    Rebuilt::replace(text, brackets, run)
}

/// Returns the text after the scheme of `text`.
fn after_scheme(text: &str) -> &str {
    split_scheme(text).map_or(text, |(_, after)| after)
}

/// Returns true if the module allows `c` in a URI.
fn is_uric(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.!~*'();/?:@&=+$,%".contains(c)
}
