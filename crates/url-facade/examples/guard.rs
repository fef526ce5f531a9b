//! A guard against server-side request forgery, for programs that fetch URLs from untrusted input (webhooks, previews,
//! crawlers). Decides whether a URL may be fetched, and from which addresses.
//!
//! ```console
//! $ cargo run -p url-facade --example guard http://0x7f.1/ https://[::ffff:a00:1]/x
//! http://127.0.0.1/: refused: 127.0.0.1 is in 127.0.0.0/8 (Loopback, RFC 1122, section 3.2.1.3)
//! https://[::ffff:a00:1]/x: refused: ::ffff:10.0.0.1 is in ::ffff:0.0.0.0/96 (IPv4-mapped Address, RFC 4291)
//! ```
//!
//! The program that fetches must connect to one of these addresses and must not resolve the name again, because a second
//! lookup may return another address. It must check each redirect too.

use std::{
    env, fmt, io,
    net::{IpAddr, ToSocketAddrs as _},
};

use url_facade::{
    Host, ParseError, Url,
    host::{AddressRisk, HostRisk, ListedName, classify},
};

/// Why a URL must not be fetched.
#[derive(Debug)]
enum Refusal {
    NotUrl(ParseError),
    NotWeb,
    Localhost,
    Listed(ListedName),
    NotPublic(AddressRisk),
    NoAddress,
    Resolving(io::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUrl(error) => error.fmt(f),
            Self::NotWeb => f.write_str("not http or https"),
            Self::Localhost => f.write_str("a name of this machine"),
            Self::Listed(listed) => {
                write!(
                    f,
                    "{} is for another purpose ({:?}, {})",
                    listed.name, listed.purpose, listed.reference
                )
            }
            Self::NotPublic(risk) if risk.is_metadata_service() => {
                write!(f, "{} is a metadata service", risk.address)
            }
            Self::NotPublic(AddressRisk { address, block, .. }) => {
                write!(f, "{address} is in {block} ({}, {})", block.name, block.reference)
            }
            Self::NoAddress => f.write_str("no address"),
            Self::Resolving(error) => error.fmt(f),
        }
    }
}

/// The URL in `input` and the addresses to fetch it from; `resolve` returns the addresses of a name.
fn guard(
    input: &str,
    resolve: impl Fn(&str, u16) -> io::Result<Vec<IpAddr>>,
) -> Result<(Url, Vec<IpAddr>), Refusal> {
    let url = Url::parse(input).map_err(Refusal::NotUrl)?;
    // The schemes whose hosts are names and addresses of the Internet.
    let (true, Some(host), Some(port)) =
        (matches!(url.scheme(), "http" | "https"), url.host(), url.port_or_known_default())
    else {
        return Err(Refusal::NotWeb);
    };
    let addresses = match (classify(&host), host) {
        (HostRisk::Address(risk), _) => vec![risk.address],
        (HostRisk::UnknownUntilResolved, Host::Domain(name)) => {
            resolve(name, port).map_err(Refusal::Resolving)?
        }
        (HostRisk::Localhost, _) => return Err(Refusal::Localhost),
        (HostRisk::ListedName(listed), _) => return Err(Refusal::Listed(listed)),
        _ => return Err(Refusal::NoAddress),
    };
    // One bad address among good ones is enough to refuse the URL.
    if let Some(risk) =
        addresses.iter().map(|&address| AddressRisk::of(address)).find(|risk| !risk.is_public())
    {
        return Err(Refusal::NotPublic(risk));
    }
    if addresses.is_empty() { Err(Refusal::NoAddress) } else { Ok((url, addresses)) }
}

/// Resolves a name with the system's resolver.
fn resolve(name: &str, port: u16) -> io::Result<Vec<IpAddr>> {
    Ok((name, port).to_socket_addrs()?.map(|address| address.ip()).collect())
}

fn main() {
    for input in env::args().skip(1) {
        let answer = match guard(&input, resolve) {
            Ok((_, addresses)) => format!("{addresses:?}"),
            Err(refusal) => format!("refused: {refusal}"),
        };
        println!("{}: {answer}", Url::parse(&input).map_or(input, Url::into_string));
    }
}

#[cfg(test)]
mod tests {
    use std::{io, net::IpAddr};

    use super::guard;

    /// A resolver for tests, without network access.
    fn resolve(name: &str, _: u16) -> io::Result<Vec<IpAddr>> {
        let addresses: &[&str] = match name {
            "example.com" => &["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
            "trap.example" => &["93.184.215.14", "10.0.0.1"],
            "rebinding.example" => &["127.0.0.1"],
            "nat64.example" => &["64:ff9b::a9fe:a9fe"],
            "empty.example" => &[],
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(addresses.iter().map(|address| address.parse().unwrap()).collect())
    }

    #[test]
    fn lets_through_what_is_public() {
        for (input, count) in [
            ("https://example.com/a?b", 2),
            ("HTTP://EXAMPLE.COM.:80", 0),
            ("http://8.8.8.8", 1),
            ("https://[2606:4700:4700::1111]/", 1),
        ] {
            // This resolver treats a name with a final dot as a different name.
            assert_eq!(guard(input, resolve).map_or(0, |(_, addresses)| addresses.len()), count, "{input}");
        }
    }

    #[test]
    fn refuses_what_leads_inside() {
        for input in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://0x7f000001/",
            "http://2130706433/",
            "http://0177.0.0.1/",
            "http://①②⑦.⓪.⓪.①/",
            "http://localhost:8080/",
            "http://a.LocalHost./",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[64:ff9b::10.0.0.1]/",
            "http://[2002:7f00:1::]/",
            "http://169.254.169.254/latest/meta-data/",
            "http://[fd00:ec2::254]/",
            "http://168.63.129.16/",
            "http://100.64.0.1/",
            "http://0/",
            "http://user@10.0.0.1:80/",
            "http://metadata.google.internal/",
            "http://printer.local/",
            "http://wiki/",
            "http://[::ffff:0:10.0.0.1]/",
            "https://trap.example/",
            "https://rebinding.example/",
            "https://nat64.example/",
            "https://empty.example/",
            "https://unknown.example/",
            "file:///etc/passwd",
            "gopher://example.com/",
            "//example.com/",
        ] {
            assert!(guard(input, resolve).is_err(), "{input}");
        }
    }
}
