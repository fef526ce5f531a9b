//! What holds of the facade's own types, and of every profile.

#![expect(clippy::unwrap_used, reason = "tests")]

mod before;
mod builder;
#[cfg(feature = "candidates")]
mod candidates;
#[cfg(feature = "all-specs")]
#[cfg_attr(
    not(feature = "consumers"),
    allow(dead_code, reason = "random strings are those of the consumers too")
)]
mod changes;
mod file_paths;
mod for_people;
mod getters;
mod hierarchy;
#[cfg(all(feature = "http", feature = "serde", feature = "url"))]
mod interop;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod properties;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod reassembly;
#[cfg(feature = "all-specs")]
mod recorder;
mod relative;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod reported;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod runs;
#[cfg(feature = "all-specs")]
mod search_params;
mod sets;
#[cfg(feature = "all-specs")]
mod setters;
#[cfg(feature = "psl")]
mod site;
#[cfg(feature = "all-specs")]
mod url_types;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod ways;
#[cfg(feature = "all-specs")]
mod whole_setters;

use proptest::{prelude::ProptestConfig, test_runner::RngSeed};
use url_facade::Url;
use url_testdata::{public_cases, text};

/// As many random cases, the same in every run.
fn seeded(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Every URL of the public test data.
fn public_urls() -> Vec<Url> {
    let cases = public_cases("ada-url", "urltestdata.json").unwrap();
    cases.iter().filter_map(|case| Url::parse(text(case, "href")?).ok()).collect()
}

/// `text`, percent-decoded.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}
