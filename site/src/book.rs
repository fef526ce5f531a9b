//! Pages, and the book that mdBook makes of them.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use mdbook_driver::{MDBook, config::Config};

/// The site's own style, over that of mdBook.
const STYLE: &str = include_str!("../theme/site.css");

/// The site's own script: it copies the address of what is clicked, and lists vectors.
const SCRIPT: &str = include_str!("../theme/site.js");

/// The configuration of mdBook; the paths come from the caller.
const CONFIG: &str = include_str!("../theme/book.toml");

/// How long the index that a search loads may be, compressed.
const INDEX_LIMIT: usize = 150_000;

/// One page of the site.
pub(crate) struct Page {
    /// Its path from the root of the site, with `.md`.
    pub(crate) path: String,
    /// What the table of contents calls it.
    pub(crate) title: String,
    /// Its depth in the table of contents; 0 is the top.
    pub(crate) depth: usize,
    /// A heading of the table of contents before it.
    pub(crate) part: Option<&'static str>,
    /// Markdown.
    pub(crate) text: String,
    /// Files beside it: their names, and what is in them.
    pub(crate) beside: Vec<(String, Vec<u8>)>,
}

impl Page {
    /// A page at the top of the table of contents.
    pub(crate) fn new(path: impl Into<String>, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            title: title.into(),
            depth: 0,
            part: None,
            text: text.into(),
            beside: Vec::new(),
        }
    }

    /// The same, `depth` levels down.
    pub(crate) fn at_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// The same, as the first of the part `part`.
    pub(crate) fn opens(self, part: &'static str) -> Self {
        Self { part: Some(part), ..self }
    }
}

/// Writes `pages` to `source` and makes the site of them in `out`.
pub(crate) fn build(pages: Vec<Page>, source: &Path, out: &Path) -> Result<()> {
    let write = |path: PathBuf, text: &[u8]| -> Result<()> {
        let folder = path.parent().context("a page has no folder")?;
        fs::create_dir_all(folder)?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    if source.exists() {
        fs::remove_dir_all(source)?;
    }
    let text_folder = source.join("src");
    let mut summary = String::from("# Summary\n\n");
    for page in pages {
        if let Some(part) = page.part {
            summary.extend(["\n# ", part, "\n\n"]);
        }
        summary.push_str(&"  ".repeat(page.depth));
        summary.extend(["- [", &page.title, "](", &page.path, ")\n"]);
        for (name, bytes) in &page.beside {
            write(text_folder.join(&page.path).with_file_name(name), bytes)?;
        }
        write(text_folder.join(&page.path), page.text.as_bytes())?;
    }
    write(text_folder.join("SUMMARY.md"), summary.as_bytes())?;
    write(source.join("site.css"), STYLE.as_bytes())?;
    write(source.join("site.js"), SCRIPT.as_bytes())?;
    let mut config: Config = CONFIG.parse()?;
    config.build.build_dir = out.into();
    MDBook::load_with_config(source, config)?.build()?;
    check_index(out)
}

/// Checks that what a search loads is not too long. Pages of data are kept out of it in `book.toml`.
fn check_index(out: &Path) -> Result<()> {
    let mut indexes = Vec::new();
    for entry in fs::read_dir(out)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("searchindex") && name.ends_with(".js") {
            indexes.push(path);
        }
    }
    let [index] = &*indexes else { anyhow::bail!("{} search indexes in {}", indexes.len(), out.display()) };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(index)?)?;
    let len = encoder.finish()?.len();
    ensure!(len <= INDEX_LIMIT, "the search index has {len} bytes, compressed: more than {INDEX_LIMIT}");
    Ok(())
}
