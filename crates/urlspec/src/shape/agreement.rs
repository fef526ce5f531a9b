//! The JSON of `agree`.

use serde::Serialize;
use url_diff::{Agreement, Disagreement};

use super::{ErrorShape, Spot};

/// What all profiles see.
#[derive(Debug, Serialize)]
pub(crate) struct AgreementShape<'a> {
    href: &'a str,
    scheme: &'a str,
    /// As a URL has it: an IPv6 address in brackets; or null.
    host: Option<String>,
    port: Option<u16>,
    origin: String,
    path: &'a str,
}

impl<'a> AgreementShape<'a> {
    pub(crate) fn of(agreement: &'a Agreement) -> Self {
        Self {
            href: &agreement.href,
            scheme: &agreement.scheme,
            host: agreement.host.as_ref().map(ToString::to_string),
            port: agreement.port,
            origin: agreement.origin.to_string(),
            path: &agreement.path,
        }
    }
}

impl ErrorShape<'_> {
    /// Why profiles do not agree.
    pub(crate) fn of_disagreement(disagreement: &Disagreement) -> Self {
        let of_request = |kind| Self::of_request(kind, disagreement.to_string());
        match disagreement {
            Disagreement::Rejected { error, .. } => Self::of(*error),
            Disagreement::Hazardous { hazard, source, span } => Self {
                spot: Spot::new(*source, *span),
                ..Self::of_request(hazard.name(), hazard.to_string())
            },
            Disagreement::Blank => of_request("blank"),
            Disagreement::UnusablePort { .. } => of_request("unusable-port"),
            Disagreement::Diverged { divergence, .. } => {
                let spot =
                    divergence.as_ref().map(|divergence| Spot::new(divergence.source, divergence.span));
                Self { spot: spot.unwrap_or_default(), ..of_request("parted") }
            }
            Disagreement::DivergedOnHref { .. } => of_request("parted-on-href"),
            _ => of_request("disagreement"),
        }
    }
}
