//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use crate::calls::Calls;

/// Add columns to a Parquet file: functions of the URLs in one of its columns.
///
/// The rows and the other columns are kept, in order. A row that is not a URL is null in the added columns;
/// `url_error` gives the reason.
#[derive(Debug, Parser)]
#[command(name = "urlspec-parquet", version)]
pub(crate) struct Cli {
    /// The file to read.
    #[arg(long = "in", value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// The file to write. It is replaced only when the new file is complete.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The column with the URLs: strings or bytes.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: String,
    /// The columns to add, separated by commas: `url_host`, or `NAME=url_query_param('q', 'whatwg')` with a
    /// name of your own.
    #[arg(long, value_name = "CALLS", default_value = "url_canon")]
    pub(crate) functions: Calls,
    /// The compression of pages.
    #[arg(long, value_enum, default_value_t = Compression::Zstd)]
    pub(crate) compression: Compression,
    /// The maximum length of a URL in bytes; longer ones are `too-long`.
    #[arg(long, value_name = "BYTES", default_value_t = url_columns::DEFAULT_MAX_LEN)]
    pub(crate) max_len: usize,
    /// Wait until the file is on disk.
    #[arg(long)]
    pub(crate) fsync: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Compression {
    None,
    Snappy,
    Zstd,
}
