//! The socket addresses that a URL leads to.

use std::{
    io,
    net::{SocketAddr, ToSocketAddrs as _},
};

use url_host::Host;

use super::Url;

impl<S: AsRef<str>> Url<S> {
    /// Looks up the socket addresses of the host with the system's resolver, and waits for it; without one, if the host is an
    /// address. The port is that of the URL, else the known one of the scheme, else `default_port()`.
    ///
    /// For a URL that came from elsewhere, check where its host leads first: see [`crate::host`].
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if there is no host or no port; else the error of the resolver.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse("https://[::1]/")?.socket_addrs(|| None)?, ["[::1]:443".parse()?]);
    /// let addresses = Url::parse("postgres://127.0.0.1")?.socket_addrs(|| Some(5432))?;
    /// assert_eq!(addresses, ["127.0.0.1:5432".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs(&self, default_port: impl FnOnce() -> Option<u16>) -> io::Result<Vec<SocketAddr>> {
        let missing = |what| io::Error::new(io::ErrorKind::InvalidInput, what);
        let host =
            self.host().filter(|host| *host != Host::Empty).ok_or_else(|| missing("the URL has no host"))?;
        let port = self.port_or_known_default().or_else(default_port);
        let port = port.ok_or_else(|| missing("the URL has no port, and its scheme no known one"))?;
        match host.ip_addr() {
            Some(address) => Ok(vec![(address, port).into()]),
            // An opaque host too may be the name of a machine, or an IPv4 address.
            None => Ok((self.host_str().unwrap_or_default(), port).to_socket_addrs()?.collect()),
        }
    }
}
