//! Perl's module URI 5.17. It refuses almost nothing: it escapes invalid characters, and then the methods of
//! the scheme's class read the escaped string.
//!
//! Outside the specs: `of`, `is_server`, `unescape`.

mod escaping;

use std::borrow::Cow;

use url_core::{Component, Reason, decode_escapes, to_ascii_lower_case};

use crate::{
    Parsed,
    run::{Result, Run},
    sections::perl_uri as rules,
    text::{before_first, divide_last, in_brackets, is_digits, split_scheme},
};

/// The maximum length of a package name, which is derived from the scheme.
const LONGEST_NAME: usize = 247;

/// The methods that the class of a scheme has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// The class of URLs without a scheme or with an unknown one. They have no host.
    Generic,
    /// With a host and a port; the value is the default port.
    Server(&'static str),
    /// Like `Server`, with the query as part of the path.
    Ftp,
    /// The host is the whole authority.
    File,
    /// Only a path, which includes everything except the fragment.
    Opaque,
    /// Like `Opaque`, with a query.
    Mailto,
    /// A server, whose authority ends at ; or ?
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

    /// Returns true if hosts are encoded in Punycode.
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
    let escaped = escaping::escape(text, class.is_server(), run);
    run.change(rules::NEW_6, text, &escaped.text);
    let url = methods(&escaped.text, class, &mut run.on_rebuilt(&escaped));
    Ok(url.into_owned())
}

/// Returns the text that `inside` finds in `text`, unless it contains a line break. One at the end of `text`
/// is white space and does not count.
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
            if let Some(authority) = escaping::find_authority(after_scheme) {
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
    let authority = escaping::find_authority(after_scheme)?;
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
        // An empty path is a slice too, so that its place is the end.
        let (_, path) = before_first(after, ['/', '?']);
        run.cut(rules::PATH_QUERY_2, rest, path);
        path
    })
}

/// Spec: perl-uri#server
fn server<'a>(authority: Option<&'a str>, default: &'static str, url: &mut Parsed<'a>, run: &mut Run<'_>) {
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
        url.port =
            Some(Cow::Borrowed(run.make_at(rules::SERVER_6, authority.unwrap_or_default(), "", default)));
    }
}

/// Replaces each escape in `text` by the character whose code point is its octet.
fn unescape(text: &str) -> Cow<'_, str> {
    decode_escapes(text, |octet| Some(char::from(octet)))
}
