//! Lists of names that programs should not connect to without care: special-use domain names from the IANA
//! registry, names that systems, clouds and clusters give to their own machines, public names that resolve to
//! this machine, and names of metadata services. The lists are as of September 2026. Tests compare them with
//! a copy of the registry (`tests/special-use.tsv`) and with pages about the other names
//! (`tests/listed-names.tsv`).

use core::{
    iter,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use NamePurpose::{
    Cluster, ContainerHost, Infrastructure, Invalid, LocalNetwork, Metadata, OtherSystem, Private, Testing,
    ThisMachine,
};

/// The purpose of a special name. See [`ListedName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NamePurpose {
    /// The name of this machine, such as `localhost`.
    ThisMachine,
    /// The name of a machine of the local network, such as `printer.local`. Public DNS does not resolve it.
    LocalNetwork,
    /// A name in a private network, such as `wiki.corp`.
    Private,
    /// The metadata service of a cloud provider, which gives machines secrets such as credentials.
    Metadata,
    /// A name for the machine that runs the current container, such as `host.docker.internal`.
    ContainerHost,
    /// A service in a cluster, such as `web.cluster.local` in Kubernetes.
    Cluster,
    /// The infrastructure of the Internet, such as `10.in-addr.arpa`, the reverse mapping of `10.0.0.0/8`.
    Infrastructure,
    /// A name in a naming system other than the DNS, under `onion` or `alt`.
    OtherSystem,
    /// A name for tests, under `test`.
    Testing,
    /// A name that never exists, under `invalid`.
    Invalid,
}

/// A name with a special purpose, such as `local`. The purpose also applies to every subdomain of the name,
/// unless a longer listed name, with its own purpose, is equal to the subdomain or contains it.
///
/// # Examples
/// ```
/// use url_host::risk::{HostRisk, NamePurpose, classify};
/// let HostRisk::ListedName(listed) = classify(&url_host::Host::Domain("Metadata.google.internal.")) else {
///     unreachable!()
/// };
/// assert_eq!((listed.name, listed.purpose), ("metadata.google.internal", NamePurpose::Metadata));
/// assert_eq!(listed.reference, "Google Cloud, \"About VM metadata\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ListedName {
    /// The name, in lower case and without a final dot, such as `local` for the host `printer.local`.
    pub name: &'static str,
    /// The purpose of the name.
    pub purpose: NamePurpose,
    /// The document that lists the name, such as `RFC 6762`.
    pub reference: &'static str,
}

impl ListedName {
    /// Finds the longest listed name that is `name` or a parent domain of `name`. Ignores a final dot.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.strip_suffix('.').unwrap_or(name);
        let mut ending = ENDING[usize::from(name.bytes().next_back()?.to_ascii_lowercase())];
        let of_ending = iter::from_fn(|| {
            let next = LISTED.get(ending.trailing_zeros() as usize)?;
            ending &= ending - 1;
            Some(next)
        });
        let around = of_ending.filter(|(listed, ..)| is_in(name, listed));
        let &(name, purpose, reference) = around.max_by_key(|(listed, ..)| listed.len())?;
        Some(Self { name, purpose, reference })
    }
}

/// The wildcard DNS services. A name under one of them resolves to the address that the name contains.
const WILDCARD_DNS: &str = "nip.io sslip.io xip.io xip.name traefik.me backname.io local-ip.co local-ip.sh iep.ee \
    plex.direct 1u.ms rbndr.us rebind.network";

