//! `httpx.URL` of httpx 0.28, the properties of a `URL` that httpx sends in requests, and `join`, which calls
//! `urljoin` of Python 3.11 with the two URLs as strings. A scheme may be empty, and a port is any text that
//! Python's `int` converts to a number.
//!
//! Helpers, not in a spec: `write`.

use url_core::{Rejection, Source};

use crate::{Consumer, idna_2008, prelude::*, python, python_urlsplit, sections::python_httpx as rules};

const MOST_CHARACTERS: usize = 65_536;
/// The characters that httpx escapes in a query. The next four sets are for other components.
const QUERY: ByteSet = ByteSet::of(b" \"#<>").and_range(0x80, 0xFF);
const FRAGMENT: ByteSet = ByteSet::of(b" \"<>`").and_range(0x80, 0xFF);
const PATH: ByteSet = QUERY.and(b"?`{}");
const USER_INFO: ByteSet = PATH.and(b"/;=@[\\]^|");
const HOST: ByteSet = ByteSet::of(b" #/<>?@[]^");
const IDNA_ENCODE: [Section; 3] = [rules::IDNA_ENCODE_1, rules::IDNA_ENCODE_2, rules::IDNA_ENCODE_3];
const IDNA: idna_2008::Rules = idna_2008::rules_of!(rules);

/// Spec: python-httpx#urlparse
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. More than 65536 characters are refused
    run.require(input.chars().nth(MOST_CHARACTERS).is_none(), Reason::TooLong, rules::URLPARSE_1, input)?;
    // 2. An ASCII control character is refused
    run.refuse(|c| c.is_ascii_control(), input, Reason::CharacterNotAllowed, rules::URLPARSE_2)?;
    run.step(rules::URLPARSE_2, input, None);
    // 3. A scheme, perhaps empty, is before the first colon
    let (scheme, mut rest) =
        input.strip_prefix(':').map(|rest| ("", rest)).or_else(|| split_scheme(input)).unwrap_or(("", input));
    run.step_at(rules::URLPARSE_3, scheme, input, (!scheme.is_empty()).then_some(scheme));
    if !scheme.is_empty() {
        run.announce(Component::Scheme, scheme);
        url.scheme = Some(to_ascii_lower_case(scheme));
    }
    // 4. Two slashes begin the authority, which ends before / ? or #
    if let Some(after) = rest.strip_prefix("//") {
        let (authority, after) = before_first(after, ['/', '?', '#']);
        run.cut(rules::URLPARSE_4, rest, authority);
        rest = after;
        split_authority(authority, scheme, &mut url, run)?;
    }
    // 5. The fragment follows the first #
    let (before, fragment) = divide(rest, '#');
    // 6. The query follows the first ?
    let (path, query) = divide(before, '?');
    url.path = Some(self::path(path, &url, run)?);
    let query = run.find(rules::URLPARSE_6, Component::Query, query);
    url.query = query.map(|query| quote(Cow::Borrowed(query), query, &QUERY, run));
    let fragment = run.find(rules::URLPARSE_5, Component::Fragment, fragment);
    url.fragment = fragment.map(|fragment| decoded_fragment(fragment, run));
    Ok(url)
}

/// Spec: python-httpx#urlparse
fn split_authority<'a>(authority: &'a str, scheme: &str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    // 7. The user-info ends at the last @
    let (user_info, rest) = divide_last(authority, '@');
    if let Some(user_info) = user_info {
        run.cut(rules::URLPARSE_7, authority, user_info);
        let (user, password) = divide(user_info, ':');
        if !user_info.is_empty() {
            run.announce(Component::User, user);
            url.user = Some(quote(Cow::Borrowed(user), user, &USER_INFO, run));
        }
        if let Some(password) = password {
            run.announce(Component::Password, password);
            url.password = Some(quote(Cow::Borrowed(password), password, &USER_INFO, run));
        }
    }
    // 8. The host ends at the last ] after a [, or before a colon
    let end = rest.rfind(']').filter(|_| rest.starts_with('['));
    let (host, port) = end.map_or_else(|| before_first(rest, [':']), |end| cut(rest, end + 1));
    run.cut(rules::URLPARSE_8, rest, host);
    if !host.is_empty() {
        run.announce(Component::Host, host);
        url.host = Some(encode_host(host, run)?);
    }
    // 9. The port is the rest, without a colon in front
    let port = port.strip_prefix(':').unwrap_or(port);
    run.cut(rules::URLPARSE_9, rest, port);
    url.port = normalize_port(port, scheme, run)?;
    Ok(())
}

