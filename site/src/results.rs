//! A table of the results for the vectors of one spec: a row for each vector, a column for each profile.

use std::{collections::HashSet, path::Path};

use anyhow::{Context as _, Result};
use rayon::prelude::*;
use url_facade::Profile;
use url_testdata::read_json_lines;
use xtask::spec::SpecMatrix;

use crate::{
    book::Page,
    markdown::{code, html, table},
    pairs::{ExampleInput, canonical, specs},
};

/// Returns the page for the vectors of `spec`. Every other profile is compared with `profile`.
pub(crate) fn page(root: &Path, spec: &SpecMatrix, profile: Profile) -> Result<Page> {
    let others: Vec<Profile> = specs().filter(|&other| other != profile).collect();
    let folder = format!("/{}/", spec.name);
    let mut known = HashSet::new();
    let mut inputs = Vec::new();
    for (number, run) in spec.vectors.iter().enumerate().filter(|(_, run)| run.vector.contains(&folder)) {
        let (file, line) = run.vector.rsplit_once(':').context("a vector has no line")?;
        let records = read_json_lines(&root.join(file))?;
        let record =
            records.get(line.parse::<usize>()?.saturating_sub(1)).context("a vector is not there")?;
        inputs.extend(
            ExampleInput::of(record).filter(|one| known.insert(one.clone())).map(|one| (number, one)),
        );
    }
    let row = |(number, one): &(usize, ExampleInput)| {
        let link = |text: &str, attributes: &str| {
            format!("<a href=\"{}.html#v{number}\"{attributes}>{text}</a>", spec.name)
        };
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
