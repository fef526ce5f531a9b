//! The manakai document's own test data (shared suites), column `this`.

use serde_json::Value;
use url_facade::{Component, Encoding, Parser, Profile, Reference, from_code_points};
use url_testdata::{Record, json_lines_files, read_json_lines, shared_suites};

fn text<'r>(record: &'r Record, key: &str) -> Option<&'r str> {
    record.get(key).and_then(Value::as_str)
}

/// The field `key`, from its exact code points where it has them.
fn string(record: &Record, key: &str) -> Option<String> {
    match record.get(&format!("{key}_cps")).and_then(Value::as_array) {
        Some(cps) => Some(from_code_points(cps.iter().map(|n| n.as_u64().unwrap() as u32))),
        None => text(record, key).map(Into::into),
    }
}

/// What the parser makes of the case, in the words of the suite's `expect`.
fn run(profile: Profile, record: &Record) -> Record {
    let encoding =
        text(record, "encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
    let parser = Parser::new(profile).with_encoding(encoding);
    let input = string(record, "input").unwrap();
    let base = string(record, "base").map(|base| parser.parse(&base).unwrap());
    let mut out = Record::new();
    let mut list = |get: &dyn Fn(Component) -> Option<String>| {
        for component in Component::ALL {
            if let Some(text) = get(component) {
                out.insert(component.name().into(), text.into());
            }
        }
    };
    let reference: Reference = match text(record, "kind") {
        Some("parse") => parser.parse(&input).unwrap(),
        Some("resolve") => parser.resolve(&input, &base.unwrap()).unwrap(),
        _ => {
            match parser.canonicalize(&input, base.as_ref()) {
                Ok(url) => {
                    list(&|component| url.get(component).map(Into::into));
                    out.insert("canon".into(), url.as_str().into());
                }
                Err(_) => {
                    out.insert("invalid".into(), true.into());
                }
            }
            return out;
        }
    };
    list(&|component| reference.get(component).map(Into::into));
    if reference.invalid().is_some() {
        out.insert("invalid".into(), true.into());
    }
    out
}

#[test]
fn this_column() {
    let Some(folder) = shared_suites("manakai") else { return };
    let (mut passed, mut failed) = (0, 0);
    for file in json_lines_files(&folder).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let expect = record["expect"]["this"].as_object().unwrap();
            let got = run(Profile::Manakai, &record);
            if &got == expect {
                passed += 1;
            } else {
                failed += 1;
                println!(
                    "{} {}\n  input {}\n  base {}\n  expect {}\n  got {}",
                    record["id"],
                    record["kind"],
                    record["input"],
                    record["base"],
                    Value::from(expect.clone()),
                    Value::from(got)
                );
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    assert_eq!(failed, 0);
}
