//! Python's `urllib.parse` in Python 3.11 and 3.14: `urlsplit`, the properties of its result, and `urljoin`.
//! `urlsplit` removes tabs and line breaks, and accepts most characters that are invalid in a host.
//!
//! Helpers, not in a spec: `split_parts`, `take_parameters`.

use crate::{prelude::*, python, sections::python_urlsplit as rules};

/// Spec: python-urlsplit#urlsplit
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    python::clean(input, [rules::URLSPLIT_1, rules::URLSPLIT_2], run, split)
}

/// Spec: python-urlsplit#urlsplit-3..9, python-urlsplit#splitnetloc
fn split<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 3. What is before the first colon is a scheme, if it can be
    let after = run.take_scheme(rules::URLSPLIT_3, split_scheme(text), &mut url);
    if after.is_none() {
        run.step(rules::URLSPLIT_3, text, None);
    }
    let mut rest = after.unwrap_or(text);
    // 4. Two slashes begin the network location
    let mut location = "";
    if let Some(after) = rest.strip_prefix("//") {
        // 1. It ends before the first / ? or #
        (location, rest) = before_first(after, ['/', '?', '#']);
        run.cut(rules::SPLITNETLOC_1, after, location);
        run.step(rules::URLSPLIT_4, location, None);
        // 5. One kind of bracket without the other is refused
        let is_open = location.contains('[') != location.contains(']');
        run.refuse_if(is_open, Reason::HostIpLiteral, rules::URLSPLIT_5, location)?;
        // 6. What follows the first [ up to ] is checked
        if run.is_since((3, 14)) && location.contains('[') {
            check_bracketed_location(location, run)?;
        } else if let Some((_, after)) = location.split_once('[') {
            let in_brackets = after.split(']').next().unwrap_or(after);
            run.step(rules::URLSPLIT_6, in_brackets, None);
            check_bracketed_host(in_brackets, run)?;
        }
    }
    // 7. The fragment follows the first #
    run.take_after('#', rules::URLSPLIT_7, Component::Fragment, &mut rest, &mut url);
    // 8. The query follows the first ?
    run.take_after('?', rules::URLSPLIT_8, Component::Query, &mut rest, &mut url);
    // 9. The rest is the path
    run.take(rules::URLSPLIT_9, Component::Path, rest, &mut url);
    check_location(location, run)?;
    user_info(location, &mut url, run);
    host_and_port(location, &mut url, run)?;
    Ok(url)
}

/// Spec: python-urlsplit#check-bracketed-netloc
fn check_bracketed_location(location: &str, run: &mut Run<'_>) -> Result {
    let (_, text) = divide_last(location, '@');
    let Some((before, after)) = text.split_once('[') else {
        // 2. No [ after the last @: the host must be fit for brackets
        let host = text.split(':').next().unwrap_or_default();
        run.step(rules::CHECK_BRACKETED_NETLOC_2, host, None);
        return check_bracketed_host(host, run);
    };
    // 1. Nothing stands before [, and nothing but a port behind ]
    let (host, behind) = after.split_once(']').unwrap_or((after, ""));
    let is_alone = before.is_empty() && (behind.is_empty() || behind.starts_with(':'));
    run.check(is_alone, Reason::HostIpLiteral, rules::CHECK_BRACKETED_NETLOC_1, text)?;
    check_bracketed_host(host, run)
}

/// Spec: python-urlsplit#check-bracketed-host
fn check_bracketed_host(host: &str, run: &mut Run<'_>) -> Result {
    // 1. After v: hexadecimal digits, a dot and more
    if let Some(future) = host.strip_prefix('v') {
        let is_future = is_ip_future(future, &ANY);
        return run.require(is_future, Reason::HostIpLiteral, rules::CHECK_BRACKETED_HOST_1, host);
    }
    // 2. Otherwise it must be an IPv6 address
    run.step(rules::CHECK_BRACKETED_HOST_2, host, None);
    ipv6_address(host, run)
}

/// Spec: python-urlsplit#ipv6-address
fn ipv6_address(text: &str, run: &mut Run<'_>) -> Result {
    // 1. A scope follows %: not empty, and without another %
    let (address, scope) = divide(text, '%');
    if let Some(scope) = scope {
        let is_refused = scope.is_empty() || scope.contains('%');
        run.refuse_if(is_refused, Reason::HostIpLiteral, rules::IPV6_ADDRESS_1, text)?;
        run.step(rules::IPV6_ADDRESS_1, &text[address.len()..], None);
    }
    // 2. Pieces of one to four hexadecimal digits; last perhaps IPv4
    let (_, last) = divide_last(address, ':');
    let before_ipv4 = address.strip_suffix(last).filter(|_| last.parse::<Ipv4Addr>().is_ok());
    let in_hex = before_ipv4.map_or_else(|| address.into(), |before| format!("{before}0:0"));
    let is_piece = |piece: &str| piece.len() <= 4 && is_hex(piece);
    // An address has at most eight pieces, so it is refused after the ninth piece.
    let are_pieces = |side: &str| {
        let (others, last) = divide_last(side, ':');
        let mut others = others.into_iter().flat_map(|others| others.split(':')).take(9);
        side.is_empty() || others.all(is_piece) && is_piece(last)
    };
    let is_met = in_hex.splitn(2, "::").all(are_pieces);
    run.require(is_met, Reason::HostIpLiteral, rules::IPV6_ADDRESS_2, address)?;
    // 3. Eight pieces, or :: for one or more of them
    run.require(address.parse::<Ipv6Addr>().is_ok(), Reason::HostIpLiteral, rules::IPV6_ADDRESS_3, address)
}

