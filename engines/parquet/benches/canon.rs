//! The cost of adding a canonical URL to a Parquet file, in processor time. The baseline adds a copy of the
//! column instead: it reads and writes the same columns without parsing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark stops where it cannot measure")]
#![allow(clippy::cast_precision_loss, reason = "times are not exact")]

#[path = "../src/append.rs"]
mod append;
#[path = "../src/calls.rs"]
#[allow(dead_code, reason = "its tests do not run here")]
mod calls;
#[path = "../src/cli.rs"]
mod cli;
#[path = "../src/shared_file.rs"]
mod shared_file;

use std::{fs::File, path::Path, sync::Arc};

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, make_array};
use clap::Parser as _;
use parquet::{arrow::ArrowWriter, file::properties::WriterProperties};
use rustix::time::{ClockId, clock_gettime};

/// The number of rows of the file, in four row groups.
const ROWS: usize = 1_000_000;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    write_input(&input);
    for compression in ["snappy", "zstd"] {
        let run = |evaluate| {
            let [input, out] = [&input, &out].map(|path| path.to_str().unwrap());
            let files = ["urlspec-parquet", "--in", input, "--out", out];
            let arguments = [&files[..], &["--column", "url", "--compression", compression]].concat();
            let start = processor_time();
            append::run(&cli::Cli::parse_from(arguments), evaluate).expect("a file");
            processor_time() - start
        };
        // In turns, so that both run under the same conditions; the median of the ratios counts.
        let mut turns: Vec<_> = (0..7)
            .map(|_| (run(|_, urls| Ok(make_array(urls.to_data()))), run(url_arrow::evaluate)))
            .collect();
        turns.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
        let (copy, canon) = turns[turns.len() / 2];
        let [copy_ns, canon_ns] = [copy, canon].map(|seconds| seconds * 1e9 / ROWS as f64);
        println!(
            "{compression}: copy {copy_ns:.0} ns, url_canon {canon_ns:.0} ns per row: {:.2} (must be 1.3 or less)",
            canon / copy
        );
    }
}

/// Returns the processor time of this process, in seconds.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn write_input(path: &Path) {
    let corpora = std::env::var("URLSPEC_CORPORA").unwrap_or_else(|_| "../../../shared/corpora".into());
    let text = std::fs::read_to_string(Path::new(&corpora).join("kasztp.txt"))
        .expect("kasztp.txt in URLSPEC_CORPORA");
    let lines: Vec<&str> = text.lines().collect();
    let urls: StringArray = lines.iter().cycle().take(ROWS).map(|url| Some(*url)).collect();
    let numbers: Int64Array = (0_i64..).take(ROWS).map(|i| Some(i * 7919 % 1_000_003)).collect();
    let columns = [("url", Arc::new(urls) as ArrayRef), ("number", Arc::new(numbers))];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let properties = WriterProperties::builder()
        .set_compression(parquet::basic::Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROWS / 4))
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}
