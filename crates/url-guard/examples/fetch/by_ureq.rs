//! A `ureq` client for URLs that a guard permits.
//!
//! - Each URL is checked before it is sent. This client, not ureq, follows redirects: it checks each
//!   `Location` as the server sent it.
//! - The resolver checks each address of a name, and ureq connects to one of the checked addresses. So it is
//!   harmless if the name resolves to another address a moment later. ureq also calls the resolver for hosts
//!   that are addresses, and for each URL, so these are checked again.
//! - No proxy is used, not even one set in the environment, because a proxy resolves names itself.
//! - The agent reuses open connections, whose addresses were checked by its own guard only: use a separate
//!   agent for each guard.
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

/// A resolver that checks the addresses that another resolver finds.
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
