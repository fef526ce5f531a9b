//! The inputs of the fuzz targets that are kept in `fuzz/corpus`, one a line.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use sha2::{Digest as _, Sha256};
use xshell::Shell;

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
    pub(super) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// The bytes of inputs that are kept for one target, and of one input. The longest inputs are left out.
const KEPT: usize = 96 << 10;
const LONGEST: usize = 256;

/// Reads the inputs in `file`, one a line, in the escapes of a Rust byte string.
pub(super) fn read(sh: &Shell, file: &Path) -> Result<Vec<Vec<u8>>> {
    let text = sh.read_file(file)?;
    text.lines().map(|line| unescape(line).with_context(|| format!("{}: {line}", file.display()))).collect()
}

/// Writes each of `inputs` as a file of `folder`.
pub(super) fn write(sh: &Shell, folder: &Path, inputs: impl IntoIterator<Item = Vec<u8>>) -> Result<()> {
    for input in inputs {
        let name = Sha256::digest(&input).iter().take(16).fold(0, |name, &byte| name << 8 | u128::from(byte));
        sh.write_file(folder.join(format!("{name:032x}")), input)?;
    }
    Ok(())
}

/// Writes the inputs in `folder` to `file`, as [`read`] reads them.
pub(super) fn keep(sh: &Shell, folder: &Path, file: &Path) -> Result<()> {
    let mut inputs = BTreeSet::new();
    for path in sh.read_dir(folder)? {
        let input = sh.read_binary_file(path)?;
        inputs.insert((input.len(), input));
    }
    let found = inputs.len();
    let mut text = String::new();
    let mut kept = 0;
    for (len, input) in inputs {
        let line = input.escape_ascii().to_string() + "\n";
        if len <= LONGEST && text.len() + line.len() <= KEPT {
            text += &line;
            kept += 1;
        }
    }
    println!("{}: {kept} of {found} inputs, {} bytes", file.display(), text.len());
    Ok(sh.write_file(file, text)?)
}

/// Decodes the byte string escapes in `line`.
fn unescape(line: &str) -> Option<Vec<u8>> {
    Some(syn::parse_str::<syn::LitByteStr>(&format!("b\"{line}\"")).ok()?.value())
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn inputs_are_read_as_they_were_written() {
        let every: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&every.escape_ascii().to_string()), Some(every));
        for refused in ["\\", "\\q", "\\x1", "\\xzz"] {
            assert_eq!(unescape(refused), None, "{refused}");
        }
    }
}
