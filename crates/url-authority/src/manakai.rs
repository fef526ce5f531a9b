//! Authorities in the manakai document, which changes sections 3.2 and 3.3 of draft-abarth-url-01.

use alloc::{borrow::Cow, string::ToString};

use url_core::{
    Barth01, ByteSet, Component, Reason, Rejection, Report, Span, Trace, UNRESERVED,
    manakai::report_percent_encoding, percent_encode, sections::manakai,
};

use crate::{
    barth::{self, AfterScheme, Authority, SLASH, find_authority, find_path_query_fragment},
    check_digits,
};

/// Splits the text after a scheme and its colon, or a relative reference, into its components. After exactly
/// three slashes at the start, the authority is empty, and the third slash starts the path. After two
/// slashes, or four or more, the authority follows. Otherwise, there is no authority.
///
/// Spec: manakai#finding-the-authority, manakai#authority-terminating-characters-1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// let found = url_authority::manakai::find_authority_path_query_fragment("//a.test:80/x?y#z", &mut NoTrace);
/// assert_eq!((found.authority, found.path), (Some("a.test:80"), Some("/x")));
/// assert_eq!((found.query, found.fragment), (Some("y"), Some("z")));
/// ```
#[inline]
pub fn find_authority_path_query_fragment<'a, T: Trace>(
    after_scheme: &'a str,
    trace: &mut T,
) -> AfterScheme<'a> {
    let slashes = after_scheme.bytes().take_while(|&byte| SLASH.contains(byte)).count();
    let whole = Span::whole(after_scheme);
    let (authority, rest) = match slashes {
        // 1. If s begins with scheme, ":", and exactly three slash characters:
        3 => {
            let path = &after_scheme[2..];
            trace.step(manakai::FINDING_THE_AUTHORITY_1, Span::new(0, slashes), after_scheme, Some(""));
            // 1.1. Let the authority and the host be the empty string.
            trace.visited(manakai::FINDING_THE_AUTHORITY_1_1, Span::new(2, 2));
            // 1.2. Let the path be s.
            trace.visited(manakai::FINDING_THE_AUTHORITY_1_2, whole);
            // 1.3. Remove the scheme and three following characters (":" and two slashes).
            let rest = Span::new(2, after_scheme.len());
            trace.step(manakai::FINDING_THE_AUTHORITY_1_3, rest, after_scheme, Some(path));
            trace.step(manakai::FINDING_THE_AUTHORITY_3, rest, path, None);
            (Some(&path[..0]), Some(path))
        }
        // 2. Otherwise, if s begins with scheme, ":", and two or more slash characters, there is an
        // authority:
        // 2.1. it is split by [`find_user_info_host_port`].
        2.. => {
            trace.decide(manakai::FINDING_THE_AUTHORITY_2, whole, after_scheme, true);
            // 3. Follow the steps for finding the authority, path, query, and fragment.
            let remaining = Span::new(slashes, after_scheme.len());
            trace.step(manakai::FINDING_THE_AUTHORITY_3, remaining, &after_scheme[slashes..], None);
            let (authority, rest) = find_authority(Barth01, b"/\\?#", after_scheme, trace);
            (Some(authority), rest)
        }
        _ => {
            trace.step(manakai::FINDING_THE_AUTHORITY_3, whole, after_scheme, None);
            (None, Some(after_scheme))
        }
    };
    // NOTE: after an authority that is all of the remaining string, the path is empty, not missing.
    let rest = rest.unwrap_or(&after_scheme[after_scheme.len()..]);
    AfterScheme { authority, ..find_path_query_fragment(Barth01, rest, after_scheme, trace) }
}

/// Splits an authority into user-info, host, and port. The last `@` ends the user-info.
///
/// Spec: manakai#finding-the-authority-2.1
///
/// # Examples
/// ```
/// let found = url_authority::manakai::find_user_info_host_port("u@v@[::1]:80", &mut url_core::NoTrace);
/// assert_eq!((found.user_info, found.host, found.port), (Some("u@v"), "[::1]", Some("80")));
/// ```
#[inline]
pub fn find_user_info_host_port<'a, T: Trace>(authority: &'a str, trace: &mut T) -> Authority<'a> {
    trace.step(manakai::FINDING_THE_AUTHORITY_2_1, Span::whole(authority), authority, None);
    barth::find_user_info_host_port(Barth01, authority, trace)
}

/// Splits a user-info at its first colon into the user name and the password.
///
/// Spec: manakai#finding-the-authority-2.1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_authority::manakai::find_user_name_password("u:p:q", &mut NoTrace), ("u", Some("p:q")));
/// ```
#[inline]
pub fn find_user_name_password<'a, T: Trace>(
    user_info: &'a str,
    trace: &mut T,
) -> (&'a str, Option<&'a str>) {
    barth::find_user_name_password(Barth01, user_info, trace)
}

