//! Pages with all sections of a spec: the code, the tests and the state of each section. Also pages with all
//! test vectors of a spec, which contain data from which a script lists the vectors of a section.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use rayon::prelude::*;
use serde_json::json;
use url_facade::Profile;
use url_testdata::read_json_lines;
use xshell::Shell;
use xtask::spec::{Citation, Matrix, Published, Run, SectionRow, SpecMatrix, heading};

use crate::book::Page;
use crate::interop::{ExampleInput, canonical, specs};
use crate::markdown::{code, html, prose, table};

/// Returns true if code must implement `section`, or if running a test vector reports the section.
fn runs(section: &SectionRow) -> bool {
    section.demanded || !section.reported_by.is_empty()
}

fn anchor(id: &str) -> &str {
    id.split_once('#').map_or(id, |(_, anchor)| anchor)
}

pub(crate) fn pages(sh: &Shell) -> Result<Vec<Page>> {
    let matrix = xtask::spec::read_matrix(sh)?;
    let overview = Page::new("spec/index.md", "Every section", overview(&matrix));
    let mut pages = vec![Page { part: Some("Specifications"), ..overview }];
    for spec in &matrix.specs {
        let writer = Writer {
            spec,
            published: published(sh, &spec.name, |id| spec.rows.iter().any(|each| each.id == id))?,
            places: places(&spec.vectors),
        };
        let path = format!("spec/{}.md", spec.name);
        pages.push(Page { depth: 1, ..Page::new(path, &spec.name, writer.page()) });
        pages.push(vectors(&spec.name, &spec.vectors));
        if spec.name == Profile::Whatwg.name() {
            pages.push(results(&sh.current_dir(), spec, Profile::Whatwg)?);
        }
    }
    Ok(pages)
}

fn overview(matrix: &Matrix) -> String {
    let mut out = String::from(
        "# Every section\n\nEach spec's sections, the function that implements each, and the tests that reach it, as \
         `cargo xtask spec check` finds them. The texts themselves are not here: titles are in our own words, and a section's id counts \
         headings and steps, regardless of the printed numbers. The page of each spec gives the reason for each excused section.\n\n",
    );
    let rows = matrix.specs.iter().map(|spec| {
        let demanded: Vec<&SectionRow> = spec.rows.iter().filter(|section| section.demanded).collect();
        let count = |is: fn(&SectionRow) -> bool| demanded.iter().filter(|section| is(section)).count();
        let covered = count(|section| section.is_covered() && section.excuse.is_none());
        let excused = count(|section| section.excuse.is_some());
        let missing = demanded.len() - covered - excused;
        let name = &spec.name;
        let meter = [covered, excused, missing].map(|part| format!("<i style=\"flex:{part}\"></i>")).concat();
        let title = html(&spec.title);
        let cell = format!("<a href=\"{name}.html\">{name}</a><br>{title}<div class=\"meter\">{meter}</div>");
        let counts = [spec.rows.len(), demanded.len(), covered, excused, missing];
        [cell].into_iter().chain(counts.map(|count| count.to_string())).collect()
    });
    let heads = ["spec", "sections", "normative", "cited and reached", "excused", "missing"];
    out.push_str(&table("counts", &heads, rows));
    out
}

type HeadingGroup<'a> = (&'a str, Vec<&'a SectionRow>);

struct Writer<'a> {
    spec: &'a SpecMatrix,
    published: Published,
    places: HashMap<&'a str, usize>,
}

impl<'a> Writer<'a> {
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
        let any_runs = |(_, sections): &HeadingGroup<'a>| sections.iter().any(|section| runs(section));
        let (run, rest): (Vec<_>, Vec<_>) = groups.into_iter().partition(any_runs);
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

