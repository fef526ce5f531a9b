//! The JSON of `risk`.

use std::fmt::Debug;

use serde::Serialize;
use url_facade::{
    Host,
    host::{AddressRisk, Embedded, HostRisk},
};

use crate::{place::Place, visible::visible};

/// Where a host leads.
#[derive(Debug, Serialize)]
pub(crate) struct RiskShape {
    #[serde(flatten)]
    place: Option<Place>,
    ok: bool,
    /// As a URL has it: an IPv6 address in brackets; or null.
    host: Option<String>,
    kind: &'static str,
    /// Whether it leads elsewhere than to the public Internet. A name may do so, too, once it is resolved.
    refused: bool,
    risk: &'static str,
    /// What the address, or the name, is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    /// The block of addresses or the listed name that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'static str>,
    /// Whether it is the metadata service of a cloud provider.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    metadata: bool,
    /// The addresses in the address.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    embedded: Vec<EmbeddedShape>,
}

#[derive(Debug, Serialize)]
struct EmbeddedShape {
    address: String,
    role: String,
    purpose: String,
}

impl RiskShape {
    pub(crate) fn of(host: &Host, risk: HostRisk, place: Option<Place>) -> Self {
        let kind = match host {
            Host::Domain(_) => "domain",
            Host::Opaque(_) => "opaque",
            Host::Ipv4(_) => "ipv4",
            Host::Ipv6(_) => "ipv6",
            Host::Empty => "empty",
        };
        let shape = Self {
            place,
            ok: true,
            host: (*host != Host::Empty).then(|| host.to_string()),
            kind,
            refused: risk != HostRisk::UnknownUntilResolved && !risk.is_public(),
            risk: "",
            purpose: None,
            within: None,
            reference: None,
            metadata: false,
            embedded: Vec::new(),
        };
        match risk {
            HostRisk::UnknownUntilResolved => Self { risk: "unknown-until-resolved", ..shape },
            HostRisk::Localhost => Self { risk: "localhost", ..shape },
            HostRisk::ListedName(listed) => Self {
                risk: "listed-name",
                purpose: Some(name_of(listed.purpose)),
                within: Some(listed.name.to_owned()),
                reference: Some(listed.reference),
                metadata: listed.purpose == url_facade::host::NamePurpose::Metadata,
                ..shape
            },
            HostRisk::SingleLabel => Self { risk: "single-label", ..shape },
            HostRisk::ReadAsAddress(address) => {
                Self { risk: "read-as-address", ..shape }.with_address(address)
            }
            HostRisk::Address(address) => Self { risk: "address", ..shape }.with_address(address),
            HostRisk::UnknownOpaque => Self { risk: "unknown-opaque", ..shape },
            HostRisk::NoHost => Self { risk: "no-host", ..shape },
            _ => Self { risk: "other", ..shape },
        }
    }

    fn with_address(self, address: AddressRisk) -> Self {
        let embedded = |inside: Embedded| EmbeddedShape {
            address: inside.address.to_string(),
            role: name_of(inside.role),
            purpose: name_of(inside.risk().block.purpose),
        };
        Self {
            purpose: Some(name_of(address.block.purpose)),
            within: Some(address.block.to_string()),
            reference: Some(address.block.reference),
            metadata: address.is_metadata_service(),
            embedded: address.embedded().map(embedded).collect(),
            ..self
        }
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.refused
    }

    /// As a line for people and simple programs: host, risk, purpose, and what lists it, separated by tabs.
    pub(crate) fn to_text(&self) -> String {
        let host = visible(self.host.as_deref().unwrap_or("-"));
        let mut text = format!("{host}\t{}", self.risk);
        let listed = self.purpose.iter().zip(&self.within).zip(self.reference);
        for ((purpose, within), reference) in listed {
            text.extend(["\t", purpose, "\t", within, ", ", reference]);
        }
        if self.metadata {
            text.push_str(", a metadata service");
        }
        text
    }
}

/// The name of a variant, in lower case with hyphens.
fn name_of(variant: impl Debug) -> String {
    let mut name = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
