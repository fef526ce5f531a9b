//! `serve`: the live viewer. This file starts the server and ends it; who may talk to it and for how long is decided in
//! `connections`, what is answered in `routes`, what a run is in `run_request`.

mod assets;
mod connections;
mod routes;
mod run_request;

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    thread,
};

use tokio::{net::TcpListener, runtime};

use crate::{
    args::Options,
    shape::{Listening, to_line},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, bind: SocketAddr) -> Result<Verdict, Failure> {
    let refused = |error: io::Error| Failure::Refused(format!("cannot listen at {bind}: {error}"));
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        // Each does a run from its start to its end; more than there are cores would only make each of them late.
        .max_blocking_threads(cores)
        .build()
        .map_err(refused)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(bind).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let stop = stop_signal().map_err(refused)?;
        announce(options, address).map_err(Failure::writing("stdout"))?;
        let defaults = run_request::Defaults { profile: options.profile, encoding: options.encoding };
        connections::serve(listener, routes::router(defaults), stop).await;
        Ok(Verdict::Valid)
    })
}

/// Says where the page is.
fn announce(options: &Options, address: SocketAddr) -> io::Result<()> {
    let url = format!("http://{address}/");
    if options.json {
        return io::stdout().lock().write_all(&to_line(&Listening { listening: &url }));
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "The viewer is at {url} (Ctrl-C stops it)")?;
    if !address.ip().is_loopback() {
        writeln!(out, "Everyone who can reach that address can use it.")?;
    }
    out.flush()
}

/// What is there when a person, or the system, wants an end.
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

/// What is there when a person wants an end.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Where that cannot be waited for, there is at least an end.
        let _ = tokio::signal::ctrl_c().await;
    })
}
