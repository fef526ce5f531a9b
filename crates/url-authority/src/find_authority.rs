//! Where the authority ends and what it is made of. Holds manakai "Authority terminating characters" and
//! "Finding the authority, path, query, and fragment of URL", which amends sections 3.2 and 3.3 of
//! draft-abarth-url-01.

use url_core::{ByteSet, Span, Trace, sections::manakai};

/// The slash characters.
const SLASH: ByteSet = ByteSet::of(b"/\\");
/// The authority terminating characters.
const AUTHORITY_TERMINATING: ByteSet = ByteSet::of(b"/\\?#");
/// What ends a path.
const PATH_TERMINATING: ByteSet = ByteSet::of(b"?#");
/// What stands between the parts of an authority.
const DELIMITERS: ByteSet = ByteSet::of(b"@:");

/// What follows the scheme of a hierarchical URL, split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AfterScheme<'a> {
    /// Between the slashes and the next authority terminating character; `None` without two slashes.
    pub authority: Option<&'a str>,
    /// Up to the first `?` or `#`.
    pub path: &'a str,
    /// Between the first `?`, if it comes before the first `#`, and that `#`.
    pub query: Option<&'a str>,
    /// After the first `#`.
    pub fragment: Option<&'a str>,
}

/// The parts of an authority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Authority<'a> {
    /// Before the last `@`.
    pub user_info: Option<&'a str>,
    /// Between the user-info and the port.
    pub host: &'a str,
    /// After the last `:` that does not stand inside brackets.
    pub port: Option<&'a str>,
}

/// Finds the authority, path, query, and fragment in what follows the scheme and its colon.
///
/// Exactly three slash characters are an empty authority and a path; two, or four and more, begin an authority;
/// fewer begin the path. A relative reference is what follows no scheme.
///
/// Spec: manakai#finding-the-authority, manakai#authority-terminating-characters-1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// let found = url_authority::find_authority_path_query_fragment("//a.test:80/x?y#z", &mut NoTrace);
/// assert_eq!((found.authority, found.path), (Some("a.test:80"), "/x"));
/// assert_eq!((found.query, found.fragment), (Some("y"), Some("z")));
/// ```
#[inline]
pub fn find_authority_path_query_fragment<'a, T: Trace>(
    after_scheme: &'a str,
    trace: &mut T,
) -> AfterScheme<'a> {
    let slashes = after_scheme.bytes().take_while(|&byte| SLASH.contains(byte)).count();
    let (authority, rest) = match slashes {
        // 1. If s begins with scheme, ":", and exactly three slash characters:
        3 => {
            // 1.1. Let the authority and the host be the empty string.
            // 1.2. Let the path be s.
            // 1.3. Remove the scheme and three following characters (":" and two slashes).
            let (slashes, path) = after_scheme.split_at(2);
            trace.step(manakai::FINDING_THE_AUTHORITY_1, Span::whole(slashes), after_scheme, Some(""));
            (Some(&path[..0]), path)
        }
        // 2. Otherwise, if s begins with scheme, ":", and two or more slash characters, there is an authority:
        // 2.1. it is split by [`find_user_info_host_port`].
        2.. => {
            let remaining = &after_scheme[slashes..];
            let end = AUTHORITY_TERMINATING.find_in(remaining.as_bytes()).unwrap_or(remaining.len());
            let (authority, rest) = remaining.split_at(end);
            let span = Span::new(slashes, slashes + end);
            trace.step(manakai::FINDING_THE_AUTHORITY_2, span, after_scheme, Some(authority));
            (Some(authority), rest)
        }
        _ => (None, after_scheme),
    };
    // 3. Follow the steps for finding the path, query, and fragment.
    // The path ends at the first of both delimiters; only behind a "?" can there be a query.
    let end = PATH_TERMINATING.find_in(rest.as_bytes()).unwrap_or(rest.len());
    let (path, after_path) = rest.split_at(end);
    let (query, fragment) = match after_path.strip_prefix('?') {
        Some(after_mark) => match after_mark.split_once('#') {
            Some((query, fragment)) => (Some(query), Some(fragment)),
            None => (Some(after_mark), None),
        },
        None => (None, after_path.strip_prefix('#')),
    };
    if T::ENABLED {
        for part in [Some(path), query, fragment].into_iter().flatten() {
            let span = Span::locate(part, after_scheme).unwrap_or_default();
            trace.step(manakai::FINDING_THE_AUTHORITY_3, span, rest, Some(part));
        }
    }
    AfterScheme { authority, path, query, fragment }
}

/// Splits an authority into user-info, host, and port.
///
/// Spec: manakai#finding-the-authority-2.1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// let found = url_authority::find_user_info_host_port("u@v@[::1]:80", &mut NoTrace);
/// assert_eq!((found.user_info, found.host, found.port), (Some("u@v"), "[::1]", Some("80")));
/// ```
#[inline]
pub fn find_user_info_host_port<'a, T: Trace>(authority: &'a str, trace: &mut T) -> Authority<'a> {
    // FAST: without "@" and ":" there is nothing to split.
    if !T::ENABLED && DELIMITERS.find_in(authority.as_bytes()).is_none() {
        return Authority { user_info: None, host: authority, port: None };
    }
    // The user-info is what stands before the last "@".
    let (user_info, remaining) = match authority.rsplit_once('@') {
        Some((user_info, remaining)) => (Some(user_info), remaining),
        None => (None, authority),
    };
    // A ":" before the last "]" of a bracketed host is not the port's.
    let (host, port) = match remaining.rsplit_once(':') {
        Some((_, after_colon)) if remaining.starts_with('[') && after_colon.contains(']') => {
            (remaining, None)
        }
        Some((host, port)) => (host, Some(port)),
        None => (remaining, None),
    };
    if T::ENABLED {
        for part in [user_info, Some(host), port].into_iter().flatten() {
            let span = Span::locate(part, authority).unwrap_or_default();
            trace.step(manakai::FINDING_THE_AUTHORITY_2_1, span, authority, Some(part));
        }
    }
    Authority { user_info, host, port }
}

/// Splits a user-info at its first colon into the user name and the password.
///
/// Spec: manakai#finding-the-authority-2.1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_authority::find_user_name_password("u:p:q", &mut NoTrace), ("u", Some("p:q")));
/// ```
#[inline]
pub fn find_user_name_password<'a, T: Trace>(
    user_info: &'a str,
    trace: &mut T,
) -> (&'a str, Option<&'a str>) {
    let (user, password) = match user_info.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (user_info, None),
    };
    if T::ENABLED {
        for part in [Some(user), password].into_iter().flatten() {
            let span = Span::locate(part, user_info).unwrap_or_default();
            trace.step(manakai::FINDING_THE_AUTHORITY_2_1, span, user_info, Some(part));
        }
    }
    (user, password)
}
