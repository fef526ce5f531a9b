//! The page of all vectors of a spec, and the data from which a script lists the vectors that reach a
//! section.

use std::collections::HashMap;

use anyhow::Result;
use xtask::spec::Run;

use crate::{
    book::Page,
    markdown::{code, html, table},
};

/// Returns the number of each vector, by its path and line.
pub(crate) fn places(vectors: &[Run]) -> HashMap<&str, usize> {
    vectors.iter().enumerate().map(|(number, run)| (run.vector.as_str(), number)).collect()
}

/// Returns the page of all vectors that reach a section of `spec`. A script in the same folder contains them
/// as data, because a page opened from the disk can load only scripts.
pub(crate) fn page(spec: &str, vectors: &[Run]) -> Result<Page> {
    let mut text = format!(
        "# Vectors of {spec}\n\nEvery vector of the project that names a section of [{spec}](../spec/{spec}.md) or whose run reports one, \
         with its result when this page was generated.\n\n"
    );
    let rows = vectors.iter().enumerate().map(|(number, Run { vector, given, outcome, .. })| {
        let name = html(short(vector));
        let name =
            format!("<a class=\"anchor\" id=\"v{number}\" href=\"#v{number}\"><code>{name}</code></a>");
        vec![name, code(given), code(outcome)]
    });
    text.push_str(&table("vectors", &["vector", "given", "result"], rows));
    let data: Vec<[&str; 3]> =
        vectors.iter().map(|run| [short(&run.vector), &*run.given, &*run.outcome]).collect();
    let script =
        format!("urlspecVectors({}, {});\n", serde_json::to_string(spec)?, serde_json::to_string(&data)?);
    let page = Page::new(format!("vectors/{spec}.md"), format!("Vectors of {spec}"), text);
    Ok(Page { depth: 2, beside: vec![(format!("{spec}.js"), script.into_bytes())], ..page })
}

/// Returns `place` without the path of the folder that contains all vectors.
fn short(place: &str) -> &str {
    place.strip_prefix("crates/url-testdata/vectors/").unwrap_or(place)
}

/// Returns `numbers` as a short list with ranges, such as `3 5-9`.
pub(crate) fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    runs.collect::<Vec<_>>().join(" ")
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
