//! The JSON of `risk`.

use serde::Serialize;
use url_diff::Reading;
use url_facade::{
    Host,
    host::{AddressRisk, Embedded, HostRisk, NamePurpose, classify},
};

use super::name_of;
use crate::visible::visible;

/// Where a host leads.
#[derive(Debug, Serialize)]
pub(crate) struct RiskShape<'a> {
    /// The URL to pass on; null if it is refused, or if a host was given.
    href: Option<&'a str>,
    /// As a URL has it: an IPv6 address in brackets; or null.
    host: Option<String>,
    kind: String,
    /// Whether it leads elsewhere than to the public Internet, or to another host for a consumer. A name may do so, too, once it is
    /// resolved.
    pub(crate) refused: bool,
    #[serde(flatten)]
    judged: JudgedShape,
    /// The consumers that read another host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    read: Vec<ReadingShape>,
}

/// What a consumer reads.
#[derive(Debug, Serialize)]
struct ReadingShape {
    profile: &'static str,
    host: Option<String>,
    #[serde(flatten)]
    judged: JudgedShape,
}

/// The risk of a host.
#[derive(Debug, Serialize)]
struct JudgedShape {
    risk: String,
    #[serde(flatten)]
    listed: Option<ListedShape>,
}

/// The block of addresses, or the listed name, that contains a host.
#[derive(Debug, Serialize)]
struct ListedShape {
    /// What it is for.
    purpose: String,
    within: String,
    reference: &'static str,
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

/// The host as a URL has it, or `None` if there is none.
fn text_of(host: &Host) -> Option<String> {
    (!host.is_empty()).then(|| host.to_string())
}

/// Whether a host of this risk is known to lead elsewhere than to the public Internet.
fn leads_elsewhere(risk: HostRisk) -> bool {
    risk != HostRisk::UnknownUntilResolved && !risk.is_public()
}

impl<'a> RiskShape<'a> {
    /// `readings` returns those of the consumers that read another host; it is called only if nothing else refuses the host.
    pub(crate) fn of(host: &Host, href: Option<&'a str>, readings: impl FnOnce() -> Vec<Reading>) -> Self {
        let own = classify(host);
        let readings = if leads_elsewhere(own) { Vec::new() } else { readings() };
        let refused = leads_elsewhere(own) || !readings.is_empty();
        let judged = if readings.is_empty() {
            JudgedShape::of(own)
        } else {
            JudgedShape { risk: "read-otherwise".into(), listed: None }
        };
        let read = |Reading { profile, host, .. }: &Reading| ReadingShape {
            profile: profile.name(),
            host: text_of(host),
            judged: JudgedShape::of(classify(host)),
        };
        Self {
            href: href.filter(|_| !refused),
            host: text_of(host),
            kind: name_of(host),
            refused,
            judged,
            read: readings.iter().map(read).collect(),
        }
    }

    /// As a line for people and simple programs: host, risk, purpose, the reason, and the URL to pass on, separated by tabs; `-` for
    /// what is missing.
    pub(crate) fn to_text(&self) -> String {
        let or_none = |text: Option<&str>| visible(text.unwrap_or("-"));
        // Exact, or not at all.
        let href = self.href.filter(|href| !href.contains(char::is_control));
        let JudgedShape { risk, listed } = &self.judged;
        let reason = match listed {
            _ if !self.read.is_empty() => Some(self.other_hosts()),
            listed => listed.as_ref().map(ListedShape::reason),
        };
        [
            or_none(self.host.as_deref()),
            risk.clone(),
            or_none(listed.as_ref().map(|listed| &*listed.purpose)),
            or_none(reason.as_deref()),
            href.unwrap_or("-").to_owned(),
        ]
        .join("\t")
    }

    /// The same as a message, without what is missing.
    pub(crate) fn to_sentence(&self) -> String {
        let text = self.to_text();
        text.split('\t').filter(|field| *field != "-").collect::<Vec<_>>().join(" ")
    }

    /// Each host that consumers read, its risk, and these consumers.
    fn other_hosts(&self) -> String {
        let mut hosts: Vec<(String, Vec<&str>)> = Vec::new();
        for ReadingShape { profile, host, judged } in &self.read {
            let risk = judged.listed.as_ref().map_or(&judged.risk, |listed| &listed.purpose);
            let read = host.as_ref().map_or("no host".into(), |host| format!("{host} ({risk})"));
            match hosts.iter_mut().find(|(other, _)| *other == read) {
                Some((_, profiles)) => profiles.push(profile),
                None => hosts.push((read, vec![profile])),
            }
        }
        let texts = hosts.iter().map(|(host, profiles)| format!("{host} to {}", profiles.join(", ")));
        texts.collect::<Vec<_>>().join("; ")
    }
}

impl JudgedShape {
    fn of(risk: HostRisk) -> Self {
        let listed = match risk {
            HostRisk::ListedName(listed) => Some(ListedShape {
                purpose: name_of(listed.purpose),
                within: listed.name.to_owned(),
                reference: listed.reference,
                metadata: listed.purpose == NamePurpose::Metadata,
                embedded: Vec::new(),
            }),
            HostRisk::ReadAsAddress(address) | HostRisk::Address(address) => Some(ListedShape::of(address)),
            _ => None,
        };
        Self { risk: name_of(risk), listed }
    }
}

impl ListedShape {
    fn of(address: AddressRisk) -> Self {
        let embedded = |inside: Embedded| EmbeddedShape {
            address: inside.address.to_string(),
            role: name_of(inside.role),
            purpose: name_of(inside.risk().block.purpose),
        };
        Self {
            purpose: name_of(address.block.purpose),
            within: address.block.to_string(),
            reference: address.block.reference,
            metadata: address.is_metadata_service(),
            embedded: address.embedded().map(embedded).collect(),
        }
    }

    /// What lists the host, and what else is known of it.
    fn reason(&self) -> String {
        let mut text = format!("{}, {}", self.within, self.reference);
        if self.metadata {
            text.push_str(", a metadata service");
        }
        for EmbeddedShape { address, purpose, .. } in &self.embedded {
            text.extend([", embedded ", address, " (", purpose, ")"]);
        }
        text
    }
}
