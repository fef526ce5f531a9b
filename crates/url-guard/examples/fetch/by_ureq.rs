//! A `ureq` client for URLs that a guard permits.
//!
//! - Each URL is checked before it is sent. This client follows redirects, not ureq: it checks each
//!   `Location` as it was sent.
//! - The resolver checks each address, and ureq connects to those of the same answer. So a name that resolves
//!   to another address a moment later is harmless. ureq calls the resolver for hosts that are addresses too,
//!   and for each URL, so these are checked again.
//! - No proxy is used, not even one set in the environment, because a proxy resolves names itself.
//! - A connection that is kept open leads to an address that was checked: use a separate agent for each
//!   guard.
//! - Credentials are sent to the origin of the first URL only.
//! - The guard does not limit the length of a response, before or after decompression: limit the bytes that
//!   you read.

use std::{error::Error, net::SocketAddr};

use ureq::{
    Agent, Body,
    config::Config,
    http::{Response, Uri, header::LOCATION},
    unversioned::{
        resolver::{ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};
use url_guard::{Guard, Refusal};

pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

pub(crate) struct Fetcher {
    guard: Guard,
    agent: Agent,
}

impl Fetcher {
    pub(crate) fn new(guard: Guard, resolver: impl Resolver) -> Self {
        let config = Agent::config_builder().proxy(None).max_redirects(0).http_status_as_error(false).build();
        let resolver = Checked { guard: guard.clone(), resolver };
        Self { guard, agent: Agent::with_parts(config, DefaultConnector::default(), resolver) }
    }

    /// Gets `url` and follows its redirects, with a value for the header `Authorization`.
    pub(crate) fn get(&self, url: &str, credentials: Option<&str>) -> Result<Response<Body>, BoxError> {
        let mut at = self.guard.check(url, None)?;
        let first = at.origin().clone();
        loop {
            let (href, _fragment) = at.href().split_once('#').unwrap_or((at.href(), ""));
            let uri: Uri = href.parse()?;
            // The string that ureq sends must be the one that was checked.
            let sent = uri.to_string();
            if sent != href {
                return Err(format!("{sent} is not {href}").into());
            }
            let mut request = self.agent.get(uri);
            if let Some(credentials) = credentials.filter(|_| *at.origin() == first) {
                request = request.header("Authorization", credentials);
            }
            let response = request.call().map_err(|error| match error {
                ureq::Error::Other(refusal) => refusal,
                error => error.into(),
            })?;
            match response.headers().get(LOCATION) {
                Some(location) if response.status().is_redirection() => {
                    at = self.guard.redirect(&at, str::from_utf8(location.as_bytes())?)?;
                }
                _ => return Ok(response),
            }
        }
    }
}

/// A resolver that checks the addresses that another one finds.
#[derive(Debug)]
struct Checked<R> {
    guard: Guard,
    resolver: R,
}

impl<R: Resolver> Resolver for Checked<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let error = |refusal: Refusal| ureq::Error::Other(refusal.into());
        let permitted = self.guard.check(&uri.to_string(), None).map_err(error)?;
        let mut found = self.resolver.resolve(uri, config, timeout)?;
        let addresses: Vec<_> = found.iter().map(SocketAddr::ip).collect();
        permitted.check_addresses(&addresses).map_err(error)?;
        found.iter_mut().for_each(|found| found.set_port(permitted.port()));
        Ok(found)
    }
}
