//! Whether several profiles see the same URL: for guards that let only that pass on which everybody agrees.

use std::fmt;

use url_facade::{Component, Host, ParseError, Parser, Profile, Url};

use crate::{diff::diff, difference::Parting};

/// What all of the profiles see in a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The scheme, in lower case.
    pub scheme: String,
    /// The host by its kind, or `None` where there is none or an empty one.
    pub host: Option<Host<String>>,
    /// The port, or that which the first profile gives the scheme where none is written; `None` where it gives none.
    pub port: Option<u16>,
    /// The path as the first profile writes it.
    pub path: String,
}

/// Why the profiles do not agree.
///
/// # Examples
/// ```
/// use url_diff::{Disagreement, agree};
/// use url_facade::Profile;
/// let disagreement = agree("http://a.test:x/", None, &[Profile::Whatwg, Profile::Rfc3986]).unwrap_err();
/// assert!(matches!(disagreement, Disagreement::Rejected { profile: Profile::Whatwg, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disagreement {
    /// No profile was asked.
    NobodyAsked,
    /// All of them reject the URL; this is the first.
    Rejected {
        /// The profile.
        profile: Profile,
        /// Why it rejects.
        error: ParseError,
    },
    /// They may agree, but this one has a port that is no number up to 65535.
    UnusablePort {
        /// The profile.
        profile: Profile,
    },
    /// They see different URLs, or only one of them sees any.
    Parted {
        /// The first profile.
        a: Profile,
        /// The first one that differs from it.
        b: Profile,
        /// The component in which they differ; `None` where one of them rejects the URL.
        component: Option<Component>,
        /// Where they part. `None` where their texts are the same and mean different things.
        parting: Option<Box<Parting>>,
    },
}

/// Asks every one of `profiles` for the URL that `input` is, against `base` where there is one, and gives what they agree
/// on: the scheme, the host, the port and the path. Whatever else is answer enough to refuse the URL.
///
/// Compared is what the components mean to whoever connects, not how they are written:
/// - the scheme without regard to ASCII case;
/// - the host by its kind and, of names, without regard to ASCII case. An IPv6 address is the same however it is written;
///   `127.1` and `127.0.0.1` are the same only to those profiles that say so, and a final dot makes another name. No host
///   and an empty one are the same;
/// - the port, with the default that each profile gives the scheme for none; where none is written, they agree. One that is
///   no number up to 65535 agrees with nothing;
/// - the path, where an empty one after a host is `/`, and the digits of escapes are the same in either case. `%61` and `a`
///   are *not* the same: what compares paths may compare them by their bytes.
///
/// User information, query and fragment are not compared. A profile whose document stops at parsing
/// ([`Reason::NotInThisSpec`](url_facade::Reason::NotInThisSpec)) rejects everything.
///
/// Cheap while they agree: the profiles run without a trace, and only a disagreement is looked into. See
/// `docs/security.md` for what this protects from, and what not.
///
/// # Errors
/// [`Disagreement`].
///
/// # Examples
/// ```
/// use url_diff::agree;
/// use url_facade::{Host, Profile};
/// let profiles = [Profile::Whatwg, Profile::Rfc3986];
/// let agreed = agree("HTTPS://a.test:443/x", None, &profiles).unwrap();
/// assert_eq!((agreed.host, agreed.port), (Some(Host::Domain("a.test".into())), Some(443)));
/// let disagreement = agree(r"http://evil.test\@good.test/", None, &profiles).unwrap_err();
/// assert_eq!(
///     disagreement.to_string(),
///     "whatwg and rfc3986 part: whatwg#authority-state-2 read it as the path; rfc3986#user-information-1.1 rejected it \
///      (character-not-allowed), at bytes 16..17",
/// );
/// ```
pub fn agree(input: &str, base: Option<&str>, profiles: &[Profile]) -> Result<Agreement, Disagreement> {
    let (&first, others) = profiles.split_first().ok_or(Disagreement::NobodyAsked)?;
    let of_first = url(input, base, first);
    for &other in others {
        let component = match (&of_first, &url(input, base, other)) {
            (Ok(a), Ok(b)) => match first_different(a, b) {
                Some(component) => Some(component),
                None => continue,
            },
            (Err(_), Err(_)) => continue,
            _ => None,
        };
        let parting = diff(input, base, Parser::new(first), Parser::new(other)).parting;
        return Err(Disagreement::Parted { a: first, b: other, component, parting: parting.map(Box::new) });
    }
    let url = of_first.map_err(|error| Disagreement::Rejected { profile: first, error })?;
    let port = effective_port(&url).map_err(|()| Disagreement::UnusablePort { profile: first })?;
    Ok(Agreement {
        scheme: url.scheme().to_ascii_lowercase(),
        host: effective_host(&url).map(owned),
        port,
        path: url.path().to_owned(),
    })
}

