//! The hosts that the server answers to. A page elsewhere whose name is made to resolve to this machine (DNS rebinding) could
//! otherwise read the answers: its requests have that name as their host.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header, uri::Authority};

/// What the server is reached by.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    /// The address that it is bound to.
    pub(super) address: IpAddr,
    /// The names that it has besides.
    pub(super) names: Vec<String>,
}

impl Hosts {
    /// Whether a request is for one of the hosts: by its header `Host`, and by its target if that is a whole URL. `None` if it does
    /// not have one such header, which can be read.
    pub(super) fn check(&self, target: &Uri, headers: &HeaderMap) -> Option<bool> {
        let mut given = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else { return None };
        let host: Authority = host.to_str().ok()?.parse().ok()?;
        let mut hosts = [Some(&host), target.authority()].into_iter().flatten();
        Some(hosts.all(|host| is_host_and_port(host) && self.knows(host.host())))
    }

    /// Whether `host` is the address or a name. Ports do not matter: they may be forwarded.
    fn knows(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if let Ok(address) = bare.parse::<IpAddr>() {
            // Whoever listens on every address does not know which ones these are. No page can take one as its name.
            return address == self.address || self.address.is_unspecified();
        }
        let name = host.strip_suffix('.').unwrap_or(host);
        let is_local = self.address.is_loopback() || self.address.is_unspecified();
        (is_local && name.eq_ignore_ascii_case("localhost"))
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Whether `authority` is a host and perhaps a port: its parser accepts other text around the host.
fn is_host_and_port(authority: &Authority) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let rest = authority.as_str().strip_prefix(authority.host());
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Uri, header};

    use super::Hosts;

    /// The hosts that are known where the server is bound to `address` and has the name `name`.
    fn known(address: &str, name: &str) -> Vec<&'static str> {
        let hosts = Hosts { address: address.parse().unwrap(), names: vec![name.to_owned()] };
        let given = [
            "localhost LocalHost. 127.0.0.1 [::1] 10.0.0.1 viewer.example localhost.evil.example evil.example",
            "0.0.0.0 127.1 [::ffff:127.0.0.1] localhost: LOCALHOST.:80 [127.0.0.1]:1 localhost:8'0",
            "localhost:evil [127.0.0.1]evil.test evil@localhost localhost@localhost",
        ];
        let is_known = |host: &&'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            hosts.check(&Uri::from_static("/"), &headers) == Some(true)
        };
        given.iter().flat_map(|hosts| hosts.split(' ')).filter(is_known).collect()
    }

    #[test]
    fn only_what_it_is_bound_for_is_known() {
        assert_eq!(
            known("127.0.0.1", "x"),
            ["localhost", "LocalHost.", "127.0.0.1", "localhost:", "LOCALHOST.:80", "[127.0.0.1]:1"]
        );
        assert_eq!(known("::1", "x"), ["localhost", "LocalHost.", "[::1]", "localhost:", "LOCALHOST.:80"]);
        assert_eq!(known("10.0.0.1", "Viewer.example"), ["10.0.0.1", "viewer.example"]);
        let addresses = ["127.0.0.1", "[::1]", "10.0.0.1", "0.0.0.0", "[::ffff:127.0.0.1]"];
        assert_eq!(
            known("0.0.0.0", "x"),
            [&["localhost", "LocalHost."], &addresses[..], &["localhost:", "LOCALHOST.:80", "[127.0.0.1]:1"]]
                .concat()
        );
    }
}
