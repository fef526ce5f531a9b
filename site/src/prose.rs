//! The pages of the project's documentation, with links adapted to the site.

use std::path::Path;

use anyhow::{Result, ensure};
use walkdir::WalkDir;
use xshell::Shell;

use crate::book::Page;

/// The pages: the path of each in the project, its path on the site, and its title in the table of contents.
const GUIDE: [(&str, &str, &str); 17] = [
    ("README.md", "index.md", "Introduction"),
    ("docs/guide.md", "guide.md", "Guide"),
    ("docs/comparison.md", "comparison.md", "Comparison with other crates"),
    ("docs/from-url.md", "from-url.md", "Moving from the crate url"),
    ("docs/cookbook.md", "cookbook.md", "Cookbook"),
    ("docs/bulk.md", "bulk.md", "Many URLs in tables"),
    ("docs/security.md", "security.md", "Security"),
    ("docs/consumers.md", "consumers.md", "Consumers"),
    ("docs/trust.md", "trust.md", "Trust"),
    ("docs/architecture.md", "architecture.md", "Architecture"),
    ("docs/editors.md", "editors.md", "For editors of specs"),
    ("docs/glossary.md", "glossary.md", "Glossary"),
    ("CHANGELOG.md", "changelog.md", "Changelog"),
    ("CONTRIBUTING.md", "contributing.md", "Contributing"),
    ("SECURITY.md", "vulnerabilities.md", "Reporting a vulnerability"),
    ("docs/development.md", "development.md", "Development"),
    ("docs/releasing.md", "releasing.md", "Releasing"),
];

/// Links to files of the project that are also on the site, and the links that replace them.
const LINKS: [(&str, &str); 20] = [
    ("](docs/diagrams/webspecs/README.md", "](diagrams/index.md"),
    ("](../diagrams/webspecs/README.md", "](../diagrams/index.md"),
    ("](docs/conformance/", "](conformance/"),
    ("](docs/screenshots/", "](screenshots/"),
    ("](docs/", "]("),
    ("](benches/record/README.md", "](speed/record.md"),
    ("](../benches/record/README.md", "](speed/record.md"),
    ("](../../benches/record/README.md", "](../speed/record.md"),
    ("](../README.md", "](index.md"),
    ("](README.md", "](index.md"),
    ("](../CHANGELOG.md", "](changelog.md"),
    ("](CHANGELOG.md", "](changelog.md"),
    ("](../CONTRIBUTING.md", "](contributing.md"),
    ("](CONTRIBUTING.md", "](contributing.md"),
    ("](../SECURITY.md", "](vulnerabilities.md"),
    ("](SECURITY.md", "](vulnerabilities.md"),
    ("](crates/urlspec/INTERFACE.md", "](program.md"),
    ("](../crates/urlspec/INTERFACE.md", "](program.md"),
    ("](../crates/url-facade/examples/", "](examples/"),
    ("](../crates/url-guard/examples/fetch/", "](examples/"),
];

/// The beginnings of links to files that are not on the site, in pages at the top of the site. These links
/// lead to the repository instead.
const OUTSIDE: [&str; 4] = ["](../", "](benches/", "](crates/", "](docs/"];

/// Returns the content of the file `path` of the project, with links adapted to the site.
pub(crate) fn read(sh: &Shell, path: &str) -> Result<String> {
    Ok(LINKS.iter().fold(sh.read_file(path)?, |text, (from, to)| text.replace(from, to)))
}

/// Returns the pages that are written by hand.
pub(crate) fn guide(sh: &Shell) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for (path, place, title) in GUIDE {
        let text = read(sh, path)?;
        for outside in OUTSIDE {
            ensure!(!text.contains(outside), "{path}: a link `{outside}…` points outside the site");
        }
        pages.push(Page::new(place, title, text));
    }
    pages.push(Page::new("program.md", "The program's records", read(sh, "crates/urlspec/INTERFACE.md")?));
    let api = "# The crates' documentation\n\n<p class=\"lead\"><a href=\"api/url_facade/index.html\">url-facade</a> is the crate that \
               most people use. The others are listed next to it.</p>\n";
    pages.push(Page::new("crates.md", "API", api));
    pages[0].beside = files(sh, "docs/screenshots", "screenshots")?;
    pages[0].beside.extend(files(sh, "crates/url-facade/examples", "examples")?);
    pages[0].beside.extend(files(sh, "crates/url-guard/examples/fetch", "examples")?);
    Ok(pages)
}

/// Returns all files in `folder` of the project and its subfolders, with the path `place` on the site.
pub(crate) fn files(sh: &Shell, folder: &str, place: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let root = sh.current_dir().join(folder);
    for entry in WalkDir::new(&root) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&root)?;
            files.push((format!("{place}/{}", name.display()), sh.read_binary_file(entry.path())?));
        }
    }
    Ok(files)
}

/// Returns the page of measured speeds.
pub(crate) fn speed(sh: &Shell) -> Result<Page> {
    let page = Page::new("speed/record.md", "Measurements", read(sh, "benches/record/README.md")?);
    Ok(Page { part: Some("Speed"), ..page })
}

/// Returns the page with syntax diagrams for the grammar of webspecs.
pub(crate) fn diagrams(sh: &Shell) -> Result<Page> {
    const FOLDER: &str = "docs/diagrams/webspecs";
    let text = read(sh, &format!("{FOLDER}/README.md"))?;
    let mut page = Page::new("diagrams/index.md", "Grammar of webspecs", text);
    page.beside = files(sh, FOLDER, ".")?;
    page.beside.retain(|(name, _)| Path::new(name).extension().is_some_and(|extension| extension == "svg"));
    Ok(page)
}
