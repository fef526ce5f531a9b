//! Who is compared: every profile of urlspec, and the peers.

use std::hint::black_box;

use url_facade::{Parser, Profile};

use crate::Run;

/// Every spec of urlspec, which parses, resolves, canonicalizes and serializes; or parses only, where its spec goes no
/// further.
pub fn profiles<'a>(urls: &'a [&'a str]) -> Vec<Run<'a>> {
    let specs = Profile::ALL.iter().filter(|profile| !profile.is_consumer());
    specs.map(|&profile| profile_run(profile, urls)).collect()
}

/// The profile `profile` of urlspec.
fn profile_run<'a>(profile: Profile, urls: &'a [&'a str]) -> Run<'a> {
    let name = if profile == Profile::Barth2010 { "barth-2010 (parse)" } else { profile.name() };
    Run::new(name, urls.iter().copied(), move |url| accepts(profile, url))
}

/// Takes `url` as far as the spec of `profile` goes, and says whether it is a URL.
pub fn accepts(profile: Profile, url: &str) -> bool {
    let parser = Parser::new(profile);
    if profile == Profile::Barth2010 {
        black_box(parser.parse_reference(url)).is_ok_and(|reference| reference.invalid().is_none())
    } else {
        black_box(parser.parse(url)).is_ok()
    }
}

/// The peer that follows RFC 3986.
pub const FLUENT_URI: &str = "fluent-uri";

/// Whether `fluent-uri` finds a URI.
pub fn is_uri(url: &str) -> bool {
    black_box(fluent_uri::Uri::parse(url)).is_ok()
}

/// The peers. `url` and `ada` make a canonical URL, as the URL Standard has it; `can_parse` only says whether there is one.
/// `fluent-uri` says whether the string is a URI as RFC 3986 has it, and where its components lie; it makes no string.
pub fn peers<'a>(urls: &'a [&'a str]) -> Vec<Run<'a>> {
    let urls = || urls.iter().copied();
    vec![
        Run::new("url", urls(), |url| black_box(url::Url::parse(url)).is_ok()),
        Run::new("ada", urls(), |url| black_box(ada_url::Url::parse(url, None)).is_ok()),
        Run::new("ada can_parse", urls(), |url| black_box(ada_url::Url::can_parse(url, None))),
        Run::new(FLUENT_URI, urls(), is_uri),
    ]
}
