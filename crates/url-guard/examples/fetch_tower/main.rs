//! Fetches URLs with a `tower` service over `hyper` if they are safe to fetch; `layer.rs` is the part to copy.
//!
//! ```console
//! $ cargo run -p url-guard --example fetch_tower http://example.com/ http://127.0.0.1/
//! 200 OK, 559 bytes: http://example.com/
//! http://127.0.0.1/: the address 127.0.0.1 is not public: Loopback
//! ```

use std::{env, error::Error, process::ExitCode};

use http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use hyper_util::{
    client::legacy::{Client, connect::dns::GaiResolver},
    rt::TokioExecutor,
};
use tower::{ServiceBuilder, ServiceExt as _};
use url_guard::Guard;

use self::layer::{BoxError, GuardLayer, connector};

mod layer;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for url in env::args().skip(1) {
        match fetch(&url).await {
            Ok((status, len)) => println!("{status}, {len} bytes: {url}"),
            Err(error) => {
                // The refusal is the last of the causes.
                let mut cause: &dyn Error = &*error;
                while let Some(source) = cause.source() {
                    cause = source;
                }
                eprintln!("{url}: {cause}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

async fn fetch(url: &str) -> Result<(StatusCode, usize), BoxError> {
    let guard = Guard::default();
    // As text first: `http::Uri` reads some URLs in its own way.
    let request = Request::get(guard.check(url, None)?.href()).body(String::new())?;
    let client = Client::builder(TokioExecutor::new()).build(connector(guard.clone(), GaiResolver::new()));
    let service = ServiceBuilder::new().layer(GuardLayer(guard)).service(client);
    let response = service.oneshot(request).await?;
    Ok((response.status(), response.into_body().collect().await?.to_bytes().len()))
}
