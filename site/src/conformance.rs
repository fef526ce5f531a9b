//! The conformance overview: the measured results of each page, side by side.

use anyhow::{Context as _, Result};
use xshell::Shell;

use crate::{book::Page, prose};

/// The page about all documents, and one for each document, in the order of the profiles in the README.
const PAGES: [&str; 8] =
    ["whatwg", "rfc3986", "manakai", "manakai-browsers", "barth", "connolly", "webspecs", "uts58"];

/// Returns the overview of the results, and the page of each document.
pub(crate) fn pages(sh: &Shell) -> Result<Vec<Page>> {
    let mut overview = String::from(
        "# Conformance\n\nThe measurements for each document, with the command that measures them. The page of each name describes \
         how the suites are read, and where the text is open to interpretation.\n",
    );
    let mut documents = Vec::new();
    for name in PAGES {
        let text = prose::read(sh, &format!("docs/conformance/{name}.md"))?;
        let measured =
            first_table(&text).with_context(|| format!("docs/conformance/{name}.md has no table"))?;
        overview.extend(["\n## [", name, "](", name, ".md)\n\n", &measured, "\n"]);
        documents.push(Page { depth: 1, ..Page::new(format!("conformance/{name}.md"), name, text) });
    }
    let overview = Page::new("conformance/index.md", "Conformance", overview);
    let mut pages = vec![Page { part: Some("Conformance"), ..overview }];
    pages.extend(documents);
    Ok(pages)
}

/// Returns the first table of a page in Markdown.
fn first_table(text: &str) -> Option<String> {
    let rows =
        text.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows: Vec<&str> = rows.collect();
    (!rows.is_empty()).then(|| rows.join("\n"))
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
