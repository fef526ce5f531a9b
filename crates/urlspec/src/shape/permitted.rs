//! The JSON of `guard`, and its reports in SARIF.

use std::net::IpAddr;

use serde::Serialize;
use url_diff::Hazard;
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
    /// Those that were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<&'a [IpAddr]>,
}

impl<'a> PermittedShape<'a> {
    pub(crate) fn of(permitted: &'a Permitted, addresses: Option<&'a [IpAddr]>) -> Self {
        Self {
            href: permitted.href(),
            host: permitted.host().to_string(),
            port: permitted.port(),
            origin: permitted.origin().to_string(),
            needs_addresses: permitted.needs_addresses() && addresses.is_none(),
            addresses,
        }
    }
}

impl ErrorShape<'_> {
    /// Why a guard refuses a URL.
    pub(crate) fn of_refusal(refusal: &Refusal) -> Self {
        let shape = match refusal {
            Refusal::Disagreement(disagreement) => Self::of_disagreement(disagreement),
            _ => Self::of_request("", refusal.to_string()),
        };
        let hazard = refusal.hazard().map(Hazard::name);
        Self { kind: refusal.code(), hazard, cwe: refusal.cwe(), ..shape }
    }
}
