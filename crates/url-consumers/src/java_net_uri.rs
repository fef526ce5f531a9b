//! `java.net.URI` of Java 17 to 25, and its method `resolve`. An authority that cannot be divided into
//! user-info, host and port is stored as one string, and the URI has no host.
//!
//! Helpers, not in a spec: `is_other`, `parts`.

use crate::{prelude::*, sections::java_net_uri as rules};

const USER_INFO: ByteSet = UNRESERVED.and(b"!'()*;:&=+$,");
const REGISTRY: ByteSet = USER_INFO.and(b"@");
const PATH: ByteSet = REGISTRY.and(b"/");
/// The characters allowed in a query, a fragment and an opaque part.
const ANY: ByteSet = PATH.and(b"?[]");

/// Spec: java-net-uri#uri
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    let mut rest = input;
    // 1. If the first of : / ? # is a colon, a scheme is before it
    let before = input.find(['/', '?', '#', ':']).map_or("", |at| input.split_at(at).0);
    if input.get(before.len()..).is_some_and(|rest| rest.starts_with(':')) {
        let (scheme, after) = run.need(split_scheme(input), Reason::MissingScheme, rules::URI_1, before)?;
        run.take(rules::URI_1, Component::Scheme, scheme, &mut url);
        rest = after;
    }
    // 2. The fragment follows the first #
    run.take_after('#', rules::URI_2, Component::Fragment, &mut rest, &mut url);
    run.refuse_unmatched(&ANY, is_other, url.fragment.as_deref().unwrap_or_default(), rules::URI_2)?;
    if url.scheme.is_some() {
        // 3. Nothing between scheme and fragment is refused
        run.refuse_if(rest.is_empty(), Reason::SlashesMissing, rules::URI_3, rest)?;
        // 4. Without a slash after the scheme, the URI is opaque
        if !rest.starts_with('/') {
            run.step(rules::URI_4, rest, None);
            run.refuse_unmatched(&ANY, is_other, rest, rules::URI_4)?;
            return Ok(url);
        }
    }
    // 5. The query follows the first ?
    run.take_after('?', rules::URI_5, Component::Query, &mut rest, &mut url);
    run.refuse_unmatched(&ANY, is_other, url.query.as_deref().unwrap_or_default(), rules::URI_5)?;
    // 6. The authority follows two slashes, up to the next one
    if let Some(after) = rest.strip_prefix("//") {
        let (authority, path) = before_first(after, ['/']);
        run.cut(rules::URI_6, after, authority);
        if !authority.is_empty() {
            url.authority = Some(Cow::Borrowed(authority));
            split_authority(authority, &mut url, run)?;
        } else if path.is_empty() && url.query.is_none() && url.fragment.is_none() {
            // 7. Nothing after two slashes is refused
            return Err(run.reject(Reason::HostEmpty, rules::URI_7, authority));
        }
        rest = path;
    }
    // 8. The rest is the path
    run.take(rules::URI_8, Component::Path, rest, &mut url);
    run.refuse_unmatched(&PATH, is_other, rest, rules::URI_8)?;
    Ok(url)
}

/// Spec: java-net-uri#authority
fn split_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let Some((user_info, host, digits)) = server(authority, run) else {
        // 1. One that is not of a server has no host: characters
        run.refuse_unmatched(&REGISTRY, is_other, authority, rules::AUTHORITY_1)?;
        run.step(rules::AUTHORITY_1, authority, None);
        if authority.contains('@') {
            run.omit(rules::AUTHORITY_1, Component::User, authority);
        }
        run.omit(rules::AUTHORITY_1, Component::Host, authority);
        return Ok(());
    };
    // 2. User-info, host and port of a server
    if let Some(user_info) = user_info {
        run.take_user_info(rules::AUTHORITY_2, user_info, url);
    }
    run.take(rules::AUTHORITY_2, Component::Host, host, url);
    if !digits.is_empty() {
        run.found(rules::AUTHORITY_2, Component::Port, digits);
        url.port = Some(Cow::Borrowed(number(digits)));
    }
    Ok(())
}

/// Divides `authority` into the user-info, the host and the digits of the port. Returns `None` if this fails.
///
/// Spec: java-net-uri#server
fn server<'a>(authority: &'a str, run: &mut Run<'_>) -> Option<(Option<&'a str>, &'a str, &'a str)> {
    // 1. The user-info ends at the first @
    let (user_info, host_and_port) =
        authority.split_once('@').map_or((None, authority), |(user_info, after)| (Some(user_info), after));
    if let Some(user_info) = user_info {
        run.step(rules::SERVER_1, user_info, None);
        USER_INFO.find_unmatched(user_info, is_other).is_none().then_some(())?;
    }
    let (host, port) = if let Some(after) = host_and_port.strip_prefix('[') {
        // 2. In brackets, an IPv6 address
        let (literal, port) = after.split_once(']')?;
        run.step(rules::SERVER_2, literal, None);
        is_ipv6_literal(literal, run).then_some(())?;
        (host_and_port.strip_suffix(port)?, port)
    } else {
        let (host, port) = before_first(host_and_port, [':']);
        // 3. Otherwise four decimal numbers, or a hostname
        run.step(rules::SERVER_3, host, None);
        (is_ipv4(host, |_| true) || is_hostname(host, run)).then_some(())?;
        (host, port)
    };
    // 4. Then nothing, or a colon and perhaps an int
    run.ask(rules::SERVER_4, port, !port.is_empty());
    let digits = if port.is_empty() { "" } else { port.strip_prefix(':')? };
    let is_int = is_digits(digits) && number(digits).parse::<i32>().is_ok();
    is_int.then_some((user_info, host, digits))
}

