//! Tests the command `columns` with the test cases of the SQL functions, and with unusual tables.

use serde_json::Value;
use url_testdata::functions::{Case, cases};

use crate::run::{read, run, urlspec};

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

#[test]
fn json_that_is_not_utf_8_is_unchanged() {
    let line = b"{\"url\":\"http://a.test/\xFF\"}\n{\"url\":\"http://a.test/\"}\n";
    let args = ["columns", "--jsonl", "--column=url", "--add=host", "--errors=tables.errors"];
    let output = urlspec().args(args).write_stdin(line).output().unwrap();
    assert!(output.stdout.starts_with(b"{\"url\":\"http://a.test/\xFF\"}\n"));
    assert!(output.stdout.ends_with(b"\"host\":\"a.test\"}\n"));
    assert_eq!(read("tables.errors"), "1\tnot-utf-8\t-\t-\tbyte 23 of the line is not UTF-8\n");
}

/// The line number of a row is correct even if blank lines, a header of several lines, or a row that is too
/// long precede the row. The table is so long that it is read in several blocks.
#[test]
fn the_place_of_a_row_is_the_line_at_which_it_begins() {
    let row = "http://a.test/,\"\n\"\n\r\n";
    let table = format!("url,\"n\n\"\r\n\r\n{}x,1\ry,2\n", row.repeat(10_000));
    let long = format!("{table}\"{}\n\"\n\nz,4\n", "x".repeat(ROW_LIMIT));
    for (table, expected) in [(table, &["30004", "30004"][..]), (long, &["30004", "30004", "30005", "30008"])]
    {
        let lines = columns_of("url --add line --errors tables.lines -", &table);
        let found: Vec<&str> = lines.iter().skip(1).take(10_000).map(|row| &*row[2]).collect();
        let counted: Vec<String> = (0..10_000).map(|row| (4 + 3 * row).to_string()).collect();
        assert_eq!(found, counted);
        let errors = read("tables.lines");
        let found = errors.lines().map(|line| line.split('\t').next().unwrap());
        assert!(found.eq(expected.iter().copied()), "{errors}");
    }
}

/// If a row becomes too long inside quotation marks, the rest of the row is still inside quotation marks.
#[test]
fn a_row_that_is_too_long_does_not_end_inside_quotation_marks() {
    let long = "x".repeat(ROW_LIMIT);
    let forged = format!("url,n\n\"{long}\nhttp://evil.test/,forged\nyy\"\nhttp://a.test/,1\n");
    // Without a quotation mark at the start of a field, the row ends at the next line end.
    let other = format!("url,n\nx\"{long}\nhttp://a.test/,1\n");
    for (table, line) in [(forged, "5"), (other, "3")] {
        let rows = columns_of("url --add line -", &table);
        assert_eq!(rows, [["url", "n", "line"], ["", "", ""], ["http://a.test/", "1", line]]);
    }
}

fn columns_of(args: &str, table: &str) -> Vec<Vec<String>> {
    let output = run(format!("columns --column {args}"), table);
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(output.out.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect()
}

/// A program that only splits URLs fills the fields that it has, and the others are refused.
#[test]
fn consumers_answer_or_refuse() {
    let rows =
        columns_of("url --profile curl --add host,url_host,url_port -", "url\nhttp://0x7f.1:81/\nhttp://\n");
    assert_eq!(rows[1], ["http://0x7f.1:81/", "127.0.0.1", "127.0.0.1", "81"]);
    assert_eq!(rows[2], ["http://", "", "", ""]);
    for field in ["canonical", "url_canon", "url_surt", "url_resolve(http://a.test/)"] {
        let output =
            run(format!("columns --profile curl --column url --add {field} -"), "url\nhttp://a.test/\n");
        assert!(output.stderr.contains("curl"), "{field}: {}", output.stderr);
        assert_eq!((output.code, &*output.out), (2, ""), "{field}");
    }
}
