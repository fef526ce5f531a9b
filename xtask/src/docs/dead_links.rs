//! Links of the built site that lead nowhere.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Component, Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

/// Checks the links of the site in `folder`: those of its own pages, and those from the documentation of crates to sections. The others
/// there are cargo's.
pub(super) fn check(folder: &Path) -> Result<()> {
    let mut pages = BTreeMap::new();
    let mut files = HashSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).with_context(|| format!("cannot read {}", inner.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let place = path.strip_prefix(folder)?.to_owned();
            if path.extension().is_some_and(|extension| extension == "html") {
                let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                pages.insert(place.clone(), String::from_utf8_lossy(&text).into_owned());
            }
            files.insert(place);
        }
    }
    let (count, dead) = dead_links(&pages, &files);
    ensure!(dead.is_empty(), "{} links lead nowhere:\n{}", dead.len(), dead.join("\n"));
    println!("{count} links lead somewhere");
    Ok(())
}

/// How many links `pages` have, and those that lead to no file, or to no place in a page.
fn dead_links(pages: &BTreeMap<PathBuf, String>, files: &HashSet<PathBuf>) -> (usize, Vec<String>) {
    let anchors: BTreeMap<&PathBuf, HashSet<&str>> =
        pages.iter().map(|(place, text)| (place, values(text, " id=").collect())).collect();
    let (mut count, mut dead) = (0, Vec::new());
    for (place, text) in pages {
        let is_cargos = place.starts_with("api");
        let own = values(text, " href=").filter(|link| {
            !link.contains(':') && (!is_cargos || link.starts_with("../") && link.contains("../spec/"))
        });
        for link in own {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { place.clone() } else { resolved(place, file) };
            let has_anchor = |found: &HashSet<&str>| anchor.is_empty() || found.contains(anchor);
            if !files.contains(&target) || !anchors.get(&target).is_none_or(has_anchor) {
                dead.push(format!("{}: {link}", place.display()));
            }
        }
    }
    (count, dead)
}

/// The values of the attribute `name`, quoted or not, in `text`.
fn values<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(name).skip(1).filter_map(|rest| match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next(),
        None => rest.split([' ', '>']).next(),
    })
}

/// Where `link` leads from the page at `place`.
fn resolved(place: &Path, link: &str) -> PathBuf {
    let mut target = place.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => {
                target.pop();
            }
            _ => {}
        }
    }
    target
}

#[cfg(test)]
mod tests {
    use super::dead_links;

    #[test]
    fn what_leads_nowhere_is_found() {
        let pages = [
            (
                "a/b.html",
                "<a id=\"x\" href=\"#x\"> <a href=\"../c.html#1\"> <a href=\"#y\"> <a href=\"d.html\"> <a href=\"https://e.test\">",
            ),
            ("c.html", "<a href=#1 id=1>1</a> <a href=\"a/b.html#z\">"),
            ("api/f.html", "<a href=\"g.html\"> <a href=\"../spec/h.html#i\">"),
        ];
        let pages = pages.map(|(place, text)| (place.into(), text.to_owned())).into();
        let files = ["a/b.html", "c.html", "api/f.html"].map(Into::into).into();
        let expected =
            ["a/b.html: #y", "a/b.html: d.html", "api/f.html: ../spec/h.html#i", "c.html: a/b.html#z"];
        assert_eq!(dead_links(&pages, &files), (7, expected.map(String::from).to_vec()));
    }
}
