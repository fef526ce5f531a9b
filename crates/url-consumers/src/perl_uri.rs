//! Perl's module URI 5.17. This module refuses almost nothing. It escapes invalid characters, and chooses a
//! class by the scheme. The methods of the class find the components in the escaped string.
//!
//! Helpers, not in a spec: `of`, `is_server`, `unescape`, `after_scheme`, `is_uric`.

use crate::{prelude::*, sections::perl_uri as rules};

/// The maximum length of a scheme in the name of the Perl package that defines the class.
const LONGEST_NAME: usize = 247;
const WITHOUT_HOST: [&str; 5] = ["data:", "ldapi:", "urn:", "sqlite:", "sqlite3:"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// URLs without a scheme or with an unknown scheme. They have no host.
    Generic,
    /// URLs with a host and a port. The value is the default port of the scheme.
    Server(&'static str),
    /// URLs with a host and a port, whose path includes the query.
    Ftp,
    /// URLs whose host is the whole authority.
    File,
    /// URLs with only a path, which is all text between the scheme and the fragment.
    Opaque,
    /// URLs with only a path and a query.
    Mailto,
    /// URLs with a host and a port, whose authority ends at `;` or `?`. The value is the default port.
    Sip(&'static str),
}

impl Class {
    fn of(scheme: &str) -> Self {
        match scheme {
            "ftp" => Self::Ftp,
            "file" => Self::File,
            "data" | "urn" => Self::Opaque,
            "mailto" => Self::Mailto,
            "sip" => Self::Sip("5060"),
            "sips" => Self::Sip("5061"),
            "gopher" => Self::Server("70"),
            "http" => Self::Server("80"),
            "https" => Self::Server("443"),
            "ldap" => Self::Server("389"),
            "ldaps" => Self::Server("636"),
            "mms" => Self::Server("1755"),
            "news" | "nntp" => Self::Server("119"),
            "nntps" | "snews" => Self::Server("563"),
            "pop" => Self::Server("110"),
            "rlogin" => Self::Server("513"),
            "rsync" => Self::Server("873"),
            "rtsp" | "rtspu" => Self::Server("554"),
            "sftp" | "ssh" => Self::Server("22"),
            "telnet" | "tn3270" => Self::Server("23"),
            _ => Self::Generic,
        }
    }

    /// Returns true if URI encodes the hosts of the class in Punycode.
    fn is_server(self) -> bool {
        matches!(self, Self::Server(_) | Self::Ftp | Self::Sip(_))
    }
}

/// Spec: perl-uri#new
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. < and > around it are removed, and URL: after <
    let in_angles = |text: &'a str| {
        let inside = text.strip_prefix('<')?.strip_suffix('>')?;
        Some(inside.strip_prefix("URL:").unwrap_or(inside))
    };
    let unwrapped = run.change(rules::NEW_1, input, unwrap(input, in_angles));
    // 2. Quotation marks around it are removed
    let unquoted = unwrap(unwrapped, |text| text.strip_prefix('"')?.strip_suffix('"'));
    run.change(rules::NEW_2, unwrapped, unquoted);
    // 3. White space around it is removed
    let text = run.change(rules::NEW_3, unquoted, unquoted.trim());
    // 4. The scheme determines the class
    let scheme = split_scheme(text).map_or("", |(scheme, _)| scheme);
    run.step(rules::NEW_4, scheme, None);
    // 5. A scheme too long for the name of a class is refused
    let name_len = scheme.len() + scheme.matches(['+', '.']).count();
    run.refuse_if(name_len > LONGEST_NAME, Reason::TooLong, rules::NEW_5, scheme)?;
    let class = Class::of(&to_ascii_lower_case(scheme));
    // 6. Characters that may not stand in a URI are escaped
    let escaped = escape(text, class.is_server(), run);
    run.change(rules::NEW_6, text, &escaped.text);
    let url = methods(&escaped.text, class, &mut run.on_rebuilt(&escaped));
    Ok(url.into_owned())
}

