//! Checks for broken links: in the project's Markdown files, whose links must name a file in git and a
//! heading of it (part of `cargo xtask tidy`); and in the pages of the site (part of `cargo xtask docs`).

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::finding::Finding;

/// The anchors and the links of a page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The ids of its headings, or of all elements that have one.
    anchors: BTreeSet<String>,
    /// The targets of its links, with their lines.
    links: Vec<(usize, String)>,
}

impl Page {
    pub(crate) fn of_markdown(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|heading| anchor(&heading)));
                }
                Event::Text(part) | Event::Code(part) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&part);
                    }
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let line = 1 + text[..range.start].matches('\n').count();
                    page.links.push((line, dest_url.into_string()));
                }
                _ => {}
            }
        }
        page
    }

    /// Reads a page of HTML, with the links for which `is_own` is true.
    pub(crate) fn of_html(text: &str, is_own: impl Fn(&str) -> bool) -> Self {
        let mut page = Self::default();
        for (line, number) in text.lines().zip(1..) {
            page.anchors.extend(values(line, " id=").map(String::from));
            let own = values(line, " href=").filter(|link| is_own(link));
            page.links.extend(own.map(|link| (number, link.to_owned())));
        }
        page
    }
}

/// Returns the values of the attribute `name`, quoted or not, in `text`.
fn values<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(name).skip(1).filter_map(|rest| match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next(),
        None => rest.split([' ', '>']).next(),
    })
}

/// Returns the id that a heading gets in rendered Markdown.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the broken links of `pages`. `files` lists all files; links out of the tree are not followed.
pub(crate) fn faults(pages: &BTreeMap<PathBuf, Page>, files: &BTreeSet<PathBuf>) -> Vec<Finding> {
    let has_scheme = |link: &str| link.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    let mut findings = Vec::new();
    for (path, page) in pages {
        // In the project, a folder exists if it contains a file.
        let is_markdown = path.extension().is_some_and(|extension| extension == "md");
        let is_there = |target: &PathBuf| {
            let first = files.range(target.clone()..).next();
            first.is_some_and(|file| file == target || is_markdown && file.starts_with(target))
        };
        for (line, link) in page.links.iter().filter(|(_, link)| !has_scheme(link)) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { Some(path.clone()) } else { target(path, file) };
            let fault = match target.filter(is_there) {
                None => "file",
                Some(_) if anchor.is_empty() => continue,
                Some(target) if pages.get(&target).is_some_and(|page| page.anchors.contains(anchor)) => {
                    continue;
                }
                Some(_) => "anchor",
            };
            findings.push(Finding::new(
                path,
                *line,
                format!("the link `{link}` points to a missing {fault}"),
            ));
        }
    }
    findings
}

/// Resolves `link` from the file `path`. Returns `None` if the target is outside the tree.
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

    /// Returns the findings in a project of two pages, `text` at `docs/a.md` and another at `b.md`, and a
    /// picture.
    fn faults_of(text: &str) -> Vec<String> {
        let other = "# Top\n\n## Moving from the crate `url`\n";
        let pages =
            [("docs/a.md", text), ("b.md", other)].map(|(path, text)| (path.into(), Page::of_markdown(text)));
        let files = ["docs/a.md", "b.md", "docs/shots/one.png"].map(PathBuf::from);
        faults(&pages.into(), &files.into()).iter().map(ToString::to_string).collect()
    }

    /// The pages of the project show that other links pass.
    #[test]
    fn links_that_lead_nowhere_fail() {
        let text = "[1](b.md)\n[2](../b.md#bottom) [3](#top)\n![4](shots/two.png)\n[5](../../b.md) [6](/b.md)\n\
                    [7](shots/one.png#top)\n";
        let expected = [
            "docs/a.md:1: the link `b.md` points to a missing file",
            "docs/a.md:2: the link `../b.md#bottom` points to a missing anchor",
            "docs/a.md:2: the link `#top` points to a missing anchor",
            "docs/a.md:3: the link `shots/two.png` points to a missing file",
            "docs/a.md:4: the link `../../b.md` points to a missing file",
            "docs/a.md:4: the link `/b.md` points to a missing file",
            "docs/a.md:5: the link `shots/one.png#top` points to a missing anchor",
        ];
        assert_eq!(faults_of(text), expected);
    }

    #[test]
    fn links_of_the_site() {
        let pages = [
            (
                "a/b.html",
                "<a id=\"x\" href=\"#x\"> <a href=\"../c.html#1\">\n<a href=\"#y\"> <a href=\"d.html\"> <a href=\"https://e.test\">",
            ),
            ("c.html", "<a href=#1 id=1>1</a> <a href=\"a/b.html#z\"> <a href=\"a/\"> <a href=\"other\">"),
        ];
        let pages = pages.map(|(path, text)| (path.into(), Page::of_html(text, |link| link != "other")));
        let files = ["a/b.html", "c.html"].map(PathBuf::from).into();
        let faults: Vec<_> = faults(&pages.into(), &files).iter().map(ToString::to_string).collect();
        let expected = [
            "a/b.html:2: the link `#y` points to a missing anchor",
            "a/b.html:2: the link `d.html` points to a missing file",
            "c.html:1: the link `a/b.html#z` points to a missing anchor",
            "c.html:1: the link `a/` points to a missing file",
        ];
        assert_eq!(faults, expected);
    }
}
