//! Runs the program on files: columns that it adds and keeps, and input that it refuses.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::Path,
    sync::Arc,
};

use arrow_array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, Int64Array, LargeStringArray, ListArray, RecordBatch,
    StringArray,
    cast::AsArray as _,
    types::{Int32Type, Int64Type},
};
use assert_cmd::Command;
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    file::{metadata::RowGroupMetaData, properties::WriterProperties},
};
use tempfile::TempDir;

/// Returns a folder with `in.parquet`, which has these columns, in row groups of `group` rows.
fn folder(columns: Vec<(&str, ArrayRef)>, group: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true))).unwrap();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
    let file = File::create(folder.path().join("in.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    folder
}

/// Runs the program in `folder`; returns its exit code and its stderr.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlspec-parquet"));
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Returns the rows of `out.parquet` in one batch, and the numbers of rows of its groups.
fn read(folder: &Path) -> (RecordBatch, Vec<i64>) {
    let file = File::open(folder.join("out.parquet")).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let groups = builder.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    let schema = Arc::clone(builder.schema());
    let rows = usize::try_from(builder.metadata().file_metadata().num_rows()).unwrap();
    let mut batches = builder.with_batch_size(rows.max(1)).build().unwrap();
    let batch = batches.next().map_or_else(|| RecordBatch::new_empty(schema), Result::unwrap);
    (batch, groups)
}

fn texts(batch: &RecordBatch, column: &str) -> Vec<Option<String>> {
    let column = batch.column_by_name(column).unwrap();
    column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

const USUAL: [&str; 6] = ["--in", "in.parquet", "--out", "out.parquet", "--column", "url"];

#[test]
fn rows_groups_and_other_columns_stay_as_they_are() {
    let rows = 10_000;
    let url = |i: i64| (i % 3 != 0).then(|| format!("HTTP://H{i}.test:80/{i}"));
    let folder = folder(
        vec![
            ("number", Arc::new((0..rows).map(Some).collect::<Int64Array>())),
            ("url", Arc::new((0..rows).map(url).collect::<LargeStringArray>())),
            (
                "tags",
                Arc::new(ListArray::from_iter_primitive::<Int64Type, _, _>(
                    (0..rows).map(|i| (i % 2 == 0).then(|| vec![Some(i); 2])),
                )),
            ),
        ],
        3000,
    );
    for compression in ["none", "snappy", "zstd"] {
        let functions = "url_canon, h=url_host, url_query_param('q'), url_error";
        let more = ["--functions", functions, "--compression", compression];
        assert_eq!(run(folder.path(), &[&USUAL[..], &more].concat()), (0, String::new()));
        let (batch, groups) = read(folder.path());
        assert_eq!(groups, [3000, 3000, 3000, 1000]);
        let schema = batch.schema();
        let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        assert_eq!(names, ["number", "url", "tags", "url_canon", "h", "url_query_param", "url_error"]);
        assert_eq!(batch["number"].as_primitive::<Int64Type>().values(), &(0..rows).collect::<Vec<_>>()[..]);
        assert_eq!(batch["url"].as_string::<i64>().value(1), "HTTP://H1.test:80/1");
        assert_eq!(
            batch["tags"].as_list::<i32>().value(9998).as_primitive::<Int64Type>().values(),
            &[9998; 2]
        );
        let canon: Vec<_> = (0..rows).map(|i| url(i).map(|_| format!("http://h{i}.test/{i}"))).collect();
        assert_eq!(texts(&batch, "url_canon"), canon);
        assert_eq!(
            (batch["url_query_param"].null_count(), batch["url_error"].null_count()),
            (10_000, 10_000)
        );
    }
}

#[test]
fn poison_rows_have_a_reason_and_the_others_go_on() {
    let (host, spaces) = (format!("http://{}/", "a".repeat(40 << 20)), " ".repeat(30 << 20));
    let rows: Vec<Option<&[u8]>> = vec![
        Some(b"http://a.test/\xFF"),
        Some(host.as_bytes()),
        Some(spaces.as_bytes()),
        None,
        Some(b"http://a\0/"),
        Some(b"http://A.test"),
    ];
    let folder = folder(vec![("url", Arc::new(BinaryArray::from(rows)))], 2);
    assert_eq!(
        run(folder.path(), &[&USUAL[..], &["--functions", "url_canon,url_error"]].concat()),
        (0, String::new())
    );
    let (batch, _) = read(folder.path());
    let reasons = batch["url_error"].as_struct().column(0).as_string::<i32>();
    let reasons: Vec<_> = reasons.iter().collect();
    let expected =
        [Some("not-utf-8"), Some("too-long"), Some("too-long"), None, Some("host-forbidden"), None];
    assert_eq!(reasons, expected);
    assert_eq!(texts(&batch, "url_canon")[5].as_deref(), Some("http://a.test/"));
}

#[test]
fn no_rows_and_dictionaries_are_fine() {
    let none = folder(vec![("url", Arc::new(StringArray::from(Vec::<&str>::new())))], 1);
    assert_eq!(run(none.path(), &USUAL), (0, String::new()));
    let (batch, _) = read(none.path());
    assert_eq!((batch.num_rows(), batch.num_columns()), (0, 2));
    let dictionary: DictionaryArray<Int32Type> = ["http://A", "x", "http://A"].into_iter().collect();
    let folder = folder(vec![("url", Arc::new(dictionary))], 10);
    assert_eq!(run(folder.path(), &USUAL), (0, String::new()));
    let canonical = Some("http://a/".to_owned());
    assert_eq!(texts(&read(folder.path()).0, "url_canon"), [canonical.clone(), None, canonical]);
}

/// A refused run leaves the output unchanged, and creates no other file.
#[test]
fn what_is_refused_leaves_no_file() {
    let urls = || Arc::new(StringArray::from(vec!["http://a/"; 20_000])) as ArrayRef;
    let folder = folder(vec![("url", urls()), ("n", Arc::new(Int64Array::from(vec![1; 20_000])))], 5000);
    let path = folder.path();
    let whole = fs::read(path.join("in.parquet")).unwrap();
    fs::write(path.join("empty.parquet"), "").unwrap();
    fs::write(path.join("truncated.parquet"), &whole[..whole.len() / 2]).unwrap();
    fs::write(path.join("text.parquet"), "url\nhttp://a/\n".repeat(100)).unwrap();
    // The footer is intact, and the pages are damaged.
    let mut damaged = whole.clone();
    damaged[10..300].fill(0xA5);
    fs::write(path.join("damaged.parquet"), &damaged).unwrap();
    fs::write(path.join("out.parquet"), "as it was").unwrap();
    let files =
        || fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect::<BTreeSet<_>>();
    let before = files();
    let faults = [
        ("in out href url_canon", "in.parquet has no column href: it has url, n"),
        ("in out n url_canon", "the column n contains Int64: URLs must be strings or bytes"),
        ("in out url url_host,url_host", "two columns would be named url_host: "),
        ("in out url n=url_host", "two columns would be named n: "),
        ("in out url url_nothing", "invalid value 'url_nothing'"),
        ("in in url url_canon", "in.parquet is the input: write to another file"),
        ("none out url url_canon", "cannot read none.parquet: "),
        ("empty out url url_canon", "cannot read empty.parquet: "),
        ("truncated out url url_canon", "cannot read truncated.parquet: "),
        ("text out url url_canon", "cannot read text.parquet: "),
        ("damaged out url url_canon", "cannot read damaged.parquet: "),
        ("in none/out url url_canon", "cannot write none/out.parquet: "),
    ];
    for (arguments, expected) in faults {
        let [input, out, column, functions] = arguments.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{arguments}")
        };
        let [input, out] = [input, out].map(|name| format!("{name}.parquet"));
        let arguments = ["--in", &input, "--out", &out, "--column", column, "--functions", functions];
        let (code, stderr) = run(path, &arguments);
        assert!(
            code == 2 && stderr.starts_with(&format!("error: {expected}")),
            "{code} {stderr}, not {expected}"
        );
    }
    assert_eq!(fs::read_to_string(path.join("out.parquet")).unwrap(), "as it was");
    assert_eq!(files(), before);
}

/// The input is not replaced under any of its names.
#[test]
#[cfg(unix)]
fn the_output_is_not_the_input_by_another_name() {
    let folder = folder(vec![("url", Arc::new(StringArray::from(vec!["http://a/"])))], 1);
    let path = folder.path();
    let before = fs::read(path.join("in.parquet")).unwrap();
    fs::hard_link(path.join("in.parquet"), path.join("hard.parquet")).unwrap();
    std::os::unix::fs::symlink("in.parquet", path.join("soft.parquet")).unwrap();
    fs::create_dir(path.join("sub")).unwrap();
    std::os::unix::fs::symlink(".", path.join("link")).unwrap();
    let absolute = path.join("in.parquet").display().to_string();
    let names =
        ["in.parquet", "./sub/../in.parquet", "link/in.parquet", "soft.parquet", "hard.parquet", &absolute];
    for input in names {
        for out in names {
            let (code, stderr) = run(path, &["--in", input, "--out", out, "--column", "url"]);
            assert_eq!((code, stderr), (2, format!("error: {out} is the input: write to another file\n")));
        }
    }
    assert_eq!(fs::read(path.join("in.parquet")).unwrap(), before);
}
