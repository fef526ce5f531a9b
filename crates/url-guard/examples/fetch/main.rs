//! Fetches the URLs that are safe to fetch, with the client named by the first argument. The other files can
//! be copied to a project.
//!
//! ```console
//! $ cargo run -p url-guard --example fetch ureq http://example.com/ http://127.0.0.1/
//! 200 OK, 559 bytes: http://example.com/
//! http://127.0.0.1/: the address 127.0.0.1 is not public: Loopback
//! ```

use std::{env, error::Error, process::ExitCode};

use http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use hyper_util::client::legacy::{Client, connect::dns::GaiResolver};
use tower::{ServiceBuilder, ServiceExt as _};
use ureq::unversioned::resolver::DefaultResolver;
use url_guard::Guard;

mod by_reqwest;
mod by_tower;
mod by_ureq;

type Fetched = Result<(StatusCode, usize), Box<dyn Error + Send + Sync>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let client = arguments.next().unwrap_or_default();
    let (guard, mut code) = (Guard::default(), ExitCode::SUCCESS);
    for url in arguments {
        let fetched = match &*client {
            "reqwest" => with_reqwest(guard.clone(), &url).await,
            "ureq" => with_ureq(guard.clone(), &url),
            "tower" => with_tower(guard.clone(), &url).await,
            _ => Err("the client is one of reqwest, ureq, tower".into()),
        };
        match fetched {
            Ok((status, len)) => println!("{status}, {len} bytes: {url}"),
            Err(error) => {
                // The refusal is the last of the causes.
                let causes = std::iter::successors(Some(&*error as &dyn Error), |&error| error.source());
                eprintln!("{url}: {}", causes.last().unwrap_or(&*error));
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

async fn with_reqwest(guard: Guard, url: &str) -> Fetched {
    let response = by_reqwest::Fetcher::new(guard, by_reqwest::System)?.get(url)?.send().await?;
    Ok((response.status(), response.bytes().await?.len()))
}

fn with_ureq(guard: Guard, url: &str) -> Fetched {
    let mut response = by_ureq::Fetcher::new(guard, DefaultResolver::default()).get(url, None)?;
    Ok((response.status(), response.body_mut().read_to_vec()?.len()))
}

async fn with_tower(guard: Guard, url: &str) -> Fetched {
    // Check the text first: `http::Uri` reads some URLs differently.
    let request = Request::get(guard.check(url, None)?.href()).body(String::new())?;
    let client = Client::builder(hyper_util::rt::TokioExecutor::new())
        .build(by_tower::connector(guard.clone(), GaiResolver::new()));
    let service = ServiceBuilder::new().layer(by_tower::GuardLayer(guard)).service(client);
    let response = service.oneshot(request).await?;
    Ok((response.status(), response.into_body().collect().await?.to_bytes().len()))
}
