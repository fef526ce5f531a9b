//! The JSON of `agree`.

use serde::Serialize;
use url_diff::{Agreement, Disagreement};

use super::{ErrorShape, base_only, ends};
use crate::{operation::Fault, place::Place};

/// What all profiles see.
#[derive(Debug, Serialize)]
pub(crate) struct AgreementShape<'a> {
    #[serde(flatten)]
    place: Option<Place>,
    ok: bool,
    href: &'a str,
    scheme: &'a str,
    /// As a URL has it: an IPv6 address in brackets; or null.
    host: Option<String>,
    port: Option<u16>,
    origin: String,
    path: &'a str,
}

impl<'a> AgreementShape<'a> {
    pub(crate) fn of(agreement: &'a Agreement, place: Option<Place>) -> Self {
        Self {
            place,
            ok: true,
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
    /// There is nothing to check.
    pub(crate) fn blank() -> Self {
        Self::of_request("blank", Disagreement::Blank.to_string())
    }

    /// Why profiles do not agree.
    pub(crate) fn of_disagreement(disagreement: &Disagreement) -> Self {
        let of_request = |kind| Self::of_request(kind, disagreement.to_string());
        match disagreement {
            Disagreement::Rejected { error, .. } => Self::of(Fault::from(*error)),
            Disagreement::Hazardous { hazard, source, span } => Self {
                span: Some(ends(*span)),
                source: base_only(*source),
                ..Self::of_request(hazard.name(), hazard.to_string())
            },
            Disagreement::Blank => Self::blank(),
            Disagreement::UnusablePort { .. } => of_request("unusable-port"),
            Disagreement::Parted { parting, .. } => {
                let place = parting.as_ref().map(|parting| (ends(parting.span), base_only(parting.source)));
                Self {
                    span: place.map(|(span, _)| span),
                    source: place.and_then(|(_, source)| source),
                    ..of_request("parted")
                }
            }
            Disagreement::PartedOnHref { .. } => of_request("parted-on-href"),
            _ => of_request("disagreement"),
        }
    }
}
