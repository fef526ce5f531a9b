//! Authorities in RFC 3986: user information and port. Also splits a reference into its components.
//!
//! Helpers, not in a spec: `found_user_info`.

use url_core::{
    ByteSet, Component, NoTrace, Reason, Rejection, Repertoire, Report, Rfc3986, SUB_DELIMS, Span, Trace,
    UNRESERVED,
    fast::{find_any, split_at_any},
    rfc3986::match_host,
    sections::rfc3986,
};

use crate::{
    AuthorityError,
    barth::{AfterScheme, Authority, split_path_query_fragment, split_user_info},
    check_digits,
};

/// The ASCII characters that `userinfo` may contain, except for `%`, which starts a percent-encoded octet.
const USER_INFO: ByteSet = UNRESERVED.or(&SUB_DELIMS).and(b":");

/// Splits a relative reference, or the text after a scheme and its colon, into authority, path, query and
/// fragment. This function does not check the components. If the text matches the grammar of RFC 3986, the
/// components are those of the grammar.
///
/// Spec: rfc3986#authority-2, rfc3986#reserved-characters-1.2, rfc3986#path-1, rfc3986#query-1
/// Spec: rfc3986#fragment-1
///
/// # Examples
/// ```
/// let found = url_authority::rfc3986::split_reference("//a.test:80/x?y#z", &mut url_core::NoTrace);
/// assert_eq!((found.authority, found.path), (Some("a.test:80"), Some("/x")));
/// assert_eq!((found.query, found.fragment), (Some("y"), Some("z")));
/// ```
#[inline]
pub fn split_reference<'a, T: Trace>(after_scheme: &'a str, trace: &mut T) -> AfterScheme<'a> {
    // "The authority component is preceded by a double slash ("//") and is terminated by the next slash
    // ("/"), question mark ("?"), or number sign ("#") character, or by the end of the URI."
    let (authority, rest) = match after_scheme.strip_prefix("//") {
        Some(remaining) => {
            let (authority, rest) = split_at_any(remaining, b"/?#");
            let span = Span::new(2, 2 + authority.len());
            trace.step(rfc3986::AUTHORITY_2, span, after_scheme, Some(authority));
            (Some(authority), rest)
        }
        None => (None, after_scheme),
    };
    // "The path is terminated by the first question mark ("?") or number sign ("#") character, or by the end
    // of the URI."
    trace.visited(rfc3986::PATH_1, Span::new(after_scheme.len() - rest.len(), after_scheme.len()));
    let (path, query, fragment) = split_path_query_fragment(rest);
    // "The query component is indicated by the first question mark ("?") character", "a fragment identifier
    // component is indicated by the presence of a number sign ("#") character".
    for (section, part, delimiter) in [(rfc3986::QUERY_1, query, "?"), (rfc3986::FRAGMENT_1, fragment, "#")] {
        if let Some(span) = part.and_then(|part| Span::locate(part, after_scheme)) {
            let span = Span { start: span.start.saturating_sub(1), end: span.start };
            trace.step(section, span, delimiter, None);
        }
    }
    AfterScheme { authority, path: Some(path), query, fragment }
}

/// Splits an authority, and checks that its parts match the grammar. The port is text, because the grammar
/// does not limit it: [`parse_port`](crate::parse_port) returns a number.
///
/// # Errors
/// Returns the reasons of [`parse_authority_traced`] and of [`match_host`]. The span of the error refers to
/// `authority`, and contains the whole host if the text in its brackets is not an address.
///
/// Spec: rfc3986#authority-2.1, rfc3986#user-information-1.1, rfc3986#port-1.1
///
/// # Examples
/// ```
/// use url_authority::rfc3986::parse_authority;
/// use url_core::Span;
/// let found = parse_authority("u:p@[::1]:80").unwrap();
/// assert_eq!((found.username, found.password), ("u", Some("p")));
/// assert_eq!((found.host, found.port), ("[::1]", Some("80")));
/// assert_eq!(parse_authority("a@b@c").unwrap_err().span(), Span::new(3, 4));
/// ```
pub fn parse_authority(authority: &str) -> Result<crate::Authority<'_>, AuthorityError> {
    let Authority { user_info, host, port } = parse_authority_traced(Rfc3986, authority, &mut NoTrace)?;
    let start = user_info.map_or(0, |user_info| user_info.len() + 1);
    match_host(Rfc3986, host, &mut NoTrace).map_err(|rejection| rejection.after(start))?;
    let (username, password) = split_user_info(user_info.unwrap_or_default());
    Ok(crate::Authority { username, password, host, port })
}

