//! `risk`: classifies hosts by the network they point to, and reports the programs that read another host.

use std::{borrow::Cow, net::IpAddr};

use serde::{Serialize, Serializer};
use url_diff::Reading;
use url_facade::{
    Host, ParseError, Parser,
    host::{Embedded, HostRisk, NamePurpose, classify},
    trace::NoTrace,
    with_default_scheme,
};

use crate::{
    args::{Options, Stream},
    lines::{self, Job, Kind, Page},
    operation::run_supported,
    parsing::bare_host,
    shape::{ErrorShape, by_reading, name_of},
    show::visible,
    verdict::{Failure, Verdict},
};

struct Risks {
    parser: Parser<'static>,
    /// The base URL of relative references. If it is given, every input is read as a URL, never as a host.
    base: Option<String>,
    default_scheme: Option<String>,
}

pub(crate) fn run(options: &Options, stream: &Stream) -> Result<Verdict, Failure> {
    let job = Risks {
        parser: options.parser(),
        base: stream.base.clone(),
        default_scheme: stream.default_scheme.clone(),
    };
    let kind = Kind { verb: "accepted", answers_with_errors: true, is_guard: true };
    lines::run(options, stream, kind, job)
}

impl Job for Risks {
    fn url_of<'r>(&self, input: &'r str) -> Option<Cow<'r, str>> {
        Some(self.url_of_host(input).map_or(input.into(), Cow::Owned))
    }

    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let checked = self.check(input, |shape| {
            if shape.refused {
                // Missing fields are not shown.
                let text = shape.fields().into_iter().filter(|field| field != "-").collect::<Vec<_>>();
                page.refuse(number, ErrorShape::of_request("refused", text.join(" ")));
            } else {
                page.accept();
            }
            if page.form.json {
                return page.push_json(number, shape);
            }
            page.push_line(|out| {
                let (fields, push) = (shape.fields(), |text: &str| out.extend_from_slice(text.as_bytes()));
                fields.iter().flat_map(|field| ["\t", field]).skip(1).for_each(push);
            });
        });
        page.parsed(number, input, checked);
    }
}

impl Risks {
    /// Passes the risk of the host in `input`, a host or a URL, to `show`.
    fn check(&self, input: &str, show: impl FnOnce(&RiskShape<'_>)) -> Result<(), ParseError> {
        let base = self.base.as_deref();
        let of_host = self.url_of_host(input);
        if let Some(Ok(address)) = of_host.as_ref().map(|_| input.parse::<IpAddr>()) {
            let host = Host::from(address);
            show(&RiskShape::of(host, Some(&format!("http://{host}/")), None));
            return Ok(());
        }
        let completed = self.default_scheme.as_ref().map(|scheme| with_default_scheme(input, scheme));
        let url = of_host.as_deref().or(completed.as_deref()).unwrap_or(input);
        let (_, result) = run_supported(self.parser, url, base, &mut NoTrace);
        let outcome = result?;
        // Consumers are asked about the input only without a base, since they do not resolve references.
        let given = Some(url).filter(|_| base.is_none());
        let href = outcome.href().filter(|_| of_host.is_none());
        show(&RiskShape::of(outcome.host().unwrap_or(Host::Empty), given, href));
        Ok(())
    }

    /// Returns a URL with the host `input`, or `None` if `input` is a URL and not a host.
    fn url_of_host(&self, input: &str) -> Option<String> {
        let host = bare_host(input).filter(|_| self.base.is_none())?;
        Some(format!("http://{host}/"))
    }
}

#[derive(Debug, Serialize)]
struct RiskShape<'u> {
    /// The URL to pass on; null if the host is refused, or if the input was a host.
    href: Option<&'u str>,
    /// The host in its form in a URL, so an IPv6 address is in brackets; null if there is none.
    host: Option<Cow<'u, str>>,
    #[serde(serialize_with = "serialize_name")]
    kind: Host<&'u str>,
    /// True if the host is known not to point to the public Internet, or if a consumer reads another host. If
    /// false, a name may still resolve to an address elsewhere.
    refused: bool,
    #[serde(flatten)]
    judged: JudgedShape,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    read: Vec<ReadingShape>,
}

#[derive(Debug, Serialize)]
struct ReadingShape {
    profile: &'static str,
    host: Option<String>,
    #[serde(flatten)]
    judged: JudgedShape,
}

