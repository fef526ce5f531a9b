//! `cargo xtask docs`: builds the site in `docs/site/`. The package `site` writes the pages. This module adds
//! the documentation from `cargo doc`, and converts the section ids in its `Spec:` lines to links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use walkdir::WalkDir;
use xshell::{Shell, cmd};

use crate::tidy::{Page, broken_links};
use crate::{programs, report};

const SITE: &str = "docs/site";

/// Builds the site. All its pages, except the playground, can be opened from the disk without a server.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let (root, target) = (sh.current_dir(), programs::target(sh)?);
    let (out, work, everything) = (root.join(SITE), target.join("site"), &programs::everything(sh));
    cmd!(sh, "cargo doc {everything...} --no-deps").env("RUSTDOCFLAGS", "-Dwarnings").run()?;
    sh.remove_path(&out)?;
    // A test is built in the same call, so that cargo reuses the build of `cargo xtask test`.
    cmd!(sh, "cargo build {everything...} --bin site --test spec_check").run()?;
    let module = programs::playground(sh, &target, "playground")?;
    if module.is_none() {
        programs::skip_target("the playground of the site", programs::PLAYGROUND_TARGET);
    }
    let playground = module.map(|module| ["--playground".into(), module]);
    let site = target.join("debug/site");
    let plots = target.join("criterion");
    cmd!(sh, "{site} {root} {work} {out} --plots {plots}").args(playground.into_iter().flatten()).run()?;
    copy_api(sh, &target.join("doc"), &out.join("api"))?;
    check_links(sh, &out)?;
    println!("the site: {}", out.join("index.html").display());
    Ok(())
}

/// Copies the documentation from the folder `from` to the folder `to` of the site. Section ids in `Spec:`
/// lines become links to the pages of the sections.
fn copy_api(sh: &Shell, from: &Path, to: &Path) -> Result<()> {
    for entry in WalkDir::new(from) {
        let entry = entry?;
        let place = entry.path().strip_prefix(from)?;
        let to = to.join(place);
        if entry.file_type().is_dir() {
            sh.create_dir(&to)?;
        } else if is_page(place) {
            let text = sh.read_file(entry.path())?;
            sh.write_file(&to, linked(&text, &"../".repeat(place.iter().count())))?;
        } else {
            sh.copy_file(entry.path(), &to)?;
        }
    }
    Ok(())
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "html")
}

/// Checks the links on all pages of the site. On pages of rustdoc, checks only the links to sections.
fn check_links(sh: &Shell, folder: &Path) -> Result<()> {
    let (mut pages, mut files) = (BTreeMap::new(), BTreeSet::new());
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        let place = entry.path().strip_prefix(folder)?.to_owned();
        if is_page(&place) {
            let text = sh.read_binary_file(entry.path())?;
            let is_own = |link: &str| {
                !place.starts_with("api") || link.starts_with("../") && link.contains("../spec/")
            };
            pages.insert(place.clone(), Page::of_html(&String::from_utf8_lossy(&text), is_own));
        }
        if entry.file_type().is_file() {
            files.insert(place);
        }
    }
    println!("{} pages of the site", pages.len());
    report::report(broken_links(&pages, &files))
}

/// Returns `page` with links for the section ids in its `Spec:` lines. `top` is the relative path from the
/// page to the top folder of the site.
fn linked(page: &str, top: &str) -> String {
    const OPENING: &str = "Spec: ";
    let mut parts = page.split(OPENING);
    let mut out = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let (ids, rest) = part.split_at(part.find(['<', '\n']).unwrap_or(part.len()));
        let mut algorithm = String::new();
        let ids = ids.split(", ").map(|id| {
            let whole = if id.starts_with('-') { algorithm.clone() + id } else { id.to_owned() };
            match whole.split_once('#') {
                Some((spec, anchor)) if !whole.contains(char::is_whitespace) => {
                    whole[..whole.rfind('-').unwrap_or_default()].clone_into(&mut algorithm);
                    // The link of a range of sections leads to the first section.
                    let anchor = anchor.split_once("..").map_or(anchor, |(first, _)| first);
                    format!("<a href=\"{top}spec/{spec}.html#{anchor}\">{id}</a>")
                }
                _ => id.into(),
            }
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
        let page = "<p>Spec: a#b-1.2, -5, c-1#d-1..3</p> ... /// Spec: e#f\nSpec: a word # <";
        let expected = "<p>Spec: <a href=\"../spec/a.html#b-1.2\">a#b-1.2</a>, <a href=\"../spec/a.html#b-5\">-5</a>, <a href=\"../spec/c-1.html#d-1\">c-1#d-1..3</a></p> ... \
                        /// Spec: <a href=\"../spec/e.html#f\">e#f</a>\nSpec: a word # <";
        assert_eq!(linked(page, "../"), expected);
    }
}
