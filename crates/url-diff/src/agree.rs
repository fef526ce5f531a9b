//! Checks whether several profiles see the same URL, for guards that accept only a URL on which all profiles agree.

use std::fmt;

use url_facade::{Component, Host, ParseError, Parser, Profile};

use crate::{
    diff::diff,
    difference::Parting,
    run::{Product, valid},
};

/// The components on which all of the profiles agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The scheme, in lower case.
    pub scheme: String,
    /// The host by its kind, or `None` if it is missing or empty.
    pub host: Option<Host<String>>,
    /// The port. If none is written, the first profile's default port for the scheme; `None` if it has no default.
    pub port: Option<u16>,
    /// The path as the first profile serializes it.
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
    /// No profile was given.
    NobodyAsked,
    /// All of the profiles reject the URL; this is the first one's error.
    Rejected {
        /// The profile.
        profile: Profile,
        /// Why it rejects the URL.
        error: ParseError,
    },
    /// The port is not a number up to 65535 under this profile, even if the profiles agree otherwise.
    UnusablePort {
        /// The profile.
        profile: Profile,
    },
    /// Two profiles see different URLs, or only one of them accepts the URL.
    Parted {
        /// The first profile.
        a: Profile,
        /// The first one that differs from it.
        b: Profile,
        /// The component in which they differ; `None` if one of them rejects the URL.
        component: Option<Component>,
        /// Where they differ. `None` if they write the same text and mean different things.
        parting: Option<Box<Parting>>,
    },
}

/// Parses `input` against `base`, if any, under each of `profiles`, and returns the scheme, host, port and path if all
/// profiles agree on them. Any error is a sufficient reason to refuse the URL.
///
/// Components are compared by what they mean to a client that connects, not by how they are written:
/// - the scheme without regard to ASCII case;
/// - the host by its kind; names without regard to ASCII case. IPv6 addresses are compared by value. `127.1` and
///   `127.0.0.1` are the same only if the profiles define them so. A name with a final dot is a different name. A missing
///   host and an empty one are the same;
/// - the port, where each profile's default port for the scheme replaces a missing one. If none is written, the ports
///   agree. A port that is not a number up to 65535 agrees with nothing;
/// - the path, where an empty path after a host is `/`, and hexadecimal digits of escapes match in either case. `%61` and
///   `a` are *not* the same, because a consumer may compare paths by their bytes.
///
/// User information, query and fragment are not compared. A consumer is asked for what it makes of `input` itself; it resolves
/// nothing, so it rejects everything if there is a base. A profile whose document defines parsing only
/// ([`Reason::NotInThisSpec`](url_facade::Reason::NotInThisSpec)) rejects everything.
///
/// Agreement is cheap to check: the profiles run without a trace, and only a disagreement is traced.
/// `docs/security.md` describes what this protects against, and what it does not.
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
        scheme: part(&url, Component::Scheme).to_ascii_lowercase(),
        host: effective_host(&url).map(owned),
        port,
        path: part(&url, Component::Path).to_owned(),
    })
}

/// What `profile` makes of `input`. A consumer parses a URL, and resolves nothing.
fn url(input: &str, base: Option<&str>, profile: Profile) -> Result<Product, ParseError> {
    let parser = Parser::new(profile);
    if profile.is_consumer() && base.is_none() {
        return parser.parse_reference(input).and_then(valid);
    }
    let base = base.map(|base| parser.parse_reference(base)).transpose()?;
    parser.with_base(base.as_ref()).parse(input).map(Product::Url)
}

fn part(url: &Product, component: Component) -> &str {
    url.get(component).unwrap_or_default()
}

/// The first component in which `a` and `b` differ for a client that connects.
fn first_different(a: &Product, b: &Product) -> Option<Component> {
    if !part(a, Component::Scheme).eq_ignore_ascii_case(part(b, Component::Scheme)) {
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

fn effective_host(url: &Product) -> Option<Host<&str>> {
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

/// Whether two hosts are the same. A host that is a name under one profile may be opaque under a profile without kinds of
/// schemes; then their texts are compared.
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
/// If the port is not a number up to 65535.
fn effective_port(url: &Product) -> Result<Option<u16>, ()> {
    match url.port_or_known_default() {
        None if writes_port(url) => Err(()),
        port => Ok(port),
    }
}

/// Whether a port is written; an empty one is not.
fn writes_port(url: &Product) -> bool {
    url.get(Component::Port).is_some_and(|port| !port.is_empty())
}

/// Whether two URLs of one scheme have the same port.
fn same_port(a: &Product, b: &Product) -> bool {
    match (effective_port(a), effective_port(b)) {
        // A profile may not define the default port of a scheme.
        (Ok(one), Ok(other)) => one == other || !(writes_port(a) || writes_port(b)),
        _ => false,
    }
}

fn effective_path(url: &Product) -> &str {
    match part(url, Component::Path) {
        "" if effective_host(url).is_some() => "/",
        path => path,
    }
}

/// Whether two paths are equal, except for the case of hexadecimal digits in escapes.
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
            Self::NobodyAsked => f.write_str("no profile was given"),
            Self::Rejected { profile, error } => write!(f, "every profile rejects it; {profile}: {error}"),
            Self::UnusablePort { profile } => {
                write!(f, "the port is not a number up to 65535 under {profile}")
            }
            Self::Parted { a, b, parting: Some(parting), .. } => write!(f, "{a} and {b} part: {parting}"),
            Self::Parted { a, b, component, parting: None } => {
                let component = component.map_or("result", Component::name);
                write!(f, "{a} and {b} differ in the {component}")
            }
        }
    }
}

impl std::error::Error for Disagreement {}
