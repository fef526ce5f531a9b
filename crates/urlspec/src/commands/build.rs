//! `build`: a URL of the URL Standard from its parts.

use std::io::Write as _;

use url_facade::UrlBuilder;

use super::one::print_either;
use crate::{
    args::{Build, Options},
    operation::Outcome,
    shape::Answer,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, parts: Build) -> Result<Verdict, Failure> {
    let mut builder =
        UrlBuilder::new(parts.scheme).username(parts.user).password(parts.password).segments(parts.segments);
    if let Some(host) = parts.host {
        builder = builder.host(host);
    }
    if let Some(port) = parts.port {
        builder = builder.port(port);
    }
    for parameter in &parts.parameters {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        builder = builder.pair(name, value);
    }
    if let Some(fragment) = parts.fragment {
        builder = builder.fragment(fragment);
    }
    let url = builder.build().map_err(|error| Failure::Refused(error.to_string()))?;
    let result = Ok(Outcome::of_url(url));
    let answer = Answer::from_result(&result);
    print_either(options, &answer, |out| result.iter().try_for_each(|url| writeln!(out, "{}", url.text())))?;
    Ok(Verdict::Valid)
}
