//! The playground: the page of the viewer, with a WebAssembly module in place of its server.

use std::path::Path;

use anyhow::{Result, ensure};
use xshell::Shell;

use crate::{book::Page, prose};

/// The file of the viewer's page that the playground replaces by its own.
const BACKEND: &str = "playground/backend.js";

/// Returns the page with a link to the playground, and the files of the playground. If there is no `module`,
/// the page explains why the playground is missing.
pub(crate) fn page(sh: &Shell, module: Option<&Path>) -> Result<Page> {
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
    page.beside = prose::files(sh, "crates/urlspec/src/serve/assets", "playground")?;
    let shared = page.beside.len();
    page.beside.retain(|(name, _)| name != BACKEND);
    ensure!(page.beside.len() + 1 == shared, "the viewer's page has no {BACKEND}");
    page.beside.extend(prose::files(sh, "site/playground/page", "playground")?);
    page.beside.push(("playground/playground.wasm".into(), sh.read_binary_file(module)?));
    Ok(page)
}
