//! The inputs of the fuzz targets: those kept in `fuzz/corpus`, one a line, and those made from the project's
//! vectors.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines};
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

/// The profiles of specs and the attributes in the order of the library: bytes of inputs select them by
/// index.
#[rustfmt::skip]
const PROFILES: [&str; 11] = [
    "whatwg", "whatwg-2026-02", "manakai", "manakai-chrome", "manakai-gecko", "manakai-ie", "barth-2010", "barth-01", "connolly",
    "webspecs", "rfc3986",
];
const ATTRIBUTES: [&str; 10] =
    ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/// The separator of the fields of an input, as in `fuzz/src/lib.rs`.
const END_OF_FIELD: u8 = 0xFF;

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

/// Returns the inputs for `target` that the project's own vectors make.
pub(super) fn seeds(target: Target) -> Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    for (profile, at) in PROFILES.into_iter().zip(0..) {
        let folder = own_vectors(profile);
        // Some profiles share the vectors of another.
        for file in if folder.is_dir() { json_lines_files(&folder)? } else { Vec::new() } {
            let records = read_json_lines(&file)?;
            seeds.extend(records.iter().filter_map(|record| seed(target, at, profile, record)));
        }
    }
    Ok(seeds)
}

/// Returns the input for `target` made from `record`, a vector of `profile`, whose index is `at`.
fn seed(target: Target, at: u8, profile: &str, record: &Record) -> Option<Vec<u8>> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let input = text("input").or(text("url"))?;
    let base = text("base");
    let base_field = base.map(|base| base.as_bytes().to_vec());
    let fields = match target {
        Target::Url => {
            // The numbers of the web's setters follow those of the twelve Rust setters.
            let number = text("attr").and_then(|name| (12..).zip(ATTRIBUTES).find(|(_, one)| *one == name));
            let edit =
                number.map(|(edit, _)| [&[edit], text("value").unwrap_or_default().as_bytes()].concat());
            [vec![input.into(), base_field.unwrap_or_default()], edit.into_iter().collect()].concat()
        }
        Target::Traced => [vec![input.into()], base_field.into_iter().collect()].concat(),
        // The second profile is the next one.
        Target::Diff => {
            [vec![input.into(), vec![at], vec![at + 1]], base_field.into_iter().collect()].concat()
        }
        Target::Batch | Target::Serve => {
            let op = match text("op") {
                Some(op @ ("parse" | "resolve" | "valid" | "absolute")) => op,
                _ if text("attr").is_some() => "set",
                _ => "canon",
            };
            let mut request = json!({ "id": at, "profile": profile, "op": op, "input": input });
            for key in ["base", "encoding", "attr", "value"] {
                if let Some(value) = text(key) {
                    request[key] = value.into();
                }
            }
            let choice: &[u8] = if target == Target::Serve { &[0] } else { &[] };
            return Some([choice, request.to_string().as_bytes()].concat());
        }
        // In each format, with the base as a second URL.
        Target::Columns => {
            let (at, base) = (at % 8, base.unwrap_or("/"));
            let table = match at {
                3 | 4 => format!("{}\n{}\n", json!({ "url": input }), json!({ "n": 1, "url": base })),
                6 => format!("{input}\0{base}\0"),
                _ => format!("url\n{input}\n{base}\n"),
            };
            return Some([&[at], table.as_bytes()].concat());
        }
        Target::Find => {
            let (at, base) = (at % 4, base.unwrap_or("/"));
            let document = match at {
                0 => format!("see {input}, ({base})"),
                1 => format!("<base href=\"{base}\">\n<a href=\"{input}\">"),
                2 => format!("[a]({input})\n\n<{base}>"),
                _ => format!("<urlset>\n<loc>{input}</loc><loc><![CDATA[{base}]]></loc></urlset>"),
            };
            return Some([&[at], document.as_bytes()].concat());
        }
    };
    Some(fields.join(&END_OF_FIELD))
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;
    use url_facade::{Profile, api::Attribute};

    use super::{ATTRIBUTES, PROFILES, Target, seeds, unescape};

    #[test]
    fn inputs_are_read_as_they_were_written() {
        let every: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&every.escape_ascii().to_string()), Some(every));
        for refused in ["\\", "\\q", "\\x1", "\\xzz"] {
            assert_eq!(unescape(refused), None, "{refused}");
        }
    }

    #[test]
    fn bytes_choose_what_is_there() {
        assert!(Profile::ALL.iter().map(|profile| profile.name()).take(PROFILES.len()).eq(PROFILES));
        assert!(Attribute::ALL.iter().map(|attribute| attribute.name()).eq(ATTRIBUTES));
    }

    #[test]
    fn every_target_has_seeds() {
        for &target in Target::value_variants() {
            let seeds = seeds(target).unwrap();
            assert!(
                seeds.len() > 1500
                    && seeds
                        .iter()
                        .all(|seed| seed.is_ascii() || target != Target::Batch || !seed.contains(&0xFF)),
                "{target:?}"
            );
        }
        let seeds = seeds(Target::Url).unwrap();
        assert!(seeds.contains(&b"http://user:pass@host:99/path?search#hash\xFF\xFF\x0DHTTPS".to_vec()));
    }
}
