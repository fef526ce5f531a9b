//! Fetches URLs with `reqwest` if they are safe to fetch; `client.rs` is the part to copy.
//!
//! ```console
//! $ cargo run -p url-guard --example fetch_reqwest http://example.com/ http://127.0.0.1/
//! 200 OK, 559 bytes: http://example.com/
//! http://127.0.0.1/: the address 127.0.0.1 is not public: Loopback
//! ```

use std::{env, error::Error, process::ExitCode};

use reqwest::StatusCode;
use url_guard::Guard;

use self::client::{BoxError, Fetcher, System};

mod client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, BoxError> {
    let fetcher = Fetcher::new(Guard::default(), System)?;
    let mut code = ExitCode::SUCCESS;
    for url in env::args().skip(1) {
        match fetch(&fetcher, &url).await {
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
    Ok(code)
}

async fn fetch(fetcher: &Fetcher, url: &str) -> Result<(StatusCode, usize), BoxError> {
    let response = fetcher.get(url)?.send().await?;
    Ok((response.status(), response.bytes().await?.len()))
}
