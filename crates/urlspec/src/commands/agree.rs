//! `agree`: writes the URL to pass on if several profiles agree on it, or the reason why they disagree.

use serde::Serialize;
use url_diff::AgreeOptions;

use crate::{
    args::{Agree, Options},
    lines::{self, Job, Kind, Page},
    shape::ErrorShape,
    verdict::{Failure, Verdict},
};

struct Guard(AgreeOptions, Agree);

pub(crate) fn run(options: &Options, args: Agree) -> Result<Verdict, Failure> {
    if args.profiles.iter().all(|profile| args.profiles.first() == Some(profile)) {
        return Err(Failure::Refused(
            "--profiles takes two or more different profiles, separated by commas".into(),
        ));
    }
    let strictness = if args.stream.strict { AgreeOptions::strict() } else { AgreeOptions::new() };
    let strictness = args.permit.iter().fold(strictness, |options, &hazard| options.permit(hazard));
    let stream = args.stream.clone();
    let kind = Kind { verb: "agreed", answers_with_errors: options.json, is_guard: true };
    lines::run(options, &stream, kind, Guard(strictness, args))
}

impl Job for Guard {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let Self(options, Agree { profiles, stream, .. }) = self;
        match options.agree(input, stream.base.as_deref(), profiles) {
            Ok(agreement) if page.form.json => page.write_json(
                number,
                AgreementShape {
                    href: &agreement.href,
                    scheme: &agreement.scheme,
                    host: agreement.host.as_ref().map(ToString::to_string),
                    port: agreement.port,
                    origin: agreement.origin.to_string(),
                    path: &agreement.path,
                },
            ),
            Ok(agreement) => page.write(number, &agreement.href),
            Err(disagreement) => page.reject(number, ErrorShape::of_disagreement(&disagreement)),
        }
    }
}

#[derive(Debug, Serialize)]
struct AgreementShape<'a> {
    href: &'a str,
    scheme: &'a str,
    /// The host in its form in a URL, so an IPv6 address is in brackets; null if there is none.
    host: Option<String>,
    port: Option<u16>,
    origin: String,
    path: &'a str,
}