/// The octets that are encoded in a user-info. The document's `0x2D (,)` is a mistake for `0x2C`.
pub(crate) const USER_INFO: ByteSet = UNRESERVED.and(b"!$%&'()*+,").complement();

/// Removes an empty password, and an empty user name without a password. Percent-encodes the parts that
/// remain. The spans in `trace` are byte offsets in `user:password`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_authority::manakai::canonicalize_user_info;
/// let canonical = |user: &'static str| canonicalize_user_info(Some(user.into()), None, &mut url_core::NoTrace);
/// assert_eq!((canonical("a=b"), canonical("")), ((Some("a%3Db".into()), None), (None, None)));
/// ```
pub fn canonicalize_user_info<'a, T: Trace>(
    mut user: Option<Cow<'a, str>>,
    mut password: Option<Cow<'a, str>>,
    trace: &mut T,
) -> (Option<Cow<'a, str>>, Option<Cow<'a, str>>) {
    let user_span = Span::whole(user.as_deref().unwrap_or_default());
    // A base URL from another spec may have a password without a user.
    let password_start = user.as_ref().map_or(0, |_| user_span.end.saturating_add(1));
    let password_span = Span::whole(password.as_deref().unwrap_or_default()).after(password_start);
    // 3.1. If there is the password and it is the empty string, remove the password.
    if password.as_deref() == Some("") {
        trace.omit(manakai::CANONICALIZATION_3_1, Component::Password, password_span);
        password = None;
    }
    // 3.2. If the user is the empty string and there is no password, remove the user.
    if user.as_deref() == Some("") && password.is_none() {
        trace.omit(manakai::CANONICALIZATION_3_2, Component::User, user_span);
        user = None;
    }
    // 3.3. Percent-encode the user, with UTF-8 and the octets that are not in the list.
    let user = user.map(|user| {
        report_percent_encoding(user_span, trace);
        trace.rewrite(manakai::CANONICALIZATION_3_3, user_span, user, |part| percent_encode(part, &USER_INFO))
    });
    // 3.4. Percent-encode the password, if any, likewise.
    let password = password.map(|password| {
        report_percent_encoding(password_span, trace);
        trace.rewrite(manakai::CANONICALIZATION_3_4, password_span, password, |part| {
            percent_encode(part, &USER_INFO)
        })
    });
    (user, password)
}

/// Canonicalizes a port: removes an empty or default port, and the leading zeros of any other port. The
/// result is borrowed if nothing changes. `default` is the default port of the scheme, if there is one.
///
/// # Errors
/// Returns [`Reason::PortNotNumber`] or [`Reason::PortOutOfRange`], with a span in `port`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// let port = |s| url_authority::manakai::canonicalize_port(s, Some(80), &mut url_core::NoTrace);
/// assert_eq!((port("080"), port("021")), (Ok(None), Ok(Some("21".into()))));
/// assert_eq!(port("8x").unwrap_err().reason, url_core::Reason::PortNotNumber);
/// ```
pub fn canonicalize_port<'a, T: Trace>(
    port: impl Into<Cow<'a, str>>,
    default: Option<u16>,
    trace: &mut T,
) -> Result<Option<Cow<'a, str>>, Rejection> {
    let port = port.into();
    let span = Span::whole(&port);
    // 7.1. If the port is the empty string, remove the port.
    if port.is_empty() {
        trace.omit(manakai::CANONICALIZATION_7_1, Component::Port, span);
        return Ok(None);
    }
    // 7.2. Otherwise, if the port consists of one or more ASCII digits:
    // 7.3. Otherwise, the URL is invalid.
    let section = manakai::CANONICALIZATION_7_3;
    check_digits(&port, section).inspect_err(|_| trace.step(section, span, &port, None))?;
    // 7.2.1. Interpret the port as a decimal number p.
    let digits = port.trim_start_matches('0');
    let p = if digits.is_empty() { Some(0) } else { digits.parse::<u16>().ok() };
    trace.step(manakai::CANONICALIZATION_7_2_1, span, &port, None);
    // 7.2.2. If p is equal to the default port of the scheme, if any, remove the port.
    if p.is_some() && p == default {
        trace.step(manakai::CANONICALIZATION_7_2_2, span, &port, Some(""));
        return Ok(None);
    }
    // 7.2.3. Otherwise, if p is less than or equal to 65535, replace the port by the shortest representation
    // of p.
    if let Some(p) = p {
        let has_leading_zero = port.starts_with('0');
        return Ok(Some(trace.rewrite(manakai::CANONICALIZATION_7_2_3, span, port, |port| {
            if has_leading_zero { Cow::Owned(p.to_string()) } else { Cow::Borrowed(port) }
        })));
    }
    // 7.2.4. Otherwise, the URL is invalid.
    trace.step(manakai::CANONICALIZATION_7_2_4, span, &port, None);
    Err(Rejection::new(Reason::PortOutOfRange, manakai::CANONICALIZATION_7_2_4, span))
}
