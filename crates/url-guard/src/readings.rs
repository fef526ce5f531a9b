//! Finds the consumers whose clients connect to a host other than the one that a guard has checked.

use std::{
    borrow::Cow,
    net::{IpAddr, Ipv6Addr},
};

use percent_encoding::percent_decode_str;
use url_facade::{
    Component, Host, Parser, Profile, Reference, Url,
    consumers::exposed_parts,
    fast::plain_host,
    host::{AddressRisk, HostRisk, classify},
};

use crate::product::same_host;

/// A consumer whose clients connect to a host other than the checked one, as found by [`readings`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The consumer.
    pub profile: Profile,
    /// The host that a client of the consumer connects to. Unlike the result of [`connects_to`], this host
    /// contains no user information, and a non-ASCII name may be converted.
    pub host: Host<String>,
}

/// Returns the consumers that accept `url` and read a host other than `host`, in the order of
/// [`Profile::consumers`]; each is a reason to refuse the URL.
///
/// `url` is any text that consumers may receive: for a guard, the input and the URL that it passes on. `host`
/// is the host that the guard has checked, such as [`Agreement::host`](crate::Agreement::host) or
/// [`Url::host`].
///
/// Hosts are compared as [`agree`](crate::agree()) compares them, after each host is converted to the one
/// that a client [connects to](connects_to):
/// - a name that consists of numbers is an address: Java reads each number as decimal, other consumers as C's
///   `inet_aton` does, where a leading 0 means octal;
/// - a name beyond ASCII is converted as in the URL Standard, unless it has one of the characters that
///   IDNA2003 converts differently, has a percent sign, or is converted to an address.
///
/// A consumer that rejects `url`, or whose clients refuse it, is not included.
///
/// # Examples
/// ```
/// use url_guard::readings;
/// use url_facade::{Host, Url};
/// // Browsers and C read the octal number as 87: a public address.
/// let url = Url::parse("http://0127.0.0.1/").unwrap();
/// assert_eq!(url.host_str(), Some("87.0.0.1"));
/// let [by_url, .., by_uri] = &readings("http://0127.0.0.1/", &url.host().unwrap())[..] else { unreachable!() };
/// assert_eq!((by_url.profile.name(), &by_url.host), ("java-net-url", &Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!((by_uri.profile.name(), &by_uri.host), ("java-net-uri", &by_url.host));
/// // In the canonical URL, which is passed on, all read the same host.
/// assert_eq!(readings(url.as_str(), &url.host().unwrap()), []);
/// ```
pub fn readings<S: AsRef<str>>(url: &str, host: &Host<S>) -> Vec<Reading> {
    let host = host.as_deref();
    // FAST: all profiles see the same host in such a URL.
    if let (Host::Domain(name), Some(at)) = (host, plain_host(url))
        && url[at].eq_ignore_ascii_case(name)
    {
        return Vec::new();
    }
    readings_without_fast_path(url, host)
}

fn readings_without_fast_path(url: &str, host: Host<&str>) -> Vec<Reading> {
    let consumers = Profile::consumers();
    let of_consumers = consumers.filter_map(|profile| {
        let reference = Parser::new(profile).parse_reference(url).ok()?;
        Some(Reading { profile, host: connected_host(&reference)? })
    });
    of_consumers.filter(|reading| !same_host(Some(host), Some(reading.host.as_deref()))).collect()
}

