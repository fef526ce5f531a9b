//! Checks the profile `whatwg` with the public test data of the Standard, taken from crates on crates.io. All
//! cases must pass. Also checks the project's own vectors, and compares shortcuts with literal steps.

#![expect(clippy::unwrap_used, reason = "tests")]

mod api;
mod errors;
mod hosts;
mod parsing;
#[cfg(feature = "idna")]
mod rendering;
mod writing;

use serde_json::Value;
use url_facade::{
    Profile, WebUrl,
    api::{Attribute, Failure},
};
use url_testdata::{Record, assert_recorded, public_cases};

fn construct(input: &str, base: Option<&str>) -> Result<WebUrl, Failure> {
    WebUrl::new(Profile::Whatwg, input, base)
}

fn differences(url: &WebUrl, expected: &Record) -> String {
    let mut found = Vec::new();
    for (name, value) in expected {
        let got = match name.as_str() {
            "origin" => url.origin().map(|origin| origin.to_string()).unwrap_or_default(),
            "searchParams" => url.search_params().to_string(),
            name => match name.parse::<Attribute>() {
                Ok(attribute) => url.get(attribute).to_owned(),
                Err(_) => continue,
            },
        };
        // One file of the crate `ada-url` writes an opaque origin as null.
        if value.as_str().unwrap_or("null") != got {
            found.push(format!("  {name}: expected {value}, got {got:?}\n"));
        }
    }
    found.concat()
}

/// Asserts that docs/conformance/whatwg.md has these counts for the test file `name` of the crate `of`.
fn recorded(name: &str, of: &str, [cases, passed]: [usize; 2], superseded: Option<usize>) {
    let superseded = superseded.map(|count| format!("{count} ")).unwrap_or_default();
    let figure = format!("| `{of}` | {cases} | {passed} | {superseded}|");
    assert_recorded("whatwg", &format!("`{name}`"), &figure);
}

fn run(name: &str, check: impl Fn(&Record) -> Result<(), String>) {
    let cases = public_cases("ada-url", name).unwrap();
    let failed = |case| Some(format!("{}\n{}", Value::from(Record::clone(case)), check(case).err()?));
    let failures: Vec<_> = cases.iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{name}: {} failed\n{}", failures.len(), failures.concat());
    recorded(name, "ada-url", [cases.len(); 2], None);
}
