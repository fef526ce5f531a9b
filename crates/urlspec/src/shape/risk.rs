//! The JSON of `risk`.

use serde::Serialize;
use url_diff::Reading;
use url_facade::{
    Host,
    host::{Embedded, HostRisk, NamePurpose, classify},
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

/// The risk of a host, and what lists it, if something does.
#[derive(Debug, Default, Serialize)]
struct JudgedShape {
    risk: String,
    /// What the block of addresses, or the listed name, is for that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
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
            JudgedShape { risk: "read-otherwise".into(), ..JudgedShape::default() }
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
        let JudgedShape { risk, purpose, .. } = &self.judged;
        let reason = if self.read.is_empty() { self.judged.reason() } else { Some(self.other_hosts()) };
        [
            or_none(self.host.as_deref()),
            risk.clone(),
            or_none(purpose.as_deref()),
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
        let read = |ReadingShape { profile, host, judged }: &ReadingShape| {
            let risk = judged.purpose.as_ref().unwrap_or(&judged.risk);
            (host.as_ref().map_or("no host".into(), |host| format!("{host} ({risk})")), *profile)
        };
        let hosts = by_reading(self.read.iter().map(read)).into_iter();
        hosts.map(|(host, profiles)| format!("{host} to {profiles}")).collect::<Vec<_>>().join("; ")
    }
}

/// What is read, in the order of its first reader, with the names of all its readers.
pub(crate) fn by_reading<'p>(read: impl IntoIterator<Item = (String, &'p str)>) -> Vec<(String, String)> {
    let mut readings: Vec<(String, String)> = Vec::new();
    for (text, profile) in read {
        match readings.iter_mut().find(|(known, _)| *known == text) {
            Some((_, profiles)) => profiles.extend([", ", profile]),
            None => readings.push((text, profile.into())),
        }
    }
    readings
}

impl JudgedShape {
    fn of(risk: HostRisk) -> Self {
        let embedded = |inside: Embedded| EmbeddedShape {
            address: inside.address.to_string(),
            role: name_of(inside.role),
            purpose: name_of(inside.risk().block.purpose),
        };
        let judged = Self { risk: name_of(risk), ..Self::default() };
        match risk {
            HostRisk::ListedName(listed) => Self {
                purpose: Some(name_of(listed.purpose)),
                within: Some(listed.name.to_owned()),
                reference: Some(listed.reference),
                metadata: listed.purpose == NamePurpose::Metadata,
                ..judged
            },
            HostRisk::ReadAsAddress(address) | HostRisk::Address(address) => Self {
                purpose: Some(name_of(address.block.purpose)),
                within: Some(address.block.to_string()),
                reference: Some(address.block.reference),
                metadata: address.is_metadata_service(),
                embedded: address.embedded().map(embedded).collect(),
                ..judged
            },
            _ => judged,
        }
    }

    /// What lists the host, and what else is known of it.
    fn reason(&self) -> Option<String> {
        let mut text = format!("{}, {}", self.within.as_ref()?, self.reference?);
        if self.metadata {
            text.push_str(", a metadata service");
        }
        for EmbeddedShape { address, purpose, .. } in &self.embedded {
            text.extend([", embedded ", address, " (", purpose, ")"]);
        }
        Some(text)
    }
}
