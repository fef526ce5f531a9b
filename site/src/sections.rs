//! The pages with the sections of every spec: the code that implements each, the tests that reach it, and its
//! state.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use url_facade::Profile;
use xshell::Shell;
use xtask::spec::{Citation, Matrix, SectionRow, SpecMatrix, heading};

use crate::{
    book::Page,
    markdown::{html, prose, table},
    results, vectors,
};

/// True if code must implement `section`, or a run reports it. False for a remark that code merely cites.
fn runs(section: &SectionRow) -> bool {
    section.demanded || !section.reported_by.is_empty()
}

/// Returns the text after `#` in the id of a section or of a heading.
fn anchor(id: &str) -> &str {
    id.split_once('#').map_or(id, |(_, anchor)| anchor)
}

/// Returns the overview, and for each spec the page of its sections and the page of its vectors.
pub(crate) fn pages(sh: &Shell) -> Result<Vec<Page>> {
    let matrix = xtask::spec::read_matrix(sh)?;
    let overview = Page::new("spec/index.md", "Every section", overview(&matrix));
    let mut pages = vec![Page { part: Some("Specifications"), ..overview }];
    for spec in &matrix.specs {
        let writer = Writer {
            spec,
            published: Published::read(sh, &spec.name, |id| spec.rows.iter().any(|each| each.id == id))?,
            places: vectors::places(&spec.vectors),
        };
        let path = format!("spec/{}.md", spec.name);
        pages.push(Page { depth: 1, ..Page::new(path, &spec.name, writer.page()) });
        pages.push(vectors::page(&spec.name, &spec.vectors)?);
        if spec.name == Profile::Whatwg.name() {
            pages.push(results::page(&sh.current_dir(), spec, Profile::Whatwg)?);
        }
    }
    Ok(pages)
}

/// Returns a link to the section `id`, for a page that is in a folder at the top of the site.
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
        "# Every section\n\nEach spec's sections, the function that implements each, and the tests that reach it, as \
         `cargo xtask spec check` finds them. The texts themselves are not here: titles are in our own words, and a section's id counts \
         headings and steps, regardless of the printed numbers. The page of each spec gives the reason for each excused section.\n\n",
    );
    let rows = matrix.specs.iter().map(|spec| {
        let demanded: Vec<&SectionRow> = spec.rows.iter().filter(|section| section.demanded).collect();
        let count =
            |wanted: fn(&SectionRow) -> bool| demanded.iter().filter(|section| wanted(section)).count();
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
            [spec.rows.len(), demanded.len(), covered, excused, missing].map(|count| count.to_string()),
        );
        row
    });
    let heads = ["spec", "sections", "normative", "cited and reached", "excused", "missing"];
    out.push_str(&table("counts", &heads, rows));
    out
}

/// A heading, and the sections below it.
type HeadingGroup<'a> = (&'a str, Vec<&'a SectionRow>);

/// The data from which the page of a spec is written.
struct Writer<'a> {
    spec: &'a SpecMatrix,
    published: Published,
    /// The number of each vector, by its path and line.
    places: HashMap<&'a str, usize>,
}

impl<'a> Writer<'a> {
    /// Returns the page: first the sections that code implements, in the order of the text, then the others.
    fn page(&self) -> String {
        let SpecMatrix { name, title, rows: sections, .. } = self.spec;
        let mut out = format!("# {name}\n\n{}.", html(title));
        if let Some(address) = &self.published.address {
            let _ = write!(out, " The text: <{address}>.");
        }
        out.push('\n');
        let mut groups: Vec<HeadingGroup<'a>> = Vec::new();
        for section in sections {
            let heading = heading(&section.id);
            match groups.last_mut() {
                Some((last, sections)) if *last == heading => sections.push(section),
                _ => groups.push((heading, vec![section])),
            }
        }
        let (run, rest): (Vec<HeadingGroup<'a>>, Vec<HeadingGroup<'a>>) =
            groups.into_iter().partition(|(_, sections)| sections.iter().any(|section| runs(section)));
        self.write(&mut out, &run);
        let rest: Vec<&SectionRow> = rest.into_iter().flat_map(|(_, sections)| sections).collect();
        if !rest.is_empty() {
            out.push_str(
                "\n## Sections that do not run\n\nHeadings, remarks, and sections that are out of scope.\n\n",
            );
            out.push_str(&self.folded(&rest));
        }
        out
    }

