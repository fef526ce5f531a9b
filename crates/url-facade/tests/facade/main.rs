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

use serde_json::Value;
use url_facade::Url;
use url_testdata::{Record, assert_expected, own_vectors, public_cases, read_json_lines, text};

fn public_urls() -> Vec<Url> {
    let cases = public_cases("ada-url", "urltestdata.json").unwrap();
    cases.iter().filter_map(|case| Url::parse(text(case, "href")?).ok()).collect()
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}

/// Asserts that `file` has `count` own vectors, and that `run` returns the value that each vector expects.
fn check_vectors(file: &str, count: usize, run: impl Fn(&Record) -> Value) {
    let records = read_json_lines(&own_vectors(file)).unwrap();
    assert_expected(&records, run);
    assert_eq!(records.len(), count);
}
