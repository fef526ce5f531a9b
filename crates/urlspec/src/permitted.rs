//! The JSON answers of `guard`.

use std::net::IpAddr;

use serde::Serialize;
use url_guard::{Hazard, Permitted, Refusal};

use crate::shape::ErrorShape;

#[derive(Debug, Serialize)]
pub(crate) struct PermittedShape<'a> {
    href: &'a str,
    host: String,
    port: u16,
    origin: String,
    needs_addresses: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<&'a [IpAddr]>,
    /// The reason why a client may connect to another host than the one that was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
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
            warning: permitted.warning(),
        }
    }
}

pub(crate) fn refused(refusal: &Refusal) -> ErrorShape<'static> {
    let mut shape = match refusal {
        Refusal::Disagreement(disagreement) => ErrorShape::of_disagreement(disagreement),
        _ => ErrorShape::of_request("", refusal.to_string()),
    };
    shape.kind = refusal.code();
    (shape.hazard, shape.cwe) = (refusal.hazard().map(Hazard::name), refusal.cwe());
    shape.setting = refusal.setting().map(|setting| Box::new(setting.into()));
    if let Some(setting) = &shape.setting {
        shape.message = format!("{}; setting: {setting}", shape.message).into();
    }
    shape
}
