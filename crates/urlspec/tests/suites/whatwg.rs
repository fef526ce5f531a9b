//! The public test data of the URL Standard: every attribute of URL objects after the constructor and after a setter.

use serde_json::{Value, json};
use url_testdata::{Record, read_json, registry_crate};

use crate::batch::{ask, only};

/// What a URL object is asked for there.
const ATTRIBUTES: [&str; 12] = [
    "href",
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "searchParams",
    "hash",
    "origin",
];

fn public_data(name: &str) -> Value {
    read_json(&registry_crate("ada-url").unwrap().join("tests/wpt").join(name)).unwrap()
}

/// Fails unless the answers to `requests` have the attributes that the records beside them list, or say that there is no
/// URL where they do.
fn check(requests: &[(Value, Record)]) {
    let answers = ask("whatwg", &requests.iter().map(|(request, _)| request.clone()).collect::<Vec<_>>());
    for ((request, expect), answer) in requests.iter().zip(&answers) {
        if expect.contains_key("failure") {
            assert_eq!(answer["ok"], false, "{request}");
            continue;
        }
        let expected = only(expect, &ATTRIBUTES);
        let got = only(answer, &expected.keys().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(got, expected, "{request}");
    }
}

#[test]
fn urltestdata() {
    let data = public_data("urltestdata.json");
    let cases = data.as_array().unwrap().iter().filter_map(Value::as_object);
    let ask_for = |case: &Record| json!({"op": "api", "input": case["input"], "base": case.get("base")});
    let requests: Vec<_> = cases.map(|case| (ask_for(case), case.clone())).collect();
    check(&requests);
    assert_eq!(requests.len(), 891);
    // What is newer here than the other attributes is asked for often enough.
    for (key, floor) in [("host", 500), ("origin", 300), ("searchParams", 4)] {
        let count = requests.iter().filter(|(_, case)| case.contains_key(key)).count();
        assert!(count >= floor, "only {count} cases tell {key}");
    }
}

#[test]
fn setters_tests() {
    let data = public_data("setters_tests.json");
    let mut requests = Vec::new();
    for (attribute, cases) in data.as_object().unwrap().iter().filter(|(key, _)| *key != "comment") {
        for case in cases.as_array().unwrap() {
            let request =
                json!({"op": "set", "input": case["href"], "attr": attribute, "value": case["new_value"]});
            requests.push((request, case["expected"].as_object().unwrap().clone()));
        }
    }
    check(&requests);
    assert_eq!(requests.len(), 278);
}
