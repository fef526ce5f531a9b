//! `serve`: an HTTP server with the live viewer. This file starts and stops the server.

mod routes;
mod run_request;

use std::{
    collections::BTreeMap,
    env,
    io::{self, Write as _},
    net::SocketAddr,
    sync::Arc,
    thread,
    time::Duration,
};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::TcpListener,
    runtime,
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use url_guard::Guard;

use crate::{
    args::Options,
    show::print_either,
    verdict::{Failure, Result, Verdict, refuse},
};

pub(crate) fn run(
    options: &Options,
    bind: SocketAddr,
    names: Vec<String>,
    site: Option<&str>,
    guard: Guard,
) -> Result<Verdict> {
    let patience = patience()?;
    let refused = |error: io::Error| Failure::Refused(format!("cannot listen on {bind}: {error}"));
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        // A blocking thread computes one request. More threads than cores would only slow down all requests.
        .max_blocking_threads(cores)
        .build()
        .map_err(refused)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(bind).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let stop = stop_signal().map_err(refused)?;
        let url = format!("http://{address}/");
        let verdict = print_either(options, &BTreeMap::from([("listening", &url)]), |out| {
            writeln!(out, "The viewer is at {url} (Ctrl-C stops it)")?;
            if !address.ip().is_loopback() {
                writeln!(out, "Anyone who can reach that address can use it.")?;
            }
            Ok(())
        })?;
        let hosts = routes::Hosts { address: address.ip(), names };
        let router = routes::router(options.parser(), guard, hosts, site, patience);
        serve(listener, router, patience, stop).await;
        Ok(verdict)
    })
}

#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // If waiting for the signal fails, the server stops immediately.
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// The maximum number of open connections. Further clients wait until a connection is closed.
const CONNECTIONS: usize = 512;

/// The environment variable with the number of seconds that replaces the 5 s of [`patience`].
const TIMEOUT: &str = "URLSPEC_SERVE_TIMEOUT";

/// Returns the maximum time in which a client sends the head or the body of a request, and in which the
/// server computes an answer.
fn patience() -> Result<Duration> {
    let Some(seconds) = env::var_os(TIMEOUT) else { return Ok(Duration::from_secs(5)) };
    match seconds.to_str().and_then(|seconds| seconds.parse::<u16>().ok()) {
        Some(seconds @ 1..) => Ok(Duration::from_secs(seconds.into())),
        _ => refuse(format!("{TIMEOUT} is not a number of seconds from 1 to 65535")),
    }
}

/// The maximum size of the head of a request, in bytes: the smallest limit that hyper supports.
const HEAD_BYTES: usize = 8 << 10;

/// Serves `router` on `listener` until `stop` is ready. A client that is slow, sends nothing or reads nothing
/// does not delay other clients: it uses one connection for a few seconds, and little memory.
async fn serve(listener: TcpListener, router: Router, patience: Duration, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept(&listener, &router, patience, &graceful) => {}
        () = stop => {}
    }
    drop(listener);
    // After this timeout, unfinished requests have had the maximum time of a request.
    let _ = timeout(patience + Duration::from_secs(1), graceful.shutdown()).await;
}

async fn accept(listener: &TcpListener, router: &Router, patience: Duration, graceful: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // Acquiring a permit fails only if the semaphore is closed, which never happens.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // The client has left, or no file descriptor is free until another connection ends.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Sends responses without delay. If the option cannot be set, responses are only slower.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(2 * patience));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // An error means that the client has disconnected, so no response is needed.
            let _ = connection.await;
            drop(place);
        });
    }
}
