//! `build`: a URL of the URL Standard from its parts.

use std::io::Write as _;

use url_facade::UrlBuilder;

use crate::{
    args::{Build, Options},
    operation::Outcome,
    shape::Answer,
    show::print_either,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, parts: Build) -> Result<Verdict, Failure> {
    let Build { scheme, user, password, host, port, segments, parameters, fragment } = parts;
    let builder = UrlBuilder::new(scheme).username(user).password(password).segments(segments);
    let builder = host.into_iter().fold(builder, UrlBuilder::host);
    let builder = port.into_iter().fold(builder, UrlBuilder::port);
    let builder = fragment.into_iter().fold(builder.pairs(parameters), UrlBuilder::fragment);
    let url = builder.build().map_err(|error| Failure::Refused(error.to_string()))?;
    let result = Ok(Outcome::of_url(url));
    let answer = Answer::from_result(&result);
    print_either(options, &answer, |out| result.iter().try_for_each(|url| writeln!(out, "{}", url.text())))
}
