//! `cargo xtask docs`: the site, in `docs/site/`. The package `site` makes its pages; here is the documentation of the crates, which
//! cargo makes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use anyhow::Result;
use walkdir::WalkDir;

use crate::{
    finding,
    links::{self, Page},
    programs, tools, workspace,
};

/// Where the site goes, from the root of the project.
const SITE: &str = "docs/site";

/// Builds the site. It opens from the disk (all but its playground), and asks nothing of a network.
pub(crate) fn run(root: &Path) -> Result<()> {
    let target = workspace::target(root)?;
    api(root)?;
    let (root, out) = (fs::canonicalize(root)?, root.join(SITE));
    programs::remove(&out)?;
    // A test beside it, for the features that tests ask of crates: so it is built as the tests are, and nothing is rebuilt.
    let tests = ["--bin", "site", "--test", "viewer_load"];
    programs::cargo(&root, &[&["build"], programs::everything().as_slice(), &tests].concat())?;
    let mut site = Command::new(target.join("debug/site"));
    site.args([root.as_path(), &target.join("site"), &root.join(SITE)]);
    if let Some(module) = tools::playground(&root, &target)? {
        site.arg("--playground").arg(module);
    }
    programs::execute(&root, &mut site)?;
    programs::copy(&target.join("doc"), &out.join("api"))?;
    check_links(&out)?;
    println!("the site: {}", out.join("index.html").display());
    Ok(())
}

/// The documentation of every crate, without a warning.
fn api(root: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.arg("doc").args(programs::everything()).arg("--no-deps").env("RUSTDOCFLAGS", "-Dwarnings");
    programs::execute(root, &mut command)
}

/// Checks the links of the site in `folder`: those of its own pages. Those in the documentation of crates are cargo's.
fn check_links(folder: &Path) -> Result<()> {
    let (mut pages, mut files) = (BTreeMap::new(), BTreeSet::new());
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        let place = entry.path().strip_prefix(folder)?.to_owned();
        if place.extension().is_some_and(|extension| extension == "html") {
            let text = fs::read(entry.path())?;
            let page = Page::of_html(&String::from_utf8_lossy(&text), !place.starts_with("api"));
            pages.insert(place.clone(), page);
        }
        if entry.file_type().is_file() {
            files.insert(place);
        }
    }
    println!("{} pages of the site", pages.len());
    finding::report(links::faults(&pages, &files))
}
