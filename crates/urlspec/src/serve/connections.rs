//! Limits on connections: a client that is slow, sends nothing or reads nothing holds one connection for some seconds and
//! little memory, and no other client waits for it.

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

/// How many connections are open at a time; others wait until one of them closes.
const CONNECTIONS: usize = 512;

/// How long a client may take to send the head of a request, or pause between two requests.
const HEAD: Duration = Duration::from_secs(5);

/// How long a client may read nothing of its response.
const STALL: Duration = Duration::from_secs(10);

/// How long the server waits for requests in progress when it stops.
const FAREWELL: Duration = Duration::from_secs(6);

/// The longest head of a request, in bytes: the least that hyper supports.
const HEAD_BYTES: usize = 8 << 10;

/// Serves `router` on `listener` until `stop` is ready.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept(&listener, &router, &graceful) => {}
        () = stop => {}
    }
    drop(listener);
    // A request that is not done by then has had its full time.
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

/// Accepts clients.
async fn accept(listener: &TcpListener, router: &Router, graceful: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // The semaphore is never closed, so this runs until it is dropped.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, or a client that has left: open connections go on, and may free some.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Responses are written at once; waiting for more only delays them. Where this cannot be set, they are only late.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(STALL));
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