/// Calls `inside` to remove a wrapper, such as `<` and `>`, from `text`. Ignores a line break at the end of
/// `text`. Returns `text` itself if `inside` returns `None` or text with a line break.
///
/// Spec: perl-uri#new-1, perl-uri#new-2
fn unwrap<'a>(text: &'a str, inside: impl Fn(&'a str) -> Option<&'a str>) -> &'a str {
    let line = text.strip_suffix('\n').unwrap_or(text);
    inside(line).filter(|inside| !inside.contains('\n')).unwrap_or(text)
}

/// Spec: perl-uri#methods
fn methods<'a>(text: &'a str, class: Class, run: &mut Run<'_>) -> Parsed<'a> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 1. scheme: in lower case
    let after_scheme = run.take_scheme(rules::METHODS_1, split_scheme(text), &mut url).unwrap_or(text);
    // 2. fragment: after the first #
    let mut before_fragment = text;
    run.take_after('#', rules::METHODS_2, Component::Fragment, &mut before_fragment, &mut url);
    // 3. query: after the first ?, but data and urn have none
    if class != Class::Opaque
        && let Some((_, query)) = before_fragment.split_once('?')
    {
        run.take(rules::METHODS_3, Component::Query, query, &mut url);
    }
    let path = match class {
        // 4. path of data, mailto and urn: all after the scheme
        Class::Opaque | Class::Mailto => Some((rules::METHODS_4, before_first(after_scheme, ['#']).0)),
        // 5. path of ftp: with the query
        Class::Ftp => Some((rules::METHODS_5, path_and_query(before_fragment, run))),
        // 6. path of sip: none
        Class::Sip(_) => {
            run.step(rules::METHODS_6, after_scheme, None);
            None
        }
        // 7. path of others: after the authority, up to the query
        Class::Generic | Class::Server(_) | Class::File => {
            let (path, _) = before_first(path_and_query(before_fragment, run), ['?']);
            Some((rules::METHODS_7, path))
        }
    };
    if let Some((section, path)) = path {
        run.take(section, Component::Path, path, &mut url);
    }
    match class {
        // The scheme determined the class, which has no methods for an authority.
        Class::Generic | Class::Opaque | Class::Mailto => {
            if let Some(authority) = find_authority(after_scheme) {
                if authority.contains('@') {
                    run.omit(rules::NEW_4, Component::User, authority);
                }
                run.omit(rules::NEW_4, Component::Host, authority);
            }
        }
        // 8. host of file: the authority, unescaped
        Class::File => {
            let host = authority(after_scheme, run);
            url.host = run.find(rules::METHODS_8, Component::Host, host).map(unescape);
        }
        Class::Server(port) => server(authority(after_scheme, run), port, &mut url, run),
        Class::Ftp => server(authority(after_scheme, run), "21", &mut url, run),
        // 9. authority of sip: after the scheme, up to ; or ?
        Class::Sip(port) => {
            let authority = after_scheme.split([';', '?']).next().unwrap_or_default();
            run.cut(rules::METHODS_9, after_scheme, authority);
            server(Some(authority), port, &mut url, run);
        }
    }
    url
}

/// Spec: perl-uri#authority
fn authority<'a>(after_scheme: &'a str, run: &mut Run<'_>) -> Option<&'a str> {
    // 1. After two slashes, up to / ? or #
    let authority = find_authority(after_scheme)?;
    run.cut(rules::AUTHORITY_1, after_scheme, authority);
    Some(authority)
}

