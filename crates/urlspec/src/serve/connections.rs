//! Limits connections, so that a client that is slow, sends nothing or reads nothing delays no other client.
//! It occupies one connection for a few seconds, and little memory.

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

/// The maximum number of open connections. Further clients wait until one is closed.
const CONNECTIONS: usize = 512;

/// The maximum time for a client to send the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// The maximum time for a client to read more of its response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum time for requests in progress when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(6);

/// The maximum size of the head of a request, in bytes. This is the smallest limit that hyper supports.
const HEAD_BYTES: usize = 8 << 10;

pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept(&listener, &router, &graceful) => {}
        () = stop => {}
    }
    drop(listener);
    // Requests that are still unfinished have then had all the time that a request may take.
    let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

async fn accept(listener: &TcpListener, router: &Router, graceful: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // Acquiring fails only if the semaphore is closed, which never happens.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // The client has left, or no file descriptor is free: connections that end will free some.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Sends responses at once instead of collecting data first. If this option cannot be set, responses
        // are only slower.
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
            // An error means that the client disconnected, so it needs no response.
            let _ = connection.await;
            drop(place);
        });
    }
}
