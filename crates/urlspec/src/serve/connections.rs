//! Who may be connected, and for how long: a client that is slow, silent or deaf holds one connection for some seconds
//! and little memory, and no other client waits for it.

use std::{sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulConnection, GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;

/// How many connections are open at a time; others wait until one of them closes.
const CONNECTIONS: usize = 512;

/// How long a client may take to send the head of a request, or be silent between two.
const HEAD: Duration = Duration::from_secs(5);

/// How long a client may read nothing of its answer.
const STALL: Duration = Duration::from_secs(10);

/// How long requests that are under way are waited for at the end.
const FAREWELL: Duration = Duration::from_secs(6);

/// How much of a request's head is read: as much as hyper takes at the least.
const HEAD_BYTES: usize = 8 << 10;

/// Answers everyone at `listener` as `router` does, until `stop` is there.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept(&listener, &router, &graceful) => {}
        () = stop => {}
    }
    drop(listener);
    // Who is not done by then has had the time that any request gets.
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

/// Lets clients in.
async fn accept(listener: &TcpListener, router: &Router, graceful: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // Nobody closes the semaphore, so this goes on until it is dropped.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, or a client that left already: what is open goes on, and may free some.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let connection = graceful.watch(talk(stream, router.clone()));
        tokio::spawn(async move {
            // A client that broke off needs no answer.
            let _ = connection.await;
            drop(place);
        });
    }
}

/// The talk with one client.
fn talk(stream: TcpStream, router: Router) -> impl GracefulConnection<Error = hyper::Error> + Send + 'static {
    // Answers are written whole; to wait for more only delays them. Where that cannot be set, they are merely late.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(STALL));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router))
}
