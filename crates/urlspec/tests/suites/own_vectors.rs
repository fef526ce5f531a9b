//! The project's own vectors in the usual form.

use url_testdata::{Record, json_lines_files, own_vectors};

use crate::batch::{COMPONENTS, check, is_invalid, only, request};

/// The answer in the words of the vectors: components and `href`, or `invalid` with the reason or the components found.
fn in_words(_: &Record, answer: &Record) -> Record {
    let mut got = only(answer, &COMPONENTS);
    got.extend(only(answer, &["href"]));
    if is_invalid(answer) {
        got.insert("invalid".into(), true.into());
    }
    if let Some(error) = answer.get("error") {
        got.insert("reason".into(), error["kind"].clone());
    }
    got
}

#[test]
fn vectors_pass() {
    for (profile, floor) in [
        ("manakai", 800),
        ("manakai-chrome", 25),
        ("manakai-gecko", 25),
        ("manakai-ie", 25),
        ("barth-2010", 60),
        ("barth-01", 150),
        ("rfc3986", 250),
    ] {
        let mut count = 0;
        for file in json_lines_files(&own_vectors(profile)).unwrap() {
            // The derived ones have words of their own: see the test of barth. To ask of IRIs is for the library only.
            if ["-derived.jsonl", "iri.jsonl"].iter().any(|end| file.to_string_lossy().ends_with(end)) {
                continue;
            }
            let op = |record: &Record| record["op"].as_str().unwrap().to_owned();
            let (failures, records) = check(profile, &file, |record| request(record, &op(record)), in_words);
            assert!(failures.is_empty(), "{profile}: {failures}");
            count += records;
        }
        assert!(count >= floor, "only {count} vectors of {profile}");
    }
}
