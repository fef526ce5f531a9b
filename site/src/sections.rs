//! The sections of every spec: what runs each, what reaches it, its state; and the same by crate.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::{
    book::Page,
    markdown::{html, prose, table},
};

/// How many vectors and tests are named for a section.
const SHOWN: usize = 3;

/// What `cargo xtask spec check` found, section by section.
pub(crate) struct Matrix {
    specs: Vec<Spec>,
}

#[derive(Deserialize)]
struct Spec {
    name: String,
    title: String,
    #[serde(rename = "rows")]
    sections: Vec<Section>,
}

#[derive(Deserialize)]
struct Section {
    id: String,
    title: String,
    layer: String,
    status: String,
    /// Whether code must cite it and a test reach it.
    demanded: bool,
    cited: bool,
    reach: Reach,
    excuse: Option<String>,
    citations: Vec<Citation>,
    /// Vectors whose runs report it.
    told_by: Vec<String>,
    /// Vectors and tests that name it.
    named_by: Vec<String>,
}

#[derive(Deserialize)]
struct Citation {
    krate: String,
    path: String,
    line: usize,
    item: Option<String>,
}

/// How a test reaches a section.
#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Reach {
    None,
    Named,
    Told,
}

impl Section {
    fn is_covered(&self) -> bool {
        self.cited && self.reach != Reach::None
    }
}

/// The matrix in `file`, one spec a line.
pub(crate) fn read(file: &Path) -> Result<Matrix> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let specs: Result<Vec<Spec>, _> = text.lines().map(serde_json::from_str).collect();
    Ok(Matrix { specs: specs.with_context(|| format!("{} is not a matrix", file.display()))? })
}

/// The overview, the page of each spec, and the map from crates to sections.
pub(crate) fn pages(matrix: &Matrix) -> Vec<Page> {
    let mut pages =
        vec![Page::new("spec/index.md", "Every section", overview(matrix)).opens("Specifications")];
    for spec in &matrix.specs {
        pages.push(Page::new(format!("spec/{}.md", spec.name), &spec.name, of_spec(spec)).at_depth(1));
    }
    pages.push(Page::new("spec/crates.md", "By crate", by_crate(matrix)).at_depth(1));
    pages
}

/// A link to the section `id` from a page one folder below the root of the site.
pub(crate) fn link(id: &str) -> String {
    match id.split_once('#') {
        Some((spec, anchor)) => {
            format!("<a href=\"../spec/{}.html#{}\"><code>{}</code></a>", html(spec), html(anchor), html(id))
        }
        None => html(id),
    }
}

fn overview(matrix: &Matrix) -> String {
    let mut out = String::from(
        "# Every section\n\nEach spec's sections, the function that does what it says, and the tests that reach it, as \
         `cargo xtask spec check` finds them. The texts themselves are not here: titles are in words of ours, and a section's id counts \
         headings and steps, whatever numbers are printed. What is excused has a reason on its page.\n\n",
    );
    let rows = matrix.specs.iter().map(|spec| {
        let demanded: Vec<&Section> = spec.sections.iter().filter(|section| section.demanded).collect();
        let count = |wanted: fn(&Section) -> bool| demanded.iter().filter(|section| wanted(section)).count();
        let covered = count(|section| section.is_covered() && section.excuse.is_none());
        let excused = count(|section| section.excuse.is_some());
        let missing = demanded.len() - covered - excused;
        let name = &spec.name;
        let meter = [covered, excused, missing].map(|part| format!("<i style=\"flex:{part}\"></i>")).concat();
        let spec_cell = format!(
            "<a href=\"{name}.html\">{name}</a><br>{}<div class=\"meter\">{meter}</div>",
            html(&spec.title)
        );
        let mut row = vec![spec_cell];
        row.extend(
            [spec.sections.len(), demanded.len(), covered, excused, missing].map(|count| count.to_string()),
        );
        row
    });
    let heads = ["spec", "sections", "normative", "cited and reached", "excused", "missing"];
    out.push_str(&table("counts", &heads, rows));
    out
}

fn of_spec(spec: &Spec) -> String {
    let mut out = format!("# {}\n\n{}.\n", spec.name, html(&spec.title));
    let mut groups: Vec<(&str, Vec<&Section>)> = Vec::new();
    for section in &spec.sections {
        let heading = heading(&section.id);
        match groups.last_mut() {
            Some((last, sections)) if *last == heading => sections.push(section),
            _ => groups.push((heading, vec![section])),
        }
    }
    // An algorithm with steps has a heading of its own; rules without stand together.
    for group in groups.chunk_by(|(_, a), (_, b)| a.len() == 1 && b.len() == 1) {
        if let [(heading, sections)] = group
            && sections.len() > 1
        {
            let anchor = heading.split_once('#').map_or(*heading, |(_, anchor)| anchor);
            let titled = sections.first().filter(|section| section.id == *heading);
            let title = titled.map_or(anchor, |section| &section.title);
            let _ = write!(out, "\n### {} {{#group-{anchor}}}\n\n", html(title));
        }
        let rows = group.iter().flat_map(|(_, sections)| sections.iter().map(|section| row(section)));
        out.push_str(&table("sections", &["section", "runs in", "reached by", "status"], rows));
    }
    out
}

