//! `cargo xtask docs`: the site, in `docs/site/`. The package `site` makes its pages; here stand what it is given and the
//! documentation of the crates, which cargo makes.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result};

use crate::{programs, spec, workspace::Workspace};

/// Where the site goes, from the root of the project.
const SITE: &str = "docs/site";

/// Builds the site. It opens from the disk, and asks nothing of a network.
pub(crate) fn build(root: &Path) -> Result<()> {
    let target = Workspace::load(root)?.target_directory;
    let work = target.join("site");
    fs::create_dir_all(&work)?;
    let matrix = work.join("matrix.jsonl");
    fs::write(&matrix, spec::matrix_lines(root, None)?)?;
    api(root)?;
    let out = root.join(SITE);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    let root = fs::canonicalize(root)?;
    // A test beside it, for the features that tests ask of crates: so it is built as the tests are, and nothing anew.
    let tests = ["--bin", "site", "--test", "viewer_load"];
    programs::cargo(&root, &[&["build"], programs::everything().as_slice(), &tests].concat())?;
    let mut site = Command::new(target.join("debug/site"));
    site.args([root.as_path(), &matrix, &work.join("book"), &root.join(SITE)]);
    programs::execute(&root, &mut site)?;
    copy(&target.join("doc"), &out.join("api"))?;
    println!("the site: {}", out.join("index.html").display());
    Ok(())
}

/// The documentation of every crate, without a warning.
fn api(root: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.arg("doc").args(programs::everything()).arg("--no-deps").env("RUSTDOCFLAGS", "-Dwarnings");
    programs::execute(root, &mut command)
}

/// Copies the folder `from` to `to`.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
        for entry in fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))? {
            let entry = entry?;
            let to = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), to));
            } else {
                fs::copy(entry.path(), &to).with_context(|| format!("cannot write {}", to.display()))?;
            }
        }
    }
    Ok(())
}
