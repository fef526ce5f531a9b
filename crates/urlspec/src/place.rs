//! Where in its input a result is from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where a result is from: a line, and in a text a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Place {
    /// The file, if it is not the input itself, or one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    pub(crate) line: u64,
    /// In bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
}

impl From<u64> for Place {
    fn from(line: u64) -> Self {
        Self { line, ..Self::default() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        match self.column {
            Some(column) => write!(f, "{}:{column}", self.line),
            None => write!(f, "{}", self.line),
        }
    }
}