/// Returns the host that a client of a consumer connects to, if the consumer reads a URL as `reference`;
/// `None` if the client refuses the URL, or if `reference` was not read by a consumer.
///
/// The result is the host that the consumer exposes, except for these steps of clients after parsing:
/// - a name that consists of numbers is an address: Java reads each number as decimal, other consumers as C's
///   `inet_aton` does;
/// - without a host, the clients of Node's `url.parse`, of Ruby and of `java.net.URL` connect to `localhost`;
///   `java.net.http` refuses an authority without a host; for all others, the result is [`Host::Empty`];
/// - `urllib.request`, Python's client, looks up the authority without the port, decoded and with the user
///   information. The client also refuses some authorities with a colon, but this function does not;
/// - Perl's LWP and PHP's `fsockopen` look for a port once more, in the parsed host.
///
/// A name beyond ASCII is returned unchanged: clients differ in its conversion, and most look up the
/// converted name. `vectors/consumers/connections.jsonl` of `url-testdata` records the hosts that the clients
/// connected to.
///
/// # Examples
/// ```
/// use url_guard::connects_to;
/// use url_facade::{Host, Parser, Profile};
/// let to = |profile, input| connects_to(&Parser::new(profile).parse_reference(input).unwrap());
/// assert_eq!(to(Profile::NodeUrlParse, "http:///x"), Some(Host::Domain("localhost".into())));
/// assert_eq!(to(Profile::PythonUrlsplit, "http://good.test@evil.test/"), Some(Host::Domain("good.test@evil.test".into())));
/// assert_eq!(to(Profile::Curl, "http://0x7f.1/"), Some(Host::Ipv4([127, 0, 0, 1].into())));
/// ```
pub fn connects_to(reference: &Reference) -> Option<Host<String>> {
    let has_authority = exposed_parts(reference)?.any(|(part, _)| part == "authority");
    let host = reference.get(Component::Host).unwrap_or_default();
    let newest = reference.profile().newest();
    let is = |program: &str| newest.name() == program;
    let is_java = is("java-net-url") || is("java-net-uri");
    let mut name = Cow::Borrowed(host);
    if is("python-urlsplit") {
        let part = |component| reference.get(component);
        if let Some(user) = part(Component::User) {
            let is_address = host.contains(':');
            let (open, close) = if is_address { ("[", "]") } else { ("", "") };
            let password =
                part(Component::Password).map(|password| format!(":{password}")).unwrap_or_default();
            name = format!("{user}{password}@{open}{host}{close}").into();
        }
        name = percent_decode_str(&name).decode_utf8_lossy().into_owned().into();
    }
    if is("curl") {
        name = name.replace('%', "%25").into();
    }
    let mut bare = &*name;
    if is("perl-uri") {
        bare = bare.rsplit('@').next().unwrap_or_default();
        bare = bare.split(['\0', '/', '?', '#']).next().unwrap_or_default();
    }
    let in_brackets = bare.strip_prefix('[').and_then(|inner| inner.split_once(']'));
    bare = match (in_brackets, bare.split_once(':')) {
        (Some((inner, after)), _) if after.is_empty() || is("php-parse-url") || is("perl-uri") => inner,
        (None, Some((name, _))) if is("php-parse-url") => name,
        (None, Some((name, port))) if is("perl-uri") && !port.contains([' ', ':']) => name,
        _ => bare,
    };
    if bare.is_empty() {
        return match reference.get(Component::Port) {
            _ if is("java-net-uri") && has_authority => None,
            Some(port) if is("node-url-parse") => Some(Host::Domain(format!(":{port}"))),
            _ if is("node-url-parse") || is("ruby-uri") || is("java-net-url") => {
                Some(Host::Domain("localhost".into()))
            }
            _ => Some(Host::Empty),
        };
    }
    if let Ok(address) = bare.parse::<Ipv6Addr>() {
        return Some(address.to_ipv4_mapped().map_or(Host::Ipv6(address), Host::Ipv4));
    }
    let number = if is_java { without_leading_zeros(bare) } else { bare.to_owned() };
    let address = address_of(&number).or_else(|| address_of(bare)).filter(|_| !bare.ends_with('.'));
    Some(address.unwrap_or_else(|| Host::Domain(bare.to_owned())))
}

/// Returns the value of [`Reading::host`] for a consumer that reads a URL as `reference`, or `None` if the
/// client of the consumer refuses the URL.
fn connected_host(reference: &Reference) -> Option<Host<String>> {
    let host = reference.host().unwrap_or(Host::Empty);
    match (connects_to(reference)?, host) {
        (Host::Domain(to), Host::Empty) => Some(Host::Domain(to)),
        (Host::Ipv4(to), Host::Domain(_) | Host::Opaque(_)) => Some(Host::Ipv4(to)),
        (_, Host::Domain(name) | Host::Opaque(name)) => {
            // An address with a final dot is looked up as a name, which does not exist.
            Some(address_of(name).or_else(|| converted(name)).unwrap_or_else(|| host.into_owned()))
        }
        _ => Some(host.into_owned()),
    }
}

/// Returns the IPv4 address that C's `inet_aton` returns for `name`, if any.
fn address_of(name: &str) -> Option<Host<String>> {
    match classify(&Host::Domain(name)) {
        HostRisk::ReadAsAddress(AddressRisk { address: IpAddr::V4(address), .. }) => {
            Some(Host::Ipv4(address))
        }
        _ => None,
    }
}

/// Removes the leading zeros of the numbers in `name`, so that `inet_aton` reads them as decimal.
fn without_leading_zeros(name: &str) -> String {
    let decimal = |part: &str| match part.trim_start_matches('0') {
        "" if !part.is_empty() => "0".to_owned(),
        number => number.to_owned(),
    };
    name.split('.').map(decimal).collect::<Vec<_>>().join(".")
}

/// Returns the ASCII name to which all clients convert the non-ASCII `name`, or `None` if clients differ.
fn converted(name: &str) -> Option<Host<String>> {
    // UTS #46, section 2.3: the characters that IDNA2003 maps and IDNA2008 does not; `ẞ` is the capital of
    // `ß`.
    let is_deviation = |c: char| matches!(c, 'ß' | 'ς' | '\u{200C}' | '\u{200D}' | 'ẞ');
    if name.is_ascii() || name.contains(is_deviation) || name.contains('%') {
        return None;
    }
    let mut url = Url::parse("http://a/").ok()?;
    url.set_host(Some(name)).ok()?;
    url.host().filter(|host| matches!(host, Host::Domain(_))).map(Host::into_owned)
}

#[cfg(test)]
mod tests {
    use url_facade::Url;

    use super::{readings, readings_without_fast_path};

    #[test]
    fn plain_hosts_have_no_other_readings() {
        let ends = url_testdata::hostile::short_strings("ax1-.\\/%2e;:@_[]\t ?#é", 3);
        let mut found = 0;
        for start in
            ["http://a.b", "HTTPS://a-1.B2", "http://A.b/", "http://a.b?", "http://a.b#", "http://a.b:8"]
        {
            for end in &ends {
                let url = format!("{start}{end}");
                let Ok(parsed) = Url::parse(&url) else { continue };
                let Some(host) = parsed.host() else { continue };
                let fast = readings(&url, &host);
                if fast.is_empty() {
                    found += 1;
                    assert_eq!(readings_without_fast_path(&url, host), [], "{url}");
                }
            }
        }
        assert!(found > 10_000, "{found}");
    }
}
