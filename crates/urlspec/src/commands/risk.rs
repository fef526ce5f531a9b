//! `risk`: where hosts lead, as far as they show it themselves, and which programs read another host.

use std::{borrow::Cow, net::IpAddr};

use url_diff::{Reading, readings};
use url_facade::{Host, NoTrace, ParseError, Parser};

use crate::{
    args::{Options, Stream},
    lines::{self, Job, Kind, Page},
    operation::as_far_as_it_goes,
    parsing::bare_host,
    shape::{ErrorShape, RiskShape},
    verdict::{Failure, Verdict},
};

struct Risks {
    parser: Parser<'static>,
    /// What references are resolved against. Where there is a base, no input is a host.
    base: Option<String>,
}

pub(crate) fn run(options: &Options, stream: &Stream) -> Result<Verdict, Failure> {
    let job = Risks { parser: options.parser(), base: stream.base.clone() };
    let kind = Kind { verb: "accepted", answers_with_errors: true, is_guard: true };
    lines::run(options, stream, kind, job)
}

impl Job for Risks {
    fn url_of<'r>(&self, input: &'r str) -> Option<Cow<'r, str>> {
        Some(match self.as_host(input) {
            Some(host) => format!("http://{host}/").into(),
            None => input.into(),
        })
    }

    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let Some(checked) = page.parsed(number, input, self.check(input)) else { return };
        let shape = RiskShape::of(&checked.host, checked.href.as_deref(), || checked.readings());
        if shape.refused {
            page.refuse(number, ErrorShape::of_request("refused", shape.to_sentence()));
        } else {
            page.accept();
        }
        if page.form.json {
            page.push_json(number, &shape);
        } else {
            page.push_line(|out| out.extend_from_slice(shape.to_text().as_bytes()));
        }
    }
}

impl Risks {
    /// The host that `input` is, or the one of the URL that it is.
    fn check<'i>(&self, input: &'i str) -> Result<Checked<'i>, ParseError> {
        if let Some(base) = &self.base {
            // Consumers resolve nothing.
            return Ok(Checked { given: None, ..self.check_url(input.into(), Some(base))? });
        }
        if let Ok(address) = input.parse::<IpAddr>() {
            let host = Host::from(address);
            return Ok(Checked { given: Some(format!("http://{host}/").into()), href: None, host });
        }
        let Some(host) = self.as_host(input) else { return self.check_url(input.into(), None) };
        Ok(Checked { href: None, ..self.check_url(format!("http://{host}/").into(), None)? })
    }

    /// The host that `input` is, as in a URL, if it is no URL.
    fn as_host<'i>(&self, input: &'i str) -> Option<Cow<'i, str>> {
        if self.base.is_some() { None } else { bare_host(input) }
    }

    fn check_url<'i>(&self, url: Cow<'i, str>, base: Option<&str>) -> Result<Checked<'i>, ParseError> {
        let (_, result) = as_far_as_it_goes(self.parser, &url, base, &mut NoTrace);
        let outcome = result?;
        Ok(Checked {
            given: Some(url),
            href: outcome.href().map(str::to_owned),
            host: outcome.host().map_or(Host::Empty, Host::into_owned),
        })
    }
}

/// A host, and the URLs that it is from.
struct Checked<'i> {
    /// The URL as it was given, or the one that a host was put into; `None` if it was resolved against a base.
    given: Option<Cow<'i, str>>,
    /// The URL to pass on. A host has none.
    href: Option<String>,
    host: Host,
}

impl Checked<'_> {
    /// The consumers that read another host, in the URL as given or in the one to pass on.
    fn readings(&self) -> Vec<Reading> {
        let mut all = Vec::new();
        let (given, href) = (self.given.as_deref(), self.href.as_deref());
        for url in given.into_iter().chain(href.filter(|_| href != given)) {
            let new = readings(url, &self.host).into_iter().filter(|reading| !all.contains(reading));
            all.extend(new.collect::<Vec<_>>());
        }
        all
    }
}
