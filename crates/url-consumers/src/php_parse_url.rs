//! `parse_url` of PHP 8.2 to 8.5. If digits follow the first colon, the text before the colon may be a host
//! instead of a scheme. Ports are parsed as C's `strtol` parses numbers.
//!
//! Helpers, not in a spec: `authority_or_path`, `port_digits`.

use crate::{prelude::*, sections::php_parse_url as rules};

/// The text after the scheme, classified by the component at its start.
enum Next<'a> {
    Nothing,
    Authority(&'a str),
    Path(&'a str),
}

/// Spec: php-parse-url#parse-ex2
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    let next = match input.split_once(':') {
        // 1. The first colon, unless it is first of all
        Some((before, _)) if !before.is_empty() => {
            run.cut(rules::PARSE_EX2_1, input, before);
            scheme(input, &mut url, run)?
        }
        // 2. After a colon without a scheme, a port
        Some(_) => port_before_host(input, &mut url, run)?,
        // 3. Without a colon, two slashes begin an authority
        // 4. Without a colon and slashes, the string is a path
        None => authority_or_path(input, [rules::PARSE_EX2_3, rules::PARSE_EX2_4], run),
    };
    match next {
        Next::Nothing => {}
        Next::Path(path) => path_and_rest(path, &mut url, run),
        Next::Authority(text) => {
            // 5. The authority ends before the first / ? or #
            let (authority, rest) = before_first(text, ['/', '?', '#']);
            run.cut(rules::PARSE_EX2_5, text, authority);
            split_authority(authority, &mut url, run)?;
            if !rest.is_empty() {
                path_and_rest(rest, &mut url, run);
            }
        }
    }
    Ok(url)
}

/// Spec: php-parse-url#parse-ex2
fn scheme<'a>(input: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<Next<'a>> {
    let (before, after) = input.split_once(':').unwrap_or((input, ""));
    // 1.1. No scheme before it: a host and a port, or a path
    if !before.chars().all(is_of_scheme) {
        run.step(rules::PARSE_EX2_1_1, before, None);
        // 1.1.1. More follows, and no ? or # is before: perhaps a port
        if !after.is_empty() && !before.contains(['?', '#']) {
            run.step(rules::PARSE_EX2_1_1_1, after, None);
            return port_before_host(input, url, run);
        }
        // 1.1.2. Otherwise two slashes begin an authority
        // 1.1.3. Otherwise the string is a path
        return Ok(authority_or_path(input, [rules::PARSE_EX2_1_1_2, rules::PARSE_EX2_1_1_3], run));
    }
    // 1.3. One to five digits up to the end or a slash: a port
    if let Some(digits) = port_digits(after) {
        run.cut(rules::PARSE_EX2_1_3, after, digits);
        return port_before_host(input, url, run);
    }
    let mut take = |section: Section| run.take(section, Component::Scheme, before, url);
    // 1.2. Nothing after it: the scheme is all
    if after.is_empty() {
        take(rules::PARSE_EX2_1_2);
        return Ok(Next::Nothing);
    }
    let Some(after_slashes) = after.strip_prefix("//") else {
        // 1.4. No slash after it: the scheme, and a path
        // 1.5. One slash after it: the scheme, and a path
        take(if after.starts_with('/') { rules::PARSE_EX2_1_5 } else { rules::PARSE_EX2_1_4 });
        return Ok(Next::Path(after));
    };
    // 1.6. Two slashes after it: the scheme, and an authority
    take(rules::PARSE_EX2_1_6);
    if before.eq_ignore_ascii_case("file")
        && let Some(after_slashes_3) = after_slashes.strip_prefix('/')
    {
        // 1.6.1. A third slash after file: is that of a path
        run.step(rules::PARSE_EX2_1_6_1, after_slashes, None);
        // 1.6.2. A drive letter begins the path
        if after_slashes_3.as_bytes().get(1) == Some(&b':') {
            return Ok(Next::Path(run.make(rules::PARSE_EX2_1_6_2, after_slashes, after_slashes_3)));
        }
        return Ok(Next::Path(after_slashes));
    }
    Ok(Next::Authority(after_slashes))
}

/// Parses the text after the first colon of `input` as a port. Returns the text to parse after that.
///
/// Spec: php-parse-url#parse-ex2-2
fn port_before_host<'a>(input: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<Next<'a>> {
    let (_, after) = input.split_once(':').unwrap_or((input, ""));
    run.step(rules::PARSE_EX2_2, after, None);
    // 2.1. One to five digits up to the end or a slash
    if let Some(digits) = port_digits(after) {
        // 2.2. A number above 65535 is refused
        url.port = Some(Cow::Owned(run.port(digits, [rules::PARSE_EX2_2_1, rules::PARSE_EX2_2_2])?.into()));
        return Ok(Next::Authority(input.strip_prefix("//").unwrap_or(input)));
    }
    // 2.3. A colon and nothing else is refused
    run.refuse_if(after.is_empty(), Reason::HostEmpty, rules::PARSE_EX2_2_3, input)?;
    // 2.4. Without a port, two slashes begin an authority
    // 2.5. Without them, the string is a path
    Ok(authority_or_path(input, [rules::PARSE_EX2_2_4, rules::PARSE_EX2_2_5], run))
}

