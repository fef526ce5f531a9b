//! `URI.parse` and `URI.join` of Ruby 3.1 and 4.0. These methods accept nearly all strings that RFC 3986
//! allows, and refuse all others.
//!
//! Helpers, not in a spec: `is_address`.

use crate::{prelude::*, sections::ruby_uri as rules};

const NAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const USER_INFO: ByteSet = NAME.and(b":");
const SEGMENTS: ByteSet = PCHAR.and(b"/");
const FRAGMENT: ByteSet = SEGMENTS.and(b"?");
/// The characters that stay unescaped in a query.
const QUERY: ByteSet = UNRESERVED.and(b"!$%&()*+,/:;=?@[\\]^{|}");

/// Spec: ruby-uri#split
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. Anything but ASCII is refused
    run.refuse(|c| !c.is_ascii(), input, Reason::CharacterNotAllowed, rules::SPLIT_1)?;
    // 2. A scheme is before the first colon
    let mut rest = run.take_scheme(rules::SPLIT_2, split_scheme(input), &mut url).unwrap_or(input);
    // 3. The fragment follows the first #: of pchar, / and ?
    run.take_after('#', rules::SPLIT_3, Component::Fragment, &mut rest, &mut url);
    run.refuse_unmatched(&FRAGMENT, |_| false, url.fragment.as_deref().unwrap_or_default(), rules::SPLIT_3)?;
    // 4. The query follows the first ?: anything
    let (mut path, mut query) = divide(rest, '?');
    run.find(rules::SPLIT_4, Component::Query, query);
    // 5. The authority follows two slashes, up to the next one
    if let Some(after) = path.strip_prefix("//") {
        let (authority, after_authority) = before_first(after, ['/']);
        run.cut(rules::SPLIT_5, after, authority);
        let divided = split_authority(authority, &mut url, run);
        let may_be_path = url.scheme.is_none() && run.is_since((3, 3));
        if divided.is_err() && may_be_path && SEGMENTS.find_unmatched(path, |_| false).is_none() {
            // 9. Since Ruby 3.3, no authority, no scheme: all of it is a path
            run.omit(rules::SPLIT_9, Component::User, authority);
            run.omit(rules::SPLIT_9, Component::Host, authority);
            (url.user, url.password, url.host, url.port) = (None, None, None, None);
        } else {
            divided?;
            path = after_authority;
        }
    }
    // 6. The path: of pchar and /
    let is_opaque = url.scheme.is_some() && url.host.is_none() && !path.starts_with('/') && !path.is_empty();
    run.found(if is_opaque { rules::SPLIT_8 } else { rules::SPLIT_6 }, Component::Path, path);
    run.refuse_unmatched(&SEGMENTS, |_| false, path, rules::SPLIT_6)?;
    url.path = Some(Cow::Borrowed(path));
    if url.host.is_none() && !path.starts_with('/') && !path.is_empty() {
        if url.scheme.is_none() {
            // 7. Without a scheme, no colon before the first slash
            let (segment, _) = before_first(path, ['/']);
            run.check(!segment.contains(':'), Reason::ColonInFirstSegment, rules::SPLIT_7, path)?;
        } else {
            // 8. With a scheme and no slash: opaque, with the query
            run.step(rules::SPLIT_8, rest, None);
            url.hierarchical = false;
            url.path = Some(Cow::Borrowed(rest));
            query = None;
        }
    }
    url.query = query.map(|query| set_query(query, run)).transpose()?;
    of_class(input, &mut url, run)?;
    Ok(url)
}

/// Spec: ruby-uri#authority
fn split_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let mut rest = authority;
    // 1. A user-info ends at @: unreserved, sub-delims and colons
    if let Some((user_info, after)) = authority.split_once('@') {
        run.step(rules::AUTHORITY_1, user_info, None);
        run.refuse_unmatched(&USER_INFO, |_| false, user_info, rules::AUTHORITY_1)?;
        rest = after;
        run.take_user_info(rules::AUTHORITY_1, user_info, url);
    }
    let is_halved = url.scheme.is_none() && !run.is_since((3, 2));
    let host = if let Some((host, literal)) = in_brackets(rest, is_halved) {
        // 2. In brackets, an address
        // 2.1. Before Ruby 3.2, without a scheme: IPv6 without the ]
        // 2.2. Before Ruby 3.2, without a scheme: after v, without the [
        let section = match (is_halved, host.starts_with('[')) {
            (false, _) => rules::AUTHORITY_2,
            (true, true) => rules::AUTHORITY_2_1,
            (true, false) => rules::AUTHORITY_2_2,
        };
        run.step(section, literal, None);
        ip_literal(literal, run)?;
        host
    } else {
        // 3. Otherwise a name: unreserved and sub-delims
        let host = rest.split(':').next().unwrap_or_default();
        run.refuse_unmatched(&NAME, |_| false, host, rules::AUTHORITY_3)?;
        host
    };
    run.take(rules::AUTHORITY_3, Component::Host, host, url);
    // 4. Then nothing, or a colon and digits
    let after = in_bounds(rest.get(host.len()..));
    if run.ask(rules::AUTHORITY_4, after, !after.is_empty()) {
        let digits = after.strip_prefix(':').filter(|port| is_digits(port));
        let digits = run.need(digits, Reason::PortNotNumber, rules::AUTHORITY_4, after)?;
        run.found(rules::AUTHORITY_4, Component::Port, digits);
        // 5. The number of the digits, however large
        if !digits.is_empty() {
            url.port = Some(Cow::Borrowed(run.make(rules::AUTHORITY_5, digits, number(digits))));
        }
    }
    Ok(())
}

