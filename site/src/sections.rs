//! The sections of every spec: what runs each, what reaches it, its state; and the same by crate.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
    fs,
    path::Path,
};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::{
    book::Page,
    markdown::{html, prose, table},
    published::Published,
    vectors::{self, Vector},
};

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
    vectors: Vec<Vector>,
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
    /// The last line before what cites another section.
    end: usize,
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

/// The words of sections by id, from the copies of texts that the reader has; empty where there are none.
pub(crate) type Texts = HashMap<String, String>;

impl Section {
    /// Whether code must run it, or a run reports it; a remark that code cites is none of these.
    fn runs(&self) -> bool {
        self.demanded || !self.told_by.is_empty()
    }

    fn anchor(&self) -> &str {
        self.id.split_once('#').map_or("", |(_, anchor)| anchor)
    }

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

/// The words in `file`, a JSON object.
pub(crate) fn read_texts(file: &Path) -> Result<Texts> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} has no texts", file.display()))
}

/// The overview, the page of each spec with one of its vectors, and the map from crates to sections.
pub(crate) fn pages(root: &Path, matrix: &Matrix, texts: &Texts) -> Result<Vec<Page>> {
    let mut pages =
        vec![Page::new("spec/index.md", "Every section", overview(matrix)).opens("Specifications")];
    for spec in &matrix.specs {
        let writer = Writer {
            spec,
            published: Published::read(root, &spec.name, |id| {
                spec.sections.iter().any(|each| each.id == id)
            })?,
            places: vectors::places(&spec.vectors),
            sources: Sources::read(root, spec, texts)?,
        };
        pages.push(Page::new(format!("spec/{}.md", spec.name), &spec.name, writer.page()).at_depth(1));
        pages.push(vectors::page(&spec.name, &spec.vectors)?.at_depth(2));
    }
    pages.push(Page::new("spec/crates.md", "By crate", by_crate(matrix)).at_depth(1));
    Ok(pages)
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

/// The sections under one heading.
type Group<'a> = (&'a str, Vec<&'a Section>);

/// What the page of a spec is made of.
struct Writer<'a> {
    spec: &'a Spec,
    published: Published,
    /// The numbers of its vectors.
    places: HashMap<&'a str, usize>,
    sources: Sources<'a>,
}

/// What is shown side by side: the words of sections, and the files that have their code.
struct Sources<'a> {
    texts: &'a Texts,
    files: HashMap<&'a str, Vec<String>>,
}

impl<'a> Sources<'a> {
    /// Reads the files only where words are there to show beside them.
    fn read(root: &Path, spec: &'a Spec, texts: &'a Texts) -> Result<Self> {
        let mut files = HashMap::new();
        for section in spec.sections.iter().filter(|section| texts.contains_key(&section.id)) {
            for Citation { path, .. } in &section.citations {
                if !files.contains_key(path.as_str()) {
                    let text =
                        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
                    files.insert(path.as_str(), text.lines().map(Into::into).collect());
                }
            }
        }
        Ok(Self { texts, files })
    }

    /// The words of `section`, and beside them the lines that cite it; nothing where the reader has no text.
    fn beside(&self, section: &Section) -> String {
        let Some(words) = self.texts.get(&section.id) else { return String::new() };
        let mut out = format!("<div class=\"beside\"><p>{}</p><div>", html(words));
        for Citation { path, line, end, .. } in &section.citations {
            let lines = self.files.get(path.as_str()).and_then(|lines| lines.get(line - 1..*end));
            let code: Vec<String> = lines.unwrap_or_default().iter().map(|line| html(line)).collect();
            // Markdown would end the block at an empty line.
            let code = code.join("\n").trim_end().replace("\n\n", "\n&#8203;\n");
            let _ = write!(out, "<pre class=\"code\" title=\"{}:{line}\">{code}</pre>", html(path));
        }
        out.push_str("</div></div>");
        out
    }
}

impl<'a> Writer<'a> {
    /// What runs, in the order of the text; then what does not.
    fn page(&self) -> String {
        let Spec { name, title, sections, .. } = self.spec;
        let mut out = format!("# {name}\n\n{}.", html(title));
        if let Some(address) = self.published.address() {
            let _ = write!(out, " The text: <{address}>.");
        }
        if sections.iter().any(|section| self.sources.texts.contains_key(&section.id)) {
            out.push_str(
                "\n\n**This page has the words of the text**, from a copy that belongs to whoever built it: it is not to be published.",
            );
        }
        out.push('\n');
        let mut groups: Vec<Group<'a>> = Vec::new();
        for section in sections {
            let heading = heading(&section.id);
            match groups.last_mut() {
                Some((last, sections)) if *last == heading => sections.push(section),
                _ => groups.push((heading, vec![section])),
            }
        }
        let (run, rest): (Vec<Group<'a>>, Vec<Group<'a>>) =
            groups.into_iter().partition(|(_, sections)| sections.iter().any(|section| section.runs()));
        self.write(&mut out, &run);
        let rest: Vec<&Section> = rest.into_iter().flat_map(|(_, sections)| sections).collect();
        if !rest.is_empty() {
            out.push_str("\n## What does not run\n\nHeadings, remarks, and what is out of scope.\n\n");
            out.push_str(&self.folded(&rest));
        }
        out
    }