/// The heading of a section: its id without the number of the step.
fn heading(id: &str) -> &str {
    let Some(dash) = id.rfind('-') else { return id };
    let number = &id[dash + 1..];
    let is_step = number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_step { &id[..dash] } else { id }
}

fn row(section: &Section) -> Vec<String> {
    let anchor = section.id.split_once('#').map_or("", |(_, anchor)| anchor);
    let name = format!(
        "<span id=\"{}\"><code>{}</code></span><br>{}",
        html(anchor),
        html(anchor),
        html(&section.title)
    );
    let mut places: Vec<String> = section.citations.iter().map(source_link).collect();
    places.dedup();
    let mut tests: Vec<&String> = section.told_by.iter().chain(&section.named_by).collect();
    let more = tests.len().saturating_sub(SHOWN);
    tests.truncate(SHOWN);
    let mut tests: Vec<String> =
        tests.into_iter().map(|test| format!("<code>{}</code>", html(short(test)))).collect();
    if more > 0 {
        tests.push(format!("and {more} more"));
    }
    vec![name, places.join("<br>"), tests.join("<br>"), status(section)]
}

/// `place` without the folders that all vectors are in.
fn short(place: &str) -> &str {
    place.strip_prefix("crates/url-testdata/vectors/").unwrap_or(place)
}

fn status(section: &Section) -> String {
    let (class, text) = match (&section.excuse, section.demanded, section.is_covered()) {
        (Some(_), ..) => ("excused", "excused"),
        (None, true, true) => ("reached", "reached"),
        (None, true, false) => ("missing", "missing"),
        (None, false, _) => ("informative", section.status.as_str()),
    };
    let reason = section.excuse.as_deref().map_or(String::new(), |reason| format!("<br>{}", prose(reason)));
    format!("<span class=\"tag {class}\">{text}</span>{reason}")
}

/// A link to the source of a citation, as rustdoc shows it.
fn source_link(citation: &Citation) -> String {
    let name = citation.item.as_deref().map_or_else(|| html(&citation.path), html);
    let krate = citation.krate.replace('-', "_");
    let shown = format!("<code>{name}</code> <small>{}</small>", html(&citation.krate));
    match citation.path.strip_prefix(&format!("crates/{}/src/", citation.krate)) {
        Some(file) => {
            format!("<a href=\"../api/src/{krate}/{}.html#{}\">{shown}</a>", html(file), citation.line)
        }
        None => shown,
    }
}

fn by_crate(matrix: &Matrix) -> String {
    let mut crates: BTreeMap<&str, BTreeMap<&str, Vec<&Section>>> = BTreeMap::new();
    for spec in &matrix.specs {
        for section in spec.sections.iter().filter(|section| section.demanded) {
            crates.entry(&section.layer).or_default().entry(&spec.name).or_default().push(section);
        }
    }
    let mut out = String::from(
        "# By crate\n\nHow many normative sections of each spec each crate answers for, and under which headings.\n\n",
    );
    let specs: Vec<&str> = matrix.specs.iter().map(|spec| spec.name.as_str()).collect();
    let mut heads = vec!["crate"];
    heads.extend(&specs);
    out.push_str(&table(
        "",
        &heads,
        crates.iter().map(|(krate, by_spec)| {
            let mut cells = vec![format!("<a href=\"#{krate}\"><code>{krate}</code></a>")];
            cells.extend(
                specs.iter().map(|spec| by_spec.get(spec).map_or(String::new(), |all| all.len().to_string())),
            );
            cells
        }),
    ));
    for (krate, by_spec) in &crates {
        let _ = write!(out, "\n## {krate} {{#{krate}}}\n\n");
        let rows = by_spec.iter().map(|(spec, sections)| {
            let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
            for section in sections {
                *groups.entry(heading(&section.id)).or_default() += 1;
            }
            let links = groups.iter().map(|(heading, count)| {
                let anchor = heading.split_once('#').map_or(*heading, |(_, anchor)| anchor);
                let count = if *count > 1 { format!(" <small>{count}</small>") } else { String::new() };
                format!("<a href=\"{spec}.html#{}\">{}</a>{count}", html(anchor), html(anchor))
            });
            vec![format!("<a href=\"{spec}.html\">{spec}</a>"), links.collect::<Vec<_>>().join(", ")]
        });
        out.push_str(&table("", &["spec", "headings"], rows));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{heading, link};

    #[test]
    fn steps_stand_under_their_headings() {
        assert_eq!(heading("whatwg#host-state-1.2.3"), "whatwg#host-state");
        assert_eq!(heading("whatwg#host-state"), "whatwg#host-state");
        assert_eq!(heading("rfc3986#ipv4-address-2"), "rfc3986#ipv4-address");
    }

    #[test]
    fn links_lead_to_the_row() {
        let expected = "<a href=\"../spec/whatwg.html#host-state-1\"><code>whatwg#host-state-1</code></a>";
        assert_eq!(link("whatwg#host-state-1"), expected);
    }
}