/// Returns the host in brackets at the start of `rest`, and the text between the brackets. If `is_halved` is
/// true, looks for a host that lacks one of the two brackets instead.
///
/// Spec: ruby-uri#authority-2
fn in_brackets(rest: &str, is_halved: bool) -> Option<(&str, &str)> {
    let opened = rest.strip_prefix('[');
    let (literal, brackets) = match opened.filter(|after| !is_halved || !after.starts_with('v')) {
        Some(after) if is_halved => {
            (after.rsplit_once(':').filter(|_| !is_address(after)).map_or(after, |(address, _)| address), 1)
        }
        Some(after) => (after.split_once(']')?.0, 2),
        None => (rest.split_once(']').filter(|_| is_halved && rest.starts_with('v'))?.0, 1),
    };
    Some((rest.get(..literal.len() + brackets)?, literal))
}

/// Returns true if Ruby's regular expression for IPv6 addresses matches `text`. The expression matches every
/// address, except an address that consists of `::` and exactly six pieces.
fn is_address(text: &str) -> bool {
    let count = |pieces: &str| pieces.split(':').count() + usize::from(pieces.contains('.'));
    text.parse::<Ipv6Addr>().is_ok() && text.strip_prefix("::").map(count) != Some(6)
}

/// Spec: ruby-uri#ip-literal
fn ip_literal(literal: &str, run: &mut Run<'_>) -> Result {
    // 1. After a small v: hexadecimal digits, a dot and more
    if let Some(future) = literal.strip_prefix('v') {
        let is_valid = is_ip_future(future, &USER_INFO);
        return run.check(is_valid, Reason::HostIpLiteral, rules::IP_LITERAL_1, literal);
    }
    // 2. Otherwise an IPv6 address
    let is_ipv6 = literal.parse::<Ipv6Addr>().is_ok();
    run.require(is_ipv6, Reason::HostIpLiteral, rules::IP_LITERAL_2, literal)?;
    // 3. :: in front of exactly six pieces is refused
    run.refuse_if(!is_address(literal), Reason::HostIpLiteral, rules::IP_LITERAL_3, literal)
}

/// Spec: ruby-uri#query
fn set_query<'a>(query: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. Tabs and line breaks are removed
    let kept = run.change_or_ask(rules::QUERY_1, query, query, query.replace(BLANKS, ""));
    // 2. % before two characters that are not hexadecimal: refused
    let is_bad = |window: &[u8]| match window {
        [b'%', rest @ ..] => !rest.iter().any(u8::is_ascii_hexdigit),
        _ => false,
    };
    let is_refused = run.at(query).ask(rules::QUERY_2, &kept, kept.as_bytes().windows(3).any(is_bad));
    run.refuse_if(is_refused, Reason::PercentNotEscape, rules::QUERY_2, query)?;
    // 3. Other characters than those of RFC 3986, mostly, are escaped
    let escaped = percent_encode(&kept, &QUERY.complement());
    let escaped = run.change_or_ask(rules::QUERY_3, query, &kept, escaped);
    Ok(if escaped == query { Cow::Borrowed(query) } else { Cow::Owned(escaped.into_owned()) })
}

