//! A `ureq` client for URLs that a guard permits.
//!
//! - Each URL is checked before it is sent. Redirects are followed here, not by ureq: each `Location` is checked as it was sent.
//! - The resolver, whose answer is connected to, checks each address, so that a name which resolves to another address a moment
//!   later gains nothing. ureq asks it for hosts that are addresses too, and for each URL, so it checks these again.
//! - No proxy is used, not even one of the environment, because a proxy resolves names itself.
//! - A connection that is kept open leads to an address that was checked: use one agent for one guard.
//! - Credentials are sent to the origin of the first URL only.
//! - How long a response is, and what it unpacks to, is not the guard's matter: limit what you read.

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

    /// Gets `url` and what it redirects to, with a value for the header `Authorization`.
    pub(crate) fn get(&self, url: &str, credentials: Option<&str>) -> Result<Response<Body>, BoxError> {
        let mut at = self.guard.check(url, None)?;
        let first = at.origin().clone();
        loop {
            let (href, _fragment) = at.href().split_once('#').unwrap_or((at.href(), ""));
            let uri: Uri = href.parse()?;
            // The string that ureq sends must be what was checked.
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

/// A resolver that checks what another one finds.
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
