//! Findings: the problems that checks report.

use std::{fmt, path::PathBuf};

use anyhow::{Result, bail};

/// A problem at a line of a file, whose path is relative to the root of the tree.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: PathBuf,
    line: usize,
    message: String,
}

impl Finding {
    pub(crate) fn new(path: impl Into<PathBuf>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}

/// Prints the findings in order, and fails if there are any.
pub(crate) fn report<T: fmt::Display + Ord>(mut findings: Vec<T>) -> Result<()> {
    findings.sort();
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        1 => bail!("1 problem"),
        count => bail!("{count} problems"),
    }
}