/// Spec: ruby-uri#schemes
fn of_class(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    let scheme = url.scheme.clone().unwrap_or_default();
    match &*scheme {
        "ftp" => {
            // 2. ftp: an opaque part is refused
            run.refuse_if(!url.hierarchical, Reason::SlashesMissing, rules::SCHEMES_2, input)?;
            // 3. ftp: the path without its slash, %2F in front as one, up to ;type=
            let given = url.path.take().unwrap_or_default();
            let path = given.strip_prefix('/').unwrap_or(&given).split(";type=").next().unwrap_or_default();
            let path = path.strip_prefix("%2F").map_or_else(|| path.into(), |path| format!("/{path}"));
            url.path = Some(Cow::Owned(run.make(rules::SCHEMES_3, &given, path)));
        }
        "ldap" | "ldaps" => {
            // 4. ldap: an opaque part and a fragment are refused
            run.check(url.hierarchical, Reason::SlashesMissing, rules::SCHEMES_4, input)?;
            let fragment = input.find('#').map_or("", |at| &input[at..]);
            run.refuse_if(url.fragment.is_some(), Reason::CharacterNotAllowed, rules::SCHEMES_4, fragment)?;
        }
        "mailto" => mailto(input, url, run)?,
        "file" => {
            // 7. file: no user-info, no port, and localhost is no host
            run.step(rules::SCHEMES_7, input, None);
            (url.user, url.password, url.port) = (None, None, None);
            url.host = url.host.take().filter(|host| host != "localhost");
        }
        _ => {}
    }
    // 1. Without a port, the default of the scheme
    if let Some(default_port) = default_port(&scheme, run).filter(|_| url.port.is_none()) {
        let section = if &*scheme == "wss" { rules::SCHEMES_1_1 } else { rules::SCHEMES_1 };
        url.port = Some(Cow::Borrowed(run.make_at(section, input, "", default_port)));
    }
    Ok(())
}

/// Spec: ruby-uri#schemes-1
fn default_port(scheme: &str, run: &Run<'_>) -> Option<&'static str> {
    Some(match scheme {
        "http" | "ws" => "80",
        "https" => "443",
        // 1.1. Since Ruby 3.2, also the default port of wss
        "wss" if run.is_since((3, 2)) => "443",
        "ftp" => "21",
        "ldap" => "389",
        "ldaps" => "636",
        _ => return None,
    })
}

/// Spec: ruby-uri#schemes
fn mailto(input: &str, url: &Parsed<'_>, run: &mut Run<'_>) -> Result {
    // 5. mailto: an opaque part or a query is needed
    run.step(rules::SCHEMES_5, input, None);
    let to = match (url.hierarchical, &url.query) {
        (false, _) => url.path.as_deref().unwrap_or_default().split('?').next().unwrap_or_default(),
        (true, Some(_)) => "",
        (true, None) => return Err(run.reject(Reason::SlashesMissing, rules::SCHEMES_5, input)),
    };
    // 6. mailto: addresses with one @ each, between , and ;
    let addresses = to.strip_suffix([',', ';']).unwrap_or(to);
    let is_address = |address: &str| {
        address
            .split_once('@')
            .is_some_and(|(name, domain)| !name.is_empty() && !domain.is_empty() && !domain.contains('@'))
    };
    let is_met = to.is_empty() || addresses.split([',', ';']).all(is_address);
    run.check(is_met, Reason::CharacterNotAllowed, rules::SCHEMES_6, to)
}

/// Spec: ruby-uri#merge
pub(crate) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let (mut url, other) = (seen.0?, seen.1?);
    let is_new = run.is_since((4, 0));
    let is_ftp = url.scheme.as_deref() == Some("ftp");
    // 1. A reference with a scheme: as it is
    if other.scheme.is_some() {
        run.step(rules::MERGE_1, reference, None);
        run.refuse_if(is_ftp, Reason::SlashesMissing, rules::MERGE_2, reference)?;
        return Ok(write(reference, other, run));
    }
    // 3. A base without a scheme is refused
    run.refuse_if(url.scheme.is_none(), Reason::MissingScheme, rules::MERGE_3, reference)?;
    let host = other.host.filter(|host| !host.is_empty());
    let user = other.user.filter(|user| !user.is_empty() || other.password.is_some());
    let has_authority = host.is_some() || user.is_some() || other.port.is_some();
    let path = other.path.unwrap_or_default();
    // 4. Nothing but a fragment replaces that of the base
    if path.is_empty() && !has_authority && other.query.is_none() {
        run.step(rules::MERGE_4, reference, None);
        url.fragment = other.fragment.or(url.fragment);
        return Ok(write(base, url, run));
    }
    let before = url.path.clone();
    if has_authority && url.hierarchical {
        // 5. An authority replaces that of the base
        run.step(rules::MERGE_5, reference, host.as_deref());
        if is_new {
            let default = default_port(url.scheme.as_deref().unwrap_or_default(), run);
            (url.user, url.password, url.host) = (user, other.password, host);
            url.port = other.port.or(default.map(Cow::Borrowed));
        } else {
            // 5.1. In Ruby 3.1, only its parts that are there
            run.step(rules::MERGE_5_1, reference, host.as_deref());
            if url.scheme.as_deref() != Some("file") {
                (url.user, url.password) = (user.or(url.user), other.password.or(url.password));
                url.port = other.port.or(url.port);
            }
            url.host = host.or(url.host);
        }
        url.path = Some(path);
    } else if url.hierarchical {
        let made = merge_path(url.path.as_deref().unwrap_or_default(), &path, run);
        url.path = Some(Cow::Owned(run.make(rules::MERGE_PATH_1, reference, made)));
    }
    // 2. With a base of ftp, what changes it is refused
    let is_root = |path: &Option<Cow<'_, str>>| matches!(path.as_deref(), None | Some("" | "/"));
    let is_same = url.path == before || is_root(&url.path) && is_root(&before);
    let is_changed = has_authority || !is_same;
    run.refuse_if(is_ftp && is_changed, Reason::SlashesMissing, rules::MERGE_2, reference)?;
    // 6. A query with an opaque base is refused
    let is_refused = other.query.is_some() && !url.hierarchical;
    run.refuse_if(is_refused, Reason::SlashesMissing, rules::MERGE_6, reference)?;
    (url.query, url.fragment) = (other.query, other.fragment);
    Ok(write(base, url, run))
}

