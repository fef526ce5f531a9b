//! The crates that do a spec's work, as they are in the tree: their sources, and the tests that name sections.

use std::{
    collections::HashSet,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, anyhow, bail};
use walkdir::WalkDir;

use crate::source::{self, Source, Test};

/// The one library that does no spec's work.
const NO_SPEC: &str = "url-testdata";

/// A source file of a crate that does a spec's work.
pub(crate) struct File {
    pub(crate) krate: String,
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
}

/// The code and its tests.
pub(crate) struct Code {
    /// `crates/url-*/src`, without the modules and files of tests.
    pub(crate) files: Vec<File>,
    /// The tests that have a `Spec:` line, each with its file.
    pub(crate) tests: Vec<(PathBuf, Test)>,
    /// The names of the profiles, so that a check asks for what is implemented and no more.
    pub(crate) profiles: HashSet<String>,
}

impl Code {
    /// Reads the tree at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut code = Self { files: Vec::new(), tests: Vec::new(), profiles: implemented_profiles(root)? };
        for entry in WalkDir::new(root.join("crates")).sort_by_file_name() {
            let path = entry?.path().strip_prefix(root)?.to_owned();
            let parts: Vec<&str> = path.iter().filter_map(OsStr::to_str).collect();
            let [_, krate, folder @ ("src" | "tests"), ..] = parts[..] else { continue };
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            if !is_rust || !krate.starts_with("url-") || krate == NO_SPEC {
                continue;
            }
            let text = fs::read_to_string(root.join(&path))
                .with_context(|| format!("cannot read {}", path.display()))?;
            let file = syn::parse_file(&text)
                .map_err(|error| anyhow!("{}:{}: {error}", path.display(), error.span().start().line))?;
            code.tests.extend(source::tests(&file).into_iter().map(|test| (path.clone(), test)));
            if folder == "src" && path.file_stem().is_none_or(|name| name != "tests") {
                let source = source::read(&text, &file);
                code.files.push(File { krate: krate.to_owned(), path, source });
            }
        }
        Ok(code)
    }
}

/// The names in the table of `Profile`.
fn implemented_profiles(root: &Path) -> Result<HashSet<String>> {
    let path = Path::new("crates/url-facade/src/profile.rs");
    let text =
        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {}", path.display()))?;
    let names: HashSet<String> = text
        .lines()
        .skip_while(|line| *line != "profiles! {")
        .take_while(|line| *line != "}")
        .filter_map(|line| Some(line.split_once(" = \"")?.1.split_once("\", ")?.0.to_owned()))
        .collect();
    if names.is_empty() {
        bail!("{}:1: no names of profiles found in `profiles!`", path.display());
    }
    Ok(names)
}
