//! The options of commands for many URLs: the sources of URLs, and the destinations of results.

use std::{
    ffi::OsString,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use clap::{Args, value_parser};
use url_facade::Url;
use url_policies::ParameterList;

use crate::{condition::Condition, template::Template, verdict::Failure};

/// The sources of a command's records.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Inputs {
    /// The URLs. A single `-`, or no URL if stdin is not a terminal, reads them from stdin, one per line.
    #[arg(value_name = "URL", conflicts_with = "input")]
    pub(crate) urls: Vec<OsString>,
    /// Read URLs from FILE (`-` = stdin), one per line; may be repeated. Blank lines are skipped and counted.
    /// gzip and Zstandard are recognized.
    #[arg(long = "in", id = "input", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Lines end with NUL instead of LF, in the input and the output.
    #[arg(long)]
    pub(crate) null: bool,
    /// Replace bytes that are not UTF-8 by U+FFFD. By default, a line with such bytes is invalid.
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Fail if the inputs contain more than N bytes, after decompression.
    #[arg(long, value_name = "N")]
    pub(crate) max_bytes: Option<u64>,
}

impl Inputs {
    /// True if stdin is one of the inputs.
    pub(crate) fn has_stdin(&self) -> bool {
        let is_dash = self.urls.iter().all(|url| url == "-");
        if self.files.is_empty() { is_dash } else { self.files.iter().any(|path| path == Path::new("-")) }
    }
}

/// The URL of a command for one URL.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// The URL. `-`, or no URL if stdin is not a terminal, reads it from stdin, which must have one line.
    pub(crate) url: Option<OsString>,
    /// Replace bytes that are not UTF-8 by U+FFFD.
    #[arg(long)]
    pub(crate) lossy: bool,
}

/// The URLs and the outputs of a command for many URLs.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Stream {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The base URL of relative URLs. A base that the input declares, as HTML does, is resolved against it.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    /// The scheme of URLs that begin with a host: `a.test/x`, `localhost:8000`.
    #[arg(long, value_name = "SCHEME", value_parser = scheme, conflicts_with = "base")]
    pub(crate) default_scheme: Option<String>,
    /// Write to FILE instead of stdout. FILE is replaced when the output is complete, or is unchanged.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write each invalid line's number, reason, section, span and message to FILE, separated by tabs.
    #[arg(long, value_name = "FILE")]
    pub(crate) errors: Option<PathBuf>,
    /// Return only when the files are on disk, so that they survive a power failure.
    #[arg(long, requires = "out")]
    pub(crate) fsync: bool,
    /// Exit with 1 if any line is invalid.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Write equal results once, at the first place. Uses temporary files when the memory is full.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Write the number of times that each result occurs, the most frequent first, instead of the results.
    #[arg(long, conflicts_with = "unique")]
    pub(crate) count: bool,
    /// The memory for the results that are compared, counted or sorted, and for each list.
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) choice: Choice,
}

impl Stream {
    /// Returns the URL if the only input is one argument, and no option applies only to many URLs.
    pub(crate) fn only_url(&self) -> Option<One> {
        let Inputs { urls, files, lossy, .. } = &self.inputs;
        let [url] = &**urls else { return None };
        let is_only = url != "-" && files.is_empty() && self.out.is_none() && self.errors.is_none();
        let is_some = self.choice.is_of_urls() || self.choice.limit.is_some() || self.choice.sample.is_some();
        (is_only && !self.unique && !self.count && !is_some)
            .then(|| One { url: Some(url.clone()), lossy: *lossy })
    }

    /// Returns the limit of `--memory` in bytes: the memory for results that are compared, counted or sorted.
    pub(crate) fn memory_bytes(&self) -> Result<usize, Failure> {
        // The minimum of 4 MiB has room for one chunk of texts and its table.
        let bytes = self.memory.max(4).checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
        bytes.ok_or_else(|| Failure::Refused("--memory is more than this machine can address".into()))
    }
}

/// The URLs that have a result, the results that are written, and their order.
#[derive(Clone, Debug, Args)]
pub(crate) struct Choice {
    /// Only URLs that meet CONDITION: a field of `get`, then = or != and a value, ~ or !~ and a pattern in
    /// which * matches any text, < or > and a number, or `exists` or `missing`. Examples: `query[id] exists`,
    /// `host ~ *.example.com`. A value is one word, or any text in quotation marks. May be repeated; all must
    /// be met. Other URLs are skipped and counted.
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) conditions: Vec<Condition>,
    /// Only URLs that are not in FILE, one per line. Both are compared as `canon` writes them, with
    /// `--policy` too. May be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) not_in: Vec<PathBuf>,
    /// Only URLs that are in FILE. May be repeated; all files must contain the URL.
    #[arg(long, value_name = "FILE")]
    pub(crate) only_in: Vec<PathBuf>,
    /// Sort the results by the bytes of TEMPLATE, filled in as by `get`: `{host}`. Results with equal keys
    /// keep their order. Uses temporary files when the memory is full.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["unique", "count", "sample"])]
    pub(crate) sort_by: Option<Template>,
    /// Sort in the same way, and write the filled-in TEMPLATE and a tab before each result; `--limit` then
    /// applies to each group.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["unique", "count", "sample", "sort_by"])]
    pub(crate) group_by: Option<Template>,
    /// Write at most N results.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Write N random results, each equally likely, in their order.
    #[arg(long, value_name = "N", conflicts_with_all = ["unique", "count", "limit"])]
    pub(crate) sample: Option<usize>,
    /// Random seed: the same seed selects the same results of the same input.
    #[arg(long, value_name = "S", requires = "sample", default_value_t)]
    pub(crate) seed: u64,
}

impl Choice {
    /// True if an option requires parsing URLs.
    pub(crate) fn is_of_urls(&self) -> bool {
        let Self { conditions, not_in, only_in, .. } = self;
        !(conditions.is_empty() && not_in.is_empty() && only_in.is_empty()) || self.key().is_some()
    }

    /// Returns the sort key of results.
    pub(crate) fn key(&self) -> Option<&Template> {
        self.sort_by.as_ref().or(self.group_by.as_ref())
    }
}

/// Parses a scheme.
fn scheme(text: &str) -> Result<String, &'static str> {
    let url = Url::parse(&[text, "://a.test"].concat()).ok();
    let scheme = url.map(|url| url.scheme().to_owned()).filter(|scheme| scheme.eq_ignore_ascii_case(text));
    scheme.ok_or("it is not a scheme, such as https")
}

/// Reads the list of parameters that `--parameters` names: `FILE`, which is added to the built-in list, or
/// `=FILE`, which replaces it.
pub(crate) fn parameters(value: &Path) -> Result<ParameterList, Failure> {
    let replacing = value.to_str().and_then(|value| value.strip_prefix('='));
    let path = replacing.map_or(value, Path::new);
    let list = ParameterList::parse(&read_small_file(path)?);
    let list = list.map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?;
    Ok(if replacing.is_some() { list } else { ParameterList::default().with(list) })
}

/// The maximum size of a file that is read as a whole, in bytes.
const SMALL_FILE_LIMIT: u64 = 1 << 20;

/// Reads a file of options. The size is limited, since it may be a device without an end.
pub(crate) fn read_small_file(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(SMALL_FILE_LIMIT + 1).read_to_string(&mut text));
    match read {
        Ok(len) if len as u64 > SMALL_FILE_LIMIT => {
            Err(Failure::Refused(format!("{}: it is longer than {SMALL_FILE_LIMIT} bytes", path.display())))
        }
        read => read.map(|_| text).map_err(Failure::reading(path.display())),
    }
}