    /// Writes `groups`. An algorithm with steps gets a heading. Sections without steps share a table.
    fn write(&self, out: &mut String, groups: &[HeadingGroup<'a>]) {
        for group in groups.chunk_by(|(_, a), (_, b)| a.len() == 1 && b.len() == 1) {
            if let [(heading, sections)] = group
                && sections.len() > 1
            {
                let anchor = anchor(heading);
                let titled = sections.first().filter(|section| section.id == *heading);
                let title = html(titled.map_or(anchor, |section| &section.title));
                let original = original(&self.published, heading);
                let coverage = coverage(sections);
                let _ = write!(out, "\n### {title} {{#group-{anchor}}}\n\n{original}{coverage}\n\n");
            }
            let sections = group.iter().flat_map(|(_, sections)| sections.iter().copied());
            let (run, rest): (Vec<&SectionRow>, _) = sections.partition(|section| runs(section));
            out.push_str(&self.table(&run));
            if !rest.is_empty() {
                out.push_str(&self.folded(&rest));
            }
        }
    }

    fn folded(&self, sections: &[&SectionRow]) -> String {
        let what = if sections.len() == 1 { "section that does" } else { "sections that do" };
        let (count, table) = (sections.len(), self.table(sections));
        format!("<details class=\"quiet\"><summary>{count} {what} not run</summary>\n{table}</details>\n")
    }

    fn table(&self, sections: &[&SectionRow]) -> String {
        let rows = sections.iter().map(|section| self.row(section));
        table("sections", &["section", "runs in", "reached by", "status"], rows)
    }

    fn row(&self, section: &SectionRow) -> Vec<String> {
        let anchor = html(anchor(&section.id));
        let published = link(&self.published, heading(&section.id)).map(|address| html(&address));
        let published = published.map(|address| {
            format!(" <a class=\"published\" href=\"{address}\" title=\"the published text\">text</a>")
        });
        let name = format!(
            "<a class=\"anchor\" id=\"{anchor}\" href=\"#{anchor}\" title=\"a link to this section; a click copies it\"><code>{anchor}\
             </code></a>{}<br>{}{}",
            published.unwrap_or_default(),
            original(&self.published, &section.id),
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

    /// Returns the tests that reach `section`. A script lists the vectors when the reader opens the list.
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
                ranges(&named),
                ranges(&reported)
            );
        }
        out
    }
}

fn coverage(sections: &[&SectionRow]) -> String {
    let demanded = sections.iter().filter(|section| section.demanded);
    let reached = demanded.clone().filter(|section| section.is_covered() && section.excuse.is_none()).count();
    match demanded.count() {
        0 => String::new(),
        demanded => format!("{reached} of {demanded} normative sections are cited and reached."),
    }
}

fn status(section: &SectionRow) -> String {
    let is_reached = !section.reported_by.is_empty() || !section.named_by.is_empty();
    let (class, text) = match (&section.excuse, section.demanded, section.is_covered()) {
        (Some(_), ..) => ("excused", "excused"),
        // The section consists of its steps, and has no other text.
        (None, true, true) if section.citations.is_empty() && !is_reached => ("informative", "by its steps"),
        (None, true, true) => ("reached", "reached"),
        (None, true, false) => ("missing", "missing"),
        (None, false, _) => ("informative", &*section.status.to_string()),
    };
    let reason = section.excuse.as_deref().map_or(String::new(), |reason| format!("<br>{}", prose(reason)));
    format!("<span class=\"tag {class}\">{text}</span>{reason}")
}

fn source_link(citation: &Citation) -> String {
    let path = citation.path.to_string_lossy();
    let name = html(citation.item.as_deref().unwrap_or(&path));
    let krate = citation.krate.replace('-', "_");
    let shown = format!("<code>{name}</code> <small>{}</small>", html(&citation.krate));
    let Some(file) = path.strip_prefix(&format!("crates/{}/src/", citation.krate)) else { return shown };
    format!("<a href=\"../api/src/{krate}/{}.html#{}\">{shown}</a>", html(file), citation.line)
}

/// Reads the published text of `spec`. Each heading in its file must be a section that `is_section` accepts.
fn published(sh: &Shell, spec: &str, is_section: impl Fn(&str) -> bool) -> Result<Published> {
    let published = Published::read(sh, spec)?;
    for heading in published.anchors.keys().chain(published.headings.keys()) {
        let id = format!("{spec}#{heading}");
        ensure!(is_section(&id), "docs/spec/{spec}/published.toml: there is no section {id}");
    }
    Ok(published)
}

/// Returns the document's own heading of the section `id` in quotation marks, or nothing.
fn original(published: &Published, id: &str) -> String {
    let heading = published.headings.get(anchor(id));
    heading.map_or(String::new(), |heading| format!("<q>{}</q> ", html(heading)))
}

