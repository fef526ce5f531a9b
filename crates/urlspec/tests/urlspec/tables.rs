//! Tests the command `columns` with the test cases of the SQL functions.

use serde_json::Value;
use url_testdata::functions::{Case, cases};

use crate::run::run;

/// The maximum length of a row of a table, in bytes.
const ROW_LIMIT: usize = 16 << 20;

/// Returns the fields for the function of `case`, with the expected values: the function itself, and the
/// fields of `get` with the same values.
fn fields(case: &Case) -> Vec<(String, Value)> {
    let list = case.base.iter().chain(&case.constants).map(String::as_str).collect::<Vec<_>>().join(",");
    let own = if list.is_empty() { case.function.clone() } else { format!("{}({list})", case.function) };
    let mut fields = vec![(own, case.expected.clone())];
    let of_column = |(field, column): (&str, &str)| (field.to_owned(), case.expected[column].clone());
    match (case.function.as_str(), case.constants.as_slice()) {
        ("url_canon", []) => fields.push(("canonical".to_owned(), case.expected.clone())),
        ("url_query_param", [name]) => fields.push((format!("query[{name}]"), case.expected.clone())),
        ("url_canon_policy", [policy]) => fields.push((policy.clone(), case.expected.clone())),
        ("url_error", []) => fields.push(of_column(("error", "reason"))),
        ("url_parse", []) => {
            let same = ["scheme", "host", "port", "path", "query", "fragment"].map(|name| (name, name));
            let others = [("canonical", "href"), ("user", "username"), ("error", "reason")];
            fields.extend(same.into_iter().chain(others).map(of_column));
        }
        ("url_host" | "url_origin" | "url_path" | "url_port" | "url_scheme" | "url_surt", []) => {
            fields.push((case.function["url_".len()..].to_owned(), case.expected.clone()));
        }
        _ => {}
    }
    fields
}

fn columns(fields: &[(String, Value)], more: &str, table: Vec<u8>) -> String {
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    run(format!("columns --column url --add '{}' {more} -", names.join(",")), table).out
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

#[test]
fn columns_returns_the_results_of_every_engine() {
    for case in cases().unwrap() {
        let is_short = case.url.as_ref().is_none_or(|url| url.len() <= ROW_LIMIT);
        if !is_short {
            continue;
        }
        let fields = fields(&case);
        if let Some(url) = &case.url {
            let table = [b"url\n\"", url.as_slice(), b"\"\n"].concat();
            let made = columns(&fields, "", table);
            let mut rows = csv::Reader::from_reader(made.as_bytes());
            let made = rows.records().next().unwrap().unwrap();
            let expected = fields.iter().map(|(_, value)| text(value).unwrap_or_default());
            assert!(made.iter().skip(1).eq(expected), "{case:?}: {made:?}");
        }
        if let Ok(url) = case.url.as_deref().map(str::from_utf8).transpose() {
            let line = serde_json::json!({ "url": url }).to_string();
            let made = columns(&fields, "--jsonl", line.into());
            let made: Value = serde_json::from_str(&made).unwrap();
            for (name, value) in &fields {
                assert_eq!(made[name].as_str().map(str::to_owned), text(value), "{case:?} {name}");
            }
        }
    }
}
