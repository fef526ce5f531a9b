//! The project's own vectors for one profile.

use url_facade::{Profile, sections};
use url_testdata::{json_lines_files, own_vectors, read_json_lines};

use super::{Case, mismatch};

/// Fails unless `profile` meets each of the project's own vectors for it, of which there are `at_least` so many.
pub(crate) fn check_own_vectors(profile: Profile, at_least: usize) {
    let mut failures = String::new();
    let mut count = 0;
    for file in json_lines_files(&own_vectors(profile.name())).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let expect = record["expect"].as_object().unwrap();
            let got = Case::new(&record).run(profile);
            if &got != expect {
                failures += &mismatch(&record, expect, &got);
            }
            let section = record["section"].as_str().unwrap();
            assert!(sections::find(section).is_some(), "{}: unknown section {section}", record["id"]);
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= at_least, "only {count} vectors found");
}
