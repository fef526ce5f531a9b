//! The functions of a layer that do a whole job, compared with the facade: a part of a URL that such a
//! function returns is the same part of the URL that the facade returns.

#![expect(clippy::unwrap_used, reason = "tests")]

mod authority;
mod host;
mod path;
mod preprocess;
mod query;
mod scheme;
mod serialize;

use proptest::test_runner::{Config, TestRunner};
use url_testdata::{hostile::corners, json_lines_files, own_vectors, read_json_lines, text};

/// Returns the inputs of the project's vectors of every profile, and all corner cases.
fn known_strings() -> Vec<String> {
    let files = json_lines_files(own_vectors("").parent().unwrap()).unwrap();
    let vectors = files.iter().flat_map(|file| read_json_lines(file).unwrap());
    let mut strings: Vec<_> = vectors.filter_map(|one| Some(text(&one, "input")?.to_owned())).collect();
    strings.extend(corners());
    assert!(strings.len() > 5_000, "only {} strings", strings.len());
    strings
}

/// Calls `check` with all known strings, and with random strings that match the regular expression `pattern`.
fn check_all(pattern: &'static str, check: fn(&str)) {
    for text in known_strings() {
        check(&text);
    }
    let config = Config { failure_persistence: None, ..Config::with_cases(4_000) };
    let checked = TestRunner::new(config).run(&pattern, |text| {
        check(&text);
        Ok(())
    });
    checked.unwrap();
}
