//! `cargo xtask docs`: the site, in `docs/site/`. The package `site` makes its pages; here is what it is given and the
//! documentation of the crates, which cargo makes, and whose `Spec:` lines get links.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result};

use super::dead_links;
use crate::{playground, programs, workspace::Workspace};

/// Where the site goes, from the root of the project.
const SITE: &str = "docs/site";

/// The programs whose `Spec:` lines are examples.
const OF_EXAMPLES: [&str; 2] = ["xtask", "spec"];

/// Builds the site, with the words of the URL Standard if `text` is a copy of it. It opens from the disk (all but
/// its playground), and asks nothing of a network.
pub(crate) fn build(root: &Path, text: Option<&Path>) -> Result<()> {
    let target = Workspace::load(root)?.target_directory;
    let work = target.join("site");
    fs::create_dir_all(&work)?;
    let matrix = work.join("matrix.jsonl");
    programs::execute(root, programs::spec_command(root)?.arg("matrix").stdout(fs::File::create(&matrix)?))?;
    let words = work.join("texts.json");
    fs::write(&words, "{}")?;
    if let Some(text) = text {
        let text = fs::canonicalize(text).with_context(|| format!("no text {}", text.display()))?;
        let mut spec = programs::spec_command(root)?;
        programs::execute(root, spec.args(["words", "whatwg"]).arg(text).stdout(fs::File::create(&words)?))?;
    }
    api(root)?;
    let out = root.join(SITE);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    let root = fs::canonicalize(root)?;
    // A test beside it, for the features that tests ask of crates: so it is built as the tests are, and nothing is rebuilt.
    let tests = ["--bin", "site", "--test", "viewer_load"];
    programs::cargo(&root, &[&["build"], programs::everything().as_slice(), &tests].concat())?;
    let module = playground::build(&root, &target)?;
    let mut site = Command::new(target.join("debug/site"));
    site.args([root.as_path(), &matrix, &words, &work.join("book"), &root.join(SITE)]).args(module);
    programs::execute(&root, &mut site)?;
    copy_api(&target.join("doc"), &out.join("api"))?;
    dead_links::check(&out)?;
    println!("the site: {}", out.join("index.html").display());
    Ok(())
}

/// The documentation of every crate, without a warning.
fn api(root: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.arg("doc").args(programs::everything()).arg("--no-deps").env("RUSTDOCFLAGS", "-Dwarnings");
    programs::execute(root, &mut command)
}

/// Copies the documentation in `from` to `to`, a folder at the top of the site, and links its `Spec:` lines to the sections.
fn copy_api(from: &Path, to: &Path) -> Result<()> {
    let mut folders = vec![(from.to_owned(), to.to_owned(), String::from("../"))];
    while let Some((from, to, top)) = folders.pop() {
        fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
        for entry in fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))? {
            let entry = entry?;
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if entry.file_type()?.is_dir() {
                folders.push((from, to, format!("../{top}")));
            } else if !from.components().any(|part| OF_EXAMPLES.iter().any(|name| part.as_os_str() == *name))
                && from.extension().is_some_and(|extension| extension == "html")
            {
                let text =
                    fs::read_to_string(&from).with_context(|| format!("cannot read {}", from.display()))?;
                fs::write(&to, linked(&text, &top))
                    .with_context(|| format!("cannot write {}", to.display()))?;
            } else {
                fs::copy(&from, &to).with_context(|| format!("cannot write {}", to.display()))?;
            }
        }
    }
    Ok(())
}

/// The page `page`, whose `Spec:` lines lead to the sections that they cite. `top` leads from it to the top of the site.
fn linked(page: &str, top: &str) -> String {
    const OPENING: &str = "Spec: ";
    let mut parts = page.split(OPENING);
    let mut out = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let (ids, rest) = part.split_at(part.find(['<', '\n']).unwrap_or(part.len()));
        let ids = ids.split(", ").map(|id| match id.split_once('#') {
            Some((spec, anchor)) if !id.contains(char::is_whitespace) => {
                // Of a range, the first.
                let anchor = anchor.split_once("..").map_or(anchor, |(first, _)| first);
                format!("<a href=\"{top}spec/{spec}.html#{anchor}\">{id}</a>")
            }
            _ => id.into(),
        });
        out.extend([OPENING, &ids.collect::<Vec<_>>().join(", "), rest]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn cited_sections_are_links() {
        let page = "<p>Spec: a#b-1.2, c-1#d-1..3</p> ... /// Spec: e#f\nSpec: a word # <";
        let expected = "<p>Spec: <a href=\"../spec/a.html#b-1.2\">a#b-1.2</a>, <a href=\"../spec/c-1.html#d-1\">c-1#d-1..3</a></p> ... \
                        /// Spec: <a href=\"../spec/e.html#f\">e#f</a>\nSpec: a word # <";
        assert_eq!(linked(page, "../"), expected);
    }
}
