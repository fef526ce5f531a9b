//! `POST /guard`: decides if a URL is safe to fetch. This makes the guard available to other languages.

use std::net::IpAddr;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::value::RawValue;
use url_guard::{Guard, Permitted, Refusal};

use super::run_request;
use crate::{
    permitted::{PermittedShape, refused},
    request::{OpResult, bad_request, read_object},
    shape::{Answer, Reply, to_line},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuardRequest<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    url: String,
    base: Option<String>,
    /// If given, a response from `base` redirects to `url`, and this many redirects led to `base` before.
    redirects: Option<u32>,
    addresses: Option<Vec<IpAddr>>,
}

/// Returns the answer to the request in `body`. The status of a refusal differs from that of a permitted URL,
/// so that a client that reads only the status does not fetch a refused URL.
pub(super) fn answer(body: &[u8], guard: &Guard) -> Result<(StatusCode, Vec<u8>), run_request::Refusal> {
    let failed = |id, error| to_line(&Reply::new(id, OpResult::Refused(error)));
    let bad = |(id, message)| run_request::Refusal::Bad(failed(id, bad_request(message)));
    let request: GuardRequest<'_> = read_object("body", body).map_err(bad)?;
    if request.redirects.is_some() && request.base.is_none() {
        return Err(bad((request.id, "`redirects` requires a `base`".into())));
    }
    Ok(match request.check(guard) {
        Ok(permitted) => {
            let shape = PermittedShape::of(&permitted, request.addresses.as_deref());
            (StatusCode::OK, to_line(&Reply::new(request.id, Answer::of(shape))))
        }
        Err(refusal) => (StatusCode::FORBIDDEN, failed(request.id, refused(&refusal))),
    })
}

impl GuardRequest<'_> {
    fn check(&self, guard: &Guard) -> Result<Permitted, Refusal> {
        let permitted = match (&self.base, self.redirects) {
            (Some(base), Some(redirects)) => {
                let from = guard.check(base, None)?.after_redirects(redirects);
                guard.redirect(&from, &self.url)?
            }
            (base, _) => guard.check(&self.url, base.as_deref())?,
        };
        if let Some(addresses) = &self.addresses {
            permitted.check_addresses(addresses)?;
        }
        Ok(permitted)
    }
}