/// Splits an authority into user information, host and port. Checks that the user information and the port
/// match the grammar. Does not check the host.
///
/// # Errors
/// Returns [`Reason::CharacterNotAllowed`], [`Reason::PercentNotEscape`], [`Reason::PortNotNumber`], or
/// [`Reason::HostIpLiteral`] for an unclosed bracket. The span of the error refers to `authority`.
///
/// Spec: rfc3986#authority-2.1, rfc3986#user-information-1, rfc3986#port-1, rfc3986#port-1.1
/// Spec: connolly#parsing-urls-8.3
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason, Rfc3986, Span};
/// use url_authority::rfc3986::parse_authority_traced;
/// let found = parse_authority_traced(Rfc3986, "u:p@[::1]:80", &mut NoTrace).unwrap();
/// assert_eq!((found.user_info, found.host, found.port), (Some("u:p"), "[::1]", Some("80")));
/// let rejection = parse_authority_traced(Rfc3986, "h:8a", &mut NoTrace).unwrap_err();
/// assert_eq!((rejection.reason, rejection.span), (Reason::PortNotNumber, Span::new(3, 4)));
/// ```
#[inline]
pub fn parse_authority_traced<'a, R: Repertoire, T: Trace>(
    _: R,
    authority: &'a str,
    trace: &mut T,
) -> Result<Authority<'a>, Rejection> {
    // authority = [ userinfo "@" ] host [ ":" port ]
    // Neither userinfo nor host may contain "@". The first "@" ends the userinfo, and the check of the host
    // rejects a second one.
    let (user_info, remaining) = match authority.split_once('@') {
        Some((user_info, remaining)) => {
            found_user_info(authority, user_info, trace);
            match_user_info::<R, T>(user_info, trace)?;
            (Some(user_info), remaining)
        }
        None => (None, authority),
    };
    let start = authority.len() - remaining.len();
    // A host in brackets ends at "]". Any other host ends at ":", which a reg-name cannot contain.
    let end = if remaining.starts_with('[') {
        let bracket = remaining.find(']').ok_or_else(|| {
            let span = Span::new(start, authority.len());
            Rejection::new(Reason::HostIpLiteral, rfc3986::HOST_3_1, span)
        })?;
        bracket + 1
    } else {
        find_any(remaining, b":").unwrap_or(remaining.len())
    };
    let (host, after_host) = remaining.split_at(end);
    trace.found(Component::Host, Span::new(start, start + end), host);
    let port = match after_host.strip_prefix(':') {
        Some(port) => Some(port),
        None if after_host.is_empty() => None,
        None => {
            let first = after_host.chars().next().map_or(0, char::len_utf8);
            let span = Span::new(start + end, start + end + first);
            return Err(Rejection::new(Reason::CharacterNotAllowed, rfc3986::AUTHORITY_2_1, span));
        }
    };
    let start = authority.len() - port.map_or(0, str::len);
    let span = Span::new(start, authority.len());
    trace.decide(rfc3986::AUTHORITY_2_1, span, port.unwrap_or_default(), port.is_some());
    if let Some(port) = port {
        trace.found(Component::Port, span, port);
        // port = *DIGIT
        check_digits(port, rfc3986::PORT_1_1).map_err(|rejection| rejection.after(start))?;
    }
    Ok(Authority { user_info, host, port })
}

fn found_user_info<T: Trace>(authority: &str, user_info: &str, trace: &mut T) {
    if T::ENABLED {
        trace.step(rfc3986::AUTHORITY_2_1, Span::whole(user_info), authority, Some(user_info));
        let (user, password) = split_user_info(user_info);
        trace.found(Component::User, Span::whole(user), user);
        if let Some(password) = password {
            trace.found(Component::Password, Span::new(user.len() + 1, user_info.len()), password);
        }
    }
}

/// Spec: rfc3986#user-information-1.1
fn match_user_info<R: Repertoire, T: Trace>(user_info: &str, trace: &mut T) -> Result<(), Rejection> {
    // userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
    let allowed = const { &USER_INFO.or(&R::IN_AUTHORITY) };
    trace.step(rfc3986::USER_INFORMATION_1_1, Span::whole(user_info), user_info, None);
    allowed
        .find_unmatched(user_info, R::is_ucschar)
        .map_or(Ok(()), |span| Err(Rejection::of_character(user_info, rfc3986::USER_INFORMATION_1_1, span)))
}
