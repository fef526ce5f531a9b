//! `serve`: the live viewer. This file starts and stops the server.

mod assets;
mod connections;
mod guard_request;
mod hosts;
mod routes;
mod run_request;

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    net::SocketAddr,
    thread,
};

use tokio::{net::TcpListener, runtime};
use url_guard::Guard;

use crate::{
    args::Options,
    show::print_either,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(
    options: &Options,
    bind: SocketAddr,
    names: Vec<String>,
    site: Option<&str>,
    guard: Guard,
) -> Result<Verdict, Failure> {
    let refused = |error: io::Error| Failure::Refused(format!("cannot listen on {bind}: {error}"));
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        // Each blocking thread computes a run. More threads than cores would only slow down all runs.
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
        let hosts = hosts::Hosts { address: address.ip(), names };
        connections::serve(listener, routes::router(options.parser(), guard, hosts, site), stop).await;
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
        // If the signal cannot be awaited, the server stops at once.
        let _ = tokio::signal::ctrl_c().await;
    })
}
