//! The fuzz targets.

use clap::ValueEnum;

/// A target: a program of `fuzz/fuzz_targets`, which describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Target {
    Url,
    Traced,
    Diff,
    Batch,
    Find,
    Columns,
    Serve,
}

impl Target {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Traced => "traced",
            Self::Diff => "diff",
            Self::Batch => "batch",
            Self::Find => "find",
            Self::Columns => "columns",
            Self::Serve => "serve",
        }
    }
}
