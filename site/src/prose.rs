//! The prose of the project, as it stands in the repository, with its links turned to where the pages are.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

use crate::book::Page;

/// The prose pages: where they are in the project, where on the site, and their names in the table of contents.
const GUIDE: [(&str, &str, &str); 5] = [
    ("README.md", "index.md", "What it is"),
    ("docs/from-url.md", "from-url.md", "Moving from the crate url"),
    ("docs/security.md", "security.md", "Security"),
    ("docs/architecture.md", "architecture.md", "Architecture"),
    ("docs/glossary.md", "glossary.md", "Glossary"),
];

/// The places of the project that pages link to, and where those are on the site.
const LINKS: [(&str, &str); 11] = [
    ("](docs/diagrams/webspecs/README.md", "](diagrams/index.md"),
    ("](../diagrams/webspecs/README.md", "](../diagrams/index.md"),
    ("](docs/conformance/", "](conformance/"),
    ("](docs/screenshots/", "](screenshots/"),
    ("](docs/", "]("),
    ("](benches/record/README.md", "](speed/record.md"),
    ("](../benches/record/README.md", "](speed/record.md"),
    ("](../../benches/record/README.md", "](../speed/record.md"),
    ("](../README.md", "](index.md"),
    ("](crates/url-cli/README.md", "](program.md"),
    ("](../crates/url-cli/README.md", "](program.md"),
];

/// The text at `path` of the project, for the site.
pub(crate) fn read(root: &Path, path: &str) -> Result<String> {
    let text = fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
    Ok(LINKS.iter().fold(text, |text, (from, to)| text.replace(from, to)))
}

/// The pages that are not generated.
pub(crate) fn guide(root: &Path) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for (path, place, title) in GUIDE {
        pages.push(Page::new(place, title, read(root, path)?));
    }
    pages.push(Page::new("program.md", "The program's records", read(root, "crates/url-cli/README.md")?));
    let api = "# The crates' documentation\n\n<p class=\"lead\"><a href=\"api/url_facade/index.html\">url-facade</a> is the crate that \
               most people use. The others are listed beside it.</p>\n";
    pages.push(Page::new("crates.md", "API", api));
    let shots = root.join("docs/screenshots");
    let mut beside = Vec::new();
    for entry in fs::read_dir(&shots).with_context(|| format!("cannot read {}", shots.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        beside.push((format!("screenshots/{name}"), fs::read(entry.path())?));
    }
    pages[0].beside = beside;
    Ok(pages)
}

/// The drawn grammar of webspecs.
pub(crate) fn diagrams(root: &Path) -> Result<Vec<Page>> {
    let folder = root.join("docs/diagrams/webspecs");
    let mut page = Page::new(
        "diagrams/index.md",
        "Grammar of webspecs",
        read(root, "docs/diagrams/webspecs/README.md")?,
    );
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "svg") {
            page.beside.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        }
    }
    Ok(vec![page])
}
