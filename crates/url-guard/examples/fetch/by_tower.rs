//! A `tower` layer that passes on the requests that a guard permits, and a matching connector for `hyper`.
//!
//! - The layer checks the URI of each request, sends the string that was checked, and adds the `Permitted` to
//!   the request's extensions. It removes a `Host` header, which may name another host: the client sends the
//!   host of the URI instead.
//! - The connector's resolver checks each address of a name, and the client connects to one of the checked
//!   addresses. So it is harmless if the name resolves to another address a moment later. A host that is an
//!   address never reaches the resolver: the layer checks it.
//! - Put the layer below a layer that follows redirects, so that it checks each URL. The layer below does not
//!   know the URL that redirected: the upper layer has to limit the number of redirects, refuse redirects
//!   from https to http, and drop headers.
//! - `http::Uri` has parsed the URL before the layer sees it. If you have the URL as text, check it with the
//!   guard first.
//! - For https, put the connector into the connector of your TLS crate, and call `enforce_http(false)` on the
//!   inner one.
//! - The guard does not limit the length of a response, before or after decompression: limit the bytes that
//!   you read.

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
    // The string that the client sends must be the one that was checked.
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
            // Port 0 means the port of the URI.
            let found: Vec<_> = addresses.into_iter().map(|address| SocketAddr::new(address, 0)).collect();
            Ok(found.into_iter())
        }
    };
    HttpConnector::new_with_resolver(Resolver::new(service_fn(checked)))
}
