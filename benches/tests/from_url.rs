//! What docs/from-url.md says of the crate `url`, held to that crate.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path};

use url_testdata::{read_json, registry_crate};

/// What `url` and what urlspec make of `input`, against `base` where there is one.
fn both(input: &str, base: Option<&str>) -> [Option<String>; 2] {
    let theirs = match base {
        Some(base) => url::Url::parse(base).and_then(|base| base.join(input)),
        None => url::Url::parse(input),
    };
    let ours = match base {
        Some(base) => url_facade::Url::parse(base).and_then(|base| base.resolve(input)),
        None => url_facade::Url::parse(input),
    };
    [theirs.ok().map(String::from), ours.ok().map(String::from)]
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/from-url.md")).unwrap()
}

/// Every public function and type of the modules that `url` exports is named. (Those of `quirks` are named together.)
#[test]
fn every_item_is_named() {
    let (page, sources) = (page(), registry_crate("url").unwrap().join("src"));
    let mut count = 0;
    for file in ["lib.rs", "host.rs", "origin.rs", "path_segments.rs", "slicing.rs"] {
        let text = fs::read_to_string(sources.join(file)).unwrap();
        let items = ["pub fn ", "pub struct ", "pub enum ", "pub mod "]
            .into_iter()
            .flat_map(|item| text.lines().filter_map(move |line| line.trim_start().strip_prefix(item)));
        for item in items {
            let name = item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            // The functions of private modules are not exported.
            if !["new", "url_origin"].contains(&name) {
                assert!(page.contains(name), "{file}: {name}");
                count += 1;
            }
        }
    }
    assert!(count >= 60, "only {count} items found");
}

/// Every row of the table of differences: an input, perhaps a base, and two results.
#[test]
fn the_table_of_differences_holds() {
    let page = page();
    let (_, table) = page.split_once("## What behaves otherwise").unwrap();
    let mut rows = 0;
    for line in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, input, base, theirs, ours] = cells[..] else { unreachable!("{line}") };
        let text = |cell: &str| cell.strip_prefix('`')?.strip_suffix('`').map(String::from);
        let got = both(&text(input).unwrap(), text(base).as_deref());
        assert_eq!(got, [text(theirs), text(ours)], "{line}");
        rows += 1;
    }
    assert_eq!(rows, 10);
}

#[test]
fn differs_in_as_many_public_cases_as_the_page_says() {
    let data = read_json(&registry_crate("ada-url").unwrap().join("tests/wpt/urltestdata.json")).unwrap();
    let cases: Vec<_> = data.as_array().unwrap().iter().filter_map(|case| case.as_object()).collect();
    let differs = cases.iter().filter(|case| {
        let base = case.get("base").and_then(|base| base.as_str());
        let [theirs, ours] = both(case["input"].as_str().unwrap(), base);
        theirs != ours
    });
    assert_eq!((cases.len(), differs.count()), (891, 65));
}
