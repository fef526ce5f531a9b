//! Checks the host of each request. Otherwise a page of another site whose name resolves to this machine (DNS
//! rebinding) could read the answers: its requests have that name as their host.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header, uri::Authority};

#[derive(Clone, Debug)]
pub(super) struct Hosts {
    /// The address to which the server is bound.
    pub(super) address: IpAddr,
    pub(super) names: Vec<String>,
}

impl Hosts {
    /// True if the hosts in the header `Host` and in the target, if that is an absolute URL, are allowed.
    /// Returns `None` unless there is exactly one `Host` header, with a valid value.
    pub(super) fn check(&self, target: &Uri, headers: &HeaderMap) -> Option<bool> {
        let mut given = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else { return None };
        let host: Authority = host.to_str().ok()?.parse().ok()?;
        let mut hosts = [Some(&host), target.authority()].into_iter().flatten();
        Some(hosts.all(|host| is_host_and_port(host) && self.allows(host.host())))
    }

    /// True if `host` is the address or a name of the server. Ports are ignored, since they may be forwarded.
    fn allows(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if let Ok(address) = bare.parse::<IpAddr>() {
            // A server bound to all addresses does not know them, so any address is allowed. A page of
            // another site cannot have an address of this machine as its name.
            return address == self.address || self.address.is_unspecified();
        }
        let name = host.strip_suffix('.').unwrap_or(host);
        let is_local = self.address.is_loopback() || self.address.is_unspecified();
        (is_local && name.eq_ignore_ascii_case("localhost"))
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// True if `authority` is only a host and perhaps a port. Its type also permits text before the host.
fn is_host_and_port(authority: &Authority) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let rest = authority.as_str().strip_prefix(authority.host());
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Uri, header};
    use url_testdata::{assert_expected, own_vectors, read_json_lines, text};

    use super::Hosts;

    #[test]
    fn other_hosts_are_rejected() {
        let records = read_json_lines(&own_vectors("program").join("server-hosts.jsonl")).unwrap();
        assert_expected(&records, |record| {
            let [address, name, host] = ["address", "name", "host"].map(|key| text(record, key).unwrap());
            let hosts = Hosts { address: address.parse().unwrap(), names: vec![name.into()] };
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
            (hosts.check(&Uri::from_static("/"), &headers) == Some(true)).into()
        });
    }
}
