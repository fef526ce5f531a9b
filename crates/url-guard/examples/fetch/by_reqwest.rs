//! A `reqwest` client for URLs that a guard permits.
//!
//! - Each URL is checked before it is sent, and each redirect before it is followed.
//! - The resolver checks each address of a name, and the client connects to one of the checked addresses. So
//!   it is harmless if the name resolves to another address a moment later. A host that is an address never
//!   reaches the resolver: the check of the URL covers it.
//! - No proxy is used, not even one set in the environment, because a proxy resolves names itself.
//! - The client reuses open connections, whose addresses were checked by its own guard only: use a separate
//!   client for each guard.
//! - reqwest sends `Authorization` and `Cookie` only to their origin, and `Referer` is not sent. A header of
//!   your own, like `X-Api-Key`, would follow every redirect: use a guard of `max_redirects(0)` with it.
//! - The guard does not limit the length of a response, before or after decompression: limit the bytes that
//!   you read.

use std::{error::Error, net::SocketAddr};

use reqwest::{
    Client, RequestBuilder, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};
use url_guard::{Guard, Permitted, Refusal};

pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

pub(crate) struct Fetcher {
    guard: Guard,
    client: Client,
}

impl Fetcher {
    pub(crate) fn new(guard: Guard, resolver: impl Resolve + 'static) -> reqwest::Result<Self> {
        let of_redirects = guard.clone();
        let policy = Policy::custom(move |attempt| {
            match check_redirect(&of_redirects, attempt.previous(), attempt.url()) {
                Ok(()) => attempt.follow(),
                Err(error) => attempt.error(error),
            }
        });
        let resolver = Checked { guard: guard.clone(), resolver };
        let client =
            Client::builder().no_proxy().referer(false).dns_resolver(resolver).redirect(policy).build()?;
        Ok(Self { guard, client })
    }

    /// Checks `url`, and begins a request if it may be fetched.
    pub(crate) fn get(&self, url: &str) -> Result<RequestBuilder, BoxError> {
        let permitted = self.guard.check(url, None)?;
        let url = Url::parse(permitted.href())?;
        check_same(&permitted, &url)?;
        Ok(self.client.get(url))
    }
}

/// Checks the redirect to `next` from the URL that was fetched last.
pub(crate) fn check_redirect(guard: &Guard, previous: &[Url], next: &Url) -> Result<(), BoxError> {
    let (from, earlier) = previous.split_last().ok_or(Refusal::Empty)?;
    let from = guard.check(from.as_str(), None)?.after_redirects(u32::try_from(earlier.len())?);
    check_same(&guard.redirect(&from, next.as_str())?, next)
}

/// reqwest sends the result of its own parser, which must equal the checked URL.
fn check_same(permitted: &Permitted, url: &Url) -> Result<(), BoxError> {
    if url.as_str() == permitted.href() {
        Ok(())
    } else {
        Err(format!("{url} is not {}", permitted.href()).into())
    }
}

/// A resolver that checks the addresses that another resolver finds.
struct Checked<R> {
    guard: Guard,
    resolver: R,
}

impl<R: Resolve> Resolve for Checked<R> {
    fn resolve(&self, name: Name) -> Resolving {
        let (guard, host) = (self.guard.clone(), name.as_str().to_owned());
        let resolving = self.resolver.resolve(name);
        Box::pin(async move {
            let addresses: Vec<_> = resolving.await?.map(|found| found.ip()).collect();
            guard.check_addresses(&host, &addresses)?;
            // Port 0 means the port of the URL.
            Ok(Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// The system's resolver.
pub(crate) struct System;

impl Resolve for System {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
