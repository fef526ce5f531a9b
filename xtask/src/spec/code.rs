//! The source code of the crates that implement specs, and the tests that name sections.

use std::{collections::HashSet, ffi::OsStr, path::PathBuf};

use anyhow::{Result, anyhow, ensure};
use walkdir::WalkDir;
use xshell::Shell;

use super::source::{self, Source, Test};

/// The only library that implements no spec.
const NO_SPEC: &str = "url-testdata";

/// A source file of a crate that implements a spec.
pub(crate) struct File {
    pub(crate) krate: String,
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
}

/// The code and its tests.
pub(crate) struct Code {
    /// `crates/url-*/src`, without the modules and files of tests.
    pub(crate) files: Vec<File>,
    /// The tests with a `Spec:` line, each with its file.
    pub(crate) tests: Vec<(PathBuf, Test)>,
    /// The names of the implemented profiles: only their sections are checked.
    pub(crate) profiles: HashSet<String>,
}

impl Code {
    /// Reads the tree.
    pub(crate) fn read(sh: &Shell) -> Result<Self> {
        let root = sh.current_dir();
        let mut code = Self { files: Vec::new(), tests: Vec::new(), profiles: implemented_profiles(sh)? };
        for entry in WalkDir::new(root.join("crates")).sort_by_file_name() {
            let path = entry?.path().strip_prefix(&root)?.to_owned();
            let parts: Vec<&str> = path.iter().filter_map(OsStr::to_str).collect();
            let [_, krate, folder @ ("src" | "tests"), ..] = parts[..] else { continue };
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            if !is_rust || !krate.starts_with("url-") || krate == NO_SPEC {
                continue;
            }
            let text = sh.read_file(&path)?;
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

/// Returns the names in the table of `Profile`.
fn implemented_profiles(sh: &Shell) -> Result<HashSet<String>> {
    const PATH: &str = "crates/url-facade/src/profile.rs";
    let names: HashSet<String> = sh
        .read_file(PATH)?
        .lines()
        .skip_while(|line| *line != "profiles! {")
        .take_while(|line| *line != "}")
        .filter_map(|line| Some(line.split_once(" = \"")?.1.split_once("\", ")?.0.to_owned()))
        .collect();
    ensure!(!names.is_empty(), "{PATH}:1: no names of profiles found in `profiles!`");
    Ok(names)
}
