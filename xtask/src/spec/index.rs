//! The index of `spec show`: for each section, the lines that the command prints. `spec check` writes it. It
//! is only read as long as no file has changed of which it was made.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use xshell::Shell;

use super::matrix::{Matrix, SectionRow};
use super::published;
use super::registry::{above, heading};

/// The lines about each section, by its id.
pub(crate) type Index = BTreeMap<String, Vec<String>>;

#[derive(Deserialize, Serialize)]
struct File {
    /// A hash of the names, sizes and times of the files.
    state: u64,
    index: Index,
}

/// The folders with the code, the tests, the vectors and the registries.
const FOLDERS: [&str; 2] = ["crates", "docs/spec"];

fn path(sh: &Shell) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    sh.current_dir().join(folder).join("spec-index.json")
}

/// Returns a hash of the names, sizes and times of all files in [`FOLDERS`], except build outputs.
fn state(sh: &Shell) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|folder| sh.current_dir().join(folder)).collect();
    while let Some(folder) = folders.pop() {
        let mut entries = fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let about = entry.metadata()?;
            if about.is_dir() {
                if entry.file_name() != "target" {
                    folders.push(entry.path());
                }
            } else {
                (entry.path(), about.len(), about.modified()?).hash(&mut hasher);
            }
        }
    }
    Ok(hasher.finish())
}

/// Returns the index that an earlier command wrote, unless a file has changed since.
pub(crate) fn read(sh: &Shell) -> Result<Option<Index>> {
    let Ok(text) = fs::read_to_string(path(sh)) else { return Ok(None) };
    let file: Option<File> = serde_json::from_str(&text).ok();
    let state = state(sh)?;
    Ok(file.filter(|file| file.state == state).map(|file| file.index))
}

pub(crate) fn write(sh: &Shell, index: &Index) -> Result<()> {
    let file = File { state: state(sh)?, index: index.clone() };
    let path = path(sh);
    if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
        // A rename replaces the file at once, so that no reader sees a part of it.
        let new = folder.join("spec-index.json.new");
        fs::write(&new, serde_json::to_string(&file)?)?;
        fs::rename(new, path)?;
    }
    Ok(())
}

/// Returns the lines about each section of `matrix`.
pub(crate) fn of(matrix: &Matrix) -> Index {
    let mut index = Index::new();
    for spec in &matrix.specs {
        let mut inside: HashMap<&str, Vec<&SectionRow>> = HashMap::new();
        for row in &spec.rows {
            for outer in above(&row.id) {
                inside.entry(outer).or_default().push(row);
            }
        }
        for row in &spec.rows {
            let inside = inside.get(&*row.id).map_or(&[][..], Vec::as_slice);
            index.insert(row.id.clone(), lines(row, inside));
        }
    }
    index
}

fn lines(row: &SectionRow, inside: &[&SectionRow]) -> Vec<String> {
    let id = &row.id;
    let mut lines = vec![format!("{id}: {}", row.title), format!("{}, {}", row.status, row.layer)];
    lines.extend(published::link(heading(id)));
    lines.extend(row.touched(usize::MAX));
    lines.extend(row.excuse.clone());
    let is_alone = row.citations.is_empty() && row.reported_by.is_empty() && row.named_by.is_empty();
    if is_alone && !inside.is_empty() {
        lines.push(format!("{id} is a heading: only its {} steps are cited and reached", inside.len()));
    }
    for step in inside {
        lines.extend(step.touched(usize::MAX));
    }
    lines
}