#[derive(Debug, Default, Serialize)]
struct JudgedShape {
    risk: Cow<'static, str>,
    /// The purpose of the registered block of addresses, or of the registered name, that contains the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    metadata: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    embedded: Vec<EmbeddedShape>,
}

#[derive(Debug, Serialize)]
struct EmbeddedShape {
    address: String,
    role: String,
    purpose: String,
}

fn serialize_name<S: Serializer>(host: &Host<&str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&name_of(host))
}

fn text_of(host: Host<&str>) -> Option<Cow<'_, str>> {
    match host {
        Host::Empty => None,
        Host::Domain(name) => Some(name.into()),
        _ => Some(host.to_string().into()),
    }
}

impl<'u> RiskShape<'u> {
    /// Classifies `host`. Consumers are asked which host they read in `given`, the input, if they can parse
    /// it, and in `href`, the URL to pass on.
    fn of(host: Host<&'u str>, given: Option<&str>, href: Option<&'u str>) -> Self {
        let own = classify(&host);
        let leads_elsewhere = own != HostRisk::UnknownUntilResolved && !own.is_public();
        let mut readings = Vec::new();
        // If the host is refused anyway, consumers are not asked.
        let urls = given.into_iter().chain(href.filter(|_| href != given)).filter(|_| !leads_elsewhere);
        for new in urls.flat_map(|url| url_diff::readings(url, &host)) {
            if !readings.contains(&new) {
                readings.push(new);
            }
        }
        let refused = leads_elsewhere || !readings.is_empty();
        let judged = if readings.is_empty() {
            JudgedShape::of(own)
        } else {
            JudgedShape { risk: "read-otherwise".into(), ..JudgedShape::default() }
        };
        let read = |Reading { profile, host, .. }: &Reading| ReadingShape {
            profile: profile.name(),
            host: text_of(host.as_deref()).map(Cow::into_owned),
            judged: JudgedShape::of(classify(host)),
        };
        let read = readings.iter().map(read).collect();
        let href = href.filter(|_| !refused);
        Self { href, host: text_of(host), kind: host, refused, judged, read }
    }

    /// Returns the fields for people and simple programs: the host, its risk, its purpose, the reason, and
    /// the URL to pass on. A missing field is `-`.
    fn fields(&self) -> [Cow<'_, str>; 5] {
        // A URL must be written exactly. Control characters would be escaped, so a URL with them is left out.
        let href = self.href.filter(|href| !href.chars().any(char::is_control));
        let JudgedShape { risk, purpose, .. } = &self.judged;
        let reason = if self.read.is_empty() { self.judged.reason() } else { Some(self.other_hosts()) };
        let reason = reason.map(|reason| visible(&reason).into_owned());
        [
            self.host.as_deref().map_or("-".into(), visible),
            Cow::Borrowed(risk),
            purpose.as_deref().map_or("-".into(), visible),
            reason.map_or("-".into(), Cow::Owned),
            href.unwrap_or("-").into(),
        ]
    }

    fn other_hosts(&self) -> String {
        let read = |ReadingShape { profile, host, judged }: &ReadingShape| {
            let risk = judged.purpose.as_deref().unwrap_or(&judged.risk);
            (host.as_ref().map_or("no host".into(), |host| format!("{host} ({risk})")), *profile)
        };
        let hosts = by_reading(self.read.iter().map(read)).into_iter();
        hosts.map(|(host, profiles)| format!("{host} to {profiles}")).collect::<Vec<_>>().join("; ")
    }
}

impl JudgedShape {
    fn of(risk: HostRisk) -> Self {
        let embedded = |inside: Embedded| EmbeddedShape {
            address: inside.address.to_string(),
            role: name_of(inside.role),
            purpose: name_of(inside.risk().block.purpose),
        };
        // FAST: the name of the most frequent risk, without formatting. The transcript of `risk` contains it.
        let usual = (risk == HostRisk::UnknownUntilResolved).then_some("unknown-until-resolved".into());
        let judged = Self { risk: usual.unwrap_or_else(|| name_of(risk).into()), ..Self::default() };
        match risk {
            HostRisk::ListedName(listed) => Self {
                purpose: Some(name_of(listed.purpose)),
                within: Some(listed.name.to_owned()),
                reference: Some(listed.reference),
                metadata: listed.purpose == NamePurpose::Metadata,
                ..judged
            },
            HostRisk::ReadAsAddress(address)
            | HostRisk::WildcardDns(address)
            | HostRisk::Address(address) => Self {
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
