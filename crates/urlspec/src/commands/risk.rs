//! `risk`: where hosts lead, as far as they show it themselves.

use std::net::IpAddr;

use url_facade::{Host, NoTrace, Parser, host::risk};

use crate::{
    args::{Options, Risk},
    lines::{self, Blank, Job, Page, Verb},
    operation::{Fault, as_far_as_it_goes},
    shape::{ErrorShape, RiskShape, write_line},
    verdict::{Failure, Verdict},
};

struct Risks {
    parser: Parser<'static>,
    /// What references are resolved against. Where there is a base, no input is a host.
    base: Option<String>,
    /// What ends a line of output that is not JSON.
    end: u8,
}

pub(crate) fn run(options: &Options, asked: &Risk) -> Result<Verdict, Failure> {
    let job = Risks {
        parser: options.parser(),
        base: asked.stream.base.clone(),
        end: if asked.stream.inputs.null { 0 } else { b'\n' },
    };
    lines::run(options.json, &asked.stream, Verb("accepted"), job)
}

impl Job for Risks {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let (is_json, end) = (page.is_json(), self.end);
        let write = |out: &mut Vec<u8>, shape: &RiskShape| {
            if is_json {
                return write_line(out, shape);
            }
            out.extend_from_slice(shape.to_text().as_bytes());
            out.push(end);
        };
        let host = match self.host(input) {
            Ok(host) => host,
            Err(fault) => return page.reject_fault(number, input, fault),
        };
        let shape = RiskShape::of(&host, risk(&host), page.shown(number));
        if shape.is_refused() {
            page.write_rejected(|out| write(out, &shape));
            page.refuse(number, ErrorShape::of_request("refused", shape.to_text().replace('\t', " ")));
        } else {
            page.write_with(|out| write(out, &shape));
        }
    }

    fn blank(&self) -> Blank {
        if self.base.is_some() { Blank::Take } else { Blank::Refuse }
    }

    fn answers_with_errors(&self) -> bool {
        true
    }

    fn fails_on_invalid(&self) -> bool {
        true
    }
}

impl Risks {
    /// The host that `input` is, or the one of the URL that it is.
    fn host(&self, input: &str) -> Result<Host<String>, Fault> {
        if let Some(base) = &self.base {
            return self.host_of_url(input, Some(base));
        }
        if let Ok(address) = input.parse::<IpAddr>() {
            return Ok(match address {
                IpAddr::V4(address) => Host::Ipv4(address),
                IpAddr::V6(address) => Host::Ipv6(address),
            });
        }
        // A URL has a colon; so has an address in brackets.
        let is_address = input.starts_with('[') && input.ends_with(']');
        let is_host = !input.contains(['/', '\\', '?', '#', '@']) && (is_address || !input.contains(':'));
        let url = if is_host && !input.is_empty() { format!("http://{input}/") } else { input.to_owned() };
        self.host_of_url(&url, None)
    }

    fn host_of_url(&self, url: &str, base: Option<&str>) -> Result<Host<String>, Fault> {
        let (_, result) = as_far_as_it_goes(self.parser, url, base, &mut NoTrace);
        let outcome = result?;
        Ok(outcome.host().map_or(Host::Empty, Host::into_owned))
    }
}