    /// Writes `groups`: an algorithm with steps has a heading of its own; rules without steps are together.
    fn write(&self, out: &mut String, groups: &[Group<'a>]) {
        for group in groups.chunk_by(|(_, a), (_, b)| a.len() == 1 && b.len() == 1) {
            if let [(heading, sections)] = group
                && sections.len() > 1
            {
                let anchor = heading.split_once('#').map_or(*heading, |(_, anchor)| anchor);
                let titled = sections.first().filter(|section| section.id == *heading);
                let title = titled.map_or(anchor, |section| &section.title);
                let _ = write!(out, "\n### {} {{#group-{anchor}}}\n\n", html(title));
            }
            let sections = group.iter().flat_map(|(_, sections)| sections.iter().copied());
            let (run, rest): (Vec<&Section>, Vec<&Section>) = sections.partition(|section| section.runs());
            out.push_str(&self.table(&run));
            if !rest.is_empty() {
                out.push_str(&self.folded(&rest));
            }
        }
    }

    fn folded(&self, sections: &[&Section]) -> String {
        let what = if sections.len() == 1 { "section that does" } else { "sections that do" };
        format!(
            "<details class=\"quiet\"><summary>{} {what} not run</summary>\n{}</details>\n",
            sections.len(),
            self.table(sections)
        )
    }

    fn table(&self, sections: &[&Section]) -> String {
        let rows = sections.iter().map(|section| self.row(section));
        table("sections", &["section", "runs in", "reached by", "status"], rows)
    }

    fn row(&self, section: &Section) -> Vec<String> {
        let anchor = html(section.anchor());
        let published = self.published.link(heading(&section.id)).map(|address| {
            format!(
                " <a class=\"published\" href=\"{}\" title=\"the published text\">text</a>",
                html(&address)
            )
        });
        let name = format!(
            "<a class=\"anchor\" id=\"{anchor}\" href=\"#{anchor}\" title=\"a link to this section; a click copies it\"><code>{anchor}\
             </code></a>{}<br>{}{}",
            published.unwrap_or_default(),
            html(&section.title),
            self.sources.beside(section)
        );
        let mut places: Vec<(&str, Option<&str>)> = Vec::new();
        let mut functions = Vec::new();
        for citation in &section.citations {
            let place = (citation.path.as_str(), citation.item.as_deref());
            if !places.contains(&place) {
                places.push(place);
                functions.push(source_link(citation));
            }
        }
        vec![name, functions.join("<br>"), self.reached_by(section), status(section)]
    }

    /// The vectors, which a script lists when they are asked for, and the tests.
    fn reached_by(&self, section: &Section) -> String {
        let number = |place: &String| self.places.get(place.as_str()).copied();
        let named: Vec<usize> = section.named_by.iter().filter_map(number).collect();
        let told = section.told_by.iter().filter_map(number).filter(|number| !named.contains(number));
        let told: Vec<usize> = told.collect();
        let tests = section.named_by.iter().filter(|test| !self.places.contains_key(test.as_str()));
        let tests: Vec<String> = tests.map(|test| format!("<code>{}</code><br>", html(test))).collect();
        let mut out = tests.concat();
        let vectors = named.len() + told.len();
        if vectors > 0 {
            let name = &self.spec.name;
            let what = if vectors == 1 { "vector" } else { "vectors" };
            let _ = write!(
                out,
                "<details class=\"vectors\" data-spec=\"{name}\" data-named=\"{}\" data-told=\"{}\"><summary>{vectors} {what}</summary>\
                 <a href=\"../vectors/{name}.html\">all of {name}</a></details>",
                vectors::ranges(&named),
                vectors::ranges(&told)
            );
        }
        out
    }
}

/// The heading of a section: its id without the number of the step.
fn heading(id: &str) -> &str {
    let Some(dash) = id.rfind('-') else { return id };
    let number = &id[dash + 1..];
    let is_step = number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_step { &id[..dash] } else { id }
}

fn status(section: &Section) -> String {
    let is_empty = section.citations.is_empty() && section.told_by.is_empty() && section.named_by.is_empty();
    let (class, text) = match (&section.excuse, section.demanded, section.is_covered()) {
        (Some(_), ..) => ("excused", "excused"),
        // Nothing is said of itself: it is what its steps are.
        (None, true, true) if is_empty => ("informative", "by its steps"),
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