    /// Writes `groups`. An algorithm with steps has a heading of its own; rules without steps share a table.
    fn write(&self, out: &mut String, groups: &[HeadingGroup<'a>]) {
        for group in groups.chunk_by(|(_, a), (_, b)| a.len() == 1 && b.len() == 1) {
            if let [(heading, sections)] = group
                && sections.len() > 1
            {
                let anchor = anchor(heading);
                let titled = sections.first().filter(|section| section.id == *heading);
                let title = titled.map_or(anchor, |section| &section.title);
                let _ =
                    write!(out, "\n### {} {{#group-{anchor}}}\n\n{}\n\n", html(title), coverage(sections));
            }
            let sections = group.iter().flat_map(|(_, sections)| sections.iter().copied());
            let (run, rest): (Vec<&SectionRow>, Vec<&SectionRow>) =
                sections.partition(|section| runs(section));
            out.push_str(&self.table(&run));
            if !rest.is_empty() {
                out.push_str(&self.folded(&rest));
            }
        }
    }

    fn folded(&self, sections: &[&SectionRow]) -> String {
        let what = if sections.len() == 1 { "section that does" } else { "sections that do" };
        format!(
            "<details class=\"quiet\"><summary>{} {what} not run</summary>\n{}</details>\n",
            sections.len(),
            self.table(sections)
        )
    }

    fn table(&self, sections: &[&SectionRow]) -> String {
        let rows = sections.iter().map(|section| self.row(section));
        table("sections", &["section", "runs in", "reached by", "status"], rows)
    }

    fn row(&self, section: &SectionRow) -> Vec<String> {
        let anchor = html(anchor(&section.id));
        let published = self.published.link(heading(&section.id)).map(|address| {
            format!(
                " <a class=\"published\" href=\"{}\" title=\"the published text\">text</a>",
                html(&address)
            )
        });
        let name = format!(
            "<a class=\"anchor\" id=\"{anchor}\" href=\"#{anchor}\" title=\"a link to this section; a click copies it\"><code>{anchor}\
             </code></a>{}<br>{}",
            published.unwrap_or_default(),
            html(&section.title)
        );
        let mut places = Vec::new();
        let mut functions = Vec::new();
        for citation in &section.citations {
            let place = (&citation.path, &citation.item);
            if !places.contains(&place) {
                places.push(place);
                functions.push(source_link(citation));
            }
        }
        vec![name, functions.join("<br>"), self.reached_by(section), status(section)]
    }

    /// Returns the tests that reach `section`, and its vectors, which a script lists on demand.
    fn reached_by(&self, section: &SectionRow) -> String {
        let number = |place: &String| self.places.get(place.as_str()).copied();
        let named: Vec<usize> = section.named_by.iter().filter_map(number).collect();
        let reported = section.reported_by.iter().filter_map(number).filter(|number| !named.contains(number));
        let reported: Vec<usize> = reported.collect();
        let tests = section.named_by.iter().filter(|test| !self.places.contains_key(test.as_str()));
        let tests: Vec<String> = tests.map(|test| format!("<code>{}</code><br>", html(test))).collect();
        let mut out = tests.concat();
        let vectors = named.len() + reported.len();
        if vectors > 0 {
            let name = &self.spec.name;
            let what = if vectors == 1 { "vector" } else { "vectors" };
            let _ = write!(
                out,
                "<details class=\"vectors\" data-spec=\"{name}\" data-named=\"{}\" data-reported=\"{}\"><summary>{vectors} {what}</summary>\
                 <a href=\"../vectors/{name}.html\">all of {name}</a></details>",
                vectors::ranges(&named),
                vectors::ranges(&reported)
            );
        }
        out
    }
}

/// Returns how many normative sections among `sections` are cited and reached, as text.
fn coverage(sections: &[&SectionRow]) -> String {
    let demanded = sections.iter().filter(|section| section.demanded);
    let reached = demanded.clone().filter(|section| section.is_covered() && section.excuse.is_none()).count();
    match demanded.count() {
        0 => String::new(),
        demanded => format!("{reached} of {demanded} normative sections are cited and reached."),
    }
}

fn status(section: &SectionRow) -> String {
    let is_empty =
        section.citations.is_empty() && section.reported_by.is_empty() && section.named_by.is_empty();
    let (class, text) = match (&section.excuse, section.demanded, section.is_covered()) {
        (Some(_), ..) => ("excused", "excused"),
        // The section consists of its steps, and has no text of its own.
        (None, true, true) if is_empty => ("informative", "by its steps"),
        (None, true, true) => ("reached", "reached"),
        (None, true, false) => ("missing", "missing"),
        (None, false, _) => ("informative", &*section.status.to_string()),
    };
    let reason = section.excuse.as_deref().map_or(String::new(), |reason| format!("<br>{}", prose(reason)));
    format!("<span class=\"tag {class}\">{text}</span>{reason}")
}

/// Returns a link to the code that contains a citation, in the source view of rustdoc.
fn source_link(citation: &Citation) -> String {
    let path = citation.path.to_string_lossy();
    let name = html(citation.item.as_deref().unwrap_or(&path));
    let krate = citation.krate.replace('-', "_");
    let shown = format!("<code>{name}</code> <small>{}</small>", html(&citation.krate));
    match path.strip_prefix(&format!("crates/{}/src/", citation.krate)) {
        Some(file) => {
            format!("<a href=\"../api/src/{krate}/{}.html#{}\">{shown}</a>", html(file), citation.line)
        }
        None => shown,
    }
}

/// The published text of a spec, if links to it are possible. The file is `docs/spec/<spec>/published.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    address: Option<String>,
    /// True if the anchors in the text are the parts of section ids after `#`.
    #[serde(default)]
    anchors_are_ids: bool,
    /// The anchor of each heading, if they differ from the ids.
    #[serde(default)]
    anchors: BTreeMap<String, String>,
}

impl Published {
    /// Reads the file of `spec`. Every heading in it must be a section for which `is_section` is true.
    fn read(sh: &Shell, spec: &str, is_section: impl Fn(&str) -> bool) -> Result<Self> {
        let path = format!("docs/spec/{spec}/published.toml");
        if !sh.path_exists(&path) {
            return Ok(Self::default());
        }
        let published: Self = toml::from_str(&sh.read_file(&path)?).with_context(|| format!("in {path}"))?;
        for heading in published.anchors.keys() {
            let id = format!("{spec}#{heading}");
            ensure!(is_section(&id), "{path}: there is no section {id}");
        }
        Ok(published)
    }

    /// Returns the address of the section with the id `heading`, if the published text has an anchor for it.
    fn link(&self, heading: &str) -> Option<String> {
        let (_, slug) = heading.split_once('#')?;
        let anchor = if self.anchors_are_ids { slug } else { self.anchors.get(slug)? };
        Some(format!("{}#{anchor}", self.address.as_ref()?))
    }
}
