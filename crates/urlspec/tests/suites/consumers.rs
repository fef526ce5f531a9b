//! Compares the recorded answers of real programs with those of `batch`.

use std::{borrow::Cow, collections::BTreeSet};

use serde_json::json;
use url_facade::Profile;
use url_testdata::{
    ExpectedFailures, Record,
    consumers::{answer_of, comparable, edition_of, program_of, was_asked},
    json_lines_files, own_vectors, read_json_lines, shared_suites, text,
};

use crate::batch::ask;

/// The minimum number of recorded answers of each consumer.
const FLOOR: usize = 4493;

fn consumers() -> Vec<&'static str> {
    Profile::consumers().map(Profile::name).collect()
}

/// Compares the answers of `consumer` with those that `recorded` reads from `records`. Returns the number of
/// answers, and the known differences that occurred.
fn check<'r>(
    consumer: &str,
    records: &'r [Record],
    recorded: impl Fn(&'r Record) -> Option<Cow<'r, Record>>,
) -> (usize, ExpectedFailures) {
    let asked = records.iter().filter_map(|record| Some((record, recorded(record)?)));
    let asked: Vec<_> = asked.filter(|(_, expected)| was_asked(expected)).collect();
    let request = |(record, _): &(&Record, _)| match record.get("base") {
        Some(base) => json!({ "op": "resolve", "base": base, "input": record["input"] }),
        None => json!({ "op": "parse", "input": record["input"] }),
    };
    let answers = ask(consumer, &asked.iter().map(request).collect::<Vec<_>>());
    let (mut known, mut wrong) = (ExpectedFailures::of(program_of(consumer)).unwrap(), Vec::new());
    for ((record, expected), answer) in asked.iter().zip(answers) {
        let (got, expected) = (comparable(&answer), comparable(expected));
        if !known.expects(text(record, "id").unwrap_or_default(), got == expected) {
            wrong.push(json!([record.get("id"), record["input"], expected, got]));
        }
    }
    assert!(wrong.is_empty(), "{consumer}: {wrong:#?}");
    (asked.len(), known)
}

#[test]
fn recorded_answers() {
    let files = json_lines_files(&own_vectors("consumers")).unwrap();
    let records: Vec<_> = files.iter().flat_map(|file| read_json_lines(file).unwrap()).collect();
    for consumer in consumers() {
        let (count, known) = check(consumer, &records, |record| answer_of(record, consumer));
        assert!(count >= FLOOR && known.failed().1.is_empty(), "{consumer}: only {count} answers, {known:?}");
    }
}

/// Each file is checked separately, since the other names in a file decide which edition a name stands for.
#[test]
fn recorded_answers_of_shared_suites() {
    let Some(folder) = shared_suites("consumers") else { return };
    let consumers = consumers();
    for file in json_lines_files(&folder).unwrap() {
        let records = read_json_lines(&file).unwrap();
        let seen = records.iter().filter_map(|record| record["seen"].as_object());
        let names: BTreeSet<_> = seen.flat_map(Record::keys).cloned().collect();
        assert!(!names.is_empty(), "{}", file.display());
        for name in &names {
            let Some(consumer) = edition_of(name, &names, &consumers) else {
                url_testdata::record_skip(&format!("no profile simulates {name}"));
                continue;
            };
            check(consumer, &records, |record| {
                answer_of(record, name).filter(|_| record["seen"].get(name).is_some())
            });
        }
    }
}
