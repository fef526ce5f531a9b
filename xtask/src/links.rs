//! The links between the Markdown files of the project: each leads to a file that git has, and to a heading that it has.
//! Part of `cargo xtask tidy`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use url_facade::Url;

use crate::finding::Finding;

/// A Markdown file, as far as links go.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The ids of its headings.
    anchors: BTreeSet<String>,
    /// Where it leads, and on which lines.
    links: Vec<(usize, String)>,
}

impl Page {
    pub(crate) fn read(text: &str) -> Self {
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
}

/// The id that a heading gets where it is shown.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The links of `pages` that lead nowhere. `files` is all that the project has; links out of it are not followed.
pub(crate) fn faults(pages: &BTreeMap<PathBuf, Page>, files: &[PathBuf]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, page) in pages {
        for (line, link) in page.links.iter().filter(|(_, link)| !Url::can_parse(link)) {
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(f, a)| (f, Some(a)));
            let target = if file.is_empty() { Some(path.clone()) } else { target(path, file) };
            // A folder is there if it has a file.
            let there = target.filter(|target| files.iter().any(|file| file.starts_with(target)));
            let anchors = there.as_ref().and_then(|target| pages.get(target)).map(|page| &page.anchors);
            if there.is_none() {
                findings.push(Finding::new(path, *line, format!("the link `{link}` leads to no file")));
            } else if anchor.is_some_and(|anchor| !anchors.is_some_and(|anchors| anchors.contains(anchor))) {
                findings.push(Finding::new(path, *line, format!("the link `{link}` leads to no heading")));
            }
        }
    }
    findings
}

/// Where `link` leads from the file `path`; nothing where that is outside the project.
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

    use super::{Page, anchor, faults};

    /// What is wrong in a project of two pages, `text` at `docs/a.md` and another at `b.md`, and a picture.
    fn faults_of(text: &str) -> Vec<String> {
        let other = "# Top\n\n## Moving from the crate `url`\n";
        let pages =
            [("docs/a.md", text), ("b.md", other)].map(|(path, text)| (path.into(), Page::read(text)));
        let files = ["docs/a.md", "b.md", "docs/shots/one.png"].map(PathBuf::from);
        faults(&pages.into(), &files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn links_that_lead_somewhere_pass() {
        let text = "# A b\n[1](../b.md) [2](../b.md#top) [3](#a-b) [4][four] ![5](shots/one.png) [6](shots/)\n\
                    [7](../b.md#moving-from-the-crate-url) [8](https://a.test/x#y) [9](./a.md) `[10](none)`\n\n\
                    ```md\n[11](none)\n```\n[four]: ../b.md\n";
        assert_eq!(faults_of(text), [""; 0]);
    }

    #[test]
    fn links_that_lead_nowhere_fail() {
        let text = "[1](b.md)\n[2](../b.md#bottom) [3](#top)\n![4](shots/two.png)\n[5](../../b.md) [6](/b.md)\n\
                    [7](shots/one.png#top)\n";
        let expected = [
            "docs/a.md:1: the link `b.md` leads to no file",
            "docs/a.md:2: the link `../b.md#bottom` leads to no heading",
            "docs/a.md:2: the link `#top` leads to no heading",
            "docs/a.md:3: the link `shots/two.png` leads to no file",
            "docs/a.md:4: the link `../../b.md` leads to no file",
            "docs/a.md:4: the link `/b.md` leads to no file",
            "docs/a.md:5: the link `shots/one.png#top` leads to no heading",
        ];
        assert_eq!(faults_of(text), expected);
    }

    #[test]
    fn the_anchor_of_a_heading() {
        assert_eq!(
            anchor("Moving from the crate `url`: how, and_why?"),
            "moving-from-the-crate-url-how-and_why"
        );
        assert_eq!(anchor("A - B"), "a---b");
    }
}
