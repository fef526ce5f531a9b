//! Runs `urlspec-sql`: test cases of all functions, queries with `--out`, refused queries, and
//! `docs/bulk.md`.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::{self, File};
use std::{collections::BTreeSet, path::Path, sync::Arc};

use assert_cmd::Command;
use datafusion::arrow::{
    array::{ArrayRef, BinaryArray, RecordBatch, StringArray, StructArray},
    datatypes::{DataType, Field},
    json::writer::{JsonArray, WriterBuilder},
};
use parquet::arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use url_testdata::functions::cases;

fn write(path: &Path, columns: Vec<(&str, ArrayRef)>) {
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true))).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_urlspec-sql")).current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn read(path: &Path) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let schema = Arc::clone(builder.schema());
    builder.build().unwrap().next().map_or_else(|| RecordBatch::new_empty(schema), Result::unwrap)
}

fn rows(batch: &RecordBatch) -> Vec<Value> {
    let options = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = options.build::<_, JsonArray>(Vec::new());
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    serde_json::from_slice(&writer.into_inner()).unwrap()
}

/// Runs all test cases of functions in one query, because starting the engine takes time: the query has a
/// column for each call, and a row for each URL.
#[test]
fn every_case_has_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases().unwrap();
    let urls: BinaryArray = cases.iter().map(|case| case.url.as_deref()).collect();
    write(&folder.path().join("in.parquet"), vec![("url", Arc::new(urls))]);
    let quoted = |text: &String| format!(", '{}'", text.replace('\'', "''"));
    let call = |case: &url_testdata::functions::Case| {
        let constants: String = case.base.iter().chain(&case.constants).map(quoted).collect();
        format!("{}(url{constants})", case.function)
    };
    let calls: Vec<_> = cases.iter().map(call).collect::<BTreeSet<_>>().into_iter().collect();
    let columns: Vec<_> = calls.iter().enumerate().map(|(i, call)| format!("{call} as c{i}")).collect();
    let query = format!("select {} from 'in.parquet'", columns.join(", "));
    assert_eq!(run(folder.path(), &[&query, "--out", "out.parquet"]), (0, String::new(), String::new()));
    let results = rows(&read(&folder.path().join("out.parquet")));
    assert_eq!(results.len(), cases.len());
    for (case, row) in cases.iter().zip(&results) {
        let column = calls.binary_search(&call(case)).unwrap();
        assert_eq!(row[format!("c{column}")], case.expected, "{case:?}");
    }
}

fn crawl() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let urls = [
        "https://www.example.co.uk/a",
        "https://example.co.uk/b",
        "http://a.test/",
        "http://[",
        "https://a.test:8443/x?q=1",
    ];
    let bases = ["https://b.test/", "https://b.test/c/", "x", "https://b.test/", "https://b.test/"];
    let [url, page]: [ArrayRef; 2] =
        [urls, bases].map(|texts| Arc::new(StringArray::from(texts.to_vec())) as _);
    write(&folder.path().join("crawl.parquet"), vec![("url", url), ("page", page)]);
    fs::write(folder.path().join("crawl.csv"), format!("url\n{}\n", urls.join("\n"))).unwrap();
    let lines: String = urls.iter().map(|url| format!("{{\"url\": \"{url}\"}}\n")).collect();
    fs::write(folder.path().join("crawl.json"), lines).unwrap();
    folder
}

#[test]
fn a_query_prints_a_table() {
    let folder = crawl();
    let expected = "\
+---------------+---+
| domain        | n |
+---------------+---+
| a.test        | 2 |
| example.co.uk | 2 |
|               | 1 |
+---------------+---+
";
    for file in ["crawl.parquet", "crawl.csv", "crawl.json"] {
        let query = format!(
            "select url_registrable_domain(url) as domain, count(*) as n from '{file}' group by 1 order by 2 desc, 1"
        );
        assert_eq!(run(folder.path(), &[&query]), (0, expected.to_owned(), String::new()), "{file}");
    }
}

