//! A `tower` layer that lets through what a guard permits, and the connector for `hyper` that goes with it.
//!
//! - The layer checks the URI of each request, sends the string that was checked, and adds the `Permitted` to the request's
//!   extensions. A header `Host` is removed, since it may name another host: the client sends that of the URI.
//! - The connector's resolver, whose answer is connected to, checks each address, so that a name which resolves to another
//!   address a moment later gains nothing. A host that is an address never comes to the resolver: there the layer decides.
//! - Put the layer below one that follows redirects, so that it checks each hop. It does not see where a request comes from:
//!   whether a redirect is the last that is allowed, leads from https to http, or takes headers along, is for the other layer.
//! - `http::Uri` has parsed the URL before the layer sees it. Where the URL comes as text, ask the guard for it first.
//! - For https, put the connector into that of your TLS crate, and call its `enforce_http(false)`.
//! - How long a response is, and what it unpacks to, is not the guard's matter: limit what you read.

use std::{
    error::Error,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    vec,
};

use http::{Request, Uri, header::HOST};
use hyper_util::client::legacy::connect::{HttpConnector, dns::Name};
use tower::{Layer, Service, ServiceExt as _, service_fn, util::BoxCloneSyncService};
use url_guard::Guard;

pub(crate) type BoxError = Box<dyn Error + Send + Sync>;
type Resolver = BoxCloneSyncService<Name, vec::IntoIter<SocketAddr>, BoxError>;

#[derive(Clone, Debug)]
pub(crate) struct GuardLayer(pub(crate) Guard);

impl<S> Layer<S> for GuardLayer {
    type Service = Guarded<S>;

    fn layer(&self, inner: S) -> Guarded<S> {
        Guarded { guard: self.0.clone(), inner }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Guarded<S> {
    guard: Guard,
    inner: S,
}

impl<S, B> Service<Request<B>> for Guarded<S>
where
    S: Service<Request<B>, Error: Into<BoxError>, Future: Send + 'static>,
{
    type Response = S::Response;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.inner.poll_ready(context).map_err(Into::into)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        if let Err(error) = check(&self.guard, &mut request) {
            return Box::pin(async { Err(error) });
        }
        let response = self.inner.call(request);
        Box::pin(async { response.await.map_err(Into::into) })
    }
}

fn check<B>(guard: &Guard, request: &mut Request<B>) -> Result<(), BoxError> {
    let permitted = guard.check(&request.uri().to_string(), None)?;
    let uri: Uri = permitted.href().parse()?;
    // The string that the client sends must be what was checked.
    let sent = uri.to_string();
    if sent != permitted.href() {
        return Err(format!("{sent} is not {}", permitted.href()).into());
    }
    *request.uri_mut() = uri;
    request.headers_mut().remove(HOST);
    request.extensions_mut().insert(permitted);
    Ok(())
}

/// A connector that connects to the addresses that `resolver` finds and the guard permits.
pub(crate) fn connector<R>(guard: Guard, resolver: R) -> HttpConnector<Resolver>
where
    R: Service<Name, Response: Iterator<Item = SocketAddr>, Error: Into<BoxError>, Future: Send + 'static>,
    R: Clone + Send + Sync + 'static,
{
    let checked = move |name: Name| {
        let (guard, resolver) = (guard.clone(), resolver.clone());
        async move {
            let found = resolver.oneshot(name.clone()).await.map_err(Into::into)?;
            let addresses: Vec<_> = found.map(|found| found.ip()).collect();
            guard.check_addresses(name.as_str(), &addresses)?;
            // Port 0 stands for that of the URI.
            let found: Vec<_> = addresses.into_iter().map(|address| SocketAddr::new(address, 0)).collect();
            Ok(found.into_iter())
        }
    };
    HttpConnector::new_with_resolver(Resolver::new(service_fn(checked)))
}