/// Spec: python-urlsplit#checknetloc
fn check_location(location: &str, run: &mut Run<'_>) -> Result {
    if location.is_ascii() {
        return Ok(());
    }
    // 1. Refused if NFKC makes / ? # @ or : of other characters
    let makes_one = python::nfkc_makes(&['/', '?', '#', '@', ':'], location);
    run.require(!makes_one, Reason::HostForbidden, rules::CHECKNETLOC_1, location)
}

/// Spec: python-urlsplit#userinfo
fn user_info<'a>(location: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    // 1. It ends at the last @
    let Some((user_info, _)) = location.rsplit_once('@') else { return };
    run.step(rules::USERINFO_1, user_info, None);
    // 2. The first colon divides user and password
    run.take_user_info(rules::USERINFO_2, user_info, url);
}

/// Spec: python-urlsplit#hostinfo
fn host_and_port<'a>(location: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    // 1. They follow the last @
    let (_, text) = divide_last(location, '@');
    run.step(rules::HOSTINFO_1, text, None);
    let (name, written, colon_and_port) = if let Some((_, after)) = text.split_once('[') {
        // 2. With a [, the host is what follows it, up to ]
        let (name, after_host) = after.split_once(']').unwrap_or((after, ""));
        let written = text.get(text.len() - after.len() - 1..text.len() - after_host.len());
        run.cut(rules::HOSTINFO_2, text, name);
        (name, written.unwrap_or(name), after_host)
    } else {
        let (name, after_host) = before_first(text, [':']);
        (name, name, after_host)
    };
    // 3. The port follows the first colon after it
    let port = colon_and_port.split_once(':').map_or("", |(_, port)| port);
    run.step(rules::HOSTINFO_3, colon_and_port, None);
    url.host = host(name, written, run);
    url.port = self::port(port, run)?;
    Ok(())
}

/// Spec: python-urlsplit#hostname
fn host<'a>(name: &'a str, written: &str, run: &mut Run<'_>) -> Option<Cow<'a, str>> {
    // 1. An empty host is none
    if name.is_empty() {
        run.step(rules::HOSTNAME_1, name, None);
        return None;
    }
    // 2. In lower case, up to the first %
    let (before, zone) = before_first(name, ['%']);
    let unicode = if run.is_since((3, 14)) { 16 } else { 14 };
    let lower: String = to_lower_case_in(before, unicode) + zone;
    run.announce(Component::Host, written);
    run.step(rules::HOSTNAME_2, name, Some(&lower));
    Some(if lower == name { Cow::Borrowed(name) } else { Cow::Owned(lower) })
}

/// Spec: python-urlsplit#port
fn port<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Option<Cow<'a, str>>> {
    // 1. An empty port is no port
    if text.is_empty() {
        run.step(rules::PORT_1, text, None);
        return Ok(None);
    }
    // 2. Other characters than ASCII digits are refused
    run.refuse_if(!is_digits(text), Reason::PortNotNumber, rules::PORT_2, text)?;
    // 3. int() converts no more than 4300 digits
    run.refuse_if(text.len() > python::MOST_DIGITS, Reason::PortOutOfRange, rules::PORT_3, text)?;
    // 4. The number of the digits; above 65535, it is refused
    Ok(Some(Cow::Borrowed(run.port(text, [rules::PORT_4; 2])?)))
}

/// The schemes whose references `urljoin` resolves. Their URLs may have an authority (network location).
pub(crate) const RELATIVE: [&str; 19] = [
    "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp",
    "rtsps", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
];
/// The schemes of [`RELATIVE`] whose paths have parameters after a `;`, in versions before Python 3.14.
const WITH_PARAMETERS: [&str; 11] =
    ["ftp", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "mms", "sftp"];

