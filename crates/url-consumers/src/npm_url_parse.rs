//! The constructor of the npm package url-parse, called without a location, as programs on a server do.
//!
//! Helpers, not in a spec: `is_special`.

use crate::{prelude::*, sections::npm_url_parse as rules};

/// The characters that `encodeURIComponent` escapes.
const NOT_IN_COMPONENT: ByteSet = UNRESERVED.and(b"!'()*").complement();

fn is_special(scheme: Option<&str>) -> bool {
    matches!(scheme, Some("file" | "ftp" | "http" | "https" | "ws" | "wss"))
}

/// Spec: npm-url-parse#url
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. White space and control characters at the start go
    let text = run.change(rules::URL_1, input, input.trim_start_matches(|c| c <= ' ' || is_white_space(c)));
    // 2. Tabs and line breaks go, wherever they are
    run.parse_replaced(rules::URL_2, text, (&BLANKS, ""), parse_text)
}

/// Spec: npm-url-parse#url
fn parse_text<'t>(text: &'t str, run: &mut Run<'_>) -> Result<Parsed<'t>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    let (mut rest, has_authority) = extract_protocol(text, &mut url, run);
    // 3. The fragment follows the first #
    run.take_after('#', rules::URL_3, Component::Fragment, &mut rest, &mut url);
    // 4. The query follows the first ?
    run.take_after('?', rules::URL_4, Component::Query, &mut rest, &mut url);
    let scheme = url.scheme.as_deref();
    // 5. In the six special schemes, backslashes become slashes
    let backslashes: &[char] = if is_special(scheme) { &['\\'] } else { &[] };
    let parts = run.parse_replaced(rules::URL_5, rest, (backslashes, "/"), |rest, run| {
        authority_and_path(rest, has_authority, scheme, run)
    })?;
    url.take_authority_of(&parts);
    url.path = parts.path;
    Ok(url)
}

/// Returns the text after the scheme and its slashes, and true if this text begins with an authority.
///
/// Spec: npm-url-parse#extract-protocol
fn extract_protocol<'t>(text: &'t str, url: &mut Parsed<'t>, run: &mut Run<'_>) -> (&'t str, bool) {
    // 1. The scheme, in lower case, is before the first colon
    let after = run.take_scheme(rules::EXTRACT_PROTOCOL_1, split_scheme(text), url).unwrap_or(text);
    let rest = after.trim_start_matches(['/', '\\']);
    let slashes = after.len() - rest.len();
    let (section, rest, has_authority) = match (url.scheme.as_deref(), after.strip_prefix("//")) {
        // 2. file: of two slashes or backslashes and more, two go
        (Some("file"), _) => {
            let rest = if slashes < 2 { after } else { in_bounds(after.get(2..)) };
            run.change(rules::EXTRACT_PROTOCOL_2, after, rest);
            // 2.1. Just two begin an authority, if no drive letter follows
            let is_drive = rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.get(1..2) == Some(":");
            run.step(rules::EXTRACT_PROTOCOL_2_1, rest, None);
            return (rest, slashes == 2 && !is_drive);
        }
        // 3. Other special schemes: all go, and an authority begins
        (scheme, _) if is_special(scheme) => (rules::EXTRACT_PROTOCOL_3, rest, true),
        // 4. Any other: two slashes go, and begin an authority
        (Some(_), Some(rest)) => (rules::EXTRACT_PROTOCOL_4, rest, true),
        // 4.1. Without them, there is no authority
        (Some(_), None) => (rules::EXTRACT_PROTOCOL_4_1, after, false),
        // 5. Without a scheme, they stay in the path
        (None, two_slashes) => (rules::EXTRACT_PROTOCOL_5, after, two_slashes.is_some()),
    };
    (run.change(section, after, rest), has_authority)
}

/// Spec: npm-url-parse#url
fn authority_and_path<'t>(
    text: &'t str,
    has_authority: bool,
    scheme: Option<&str>,
    run: &mut Run<'_>,
) -> Result<Parsed<'t>> {
    let mut url = Parsed::default();
    let mut user_info = None;
    let path = if has_authority {
        // 7. With one, the path begins at the first slash
        let (authority, path) = before_first(text, ['/']);
        run.found(rules::URL_7, Component::Path, path);
        // 8. User and password end at the last @ before it
        let (before, rest) = divide_last(authority, '@');
        user_info = before.inspect(|user_info| run.cut(rules::URL_8, authority, user_info));
        host_and_port(rest, scheme, &mut url, run);
        path
    } else {
        // 6. Without an authority, the rest is the path
        // 6.1. It ends before U+2028 or U+2029, and the rest is lost
        let (section, path) = match text.split_once(is_line_separator) {
            Some((before, _)) => (rules::URL_6_1, before),
            None => (rules::URL_6, text),
        };
        run.found(section, Component::Path, path);
        path
    };
    url.path = Some(Cow::Borrowed(path));
    // 11. In a special scheme, the path begins with a slash
    if is_special(scheme) && !path.starts_with('/') {
        url.path = Some(Cow::Owned(run.make(rules::URL_11, path, format!("/{path}"))));
    }
    // 12. The first colon divides user and password
    if let Some(user_info) = user_info {
        run.take_user_info(rules::URL_12, user_info, &mut url);
        url.user = url.user.map(|user| encode_again(user, user_info, run)).transpose()?;
        url.password = url.password.map(|password| encode_again(password, user_info, run)).transpose()?;
    }
    Ok(url)
}

/// Spec: npm-url-parse#url, npm-url-parse#required
fn host_and_port<'t>(text: &'t str, scheme: Option<&str>, url: &mut Parsed<'t>, run: &mut Run<'_>) {
    let mut host = text;
    let mut ending = rules::URL_10;
    // 9. Digits after a colon at the end are the port, or nothing
    if let Some((before, port)) = text.rsplit_once(':').filter(|(_, port)| is_digits(port)) {
        run.take(rules::URL_9, Component::Port, port, url);
        host = before;
        ending = rules::URL_9;
    }
    // 10. The host is what is left, in lower case
    run.found(ending, Component::Host, host);
    url.host = Some(run.change(rules::URL_10, host, to_lower_case(host)));
    let Some(port) = url.port.as_deref() else { return };
    let (section, is_dropped) = match (scheme, number(port)) {
        // 2. With file: all are dropped
        (Some("file"), _) => (rules::REQUIRED_2, true),
        // 1. Zero, nothing, and the default of the scheme are dropped
        (_, "0")
        | (Some("http" | "ws"), "80")
        | (Some("https" | "wss"), "443")
        | (Some("ftp"), "21")
        | (Some("gopher"), "70") => (rules::REQUIRED_1, true),
        _ => (rules::REQUIRED_1, false),
    };
    run.step(section, port, None);
    if is_dropped {
        run.omit(section, Component::Port, port);
        url.port = None;
    }
}

/// Spec: npm-url-parse#url-12
fn encode_again<'t>(part: Cow<'t, str>, place: &str, run: &mut Run<'_>) -> Result<Cow<'t, str>> {
    // 12.1. Each is decoded as UTF-8; what is not that is refused
    let decoded = run.need(decode_uri_component(&part), Reason::PercentNotEscape, rules::URL_12_1, place)?;
    run.change_at(rules::URL_12_1, place, &part, &decoded);
    // 12.2. And encoded again, as encodeURIComponent does
    let encoded = percent_encode(&decoded, &NOT_IN_COMPONENT);
    run.change_at(rules::URL_12_2, place, &decoded, &encoded);
    Ok(if encoded == part { part } else { Cow::Owned(encoded.into_owned()) })
}
