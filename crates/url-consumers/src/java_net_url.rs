//! `java.net.URL` of Java 17 and 25. This class refuses all except eight schemes, and decodes no escapes.

use crate::{prelude::*, sections::java_net_url as rules};

const LONGEST_IPV4: usize = 15;

/// Spec: java-net-url#url
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let (scheme, rest, mut url) = divide_url(input, run)?;
    if scheme.eq_ignore_ascii_case("jar") {
        parse_jar(input, rest, &mut url, run)?;
    } else {
        by_handler(scheme, rest, &mut url, run)?;
    }
    run.find(rules::URL_4, Component::Fragment, url.fragment.as_deref());
    Ok(url)
}

/// Returns the scheme of `input`, the text between the scheme and the fragment, and a URL that has only the
/// scheme and the fragment.
///
/// Spec: java-net-url#url
fn divide_url<'a>(input: &'a str, run: &mut Run<'_>) -> Result<(&'a str, &'a str, Parsed<'a>)> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. Controls and spaces around it are removed
    let mut text = run.change(rules::URL_1, input, input.trim_matches(|c| c <= ' '));
    // 2. url: in front is removed
    if let Some((prefix, after)) = text.split_at_checked(4)
        && prefix.eq_ignore_ascii_case("url:")
    {
        text = run.make(rules::URL_2, text, after);
    }
    // 3. The scheme is before the first colon
    let (scheme, mut rest) = run.need(text.split_once(':'), Reason::MissingScheme, rules::URL_3, text)?;
    run.take_scheme(rules::URL_3, Some((scheme, rest)), &mut url);
    // 4. The fragment follows the first #
    if let Some((before, fragment)) = rest.split_once('#') {
        url.fragment = Some(Cow::Borrowed(fragment));
        rest = before;
    }
    Ok((scheme, rest, url))
}

/// Spec: java-net-url#url
fn by_handler<'a>(scheme: &str, text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" | "ftp" | "file" | "jrt" | "jmod" => parse_server(text, url, run),
        "mailto" => parse_mailto(text, url, run),
        // 5. A scheme without a handler is refused
        _ => Err(run.reject(Reason::SchemeNotKnown, rules::URL_5, scheme)),
    }
}

/// Spec: java-net-url#parse-url
fn parse_server<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let mut rest = text;
    // 1. The query follows the first ?
    run.take_after('?', rules::PARSE_URL_1, Component::Query, &mut rest, url);
    match rest.strip_prefix("//") {
        // 2. Four slashes begin a path
        Some(after) if after.starts_with("//") => run.step(rules::PARSE_URL_2, rest, None),
        // 3. Two slashes begin an authority, up to the next one
        Some(after) => {
            let (authority, path) = before_first(after, ['/']);
            run.cut(rules::PARSE_URL_3, after, authority);
            split_authority(authority, url, run)?;
            rest = path;
        }
        None => {}
    }
    // 4. The rest is the path
    run.take(rules::PARSE_URL_4, Component::Path, rest, url);
    Ok(())
}

/// Spec: java-net-url#authority
fn split_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let mut host_and_port = authority;
    let is_strict = run.is_since((20, 0));
    // 8. Since Java 20 (JDK-8293590), controls and \ are refused
    let is_refused = |c: char| is_strict && (c.is_ascii_control() || c == '\\');
    run.refuse(is_refused, authority, Reason::CharacterNotAllowed, rules::AUTHORITY_8)?;
    if let Some((user_info, after)) = authority.split_once('@') {
        // 1. With a second @, there is neither user-info nor host
        if after.contains('@') {
            run.omit(rules::AUTHORITY_1, Component::User, authority);
            run.omit(rules::AUTHORITY_1, Component::Host, authority);
            return Ok(());
        }
        // 2. The user-info ends at the @
        run.step(rules::AUTHORITY_2, user_info, None);
        // 2.1. Since Java 20, [ and ] in the user-info are refused
        let is_refused = |c| is_strict && matches!(c, '[' | ']');
        run.refuse(is_refused, user_info, Reason::CharacterNotAllowed, rules::AUTHORITY_2_1)?;
        run.take_user_info(rules::AUTHORITY_2, user_info, url);
        host_and_port = after;
    }
    let is_in_brackets = host_and_port.starts_with('[');
    let section = if is_in_brackets { rules::AUTHORITY_3 } else { rules::AUTHORITY_4 };
    let (host, port) = if let Some(after) = host_and_port.strip_prefix('[') {
        // 3. In brackets, an IPv6 address; then nothing or a colon
        let divided = after.split_once(']');
        let (literal, _) = run.need(divided, Reason::HostIpLiteral, rules::AUTHORITY_3, host_and_port)?;
        run.step(rules::AUTHORITY_3, literal, None);
        let (host, after) = cut(host_and_port, literal.len() + 2);
        let is_met = is_ipv6_literal(literal, run) && (after.is_empty() || after.starts_with(':'));
        run.refuse_if(!is_met, Reason::HostIpLiteral, rules::AUTHORITY_3, host_and_port)?;
        (host, after.strip_prefix(':').unwrap_or_default())
    } else {
        // 4. Otherwise up to the first colon
        run.step(rules::AUTHORITY_4, host_and_port, None);
        host_and_port.split_once(':').unwrap_or((host_and_port, ""))
    };
    run.take(section, Component::Host, host, url);
    // 5. Controls, and characters like / ? # @ or :, are refused
    let is_alike = |c: char| c.is_ascii_control() || "⁇⁈⁉℀℁℅℆⩴﹕﹖﹟﹫＃／：？＠".contains(c);
    let is_refused = |c| !(is_strict && is_in_brackets) && is_alike(c);
    run.refuse(is_refused, host, Reason::HostForbidden, rules::AUTHORITY_5)?;
    // 5.1. Since Java 20, refuse space and "<>[]^`{|} outside brackets
    let is_refused = |c| is_strict && !is_in_brackets && " \"<>[]^`{|}".contains(c);
    run.refuse(is_refused, host, Reason::HostForbidden, rules::AUTHORITY_5_1)?;
    if !port.is_empty() {
        run.announce(Component::Port, port);
        url.port = read_port(port, run)?.map(|port| Cow::Owned(port.to_string()));
        run.step(rules::AUTHORITY_6, port, url.port.as_deref());
    }
    Ok(())
}

