//! Checks that the counts in `docs/comparison.md` are up to date. Does not check the times.

use std::{fs, path::Path};

use benches::{
    comparison::{MARKERS, counts, write_into},
    url_class::PublicData,
};
use url_facade::WebUrl;

#[test]
fn the_page_has_the_counts() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/comparison.md");
    let page = fs::read_to_string(page).unwrap();
    let [begin, end] = MARKERS;
    let written = page.split_once(begin).unwrap().1.split_once(end).unwrap().0;
    let (written, times) = written.trim().split_once("\n\n").unwrap();
    assert_eq!(written, counts().unwrap().trim_end(), "run `cargo xtask bench --comparison`");
    assert!(times.starts_with("| times as fast as"), "{times}");
}

#[test]
fn the_cases_are_all_there_and_pass() {
    let data = PublicData::load().unwrap();
    assert_eq!([data.parsing.len(), data.setting.len()], [891, 278]);
    assert_eq!(data.failed::<WebUrl>(), [0, 0]);
}

#[test]
fn only_what_is_between_the_markers_is_written() {
    let [begin, end] = MARKERS;
    let page = |tables: &str| format!("before\n{begin}\n{tables}\n{end}after\n");
    assert_eq!(write_into(&page("| old |\n"), "| new |\n").unwrap(), page("| new |\n"));
    assert!(write_into(begin, "").is_err() && write_into(end, "").is_err());
}