/// Spec: ruby-uri#merge-path
fn merge_path(base: &str, path: &str, run: &mut Run<'_>) -> String {
    let mut of_base: Vec<&str> = Vec::new();
    // 1. Each segment .. of the base takes the one before it along
    let segments = base.split('/').take(if base.is_empty() { 0 } else { usize::MAX });
    for segment in segments.chain((base.rsplit('/').next() == Some("..")).then_some("")) {
        if segment != ".." {
            of_base.push(segment);
        } else if of_base.pop().is_none() {
            break;
        }
    }
    let mut rest = path;
    // 2. A path that begins with a slash leaves nothing of the base
    if let Some(after) = path.strip_prefix('/') {
        run.step(rules::MERGE_PATH_2, path, None);
        of_base.clear();
        rest = after;
    }
    // 3. A segment . is dropped
    // 4. A segment .. is dropped with the one before it, if any
    let segments = rest.split('/').take(if path.is_empty() { 0 } else { usize::MAX });
    let mut kept = run.drop_dots(segments, [rules::MERGE_PATH_3, rules::MERGE_PATH_4], one_but_dots);
    if matches!(rest.rsplit('/').next(), Some("." | "..")) {
        kept.push("");
    }
    let mut ends_open = !kept.is_empty();
    if of_base.is_empty() {
        of_base = vec![""];
    } else if ends_open {
        of_base.pop();
    }
    let up = kept.iter().take_while(|segment| **segment == "..").count();
    // 5. Those in front take segments of the base along
    for segment in kept.drain(..up) {
        run.step(rules::MERGE_PATH_5, segment, Some(""));
        if of_base.len() > 1 {
            of_base.pop();
        }
    }
    ends_open = ends_open && kept.is_empty();
    of_base.append(&mut kept);
    if ends_open {
        of_base.push("");
    }
    of_base.join("/")
}

/// Spec: ruby-uri#to-s
fn write(text: &str, mut url: Parsed<'_>, run: &mut Run<'_>) -> String {
    let is_new = run.is_since((4, 0));
    let has_password = url.password.is_some();
    url.user = url.user.filter(|user| has_password || !user.is_empty());
    let scheme = url.scheme.as_deref().unwrap_or_default();
    // 1. The port of the scheme is not written
    let default = default_port(scheme, run);
    let port = url.port.as_deref().filter(|port| Some(*port) != default);
    let host = url.host.as_deref().filter(|host| is_new || !host.is_empty());
    run.step_at(rules::TO_S_1, "", url.port.as_deref().unwrap_or_default(), port);
    let has_slashes = host.is_some() || url.hierarchical && matches!(scheme, "file" | "postgres");
    let mut authority = authority_of(&url, host, port);
    let mut path = Cow::Borrowed(url.path.as_deref().unwrap_or_default());
    if scheme == "ftp" {
        // 4. ftp: a slash in front, %2F for another one; then the type
        let given = Parts::of(text).path;
        let kind = given.split_once(";type=").map(|(_, kind)| format!(";type={kind}")).unwrap_or_default();
        let second = path.strip_prefix('/').map(|rest| format!("%2F{rest}"));
        path = format!("/{}{kind}", second.as_deref().unwrap_or(&path)).into();
        run.step_at(rules::TO_S_4, "", &given, Some(&path));
    } else if is_new && url.host.is_some() && !path.is_empty() && !path.starts_with('/') {
        // 2. Not in Ruby 3.1: a slash is between host and path
        run.step_at(rules::TO_S_2, "", &path, None);
        path = format!("/{path}").into();
    }
    if has_slashes {
        authority = Some(authority.unwrap_or_default());
    } else {
        // 3. Without a host, no slashes are in front
        path = format!("{}{path}", authority.take().unwrap_or_default()).into();
        run.step_at(rules::TO_S_3, "", &path, None);
    }
    let Parsed { scheme, query, fragment, .. } = url;
    Parts { scheme, authority: authority.map(Cow::Owned), path, query, fragment }.write()
}
