//! What holds of the facade's own types, and of every profile.

#![expect(clippy::unwrap_used, reason = "tests")]

mod builder;
mod file_paths;
mod for_people;
mod hierarchy;
#[cfg(all(feature = "http", feature = "serde", feature = "url"))]
mod interop;
mod like_url;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod properties;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod reassembly;
#[cfg(feature = "all-specs")]
mod recorder;
mod relative;
#[cfg(all(feature = "all-specs", feature = "consumers"))]
mod reported;
#[cfg(feature = "all-specs")]
mod search_params;
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

/// As many random cases, the same in every run.
fn seeded(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