/// Returns the addresses that a wildcard DNS service may find in `name`: four numbers between dots or
/// hyphens, eight hexadecimal digits, or a label with an IPv6 address that has hyphens instead of colons.
pub(super) fn addresses_in(name: &str) -> impl Iterator<Item = IpAddr> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let service = WILDCARD_DNS.split(' ').find(|service| name.len() > service.len() && is_in(name, service));
    let inside = service.and_then(|service| name.get(..name.len() - service.len())).unwrap_or_default();
    let mut last = [None; 4];
    let of_four = inside.split(['.', '-']).filter_map(move |part| {
        last = [last[1], last[2], last[3], part.parse::<u8>().ok()];
        let [a, b, c, d] = last;
        Some(Ipv4Addr::new(a?, b?, c?, d?).into())
    });
    let hexadecimal = inside.split(['.', '-']).filter(|part| part.len() == 8);
    let of_digits = hexadecimal.filter_map(|part| u32::from_str_radix(part, 16).ok());
    // A label of the DNS has at most 63 bytes.
    let labels = inside.split('.').filter(|label| label.len() <= 63);
    let of_label = labels.filter_map(|label| {
        let mut starts = iter::once(0).chain(label.match_indices('-').map(|(at, _)| at + 1));
        starts.find_map(|at| label.get(at..)?.replace('-', ":").parse::<Ipv6Addr>().ok())
    });
    of_four.chain(of_digits.map(|bits| Ipv4Addr::from_bits(bits).into())).chain(of_label.map(Into::into))
}

fn is_in(name: &str, other: &str) -> bool {
    let at = name.len().checked_sub(other.len());
    at.and_then(|at| name.get(at..).zip(name.get(..at))).is_some_and(|(end, rest)| {
        end.eq_ignore_ascii_case(other) && (rest.is_empty() || rest.ends_with('.'))
    })
}

/// FAST: for each byte, a mask of the rows of `LISTED` whose name ends with that byte.
const ENDING: [u128; 256] = {
    let (mut ending, mut at) = ([0; 256], 0);
    while at < LISTED.len() {
        if let [.., last] = LISTED[at].0.as_bytes() {
            ending[*last as usize] |= 1 << at;
        }
        at += 1;
    }
    ending
};

macro_rules! listed {
    ($([$($name:literal)*] $purpose:ident, $reference:literal;)*) => {
        [$($(($name, $purpose, $reference),)*)*]
    };
}

