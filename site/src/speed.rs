//! Speed: the recorded tables as plots, and the record itself.

use std::{fmt::Write as _, path::Path};

use anyhow::Result;

use crate::{book::Page, markdown::html, prose};

/// The column that is drawn.
const COLUMN: &str = "ns per URL";

/// A recorded table: its heading, and for each row a name and what it took.
struct Table {
    heading: String,
    rows: Vec<(String, f64)>,
}

/// The plots, and behind them the record that they are drawn from.
pub(crate) fn pages(root: &Path) -> Result<Vec<Page>> {
    let record = prose::read(root, "benches/record/README.md")?;
    let mut plots = String::from(
        "# Speed\n\nWhat one run of `cargo xtask bench` recorded, drawn: shorter is faster. Each row did the same work in the same turns. \
         [The record](record.md) says on what machine, and has the ratios, which move less than the times.\n",
    );
    for table in tables(&record) {
        let _ = write!(plots, "\n## {}\n\n{}", table.heading, draw(&table));
    }
    let pages = vec![
        Page::new("speed/index.md", "Speed", plots).opens("Speed"),
        Page::new("speed/record.md", "The record", record).at_depth(1),
    ];
    Ok(pages)
}

/// The tables of `text` with a column of times, under the headings before them.
fn tables(text: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let (mut heading, mut column) = ("", None);
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title;
        }
        let Some(row) = line.strip_prefix('|') else {
            column = None;
            continue;
        };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if let Some(found) = cells.iter().position(|cell| *cell == COLUMN) {
            column = Some(found);
            // The first column has a heading of its own where the rows are not contenders.
            let rows_are = if cells[0].is_empty() { String::new() } else { format!(": by {}", cells[0]) };
            tables.push(Table { heading: format!("{heading}{rows_are}"), rows: Vec::new() });
        } else if let (Some(column), Some(table)) = (column, tables.last_mut())
            && let Some(time) = cells.get(column).and_then(|cell| cell.parse().ok())
        {
            table.rows.push((cells[0].trim_matches('`').into(), time));
        }
    }
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// The rows of `table` as bars.
fn draw(table: &Table) -> String {
    let longest = table.rows.iter().map(|(_, time)| *time).fold(1.0, f64::max);
    let mut out = String::from("<div class=\"bars\" role=\"list\">\n");
    for (name, time) in &table.rows {
        let class = if ["url", "ada", "ada can_parse"].contains(&name.as_str()) { " peer" } else { "" };
        let _ = writeln!(
            out,
            "<div role=\"listitem\" class=\"bar{class}\"><span class=\"name\">{}</span><span class=\"track\"><i style=\"width:{:.1}%\"></i>\
             </span><span class=\"figure\">{time} ns</span></div>",
            html(name),
            time * 100.0 / longest
        );
    }
    out.push_str("</div>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::tables;

    #[test]
    fn times_are_read_under_their_headings() {
        let text = "## a\n\n| | accepted | ns per URL |\n|---|---:|---:|\n| `url` | 3 | 230 |\n\n| x |\n|---|\n| 1 |\n";
        let tables = tables(text);
        assert_eq!(tables.len(), 1);
        assert_eq!(
            (tables[0].heading.as_str(), tables[0].rows.as_slice()),
            ("a", &[("url".to_owned(), 230.0)][..])
        );
    }
}
