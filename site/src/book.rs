//! Writes pages as the book that mdBook renders.

use std::{io::Write as _, path::Path};

use anyhow::{Result, bail, ensure};
use flate2::{Compression, write::GzEncoder};
use mdbook_driver::{MDBook, config::Config};
use xshell::Shell;

/// The style sheet of the site, in addition to that of mdBook.
const STYLE: &str = include_str!("../theme/site.css");

/// The script of the site. It copies the address of a section that the user clicks, and lists vectors.
const SCRIPT: &str = include_str!("../theme/site.js");

/// The configuration of mdBook, except for the paths, which the caller gives.
const CONFIG: &str = include_str!("../theme/book.toml");

/// The maximum compressed size of the search index, in bytes.
const INDEX_LIMIT: usize = 150_000;

/// One page of the site.
#[derive(Default)]
pub(crate) struct Page {
    /// The path of the page's source from the root of the site, ending with `.md`.
    pub(crate) path: String,
    /// Its title in the table of contents.
    pub(crate) title: String,
    /// The level of the page in the table of contents. The top level is 0.
    pub(crate) depth: usize,
    /// The heading in the table of contents that precedes the page, if any.
    pub(crate) part: Option<&'static str>,
    /// The text of the page in Markdown.
    pub(crate) text: String,
    /// The files in the folder of the page: their names and contents.
    pub(crate) beside: Vec<(String, Vec<u8>)>,
}

impl Page {
    /// Creates a page at the top level of the table of contents.
    pub(crate) fn new(path: impl Into<String>, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), title: title.into(), text: text.into(), ..Self::default() }
    }
}

/// Writes the sources of `pages` to the folder `source`, and builds the site in the folder `out`.
pub(crate) fn build(sh: &Shell, pages: Vec<Page>, source: &Path, out: &Path) -> Result<()> {
    sh.remove_path(source)?;
    let text_folder = source.join("src");
    let mut summary = String::from("# Summary\n\n");
    for page in pages {
        if let Some(part) = page.part {
            summary.extend(["\n# ", part, "\n\n"]);
        }
        summary.push_str(&"  ".repeat(page.depth));
        summary.extend(["- [", &page.title, "](", &page.path, ")\n"]);
        for (name, bytes) in &page.beside {
            sh.write_file(text_folder.join(&page.path).with_file_name(name), bytes)?;
        }
        sh.write_file(text_folder.join(&page.path), page.text)?;
    }
    sh.write_file(text_folder.join("SUMMARY.md"), summary)?;
    sh.write_file(source.join("site.css"), STYLE)?;
    sh.write_file(source.join("site.js"), SCRIPT)?;
    let mut config: Config = CONFIG.parse()?;
    config.build.build_dir = out.into();
    MDBook::load_with_config(source, config)?.build()?;
    // A search loads this index. `book.toml` keeps pages of data out of it.
    let mut indexes = sh.read_dir(out)?;
    indexes.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("searchindex") && name.ends_with(".js")
    });
    let [index] = &*indexes else { bail!("{} search indexes in {}", indexes.len(), out.display()) };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&sh.read_binary_file(index)?)?;
    let len = encoder.finish()?.len();
    ensure!(len <= INDEX_LIMIT, "the search index has {len} bytes, compressed: more than {INDEX_LIMIT}");
    Ok(())
}