/// Spec: python-httpx#encode-host, python-httpx#raw-host
fn encode_host<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. Four numbers between dots must be an IPv4 address
    let is_number = |part: &&str| !part.is_empty() && is_digits(part);
    if host.matches('.').count() == 3 && host.split('.').filter(is_number).count() == 4 {
        let is_address = host.parse::<Ipv4Addr>().is_ok();
        run.check(is_address, Reason::HostNotIpv4String, rules::ENCODE_HOST_1, host)?;
        return Ok(Cow::Borrowed(host));
    }
    // 2. The text in brackets must be an IPv6 address
    if let Some(address) = in_brackets(host) {
        run.step(rules::ENCODE_HOST_2, host, Some(address));
        let is_address = python::ipv6_address(address).is_some();
        run.refuse_if(!is_address, Reason::HostIpLiteral, rules::ENCODE_HOST_2, address)?;
        // raw-host, 1. A zone that is not ASCII is refused
        run.step(rules::RAW_HOST_1, address, None);
        run.refuse(|c| !c.is_ascii(), address, Reason::HostIpLiteral, rules::RAW_HOST_1)?;
        return Ok(Cow::Borrowed(address));
    }
    // 3. ASCII in lower case, and escaped
    if host.is_ascii() {
        let lower = run.change(rules::ENCODE_HOST_3, host, to_ascii_lower_case(host));
        return Ok(quote(lower, host, &HOST, run));
    }
    // 4. Other characters in lower case, and by the rules of IDNA2008
    let encoded = run.convert_labels(host, &DOTS, |host, run| {
        let lower = run.make(rules::ENCODE_HOST_4, host, to_lower_case_in(host, 14));
        idna_2008::encode_name(&lower, host, IDNA_ENCODE, &IDNA, run)
    });
    encoded.map(Cow::Owned)
}

/// Spec: python-httpx#normalize-port
fn normalize_port<'a>(text: &'a str, scheme: &str, run: &mut Run<'_>) -> Result<Option<Cow<'a, str>>> {
    // 1. An empty port is no port
    // 2. The result of int(), even if negative or large
    let port = python::port(text, [rules::NORMALIZE_PORT_1, rules::NORMALIZE_PORT_2], run)?;
    // 3. The default port of a scheme in lower case is dropped
    if port.as_deref() == Some(python::default_port(scheme)) {
        run.omit(rules::NORMALIZE_PORT_3, Component::Port, text);
        return Ok(None);
    }
    Ok(port)
}

/// Spec: python-httpx#validate-path, python-httpx#raw-path
fn path<'a>(text: &'a str, url: &Parsed<'_>, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    run.announce(Component::Path, text);
    let is_relative = url.scheme.is_none() && url.host.is_none() && url.port.is_none() && url.user.is_none();
    let path = if is_relative {
        // 1. Without scheme and authority, two slashes are refused
        run.refuse_if(text.starts_with("//"), Reason::PathLikeAuthority, rules::VALIDATE_PATH_1, text)?;
        // 2. Without both, a colon in front is refused
        run.require(!text.starts_with(':'), Reason::ColonInFirstSegment, rules::VALIDATE_PATH_2, text)?;
        Cow::Borrowed(text)
    } else {
        remove_dot_segments(text, run)
    };
    let path = quote(path, text, &PATH, run);
    // raw-path, 1. An empty path is /
    Ok(if path.is_empty() { Cow::Borrowed(run.make(rules::RAW_PATH_1, text, "/")) } else { path })
}