fn url(input: &str, base: Option<&str>, profile: Profile) -> Result<Url, ParseError> {
    let parser = Parser::new(profile);
    let base = base.map(|base| parser.parse_reference(base)).transpose()?;
    parser.with_base(base.as_ref()).parse(input)
}

/// The first component in which `a` and `b` differ for whoever connects.
fn first_different(a: &Url, b: &Url) -> Option<Component> {
    if !a.scheme().eq_ignore_ascii_case(b.scheme()) {
        return Some(Component::Scheme);
    }
    if !same_host(effective_host(a), effective_host(b)) {
        return Some(Component::Host);
    }
    if !same_port(a, b) {
        return Some(Component::Port);
    }
    (!same_path(effective_path(a), effective_path(b))).then_some(Component::Path)
}

fn effective_host(url: &Url) -> Option<Host<&str>> {
    url.host().filter(|host| *host != Host::Empty)
}

fn owned(host: Host<&str>) -> Host<String> {
    match host {
        Host::Domain(name) => Host::Domain(name.to_owned()),
        Host::Opaque(name) => Host::Opaque(name.to_owned()),
        Host::Ipv4(address) => Host::Ipv4(address),
        Host::Ipv6(address) => Host::Ipv6(address),
        Host::Empty => Host::Empty,
    }
}

/// Whether two hosts are the same one. To a profile that knows no kinds of schemes, what another one has as a name may be
/// opaque: their texts decide.
fn same_host(a: Option<Host<&str>>, b: Option<Host<&str>>) -> bool {
    match (a, b) {
        (Some(Host::Domain(a) | Host::Opaque(a)), Some(Host::Domain(b) | Host::Opaque(b))) => {
            a.eq_ignore_ascii_case(b)
        }
        (a, b) => a == b,
    }
}

/// The port to connect to, if any.
///
/// # Errors
/// Where the port is no number up to 65535.
fn effective_port(url: &Url) -> Result<Option<u16>, ()> {
    if writes_port(url) { url.port().map(Some).ok_or(()) } else { Ok(url.port_or_known_default()) }
}

/// Whether a port is written: one that is empty is none.
fn writes_port(url: &Url) -> bool {
    url.get(Component::Port).is_some_and(|port| !port.is_empty())
}

/// Whether two URLs of one scheme have the same port.
fn same_port(a: &Url, b: &Url) -> bool {
    match (effective_port(a), effective_port(b)) {
        // Not every profile knows the default of each scheme.
        (Ok(one), Ok(other)) => one == other || !(writes_port(a) || writes_port(b)),
        _ => false,
    }
}

fn effective_path(url: &Url) -> &str {
    match url.path() {
        "" if effective_host(url).is_some() => "/",
        path => path,
    }
}

/// Whether two paths are the same but for the case of the digits of escapes.
fn same_path(a: &str, b: &str) -> bool {
    let escape_begins = |path: &str, at: usize| path.as_bytes().get(at) == Some(&b'%');
    let mut left_of_escape = 0;
    a.len() == b.len()
        && a.bytes().zip(b.bytes()).enumerate().all(|(at, (one, other))| {
            if escape_begins(a, at) {
                left_of_escape = 3;
            }
            let is_digit = left_of_escape > 0 && one.is_ascii_hexdigit();
            left_of_escape = usize::saturating_sub(left_of_escape, 1);
            one == other || (is_digit && one.eq_ignore_ascii_case(&other))
        })
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NobodyAsked => f.write_str("no profile was asked"),
            Self::Rejected { profile, error } => write!(f, "{profile} rejects it, as all do: {error}"),
            Self::UnusablePort { profile } => write!(f, "{profile} has a port that is no number up to 65535"),
            Self::Parted { a, b, parting: Some(parting), .. } => write!(f, "{a} and {b} part: {parting}"),
            Self::Parted { a, b, component, parting: None } => {
                let component = component.map_or("result", Component::name);
                write!(f, "{a} and {b} do not mean the same {component}")
            }
        }
    }
}

impl std::error::Error for Disagreement {}