/// Spec: java-net-uri#server-2
fn is_ipv6_literal(literal: &str, run: &mut Run<'_>) -> bool {
    let (address, scope) = divide(literal, '%');
    // 2.1. A scope of letters, digits, _ and . may follow %
    let is_of_scope = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let scope = scope.inspect(|_| run.step(rules::SERVER_2_1, &literal[address.len()..], None));
    scope.is_none_or(|scope| !scope.is_empty() && scope.bytes().all(is_of_scope))
        && is_ipv6(address, |text| is_ipv4(text, |_| true))
}

/// Spec: java-net-uri#server-3
fn is_hostname(host: &str, run: &mut Run<'_>) -> bool {
    // 3.1. Labels of letters, digits and inner hyphens; perhaps a dot
    let is_label = |label: &str| {
        let is_of_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty() && label.bytes().all(is_of_label) && label.trim_matches('-') == label
    };
    let labels = host.strip_suffix('.').unwrap_or(host);
    run.step(rules::SERVER_3_1, host, None);
    // 3.2. The last label of several begins with a letter
    let last = labels.rsplit_once('.').map(|(_, last)| last);
    let last = last.inspect(|last| run.step(rules::SERVER_3_2, last, None));
    labels.split('.').all(is_label)
        && last.is_none_or(|last| last.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns true if `c` is one of the non-ASCII characters that Java calls "other" and allows in a URI.
fn is_other(c: char) -> bool {
    c > '\u{A0}' && !c.is_whitespace()
}

/// Spec: java-net-uri#resolve
pub(crate) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let (of_base, of_reference) = (seen.0?, seen.1?);
    // 1. If one of them is opaque: the reference
    if of_base.path.is_none() || of_reference.path.is_none() {
        run.step(rules::RESOLVE_1, reference, None);
        return Ok(reference.into());
    }
    // 3. A reference with a scheme: as it is
    if of_reference.scheme.is_some() {
        run.step(rules::RESOLVE_3, reference, None);
        return Ok(reference.into());
    }
    let (base, mut url) = (parts(base, &of_base), parts(reference, &of_reference));
    url.scheme = base.scheme;
    if url.authority.is_some() {
        // 4. With an authority, its path is as it is
        run.step(rules::RESOLVE_4, reference, None);
        return Ok(url.write());
    }
    url.authority = base.authority;
    if url.path.is_empty() && url.query.is_none() && url.fragment.is_some() {
        // 2. A fragment alone replaces that of the base
        run.step(rules::RESOLVE_2, reference, None);
        (url.path, url.query) = (base.path, base.query);
    } else if !url.path.starts_with('/') {
        // 5. A path without a slash follows the last one of the base
        let before = base.path.rfind('/').map_or("", |slash| base.path.split_at(slash + 1).0);
        // 5.1. In Java 25, it gets one if there is none
        let is_bare = before.is_empty() && url.scheme.is_some() && !url.path.is_empty();
        let path = format!("{}{}", if is_bare { "/" } else { before }, url.path);
        run.step(if is_bare { rules::RESOLVE_5_1 } else { rules::RESOLVE_5 }, reference, Some(&path));
        let normal = normalize(&path, run);
        url.path = run.make_at(rules::RESOLVE_5, reference, &path, normal).into();
    }
    Ok(url.write())
}

/// Returns the parts of `text` to join. Drops an empty authority, and the leading zeros of a port.
fn parts<'a>(text: &'a str, seen: &Parsed<'_>) -> Parts<'a> {
    let mut parts = Parts::of(text);
    parts.authority = parts.authority.filter(|authority| !authority.is_empty());
    if seen.host.is_some() {
        parts.authority = authority_of(seen, seen.host.as_deref(), seen.port.as_deref()).map(Cow::Owned);
    }
    parts
}

/// Spec: java-net-uri#normalize
fn normalize(path: &str, run: &mut Run<'_>) -> String {
    let is_absolute = path.starts_with('/');
    // 1. Empty segments are dropped
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    // 2. A segment . is dropped
    // 3. A segment .. is dropped with the one before it, if any
    let kept = run.drop_dots(segments, [rules::NORMALIZE_2, rules::NORMALIZE_3], one_but_dots);
    kept.iter().filter(|left| **left == "..").for_each(|left| run.step(rules::NORMALIZE_3, left, Some(left)));
    let mut made = String::from(if is_absolute { "/" } else { "" });
    let place = |segment: &&str| Span::locate(segment, path).unwrap_or_default();
    // 4. A path that begins with a new segment with a colon: after ./
    let first = kept.first().filter(|first| !is_absolute && place(first).start > 0 && first.contains(':'));
    if let Some(first) = first {
        run.step(rules::NORMALIZE_4, first, None);
        made.push_str("./");
    }
    made.push_str(&kept.join("/"));
    // Write a slash after the last segment, unless this segment was at the end of the path.
    if kept.last().is_some_and(|last| place(last).end < Span::whole(path).end) {
        made.push('/');
    }
    run.make_at(rules::NORMALIZE_1, "", path, made)
}
