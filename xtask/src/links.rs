//! Checks for broken links. In the project's Markdown files, a link must name a file in git and one of its
//! headings (part of `cargo xtask tidy`). The pages of the site are checked by `cargo xtask docs`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use html5gum::{Token, Tokenizer};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::finding::Finding;

/// The anchors and the links of a page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The ids of the headings of a Markdown page, or of all elements of an HTML page.
    anchors: BTreeSet<String>,
    /// The targets of the links, each with its line. In HTML, the line is always 1.
    links: Vec<(usize, String)>,
}

impl Page {
    pub(crate) fn of_markdown(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading = String::new();
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading.clear(),
                Event::End(TagEnd::Heading(_)) => {
                    // Markdown renderers derive the id of a heading in this way.
                    heading.retain(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(&c));
                    page.anchors.insert(heading.to_lowercase().replace(' ', "-"));
                }
                Event::Text(part) | Event::Code(part) => heading.push_str(&part),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let line = 1 + text[..range.start].matches('\n').count();
                    page.links.push((line, dest_url.into_string()));
                }
                _ => {}
            }
        }
        page
    }

    /// Reads an HTML page. Only links for which `is_own` is true are recorded.
    pub(crate) fn of_html(text: &str, is_own: impl Fn(&str) -> bool) -> Self {
        let mut page = Self::default();
        for Ok(token) in Tokenizer::new(text) {
            let Token::StartTag(tag) = token else { continue };
            let value = |name: &[u8]| Some(String::from_utf8_lossy(tag.attributes.get(name)?).into_owned());
            page.anchors.extend(value(b"id"));
            page.links.extend(value(b"href").filter(|link| is_own(link)).map(|link| (1, link)));
        }
        page
    }
}

/// Returns the broken links of `pages`. `files` lists all files. Links out of the tree are ignored.
pub(crate) fn faults(pages: &BTreeMap<PathBuf, Page>, files: &BTreeSet<PathBuf>) -> Vec<Finding> {
    let has_scheme = |link: &str| link.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    let mut findings = Vec::new();
    for (path, page) in pages {
        // A folder of the project exists if some file is in it.
        let is_markdown = path.extension().is_some_and(|extension| extension == "md");
        let is_there = |target: &PathBuf| {
            let first = files.range(target.clone()..).next();
            first.is_some_and(|file| file == target || is_markdown && file.starts_with(target))
        };
        for (line, link) in page.links.iter().filter(|(_, link)| !has_scheme(link)) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { Some(path.clone()) } else { target(path, file) };
            let has_anchor =
                |target| pages.get(target).is_some_and(|page: &Page| page.anchors.contains(anchor));
            let missing = match target.filter(is_there) {
                None => "file",
                Some(target) if !anchor.is_empty() && !has_anchor(&target) => "anchor",
                Some(_) => continue,
            };
            findings.push(Finding::new(
                path,
                *line,
                format!("the link `{link}` points to a missing {missing}"),
            ));
        }
    }
    findings
}

/// Resolves `link`, which is in the file `path`. Returns `None` if the target is outside the tree.
fn target(path: &Path, link: &str) -> Option<PathBuf> {
    let mut target = path.parent()?.to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::CurDir => {}
            Component::ParentDir if target.pop() => {}
            _ => return None,
        }
    }
    Some(target)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Page, faults};

    fn faults_of<const N: usize>(pages: [(&str, Page); N], others: &[&str]) -> Vec<String> {
        let pages = pages.map(|(path, page)| (PathBuf::from(path), page)).into();
        let files = others.iter().map(PathBuf::from).collect();
        faults(&pages, &files).iter().map(ToString::to_string).collect()
    }

    /// Only broken links are tested: the pages of the project show that other links pass.
    #[test]
    fn links_that_lead_nowhere_fail() {
        let text = "[1](b.md)\n[2](../b.md#bottom) [3](#top) [4](../b.md#moving-from-the-crate-url)\n\
                    ![5](shots/two.png)\n[6](../../b.md) [7](shots/one.png#top)\n";
        let other = "# Top\n\n## Moving from the crate `url`\n";
        let pages = [("docs/a.md", Page::of_markdown(text)), ("b.md", Page::of_markdown(other))];
        let expected = [
            "docs/a.md:1: the link `b.md` points to a missing file",
            "docs/a.md:2: the link `../b.md#bottom` points to a missing anchor",
            "docs/a.md:2: the link `#top` points to a missing anchor",
            "docs/a.md:3: the link `shots/two.png` points to a missing file",
            "docs/a.md:4: the link `../../b.md` points to a missing file",
            "docs/a.md:4: the link `shots/one.png#top` points to a missing anchor",
        ];
        assert_eq!(faults_of(pages, &["docs/a.md", "b.md", "docs/shots/one.png"]), expected);

        let text =
            "<a id=x href=\"#x\"> <a href=\"#y\"> <a href=d.html> <a href=other> <a href=\"https://e.test\">";
        let page = Page::of_html(text, |link| link != "other");
        let expected = [
            "a.html:1: the link `#y` points to a missing anchor",
            "a.html:1: the link `d.html` points to a missing file",
        ];
        assert_eq!(faults_of([("a.html", page)], &["a.html"]), expected);
    }
}
