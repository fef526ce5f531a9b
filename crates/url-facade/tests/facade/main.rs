//! Tests of the facade's own types, and of properties of every profile.

#![expect(clippy::unwrap_used, reason = "tests")]

mod before;
mod builder;
mod candidates;
mod changes;
mod file_paths;
mod for_people;
mod getters;
mod hierarchy;
mod interop;
mod properties;
mod reassembly;
mod recorder;
mod relative;
mod reported;
mod runs;
mod search_params;
mod sets;
mod setters;
mod site;
mod url_types;
mod ways;
mod whole_setters;

use proptest::{prelude::ProptestConfig, test_runner::RngSeed};
use url_facade::Url;
use url_testdata::{public_cases, text};

/// The random cases are the same in every run.
fn seeded(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn public_urls() -> Vec<Url> {
    let cases = public_cases("ada-url", "urltestdata.json").unwrap();
    cases.iter().filter_map(|case| Url::parse(text(case, "href")?).ok()).collect()
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}
