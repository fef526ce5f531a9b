//! Tests of the types of the facade, and of properties that hold under every profile.

#![expect(clippy::unwrap_used, reason = "tests")]

mod before;
mod builder;
mod candidates;
mod changes;
mod file_paths;
mod getters;
mod interop;
mod properties;
mod recorder;
mod relative;
mod reported;
mod runs;
mod search_params;
mod sets;
mod setters;
mod url_types;
mod ways;

use url_facade::Url;
use url_testdata::{public_cases, text};

fn public_urls() -> Vec<Url> {
    let cases = public_cases("ada-url", "urltestdata.json").unwrap();
    cases.iter().filter_map(|case| Url::parse(text(case, "href")?).ok()).collect()
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}
