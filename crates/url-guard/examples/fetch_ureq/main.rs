//! Fetches URLs with `ureq` if they are safe to fetch; `client.rs` is the part to copy.
//!
//! ```console
//! $ cargo run -p url-guard --example fetch_ureq http://example.com/ http://127.0.0.1/
//! 200 OK, 559 bytes: http://example.com/
//! http://127.0.0.1/: the address 127.0.0.1 is not public: Loopback
//! ```

use std::{env, process::ExitCode};

use ureq::{http::StatusCode, unversioned::resolver::DefaultResolver};
use url_guard::Guard;

use self::client::{BoxError, Fetcher};

mod client;

fn main() -> ExitCode {
    let fetcher = Fetcher::new(Guard::default(), DefaultResolver::default());
    let mut code = ExitCode::SUCCESS;
    for url in env::args().skip(1) {
        match fetch(&fetcher, &url) {
            Ok((status, len)) => println!("{status}, {len} bytes: {url}"),
            Err(error) => {
                eprintln!("{url}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn fetch(fetcher: &Fetcher, url: &str) -> Result<(StatusCode, usize), BoxError> {
    let mut response = fetcher.get(url, None)?;
    // At most 10 MB, if nothing else is asked for.
    Ok((response.status(), response.body_mut().read_to_vec()?.len()))
}
