//! Test cases that are expected to fail, with the reasons.

use std::{collections::BTreeMap, io, path::Path};

use serde_json::Value;

use crate::{read_json_lines, text};

/// The cases that a profile is expected to fail: the `ids` in `expected-failures/<profile>.jsonl`. Each row
/// of that file also gives the `section` that decides the cases, and `why`. Without a file, no case may fail.
#[derive(Debug, Default)]
pub struct ExpectedFailures {
    /// The ids of the sections that decide the cases.
    pub sections: Vec<String>,
    /// The ids of the cases, each with true once the case has failed.
    ids: BTreeMap<String, bool>,
}

impl ExpectedFailures {
    /// Reads the expected failures of `profile`.
    ///
    /// # Errors
    /// If the file cannot be read, or a row has no reason or repeats an id.
    pub fn of(profile: &str) -> io::Result<Self> {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("expected-failures").join(format!("{profile}.jsonl"));
        let mut expected = Self::default();
        for row in if file.exists() { read_json_lines(&file)? } else { Vec::new() } {
            let wrong = || io::Error::new(io::ErrorKind::InvalidData, Value::from(row.clone()).to_string());
            expected.sections.push(text(&row, "section").ok_or_else(wrong)?.into());
            text(&row, "why").filter(|why| !why.is_empty()).ok_or_else(wrong)?;
            for id in row.get("ids").and_then(Value::as_array).ok_or_else(wrong)? {
                let before = expected.ids.insert(id.as_str().ok_or_else(wrong)?.into(), false);
                before.map_or(Ok(()), |_| Err(wrong()))?;
            }
        }
        Ok(expected)
    }

    /// Records if the case `id` passes, and returns true if that is expected.
    pub fn expects(&mut self, id: &str, passes: bool) -> bool {
        let listed = self.ids.get_mut(id);
        let is_expected = passes == listed.is_none();
        if let Some(has_failed) = listed {
            *has_failed |= !passes;
        }
        is_expected
    }

    /// Returns the number of cases that failed as expected, and the ids of those that did not fail.
    pub fn failed(&self) -> (usize, Vec<&str>) {
        let left: Vec<_> =
            self.ids.iter().filter(|(_, has_failed)| !**has_failed).map(|(id, _)| &**id).collect();
        (self.ids.len() - left.len(), left)
    }
}