#[test]
fn tables_have_several_inputs_and_nested_columns() {
    let folder = crawl();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("days/day=1")).unwrap();
    for name in ["days/day=1/a.parquet", "b1.parquet", "b2.parquet"] {
        let url: ArrayRef =
            Arc::new(StringArray::from(vec![format!("http://{}.test/", name.len()), "//".into()]));
        let page = StructArray::from(vec![(Arc::new(Field::new("url", DataType::Utf8, true)), url)]);
        write(&path(name), vec![("page", Arc::new(page))]);
    }
    let query = "select url_host(page.url) as h, count(*) as n from input group by 1 order by 1";
    for (inputs, expected) in [
        (&["days/"][..], json!([{"h": "20.test", "n": 1}, {"h": null, "n": 1}])),
        (&["b?.parquet"], json!([{"h": "10.test", "n": 2}, {"h": null, "n": 2}])),
        (
            &["days/", "b1.parquet", "b[2-9].parquet"],
            json!([{"h": "10.test", "n": 2}, {"h": "20.test", "n": 1}, {"h": null, "n": 3}]),
        ),
    ] {
        let inputs: Vec<_> = inputs.iter().flat_map(|input| ["--in", input]).collect();
        let ran = run(folder.path(), &[&[query, "--out", "out.parquet"], &inputs[..]].concat());
        assert_eq!(ran, (0, String::new(), String::new()));
        assert_eq!(Value::from(rows(&read(&path("out.parquet")))), expected, "{inputs:?}");
    }
    let (_, table, _) = run(folder.path(), &["select day from input limit 1", "--in", "days/"]);
    assert!(table.contains("| 1   |"), "{table}");
    let inputs = ["--in", "days/", "--in", "b?.parquet"];
    let (code, _, stderr) = run(folder.path(), &[&[query, "--out", "b2.parquet"], &inputs[..]].concat());
    assert!(code == 2 && stderr.contains("b2.parquet is read by the query"), "{code} {stderr}");
    for wrong in ["none.parquet", "none/", "n*.parquet", "crawl.csv"] {
        let ran = run(folder.path(), &["select * from input", "--in", "b1.parquet", "--in", wrong]);
        assert!(ran.0 == 2 && ran.2.starts_with("error: "), "{wrong}: {ran:?}");
    }
}

