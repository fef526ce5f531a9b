//! Which consumers connect to another host than the one that a guard has checked.

use std::net::IpAddr;

use url_facade::{
    Host, Parser, Profile, Reference, Url,
    consumers::exposed_parts,
    host::{AddressRisk, HostRisk, classify},
};

use crate::alike::same_host;

/// What a consumer reads as the host of a URL, where a guard reads another one; from [`readings`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The consumer.
    pub profile: Profile,
    /// The host that a client of the consumer connects to. [`Host::Empty`] if the consumer accepts the URL and finds no host: many
    /// clients then connect to this machine.
    pub host: Host<String>,
}

/// Returns the consumers that accept `url` and read a host other than `host`, in the order of [`Profile::ALL`]; each is a reason
/// to refuse the URL. Empty if none does.
///
/// `url` is any text that consumers may be given: for a guard, the input and the URL that it passes on. `host` is the host that
/// the guard has checked, such as [`Agreement::host`](crate::Agreement::host) or [`Url::host`].
///
/// Hosts are compared as [`agree`](crate::agree()) compares them, once each is the one that a client connects to:
/// - a name in numbers is an address: each number is decimal to Java, and to the others what C's `inet_aton` reads, which takes one that
///   begins with 0 for octal;
/// - a name beyond ASCII is the one that the URL Standard converts it to, unless it has one of the characters that IDNA2003
///   converts otherwise, a percent sign, or is converted to an address.
///
/// A consumer that rejects `url` has no reading. Nor has `java-net-uri` where it exposes an authority but no host (`http://a_b/`), which its
/// clients refuse.
///
/// # Examples
/// ```
/// use url_diff::readings;
/// use url_facade::{Host, Url};
/// // A public address to browsers and C, which read octal numbers.
/// let url = Url::parse("http://0127.0.0.1/").unwrap();
/// assert_eq!(url.host_str(), Some("87.0.0.1"));
/// let [by_url, by_uri] = &readings("http://0127.0.0.1/", &url.host().unwrap())[..] else { unreachable!() };
/// assert_eq!((by_url.profile.name(), &by_url.host), ("java-net-url", &Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!((by_uri.profile.name(), &by_uri.host), ("java-net-uri", &by_url.host));
/// // What is passed on has one reading.
/// assert_eq!(readings(url.as_str(), &url.host().unwrap()), []);
/// ```
pub fn readings<S: AsRef<str>>(url: &str, host: &Host<S>) -> Vec<Reading> {
    let host = host.as_deref();
    let consumers = Profile::ALL.iter().copied().filter(|profile| profile.is_consumer());
    let of_consumers = consumers.filter_map(|profile| {
        let reference = Parser::new(profile).parse_reference(url).ok()?;
        Some(Reading { profile, host: connected_host(&reference)? })
    });
    of_consumers.filter(|reading| !same_host(Some(host), Some(reading.host.as_deref()))).collect()
}

/// The host that a client connects to if a consumer reads a URL as `reference`; `None` if it refuses the URL.
fn connected_host(reference: &Reference) -> Option<Host<String>> {
    let mut parts = exposed_parts(reference)?;
    let host = reference.host().unwrap_or(Host::Empty);
    let (Host::Domain(name) | Host::Opaque(name)) = host else {
        let is_refused = host.is_empty() && parts.any(|(part, _)| part == "authority");
        return (!is_refused).then(|| host.into_owned());
    };
    let is_java = matches!(reference.profile(), Profile::JavaNetUrl | Profile::JavaNetUri);
    let of_java = is_java.then(|| address_of(&without_leading_zeros(name))).flatten();
    let client_host = of_java.or_else(|| address_of(name)).or_else(|| converted(name));
    Some(client_host.unwrap_or_else(|| host.into_owned()))
}

/// The address that `inet_aton` reads `name` as.
fn address_of(name: &str) -> Option<Host<String>> {
    match classify(&Host::Domain(name)) {
        HostRisk::ReadAsAddress(AddressRisk { address: IpAddr::V4(address), .. }) => {
            Some(Host::Ipv4(address))
        }
        _ => None,
    }
}

/// `name`, with no number in it that begins with 0, so that all of them are decimal.
fn without_leading_zeros(name: &str) -> String {
    let decimal = |part: &str| match part.trim_start_matches('0') {
        "" if !part.is_empty() => "0".to_owned(),
        number => number.to_owned(),
    };
    name.split('.').map(decimal).collect::<Vec<_>>().join(".")
}

/// The name that all clients convert `name` to, if it is beyond ASCII and there is one.
fn converted(name: &str) -> Option<Host<String>> {
    // UTS #46, section 2.3: what IDNA2003 maps, and IDNA2008 does not. The last one is the capital of the first.
    let is_deviation = |c: char| matches!(c, 'ß' | 'ς' | '\u{200C}' | '\u{200D}' | 'ẞ');
    if name.is_ascii() || name.contains(is_deviation) || name.contains('%') {
        return None;
    }
    let mut url = Url::parse("http://a/").ok()?;
    url.set_host(Some(name)).ok()?;
    url.host().filter(|host| matches!(host, Host::Domain(_))).map(Host::into_owned)
}