/// Spec: java-net-url#authority
fn read_port(text: &str, run: &mut Run<'_>) -> Result<Option<i32>> {
    let (is_negative, digits) = split_sign(text);
    // 6. An int, of digits of any script, with a sign or not
    let digit = |c| decimal_value(c).filter(|_| c <= '\u{FFFF}');
    let add = |number: i32, c| number.checked_mul(10)?.checked_add(digit(c)?.try_into().ok()?);
    let number = digits.chars().try_fold(0, add).filter(|_| !digits.is_empty());
    let number = run.need(number, Reason::PortNotNumber, rules::AUTHORITY_6, text)?;
    let number = if is_negative { -number } else { number };
    // 7. -1 means no port, and a smaller number is refused
    run.refuse_if(number < -1, Reason::PortOutOfRange, rules::AUTHORITY_7, text)?;
    if number == -1 {
        run.step(rules::AUTHORITY_7, text, None);
    }
    Ok(Some(number).filter(|&number| number >= 0))
}

/// Spec: java-net-url#authority-3
fn is_ipv6_literal(literal: &str, run: &mut Run<'_>) -> bool {
    // 3.1. A scope may follow %: anything
    let (address, scope) = divide(literal, '%');
    let scope = scope.inspect(|_| run.step(rules::AUTHORITY_3_1, &literal[address.len()..], None));
    // 3.3. Since Java 20, [ in a scope is refused
    if let Some(scope) = scope.filter(|scope| run.is_since((20, 0)) && scope.contains('[')) {
        run.step(rules::AUTHORITY_3_3, scope, None);
        return false;
    }
    // 3.2. Pieces up to FFFF with zeros in front; last perhaps IPv4
    let without_zeros = |piece| if is_hex(piece) { number(piece) } else { piece };
    let shortest = address.split(':').map(without_zeros).collect::<Vec<_>>().join(":");
    run.step(rules::AUTHORITY_3_2, address, None);
    let is_ipv4 = |text: &str| text.len() <= LONGEST_IPV4 && is_ipv4(text, |_| true);
    scope != Some("") && is_ipv6(&shortest, is_ipv4)
}

/// Spec: java-net-url#mailto
fn parse_mailto<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    // 1. The fragment is dropped
    if let Some(Cow::Borrowed(fragment)) = url.fragment.take() {
        run.make(rules::MAILTO_1, fragment, "");
    }
    // 2. Nothing but white space is refused
    let is_blank = |c: char| {
        matches!(c, '\u{1C}'..='\u{1F}')
            || (c.is_whitespace() && !matches!(c, '\u{85}' | '\u{A0}' | '\u{2007}' | '\u{202F}'))
    };
    run.refuse_if(text.chars().all(is_blank), Reason::HostEmpty, rules::MAILTO_2, text)?;
    file(text, url, run);
    Ok(())
}

/// Spec: java-net-url#jar
fn parse_jar<'a>(input: &'a str, text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    // 1. Refused with white space or url: in front
    let is_bare = input.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("jar:"));
    run.refuse_if(!is_bare, Reason::CharacterNotAllowed, rules::JAR_1, input)?;
    // 2. The text before the last !/ must be a URL, and not of jar
    let (inner, _) = run.need(text.rsplit_once("!/"), Reason::SlashesMissing, rules::JAR_2, text)?;
    run.cut(rules::JAR_2, text, inner);
    // The components of the inner URL are not those of the `jar:` URL, so they are not reported.
    let silent = &mut Run::new(inner, run.version, None);
    divide_url(inner, silent)
        .and_then(|(scheme, rest, mut url)| by_handler(scheme, rest, &mut url, silent))
        .map_err(|rejection| run.reject(rejection.reason, rules::JAR_2, inner))?;
    // 3. The fragment keeps controls and spaces behind it
    if let Some((_, fragment)) = input.split_once('#') {
        run.step(rules::JAR_3, fragment, None);
        url.fragment = Some(Cow::Borrowed(fragment));
    }
    file(text, url, run);
    Ok(())
}

/// Spec: java-net-url#file
fn file<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    let mut path = text;
    // 1. The query follows the last ?
    if let Some((before, query)) = text.rsplit_once('?') {
        run.take(rules::FILE_1, Component::Query, query, url);
        path = before;
    }
    // 2. The rest is the path
    run.take(rules::FILE_2, Component::Path, path, url);
}
