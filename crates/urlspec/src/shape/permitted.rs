//! The JSON of `guard`.

use serde::Serialize;
use url_guard::{Permitted, Refusal};

use super::ErrorShape;

/// What may be fetched.
#[derive(Debug, Serialize)]
pub(crate) struct PermittedShape<'a> {
    href: &'a str,
    host: String,
    port: u16,
    origin: String,
    /// Whether the host is a name, whose addresses are still to be checked.
    needs_addresses: bool,
}

impl<'a> PermittedShape<'a> {
    pub(crate) fn of(permitted: &'a Permitted) -> Self {
        Self {
            href: permitted.href(),
            host: permitted.host().to_string(),
            port: permitted.port(),
            origin: permitted.origin().to_string(),
            needs_addresses: permitted.needs_addresses(),
        }
    }
}

impl ErrorShape<'_> {
    /// Why a guard refuses a URL.
    pub(crate) fn of_refusal(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Disagreement(disagreement) => Self::of_disagreement(disagreement),
            _ => Self::of_request(refusal.code(), refusal.to_string()),
        }
    }
}
