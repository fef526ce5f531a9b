//! Findings, which are problems that checks report, and records, which are files with measured numbers that
//! later measurements are compared with.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};
use xshell::Shell;

/// A problem, and the file and line that it is in. The path is relative to the root of the checked tree.
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

pub(crate) type Counts = BTreeMap<String, u64>;

pub(crate) fn read<T: DeserializeOwned>(sh: &Shell, path: &str) -> Result<T> {
    toml::from_str(&sh.read_file(path)?).with_context(|| format!("in {path}"))
}

pub(crate) fn write(sh: &Shell, path: &str, head: &str, record: &impl Serialize) -> Result<()> {
    Ok(sh.write_file(path, format!("{head}\n{}", toml::to_string(record)?))?)
}

pub(crate) fn sha256(content: impl AsRef<[u8]>) -> String {
    Sha256::digest(content).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Fails if a count in `now` differs from that in `recorded` by more than the fraction `tolerance`, or if one
/// of them lacks a count. The error names `command`, which updates the recorded counts.
pub(crate) fn hold(recorded: &Counts, now: &Counts, tolerance: f64, command: &str) -> Result<()> {
    let mut changed = Vec::new();
    for (work, &count) in now {
        let line = match recorded.get(work) {
            Some(&then) => format!("{work}: {then} -> {count} ({:+.1} %)", 100.0 * change(then, count)),
            None => format!("{work}: {count}, not recorded"),
        };
        println!("{line}");
        if recorded.get(work).is_none_or(|&then| change(then, count).abs() > tolerance) {
            changed.push(line);
        }
    }
    let gone = recorded.keys().filter(|work| !now.contains_key(*work));
    changed.extend(gone.map(|work| format!("{work}: recorded, but not run")));
    let advice = format!("if that is intended, update the record with `{command}`");
    ensure!(changed.is_empty(), "not as recorded; {advice}:\n{}", changed.join("\n"));
    Ok(())
}

#[allow(clippy::cast_precision_loss)]
fn change(from: u64, to: u64) -> f64 {
    to as f64 / from.max(1) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::{Counts, hold};

    #[test]
    fn tells_what_has_changed() {
        let counts = |counts: &[(&str, u64)]| -> Counts {
            counts.iter().map(|&(work, count)| (work.into(), count)).collect()
        };
        let recorded = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("d", 1000)]);
        let now = counts(&[("a", 1049), ("b", 1051), ("c", 949), ("e", 1)]);
        let error = hold(&recorded, &now, 0.05, "x").unwrap_err().to_string();
        let changed = ":\nb: 1000 -> 1051 (+5.1 %)\nc: 1000 -> 949 (-5.1 %)\ne: 1, not recorded\nd: recorded, but not run";
        assert!(error.ends_with(changed), "{error}");
        assert!(hold(&recorded, &recorded, 0.0, "x").is_ok());
    }
}
