//! Compares the results that each specification's vectors expect with the answers of `batch`.

use std::collections::BTreeMap;

use serde_json::json;
use url_facade::{Component, Profile};
use url_testdata::{Record, expectation, read_vectors};

use crate::batch::ask;

/// Returns the op whose answer contains what `record` expects, if there is one.
fn op<'r>(profile: Profile, record: &'r Record, expect: &Record) -> Option<&'r str> {
    let op = match record.get("op") {
        Some(op) => op.as_str()?,
        // These vectors use other keys.
        None if record.contains_key("kind") => return None,
        None if record.contains_key("attr") => "set",
        None if expect.contains_key("valid") => "valid",
        None if expect.contains_key("absolute") => "absolute",
        // URL objects have no encoding.
        None if expect.contains_key("url") || record.contains_key("encoding") => "canon",
        None if profile == Profile::Connolly => "parse",
        None => "api",
    };
    ["parse", "resolve", "canon", "valid", "absolute", "api", "set"].contains(&op).then_some(op)
}

/// Asserts that `answer` has the results that `record` expects.
fn check(record: &Record, expect: &Record, answer: &Record) {
    let has = |keys: &[&str]| keys.iter().any(|key| expect.contains_key(*key));
    let fails = has(&["failure", "error", "invalid"]) || has(&["reason"]) && !has(&["valid"]);
    let failed = answer["ok"] == false || answer.contains_key("invalid");
    assert_eq!(failed, fails, "{record:?}: {answer:?}");
    if let Some(expected) = record.get("error").filter(|_| answer["ok"] == false) {
        let error = &answer["error"];
        let found = json!({"reason": error["kind"], "section": error["section"], "span": error["span"]});
        assert_eq!(found, *expected, "{record:?}");
    }
    // A result that is flagged as invalid has components. These members of an expectation are not checked.
    let others = ["failure", "error", "invalid", "reason", "span", "violations"];
    for (key, value) in expect.iter().filter(|(key, _)| !others.contains(&key.as_str())) {
        let key = if key == "url" { "href" } else { key };
        assert_eq!(answer.get(key), Some(value), "{key} of {record:?}: {answer:?}");
    }
    // If a path is expected, all components are: those that are not listed must be missing.
    for component in Component::ALL.into_iter().filter(|_| has(&["path"])) {
        let [found, expected] = [answer, expect].map(|record| record.contains_key(component.name()));
        assert_eq!(found, expected, "{component:?} of {record:?}: {answer:?}");
    }
}

#[test]
fn batch_meets_the_vectors_of_every_spec() {
    let mut counts = BTreeMap::<_, usize>::new();
    for &profile in Profile::available().iter().filter(|profile| !profile.is_consumer()) {
        let (mut cases, mut requests) = (Vec::new(), Vec::new());
        for record in read_vectors(profile.name()).unwrap() {
            let expect = expectation(&record).unwrap();
            let Some(op) = op(profile, &record, &expect) else { continue };
            *counts.entry(op.to_owned()).or_default() += 1;
            let mut request = json!({"op": op, "input": record.get("input").or(record.get("url"))});
            for key in ["base", "encoding", "attr", "value"] {
                request[key] = record.get(key).cloned().unwrap_or_default();
            }
            requests.push(request);
            cases.push((record, expect));
        }
        for ((record, expect), answer) in cases.iter().zip(ask(profile.name(), &requests)) {
            check(record, expect, &answer);
        }
    }
    let least = [("parse", 500), ("resolve", 200), ("canon", 900), ("valid", 150), ("set", 80), ("api", 300)];
    for (op, least) in least {
        assert!(counts[op] >= least, "{counts:?}");
    }
}