/// Returns the authority after two slashes at the start of `input`. If there are no slashes, returns the
/// path.
fn authority_or_path<'a>(input: &'a str, sections: [Section; 2], run: &mut Run<'_>) -> Next<'a> {
    let [for_authority, for_path] = sections;
    if let Some(authority) = input.strip_prefix("//") {
        run.cut(for_authority, input, authority);
        return Next::Authority(authority);
    }
    run.step(for_path, input, None);
    Next::Path(input)
}

/// Spec: php-parse-url#parse-ex2
fn split_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    // 6. User and password end at the last @
    let (user_info, host_and_port) = divide_last(authority, '@');
    if let Some(user_info) = user_info {
        run.cut(rules::PARSE_EX2_6, authority, user_info);
        // 6.1. The first colon divides them
        // 6.2. Without a colon, there is only a user
        let (user, password) = divide(user_info, ':');
        let section = if password.is_some() { rules::PARSE_EX2_6_1 } else { rules::PARSE_EX2_6_2 };
        url.user = Some(component(Component::User, section, user, run));
        url.password = password.map(|password| component(Component::Password, section, password, run));
    }
    let mut host = host_and_port;
    if host_and_port.starts_with('[') && host_and_port.ends_with(']') {
        // 7. A host in brackets has no port
        run.step(rules::PARSE_EX2_7, host_and_port, None);
    } else if let Some((before, port)) = host_and_port.rsplit_once(':') {
        // 8. The last colon divides host and port
        run.cut(rules::PARSE_EX2_8, host_and_port, before);
        host = before;
        // 8.1. A port found before counts: this one is dropped
        if url.port.as_deref().is_some_and(|port| port != "0") {
            run.step(rules::PARSE_EX2_8_1, port, None);
        } else if !port.is_empty() {
            url.port = Some(Cow::Owned(read_port(port, run)?.to_string()));
        }
    }
    // 9. An empty host is refused
    run.refuse_if(host.is_empty(), Reason::HostEmpty, rules::PARSE_EX2_9, host)?;
    // 10. The host
    url.host = Some(component(Component::Host, rules::PARSE_EX2_10, host, run));
    Ok(())
}

/// Spec: php-parse-url#parse-ex2-8
fn read_port(text: &str, run: &mut Run<'_>) -> Result<u16> {
    // 8.2. More than five bytes are refused
    run.refuse_if(text.len() > 5, Reason::PortOutOfRange, rules::PARSE_EX2_8_2, text)?;
    // 8.3. The number that the bytes begin with, as strtol reads it
    let after_space = text.trim_start_matches([' ', '\t', '\n', '\u{B}', '\u{C}', '\r']);
    let (is_negative, unsigned) = split_sign(after_space);
    let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    run.announce(Component::Port, text);
    run.step(rules::PARSE_EX2_8_3, text, unsigned.get(..digits).map(number));
    // 8.4. No number, a negative one or one above 65535: refused
    let reason = if digits == 0 { Reason::PortNotNumber } else { Reason::PortOutOfRange };
    let port = unsigned.get(..digits).and_then(|digits| digits.parse().ok());
    port.filter(|&n| n == 0 || !is_negative).ok_or_else(|| run.reject(reason, rules::PARSE_EX2_8_4, text))
}

/// Spec: php-parse-url#parse-ex2
fn path_and_rest<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    // 11. The fragment begins at the first #
    let (before, fragment) = divide(text, '#');
    url.fragment = fragment.map(|part| component(Component::Fragment, rules::PARSE_EX2_11, part, run));
    // 12. The query begins at the first ?
    let (path, query) = divide(before, '?');
    url.query = query.map(|part| component(Component::Query, rules::PARSE_EX2_12, part, run));
    // 13. The path, unless it is empty before a query or fragment
    if path.is_empty() && !text.is_empty() {
        run.omit(rules::PARSE_EX2_13, Component::Path, path);
    } else {
        url.path = Some(component(Component::Path, rules::PARSE_EX2_13, path, run));
    }
}

/// Spec: php-parse-url#replace-controlchars
fn component<'a>(component: Component, section: Section, part: &'a str, run: &mut Run<'_>) -> Cow<'a, str> {
    run.found(section, component, part);
    // 1. Each control character of ASCII becomes _
    if !part.bytes().any(|byte| byte.is_ascii_control()) {
        return Cow::Borrowed(part);
    }
    let replaced = part.replace(|c: char| c.is_ascii_control(), "_");
    Cow::Owned(run.make(rules::REPLACE_CONTROLCHARS_1, part, replaced))
}

/// Returns the one to five digits at the start of `text` if the text ends after them or a slash follows.
fn port_digits(text: &str) -> Option<&str> {
    let (digits, _) = before_first(text, ['/']);
    Some(digits).filter(|digits| (1..6).contains(&digits.len()) && is_digits(digits))
}
