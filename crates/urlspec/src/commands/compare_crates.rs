//! `compare --crates`: what the crates `url` and `http` make of a URL. They are called, not simulated, so that no steps are known.

use std::io::{self, Write};

use serde::Serialize;

use crate::visible::visible;

/// The result of one crate.
#[derive(Serialize)]
pub(super) struct CrateRow {
    #[serde(rename = "crate")]
    name: &'static str,
    ok: bool,
    /// The host that it exposes.
    host: Option<String>,
    /// The URL as it writes it, or why there is none.
    result: String,
}

#[cfg(feature = "crates")]
impl CrateRow {
    fn new(name: &'static str, seen: Result<(Option<String>, String), String>) -> Self {
        let ok = seen.is_ok();
        let (host, result) = seen.unwrap_or_else(|error| (None, error));
        Self { name, ok, host, result }
    }
}

/// What each crate makes of `input`; `http` resolves nothing, so with a base it has no row.
#[cfg(feature = "crates")]
pub(super) fn rows(input: &str, base: Option<&str>) -> Vec<CrateRow> {
    let by_http = input.parse::<http::Uri>().map(|uri| (uri.host().map(Into::into), uri.to_string()));
    let by_http = by_http.map_err(|error| error.to_string());
    let by_http = base.is_none().then(|| CrateRow::new("rust-http-uri", by_http));
    let base = base.map(url::Url::parse).transpose();
    let by_url = base.and_then(|base| url::Url::options().base_url(base.as_ref()).parse(input));
    let by_url =
        by_url.map(|url| (url.host_str().map(Into::into), url.into())).map_err(|error| error.to_string());
    std::iter::once(CrateRow::new("rust-url", by_url)).chain(by_http).collect()
}

/// Shows `rows` below those of the profiles.
pub(super) fn show(out: &mut impl Write, rows: &[CrateRow]) -> io::Result<()> {
    writeln!(out)?;
    for CrateRow { name, host, ok, result } in rows {
        let host = if *ok { host.as_deref().unwrap_or("-") } else { "error" };
        writeln!(out, "{name:<13}  {}  {}", visible(host), visible(result))?;
    }
    Ok(())
}