/// Spec: python-httpx#normalize-path
fn remove_dot_segments<'a>(path: &'a str, run: &mut Run<'_>) -> Cow<'a, str> {
    // 1. A segment . is dropped
    // 2. A segment .. is dropped with the one before it
    let sections = [rules::NORMALIZE_PATH_1, rules::NORMALIZE_PATH_2];
    let joined = run.drop_dots(path.split('/'), sections, |kept| Some(usize::from(kept != [""]))).join("/");
    if joined == path { Cow::Borrowed(path) } else { Cow::Owned(joined) }
}

/// Spec: python-httpx#quote
fn quote<'a>(text: Cow<'a, str>, part: &str, set: &ByteSet, run: &mut Run<'_>) -> Cow<'a, str> {
    // 1. What may not stand there is escaped, in UTF-8; a % may
    let quoted = run.change_at(rules::QUOTE_1, part, &text, percent_encode(&text, set));
    if quoted == text { text } else { Cow::Owned(quoted.into_owned()) }
}

/// Spec: python-httpx#fragment
fn decoded_fragment<'a>(text: &'a str, run: &mut Run<'_>) -> Cow<'a, str> {
    let quoted = quote(Cow::Borrowed(text), text, &FRAGMENT, run);
    // 1. Decoded, with U+FFFD for what is not UTF-8
    let decoded = percent_decode_str(&quoted).decode_utf8_lossy();
    run.change_at(rules::FRAGMENT_1, text, &quoted, &decoded);
    if decoded == text { Cow::Borrowed(text) } else { Cow::Owned(decoded.into_owned()) }
}

/// Spec: python-httpx#join
pub(crate) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    // 1. urljoin joins the two as they are written
    let texts = [write(base, &seen.0?), write(reference, &seen.1?)];
    let texts = texts.each_ref().map(String::as_str);
    run.step_at(rules::JOIN_1, reference, texts[1], None);
    let [of_base, of_reference] = texts.map(|text| Consumer::PythonUrlsplit311.parse(text, &mut NoTrace));
    // The texts were written anew, so the spans of errors in them are not those of the strings.
    let of_base = of_base.map_err(|rejection| {
        let (source, span) = (Source::Base, Span::whole(base));
        Rejection { source, span, ..rejection }
    });
    let of_reference =
        of_reference.map_err(|rejection| Rejection { span: Span::whole(reference), ..rejection });
    let joined = python_urlsplit::join(texts, (of_base, of_reference), &mut run.at(reference))?;
    // 2. The result is parsed again
    run.step_at(rules::JOIN_2, reference, texts[1], Some(&joined));
    let url = parse(&joined, &mut run.at(reference))?;
    Ok(write(&joined, &url))
}

/// Returns the string to which httpx converts `url`, the parsed form of `text`.
fn write(text: &str, url: &Parsed<'_>) -> String {
    let given = Parts::of(text.strip_prefix(':').unwrap_or(text));
    let host =
        url.host.as_deref().map(|host| if host.contains(':') { format!("[{host}]") } else { host.into() });
    let path = url.path.as_deref().unwrap_or_default();
    // httpx writes an empty path as it is, but sends a slash, which is the path of `url`.
    let run = &mut Run::new(&given.path, (0, 28), None);
    let is_empty = path == "/" && remove_dot_segments(&given.path, run).is_empty();
    let fragment = text.split_once('#').map(|(_, fragment)| percent_encode(fragment, &FRAGMENT));
    let path = Cow::Borrowed(if is_empty { "" } else { path });
    let authority = authority_of(url, host.as_deref(), url.port.as_deref()).map(Cow::Owned);
    let [scheme, query] = [&url.scheme, &url.query].map(|part| part.as_deref().map(Cow::Borrowed));
    Parts { scheme, authority, path, query, fragment }.write()
}