/// The listed names. The names of the special-use registry come first. `example`, `example.com`,
/// `example.net` and `example.org` are not listed, because programs treat them like any other name (RFC 6761,
/// section 6.5).
const LISTED: [(&str, NamePurpose, &str); 97] = listed! {
    ["alt"] OtherSystem, "RFC 9476";
    ["6tisch.arpa"] Infrastructure, "RFC 9031";
    ["eap.arpa"] Infrastructure, "RFC 9965";
    ["eap-noob.arpa"] Infrastructure, "RFC 9140";
    ["home.arpa"] LocalNetwork, "RFC 8375";
    ["10.in-addr.arpa" "16.172.in-addr.arpa" "17.172.in-addr.arpa" "18.172.in-addr.arpa" "19.172.in-addr.arpa"
        "20.172.in-addr.arpa" "21.172.in-addr.arpa" "22.172.in-addr.arpa" "23.172.in-addr.arpa"
        "24.172.in-addr.arpa" "25.172.in-addr.arpa" "26.172.in-addr.arpa" "27.172.in-addr.arpa"
        "28.172.in-addr.arpa" "29.172.in-addr.arpa" "30.172.in-addr.arpa" "31.172.in-addr.arpa"
        "168.192.in-addr.arpa"] Infrastructure, "RFC 6761";
    ["254.169.in-addr.arpa" "8.e.f.ip6.arpa" "9.e.f.ip6.arpa" "a.e.f.ip6.arpa"
        "b.e.f.ip6.arpa"] Infrastructure, "RFC 6762";
    ["170.0.0.192.in-addr.arpa" "171.0.0.192.in-addr.arpa" "ipv4only.arpa"] Infrastructure, "RFC 8880";
    ["resolver.arpa"] Infrastructure, "RFC 9462";
    ["service.arpa"] LocalNetwork, "RFC 9665";
    ["invalid"] Invalid, "RFC 6761";
    ["local"] LocalNetwork, "RFC 6762";
    ["localhost"] ThisMachine, "RFC 6761";
    ["onion"] OtherSystem, "RFC 7686";
    ["test"] Testing, "RFC 6761";
    // This machine, according to the hosts files of Debian and Fedora, and to systemd-resolved.
    ["localhost.localdomain" "_localdnsstub" "_localdnsproxy"
        "_outbound"] ThisMachine, "systemd-resolved.service(8)";
    ["localhost4" "localhost4.localdomain4" "localhost6"
        "localhost6.localdomain6"] ThisMachine, "Fedora, /etc/hosts";
    ["ip6-localhost" "ip6-loopback"] ThisMachine, "Debian, /etc/hosts";
    ["_gateway"] LocalNetwork, "systemd-resolved.service(8)";
    ["broadcasthost"] LocalNetwork, "macOS, /etc/hosts";
    ["ip6-allnodes" "ip6-allrouters"] LocalNetwork, "Debian, /etc/hosts";
    // Public names that resolve to this machine.
    ["localtest.me"] ThisMachine, "localtest.me";
    ["lvh.me"] ThisMachine, "CloudBees CodeShip, \"Custom DNS resolution\"";
    ["vcap.me"] ThisMachine, "Cloud Foundry, vcap";
    ["fuf.me" "yoogle.com" "42foo.com"] ThisMachine, "fidian, \"Public DNS pointing to localhost\"";
    ["lacolhost.com"] ThisMachine, "Reenhanced, \"Developing with subdomains\"";
    ["127-0-0-1.org.uk"] ThisMachine, "127-0-0-1.org.uk";
    ["local.sisteminha.com"] ThisMachine, "tinogomes, \"Public DNS pointing to localhost\"";
    ["colasloth.com"] ThisMachine, "colasloth.github.io";
    ["127.ca"] ThisMachine, "127.ca";
    ["ddev.site"] ThisMachine, "DDEV";
    ["lndo.site"] ThisMachine, "Lando, \"Proxy\"";
    ["localho.st"] ThisMachine, "localho.st";
    ["localh.st"] ThisMachine, "localh.st";
    // Private networks. RFC 6762 lists names in wide use. ICANN reserved `internal`, and does not delegate
    // `corp`, `home` and `mail`.
    ["internal"] Private, "ICANN Board resolution 2024.07.29.06";
    ["intranet" "private" "corp" "home" "lan"] Private, "RFC 6762, appendix G";
    ["mail"] Private, "ICANN Board resolution 2018.02.04.12";
    ["localdomain" "localdomain4" "localdomain6"] Private, "Fedora, /etc/hosts";
    // Metadata services, from the providers' documents.
    ["metadata.google.internal" "metadata.goog" "metadata"] Metadata, "Google Cloud, \"About VM metadata\"";
    ["instance-data" "instance-data.ec2.internal"] Metadata, "AWS, the resolver of a VPC";
    ["metadata.tencentyun.com"] Metadata, "Tencent Cloud, \"Querying Instance Metadata\"";
    ["api.metadata.cloud.ibm.com"] Metadata, "IBM Cloud VPC, \"About VPC metadata\"";
    ["metadata.platformequinix.com"] Metadata, "Equinix Metal, \"Metadata\"";
    ["metadata.packet.net"] Metadata, "Packet, \"Metadata\"";
    ["metadata.exoscale.com"] Metadata, "Exoscale, \"exoscale-cloud-controller-manager\"";
    ["rancher-metadata"] Metadata, "Rancher 1.6, \"Metadata Service\"";
    // Containers and clusters.
    ["docker.internal"] ContainerHost, "Docker Desktop, \"Networking\"";
    ["containers.internal"] ContainerHost, "podman-run(1)";
    ["k3d.internal"] ContainerHost, "k3d 3.1.0, release notes";
    ["lima.internal"] ContainerHost, "Lima, \"Network\"";
    ["minikube.internal"] ContainerHost, "minikube, \"Host access\"";
    ["cluster.local" "svc" "kubernetes.default"] Cluster, "Kubernetes, \"DNS for Services and Pods\"";
    ["consul"] Cluster, "Consul, \"DNS\"";
};