fn link(published: &Published, heading: &str) -> Option<String> {
    let (_, slug) = heading.split_once('#')?;
    if published.anchors.is_empty() && !published.anchors_are_ids {
        return published.address.clone();
    }
    let anchor = if published.anchors_are_ids { slug } else { published.anchors.get(slug)? };
    Some(format!("{}#{anchor}", published.address.as_ref()?))
}

fn places(vectors: &[Run]) -> HashMap<&str, usize> {
    vectors.iter().enumerate().map(|(number, run)| (run.vector.as_str(), number)).collect()
}

/// Returns the page of the vectors. Data is in a script, because a page on a disk can load only scripts.
fn vectors(spec: &str, vectors: &[Run]) -> Page {
    let mut text = format!(
        "# Vectors of {spec}\n\nEvery vector of the project that names a section of [{spec}](../spec/{spec}.md) or whose run reports one, \
         with its result when this page was generated.\n\n"
    );
    let rows = vectors.iter().enumerate().map(|(number, Run { vector, given, outcome, .. })| {
        let (id, name) = (format!("v{number}"), html(short(vector)));
        let name = format!("<a class=\"anchor\" id=\"{id}\" href=\"#{id}\"><code>{name}</code></a>");
        vec![name, code(given), code(outcome)]
    });
    text.push_str(&table("vectors", &["vector", "given", "result"], rows));
    let data = vectors.iter().map(|run| [short(&run.vector), &*run.given, &*run.outcome]);
    let script = format!("urlspecVectors({}, {});\n", json!(spec), json!(data.collect::<Vec<_>>()));
    let page = Page::new(format!("vectors/{spec}.md"), format!("Vectors of {spec}"), text);
    Page { depth: 2, beside: vec![(format!("{spec}.js"), script.into_bytes())], ..page }
}

fn short(place: &str) -> &str {
    place.strip_prefix("crates/url-testdata/vectors/").unwrap_or(place)
}

fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    runs.collect::<Vec<_>>().join(" ")
}

fn results(root: &Path, spec: &SpecMatrix, profile: Profile) -> Result<Page> {
    let others: Vec<Profile> = specs().filter(|&other| other != profile).collect();
    let folder = format!("/{}/", spec.name);
    let mut known = HashSet::new();
    let mut inputs = Vec::new();
    for (number, run) in spec.vectors.iter().enumerate().filter(|(_, run)| run.vector.contains(&folder)) {
        let (file, line) = run.vector.rsplit_once(':').context("a vector has no line")?;
        let records = read_json_lines(&root.join(file))?;
        let record =
            records.get(line.parse::<usize>()?.saturating_sub(1)).context("a vector is not there")?;
        let new = ExampleInput::of(record).filter(|one| known.insert(one.clone()));
        inputs.extend(new.map(|one| (number, one)));
    }
    let row = |(number, one): &(usize, ExampleInput)| {
        let file = &spec.name;
        let link = |text: &str, class: &str| format!("<a href=\"{file}.html#v{number}\"{class}>{text}</a>");
        let base = one.base.as_deref().map_or(String::new(), |base| format!("<br>against {}", code(base)));
        let expected = canonical(profile, one);
        let shown = |result: &Option<String>| result.as_deref().map_or("<em>refused</em>".into(), code);
        let mut cells = vec![link(&code(&one.input), "") + &base, link(&shown(&expected), "")];
        cells.extend(others.iter().map(|&other| match canonical(other, one) {
            result if result == expected => link("same", ""),
            None => link("refused", " class=\"refused\""),
            Some(result) => link("other", &format!(" class=\"other\" title=\"{}\"", html(&result))),
        }));
        cells
    };
    let rows: Vec<Vec<String>> = inputs.par_iter().map(row).collect();
    let mut heads = vec!["test", profile.name()];
    heads.extend(others.iter().map(|other| other.name()));
    let text = format!(
        "# Results\n\nThe {} inputs among the vectors of {profile}, and the result of every other spec: the same URL, another one \
         (shown in the title of its link), or none. A cell links to the vector. `barth-2010` only parses, so it is left out.\n\n{}",
        rows.len(),
        table("results", &heads, rows)
    );
    Ok(Page { depth: 2, ..Page::new("vectors/results.md", "Results", text) })
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn consecutive_numbers_are_a_range() {
        assert_eq!(ranges(&[3, 5, 6, 7, 2, 9]), "3 5-7 2 9");
        assert_eq!(ranges(&[]), "");
    }
}
