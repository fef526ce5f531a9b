//! A mutant, which is a change of the code that tests must notice, and its result.

use std::ops::Range;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

/// A change, as `cargo-mutants` lists it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Mutant {
    pub(crate) name: String,
    pub(crate) file: String,
    /// The kind of change, in the words of `cargo-mutants`.
    pub(crate) genre: String,
    pub(crate) replacement: String,
    pub(crate) span: Extent,
    /// The section of a spec for which it was chosen: the tests of that spec run.
    #[serde(default)]
    pub(crate) section: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Extent {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

/// A place in a file, in lines and characters from 1.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The result of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) outcome: Outcome,
    /// The tests that killed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<String>,
    pub(super) seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Killed,
    Survived,
    /// It does not compile together with the unchanged code, or is not part of the build.
    Unbuildable,
}

impl Mutant {
    /// Returns the bytes of `text`, its file, that it replaces.
    pub(super) fn span_in(&self, text: &str) -> Result<Range<usize>> {
        let at = |place: &Place| {
            let line = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum::<usize>();
            line + text[line..].chars().take(place.column - 1).map(char::len_utf8).sum::<usize>()
        };
        let (start, end) = (at(&self.span.start), at(&self.span.end));
        ensure!(text.get(start..end).is_some(), "no such place: {}", self.name);
        Ok(start..end)
    }

    /// Returns the name without the place, which other changes move.
    pub(crate) fn stable_name(&self) -> String {
        let mut parts = self.name.splitn(4, ':');
        let file = parts.next().unwrap_or_default();
        format!("{file}:{}", parts.nth(2).unwrap_or_default())
    }
}

/// Returns a mutant of the file `a.rs`, for tests.
#[cfg(test)]
pub(crate) fn mutant(name: &str, start: [usize; 2], end: [usize; 2]) -> Mutant {
    let place = |[line, column]: [usize; 2]| Place { line, column };
    Mutant {
        name: name.to_owned(),
        file: "a.rs".to_owned(),
        genre: "BinaryOperator".to_owned(),
        replacement: "<".to_owned(),
        span: Extent { start: place(start), end: place(end) },
        section: None,
    }
}