#[test]
fn arguments_are_columns_and_constants() {
    let folder = crawl();
    let query = "select url_resolve('../d', page) as r, url_port(url, 'rfc3986') as p, get_field(url_parse(url), 'query') as q, \
                 url_host('http://A.test') as h from 'crawl.parquet' where url_error(url) is null";
    let (code, _, stderr) = run(folder.path(), &[query, "--out", "out.parquet"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let results = rows(&read(&folder.path().join("out.parquet")));
    assert_eq!(results.len(), 4);
    assert_eq!(results[1], json!({"r": "https://b.test/d", "p": null, "q": null, "h": "a.test"}));
    assert_eq!(results[2]["r"], Value::Null);
    assert_eq!(results[3], json!({"r": "https://b.test/d", "p": 8443, "q": "q=1", "h": "a.test"}));
}

#[test]
fn refusals_have_a_reason_and_leave_no_file() {
    let folder = crawl();
    fs::write(folder.path().join("broken.parquet"), "PAR1 and no more").unwrap();
    let faults = [
        ("url_nothing(url)", "error: "),
        ("url_query_param(url)", "url_query_param(url, name [, profile]) was given 0 constants"),
        ("url_query_param(url, page)", "argument 2 of url_query_param must be a constant text"),
        ("url_host(url, 'netscape')", "unknown profile \"netscape\""),
        (
            "url_agree(url, 'whatwg')",
            "Error during planning: url_agree compares two different profiles or more",
        ),
        ("url_host(3)", "url_host accepts strings or bytes, not Int64"),
    ];
    let faults = faults.map(|(call, reason)| (format!("select {call} from 'crawl.parquet'"), reason));
    let others = ["select", "select * from 'broken.parquet'", "copy (select 1) to 'new.parquet'"];
    let others = others.map(|query| (query.to_owned(), "error: "));
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let before = files();
    for (query, expected) in faults.into_iter().chain(others) {
        let (code, out, stderr) = run(folder.path(), &[&query]);
        assert_eq!((code, out.as_str()), (2, ""), "{query} {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{query}: {stderr}");
    }
    assert_eq!(files(), before);
    let (_, table, _) = run(folder.path(), &["select count(*) as n from 'crawl.parquet'"]);
    assert!(table.contains("| 5 |"), "{table}");
}

/// A query cannot replace a file that it reads, even if `--out` gives the file by another name.
#[test]
fn the_output_is_not_an_input() {
    let folder = crawl();
    let root = &folder.path().join("tables");
    fs::create_dir_all(root.join("days/day=1")).unwrap();
    for name in ["crawl.parquet", "a.parquet", "b.parquet", "days/day=1/c.parquet", "it's [1] 100%.parquet"] {
        fs::copy(folder.path().join("crawl.parquet"), root.join(name)).unwrap();
    }
    fs::hard_link(root.join("a.parquet"), root.join("hard.parquet")).unwrap();
    let before = fs::read(root.join("a.parquet")).unwrap();
    let folder_url = format!("file://{}", fs::canonicalize(root).unwrap().display());
    let mut names = vec![
        ("crawl.parquet".to_owned(), "crawl.parquet"),
        ("./days/../a.parquet".into(), "a.parquet"),
        (format!("{}/a.parquet", root.display()), "a.parquet"),
        (format!("{folder_url}/a.parquet"), "a.parquet"),
        (format!("{folder_url}/"), "b.parquet"),
        (format!("{}/", root.display()), "b.parquet"),
        ("*.parquet".into(), "b.parquet"),
        ("[ab].parquet".into(), "hard.parquet"),
        ("hard.parquet".into(), "a.parquet"),
        ("./".into(), "b.parquet"),
        ("days/".into(), "days/day=1/c.parquet"),
        (format!("{folder_url}/it's%20%5B1%5D%20100%25.parquet"), "it's [1] 100%.parquet"),
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("tables", folder.path().join("link")).unwrap();
        symlink("a.parquet", root.join("soft.parquet")).unwrap();
        names.extend([
            ("../link/a.parquet".to_owned(), "a.parquet"),
            ("../link/".into(), "b.parquet"),
            ("a.parquet".into(), "../link/a.parquet"),
            ("a.parquet".into(), "soft.parquet"),
            ("soft.parquet".into(), "a.parquet"),
        ]);
    }
    for (table, out) in names {
        let table = table.replace('\'', "''");
        for query in [
            format!("select url from '{table}'"),
            format!("select 1 as n where 'x' in (select url from '{table}')"),
        ] {
            let (code, _, stderr) = run(root, &[&query, "--out", out]);
            assert!(
                code == 2 && stderr.contains(&format!("{out} is read by the query")),
                "{query} --out {out}: {code} {stderr}"
            );
        }
    }
    assert_eq!(fs::read(root.join("a.parquet")).unwrap(), before);
    // A file in the same folder that the query does not read can be replaced.
    fs::write(root.join("old.parquet"), "old").unwrap();
    let (code, _, stderr) = run(root, &["select * from '[ab].parquet'", "--out", "old.parquet"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(read(&root.join("old.parquet")).num_rows(), 10);
}

/// Returns the commands in the console blocks of `page` that begin with a program `urlspec-...`, each with
/// the output that the page shows.
#[cfg(unix)]
fn commands(page: &str) -> Vec<(&str, String)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|block| block.split("```").next());
    let ours = blocks.filter(|block| block.starts_with("$ urlspec-"));
    let commands = ours.flat_map(|block| block.strip_prefix("$ ").unwrap_or(block).split("\n$ "));
    let parts = commands.map(|command| command.split_once('\n').unwrap_or((command, "")));
    parts.map(|(command, shown)| (command, shown.trim_end().to_owned())).collect()
}

#[cfg(unix)]
#[test]
fn pages_show_what_their_commands_print() {
    let programs = Path::new(env!("CARGO_BIN_EXE_urlspec-sql")).parent().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let text = fs::read_to_string(root.join("docs/bulk.md")).unwrap();
    let commands = commands(&text);
    assert!(commands.len() >= 5, "the page shows only {} commands", commands.len());
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root.join("docs/bulk/crawl.csv"), folder.path().join("crawl.csv")).unwrap();
    for (command, shown) in commands {
        let output = std::process::Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(printed.trim_end(), shown, "{command}");
    }
}
