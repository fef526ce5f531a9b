//! Conformance: what each page reports as measured, side by side, and every expected failure with its reason.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;
use url_testdata::{expected_failures, json_lines_files, read_json_lines};

use crate::{
    book::Page,
    markdown::{self, html, table},
    prose,
    sections::link,
};

/// The page about all documents, and that of each, in the order of the profiles in README.
const PAGES: [&str; 8] =
    ["sections", "whatwg", "rfc3986", "manakai", "manakai-browsers", "barth", "connolly", "webspecs"];

/// The overview, the expected failures, and the page of each document.
pub(crate) fn pages(root: &Path) -> Result<Vec<Page>> {
    let mut overview = String::from(
        "# Conformance\n\nWhat was measured for each document, with the command that measures it. The page behind each name tells \
         how the suites are read, and where the text leaves room.\n",
    );
    let mut documents = Vec::new();
    for name in PAGES {
        let text = prose::read(root, &format!("docs/conformance/{name}.md"))?;
        let measured =
            first_table(&text).with_context(|| format!("docs/conformance/{name}.md has no table"))?;
        overview.extend(["\n## [", name, "](", name, ".md)\n\n", &measured, "\n"]);
        documents.push(Page::new(format!("conformance/{name}.md"), name, text).at_depth(1));
    }
    let mut pages = vec![Page::new("conformance/index.md", "Conformance", overview).opens("Conformance")];
    pages.push(Page::new("conformance/expected-failures.md", "Expected failures", failures()?).at_depth(1));
    pages.extend(documents);
    Ok(pages)
}

/// The first table of a page in Markdown.
fn first_table(text: &str) -> Option<String> {
    let rows =
        text.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows: Vec<&str> = rows.collect();
    (!rows.is_empty()).then(|| rows.join("\n"))
}

/// Every case of a suite that a profile is known to get otherwise.
fn failures() -> Result<String> {
    let mut out = String::from(
        "# Expected failures\n\nCases of suites that come out otherwise, each with the section and the reason. The tests fail when one \
         of them passes.\n",
    );
    let folder =
        expected_failures("").parent().map(Path::to_owned).context("no folder of expected failures")?;
    for file in json_lines_files(&folder)? {
        let profile = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let rows = read_json_lines(&file)?.into_iter().map(|row| {
            let text = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
            let ids: Vec<&str> = row
                .get("ids")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let shown = ids
                .iter()
                .take(6)
                .map(|id| format!("<code>{}</code>", html(id)))
                .collect::<Vec<_>>()
                .join(" ");
            let more = if ids.len() > 6 { format!(" and {} more", ids.len() - 6) } else { String::new() };
            vec![
                ids.len().to_string(),
                link(&text("section")),
                markdown::prose(&text("why")),
                format!("{shown}{more}"),
            ]
        });
        out.extend(["\n## ", &profile, "\n\n", &table("", &["cases", "section", "why", "which"], rows)]);
    }
    Ok(out)
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
