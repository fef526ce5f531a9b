//! Limits on connections: a client that is slow, sends nothing or reads nothing uses one connection for a few
//! seconds and little memory, and delays no other client.

use std::{sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::TcpListener,
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;

/// The maximum number of open connections; others wait until one of them closes.
const CONNECTIONS: usize = 512;

/// The time within which a client must send the head of its first or next request.
const HEAD: Duration = Duration::from_secs(5);

/// The time after which a client that does not read its response is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time that the server waits for requests in progress when it stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(6);

/// The maximum size of a request's head, in bytes: the smallest that hyper supports.
const HEAD_BYTES: usize = 8 << 10;

/// Serves `router` on `listener` until `stop` is ready.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept(&listener, &router, &graceful) => {}
        () = stop => {}
    }
    drop(listener);
    // A request that is unfinished then has had its full time.
    let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

/// Accepts clients.
async fn accept(listener: &TcpListener, router: &Router, graceful: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // The semaphore is never closed, so this runs until it is dropped.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, or the client has left: open connections continue, and may free some.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Responses are written at once; waiting for more only delays them. If this cannot be set, they are
        // only late.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that disconnected needs no response.
            let _ = connection.await;
            drop(place);
        });
    }
}