/// Spec: perl-uri#path-query
fn path_and_query<'a>(before_fragment: &'a str, run: &mut Run<'_>) -> &'a str {
    // 1. After what is before the first colon, a scheme or not
    let rest = match before_fragment.split_once(':') {
        Some((before, after)) if !before.is_empty() && !before.contains(['/', '?']) => after,
        _ => before_fragment,
    };
    run.cut(rules::PATH_QUERY_1, before_fragment, rest);
    // 2. After two slashes and what is up to / or ?
    rest.strip_prefix("//").map_or(rest, |after| {
        // An empty path is also a slice of `after`, so that its span is the end of `after`.
        let (_, path) = before_first(after, ['/', '?']);
        run.cut(rules::PATH_QUERY_2, rest, path);
        path
    })
}

/// Spec: perl-uri#server
fn server<'a>(authority: Option<&'a str>, port: &'static str, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    if let Some(authority) = authority {
        // 1. userinfo: up to the last @
        let (user_info, mut host) = divide_last(authority, '@');
        if let Some(user_info) = user_info {
            run.step(rules::SERVER_1, user_info, None);
            run.take_user_info(rules::SERVER_1, user_info, url);
        }
        // 2. host: without a colon and digits at the end
        let divide = |text: &'a str| {
            text.rsplit_once(':').filter(|(_, digits)| !digits.is_empty() && is_digits(digits))
        };
        if let Some((before, _)) = divide(host) {
            run.cut(rules::SERVER_2, host, before);
            host = before;
        }
        run.announce(Component::Host, host);
        // 3. host: without brackets around it
        if let Some(inside) = in_brackets(host) {
            host = run.make(rules::SERVER_3, host, inside);
        }
        // 4. host: unescaped, each octet a character of Latin-1
        url.host = Some(run.make(rules::SERVER_4, host, unescape(host)));
        // 5. port: the digits after the last colon
        if let Some((_, digits)) = divide(authority) {
            run.take(rules::SERVER_5, Component::Port, digits, url);
        }
    }
    // 6. port: else the default of the scheme
    if url.port.is_none() {
        url.port = Some(Cow::Borrowed(run.make_at(rules::SERVER_6, authority.unwrap_or_default(), "", port)));
    }
}

/// Replaces each escape in `text` by the character whose code point is its octet.
fn unescape(text: &str) -> Cow<'_, str> {
    decode_escapes(text, |octet| Some(char::from(octet)))
}

/// Spec: perl-uri#authority-1
fn find_authority(after_scheme: &str) -> Option<&str> {
    after_scheme.strip_prefix("//")?.split(['/', '?', '#']).next()
}

/// Spec: perl-uri#new-6
fn escape(text: &str, is_server: bool, run: &mut Run<'_>) -> Rebuilt {
    let mut encoded = Rebuilt::default();
    if !is_server || !encode_host(text, &mut encoded, run) {
        encoded.keep(text, run);
    }
    let run = &mut run.on_rebuilt(&encoded);
    let escaped = escape_others(&encoded.text, run);
    let run = &mut run.on_rebuilt(&escaped);
    restore_brackets(&escaped.text, run)
}

/// Encodes the host of `text` in Punycode, writes the new text to `encoded`, and returns true. Writes nothing
/// and returns false if the host has no character to encode, or cannot be encoded.
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
    // If `authority` has lines before the line of the user-info, these lines are part of the host.
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
    // The digits of the port that are not ASCII are escaped later.
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
            // FAST: a longer label is also too long in Punycode, and encoding takes quadratic time.
            if label.chars().nth(MOST_OF_LABEL).is_none() {
                // 3. Then in Punycode, after xn--
                let encoded = format!("xn--{}", idna::punycode::encode_str(&label)?);
                label = run.make_at(rules::TO_ASCII_3, part, &label, encoded);
            }
        }
    }
    // 4. An empty label, and one of more than 63 characters, fails
    run.step_at(rules::TO_ASCII_4, part, &label, None);
    (1..=MOST_OF_LABEL).contains(&label.len()).then_some(label)
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

fn after_scheme(text: &str) -> &str {
    split_scheme(text).map_or(text, |(_, after)| after)
}

fn is_uric(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.!~*'();/?:@&=+$,%".contains(c)
}
