//! The pages of the documentation, with links for the site, and the playground: the page of `urlspec serve`
//! with a WebAssembly module in place of the server.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use walkdir::WalkDir;
use xshell::Shell;

use crate::book::Page;

/// The pages that are written by hand, as `pages.toml` describes them.
#[derive(Deserialize)]
pub(crate) struct Pages {
    guide: Vec<[String; 3]>,
    interface: Vec<[String; 2]>,
    conformance: Vec<String>,
    links: Vec<[String; 2]>,
}

impl Pages {
    pub(crate) fn load() -> Result<Self> {
        toml::from_str(include_str!("../theme/pages.toml")).context("in pages.toml")
    }

    fn read(&self, sh: &Shell, path: &str) -> Result<String> {
        Ok(self.links.iter().fold(sh.read_file(path)?, |text, [from, to]| text.replace(from, to)))
    }
}

/// The starts of links to files that are not on the site. A page in the top folder must contain none of them.
const OUTSIDE: [&str; 4] = ["](../", "](benches/", "](crates/", "](docs/"];

pub(crate) fn guide(sh: &Shell, site: &Pages) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for [path, place, title] in &site.guide {
        let text = site.read(sh, path)?;
        for outside in OUTSIDE {
            ensure!(!text.contains(outside), "{path}: a link `{outside}…` points outside the site");
        }
        pages.push(Page::new(place, title, text));
    }
    pages.push(Page::new(
        "program.md",
        "The interface of the program",
        site.read(sh, "crates/urlspec/INTERFACE.md")?,
    ));
    for [name, title] in &site.interface {
        let text = site.read(sh, &format!("crates/urlspec/interface/{name}.md"))?;
        pages.push(Page { depth: 1, ..Page::new(format!("program/{name}.md"), title, text) });
    }
    let api = "# The crates' documentation\n\n<p class=\"lead\"><a href=\"api/url_facade/index.html\">url-facade</a> is the crate that \
               most people use. The others are listed next to it.</p>\n";
    pages.push(Page::new("crates.md", "API", api));
    pages[0].beside = files(sh, "docs/screenshots", "screenshots")?;
    pages[0].beside.extend(files(sh, "crates/url-facade/examples", "examples")?);
    pages[0].beside.extend(files(sh, "crates/url-guard/examples/fetch", "examples")?);
    Ok(pages)
}

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

/// Returns the page with the measurements, and the plots that criterion wrote to the folder `plots`. Without
/// plots, the page says which command draws them.
pub(crate) fn speed(sh: &Shell, site: &Pages, plots: &Path) -> Result<Page> {
    let mut page = Page::new("speed/record.md", "Measurements", site.read(sh, "benches/record/README.md")?);
    page.text.push_str("\n## Plots of the benchmarks\n\n");
    let mut groups = if plots.exists() { sh.read_dir(plots)? } else { Vec::new() };
    groups.retain(|group| group.join("report/violin.svg").exists());
    page.text.push_str(if groups.is_empty() {
        "This site was built without a run of the benchmarks. `cargo xtask bench` draws the plots.\n"
    } else {
        "One run of the benchmarks. Each plot shows how the times of one iteration were distributed. An iteration \
         processes 1,000 inputs, or all URLs of a corpus.\n"
    });
    for group in groups {
        let name = group.file_name().context("a plot without a name")?.to_string_lossy().into_owned();
        page.text.extend(["\n### ", &name, "\n\n![Times of ", &name, "](plots/", &name, ".svg)\n"]);
        let plot = sh.read_binary_file(group.join("report/violin.svg"))?;
        page.beside.push((format!("plots/{name}.svg"), plot));
    }
    Ok(Page { part: Some("Speed"), ..page })
}

pub(crate) fn diagrams(sh: &Shell, site: &Pages) -> Result<Page> {
    const FOLDER: &str = "docs/diagrams/webspecs";
    let text = site.read(sh, &format!("{FOLDER}/README.md"))?;
    let mut page = Page::new("diagrams/index.md", "Grammar of webspecs", text);
    page.beside = files(sh, FOLDER, ".")?;
    page.beside.retain(|(name, _)| Path::new(name).extension().is_some_and(|extension| extension == "svg"));
    Ok(page)
}

pub(crate) fn conformance(sh: &Shell, site: &Pages) -> Result<Vec<Page>> {
    let mut overview = String::from(
        "# Conformance\n\nThe measurements for each document, with the command that measures them. The page of each name describes \
         how the suites are read, and where the text is open to interpretation.\n",
    );
    let mut documents = Vec::new();
    for name in &site.conformance {
        let path = format!("docs/conformance/{name}.md");
        let text = site.read(sh, &path)?;
        let measured = first_table(&text).with_context(|| format!("{path} has no table"))?;
        overview.extend(["\n## [", &**name, "](", name, ".md)\n\n", &measured, "\n"]);
        documents.push(Page { depth: 1, ..Page::new(format!("conformance/{name}.md"), name, text) });
    }
    let overview = Page::new("conformance/index.md", "Conformance", overview);
    documents.insert(0, Page { part: Some("Conformance"), ..overview });
    Ok(documents)
}

fn first_table(text: &str) -> Option<String> {
    let is_row = |line: &&str| line.starts_with('|');
    let rows: Vec<&str> = text.lines().skip_while(|line| !is_row(line)).take_while(is_row).collect();
    (!rows.is_empty()).then(|| rows.join("\n"))
}

const BACKEND: &str = "playground/backend.js";

/// Returns the page of the playground. Without a `module`, the page says why the playground is missing.
pub(crate) fn playground(sh: &Shell, module: Option<&Path>) -> Result<Page> {
    let Some(module) = module else {
        let text = "# Playground\n\nThis site was built without the playground: the machine that built it has no target for browsers \
                    (`rustup target add wasm32-wasip1`). `urlspec serve` shows the same page.\n";
        return Ok(Page::new("playground.md", "Playground", text));
    };
    let text = "# Playground\n\n<p class=\"lead\"><a href=\"playground/index.html\">Type a URL</a> and a base, choose specifications, \
                and see the result of each: components, or the error with its section, and every step with a link to the \
                section that it follows.</p>\n\nIt is the page of `urlspec serve`, and the program runs in the browser: nothing that is \
                typed leaves it. Browsers load programs only from web servers, not from the disk; any file server works, \
                such as `python3 -m http.server --directory docs/site`.\n";
    let mut page = Page::new("playground.md", "Playground", text);
    page.beside = files(sh, "crates/urlspec/src/serve/assets", "playground")?;
    let shared = page.beside.len();
    page.beside.retain(|(name, _)| name != BACKEND);
    ensure!(page.beside.len() + 1 == shared, "the viewer's page has no {BACKEND}");
    page.beside.extend(files(sh, "site/playground/page", "playground")?);
    page.beside.push(("playground/playground.wasm".into(), sh.read_binary_file(module)?));
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::first_table;

    #[test]
    fn the_first_table_ends_with_its_last_row() {
        let text = "# x\n\ntext\n\n| a |\n|---|\n| 1 |\n\n| b |\n";
        assert_eq!(first_table(text).as_deref(), Some("| a |\n|---|\n| 1 |"));
        assert_eq!(first_table("text"), None);
    }
}