/// Spec: python-urlsplit#urljoin
pub(crate) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    // 1. Of an empty base and reference, the result is the other
    if base.is_empty() || reference.is_empty() {
        let other = run.make(rules::URLJOIN_1, reference, if base.is_empty() { reference } else { base });
        return Ok(other.into());
    }
    // `urljoin` does not use the port, so an invalid port is not an error.
    if let Some(rejection) =
        [seen.0, seen.1].into_iter().filter_map(Result::err).find(|error| !error.reason.is_port())
    {
        return Err(rejection);
    }
    let is_new = run.is_since((3, 14));
    let cleaned = [base, reference].map(|text| text.trim_start_matches(|c| c <= ' ').replace(BLANKS, ""));
    let [mut of_base, mut url] = cleaned.each_ref().map(|text| split_parts(text, is_new));
    let scheme = url.scheme.take().or_else(|| of_base.scheme.clone());
    // 2. Another scheme, or one without relative references: as it is
    let is_relative = scheme.as_deref().is_none_or(|scheme| RELATIVE.contains(&scheme));
    if scheme != of_base.scheme || !is_relative {
        run.step(rules::URLJOIN_2, reference, None);
        return Ok(reference.into());
    }
    url.scheme = scheme;
    let has_params = !is_new && url.scheme.as_deref().is_none_or(|scheme| WITH_PARAMETERS.contains(&scheme));
    let parameters = [&mut of_base, &mut url].map(|url| take_parameters(&mut url.path, has_params));
    let [base_parameters, parameters] = parameters;
    // 3. A network location leaves nothing of the base but the scheme
    if url.authority.as_ref().is_some_and(|authority| !authority.is_empty()) {
        run.step(rules::URLJOIN_3, reference, None);
        url.path += parameters.as_str();
        return Ok(write(url, is_new, run));
    }
    url.authority = of_base.authority;
    // 4. No path: that of the base, and its query and fragment
    if url.path.is_empty() && parameters.is_empty() {
        run.step(rules::URLJOIN_4, reference, Some(&of_base.path));
        url.path = of_base.path + base_parameters.as_str();
        if url.query.is_none() {
            url.query = of_base.query;
            if is_new && url.fragment.is_none() {
                url.fragment = of_base.fragment;
            }
        }
        return Ok(write(url, is_new, run));
    }
    let mut segments: Vec<&str> = Vec::new();
    let last = url.path.rsplit('/').next().unwrap_or_default();
    if url.path.starts_with('/') {
        segments.extend(url.path.split('/'));
    } else {
        // 5. It replaces the last segment, and empty ones go
        run.step_at(rules::URLJOIN_5, reference, &of_base.path, None);
        segments.extend(of_base.path.split('/'));
        if segments.last().is_some_and(|last| !last.is_empty()) {
            segments.pop();
        }
        segments.extend(url.path.split('/'));
        let (end, mut at) = (segments.len() - 1, 0);
        segments.retain(|segment| {
            at += 1;
            at == 1 || at > end || !segment.is_empty()
        });
    }
    // 6. A segment .. is dropped with the one before it
    // 7. A segment . is dropped
    let sections = [rules::URLJOIN_7, rules::URLJOIN_6];
    let mut kept = run.at(reference).drop_dots(segments.into_iter(), sections, |_| Some(1));
    if matches!(last, "." | "..") {
        kept.push("");
    }
    let joined = kept.join("/");
    url.path = Cow::Owned(if joined.is_empty() { "/".into() } else { joined } + &parameters);
    Ok(write(url, is_new, run))
}

/// Splits `text` into its parts. If `is_new` is false (before Python 3.14), empty parts become missing parts.
fn split_parts(text: &str, is_new: bool) -> Parts<'_> {
    let mut url = Parts::of(text);
    // As here, `urlsplit` ends the authority at `/`, `?` or `#`, and a scheme must precede these.
    url.scheme = url.scheme.map(|scheme| to_ascii_lower_case(&scheme).into_owned().into());
    url.query = url.query.filter(|query| is_new || !query.is_empty());
    url.fragment = url.fragment.filter(|fragment| is_new || !fragment.is_empty());
    url
}

/// Removes and returns the parameters of `path`: the text from the first `;` in its last segment.
fn take_parameters(path: &mut Cow<'_, str>, has_parameters: bool) -> String {
    let slash = path.rfind('/').unwrap_or_default();
    let at = path.get(slash..).and_then(|last| last.find(';')).filter(|_| has_parameters);
    let (kept, taken) = path.split_at(at.map_or(path.len(), |at| slash + at));
    // If the parameters are only a `;`, they are removed and not written again.
    let taken = if taken == ";" { String::new() } else { taken.into() };
    *path = Cow::Owned(kept.into());
    taken
}

/// Spec: python-urlsplit#urlunsplit
fn write(mut url: Parts<'_>, is_new: bool, run: &mut Run<'_>) -> String {
    let is_located = url.authority.as_ref().is_some_and(|authority| is_new || !authority.is_empty());
    let begins_with_two = url.path.starts_with("//");
    // 1. Before Python 3.14, a network location without anything
    if is_located || !is_new && url.scheme.is_some() && !begins_with_two {
        if !is_located {
            run.step_at(rules::URLUNSPLIT_1, "", &url.path, None);
        }
        url.authority = Some(url.authority.unwrap_or_default());
        if !url.path.is_empty() && !url.path.starts_with('/') {
            // 2. A slash is between the location and a path
            run.step_at(rules::URLUNSPLIT_2, "", &url.path, None);
            url.path = format!("/{}", url.path).into();
        }
    } else {
        url.authority = None;
        if is_new && begins_with_two {
            // 3. In Python 3.14, no path becomes a network location
            run.step_at(rules::URLUNSPLIT_3, "", &url.path, None);
            url.path = format!("//{}", url.path).into();
        }
    }
    url.write()
}
