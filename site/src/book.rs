//! Writes pages as a book, which mdBook renders to the site.

use std::{io::Write as _, path::Path};

use anyhow::{Result, bail, ensure};
use flate2::{Compression, write::GzEncoder};
use mdbook_driver::{MDBook, config::Config};
use xshell::Shell;

const STYLE: &str = include_str!("../theme/site.css");
const SCRIPT: &str = include_str!("../theme/site.js");
const CONFIG: &str = include_str!("../theme/book.toml");

/// The maximum size of the compressed search index in bytes.
const INDEX_LIMIT: usize = 150_000;

#[derive(Default)]
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) depth: usize,
    pub(crate) part: Option<&'static str>,
    pub(crate) text: String,
    /// The names and contents of other files in the folder of the page.
    pub(crate) beside: Vec<(String, Vec<u8>)>,
}

impl Page {
    pub(crate) fn new(path: impl Into<String>, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), title: title.into(), text: text.into(), ..Self::default() }
    }
}

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
    // The search index does not contain pages of data, because `book.toml` excludes them.
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
