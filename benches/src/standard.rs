//! The Standard's own test inputs, as the sources of the registry crate `ada-url` bring them: nothing is copied.

use anyhow::{Context as _, Result};
use serde_json::Value;
use url_testdata::{read_json, registry_crate};

/// Every input of `urltestdata.json`, each with the base that its case has; those that fail too.
///
/// # Errors
/// When the file cannot be found or read.
///
/// Spec: none (a benchmark)
pub(crate) fn inputs() -> Result<Vec<(String, Option<String>)>> {
    let data = read_json(&registry_crate("ada-url")?.join("tests/wpt/urltestdata.json"))?;
    let text = |case: &Value, key: &str| case.get(key).and_then(Value::as_str).map(String::from);
    let cases = data.as_array().context("urltestdata.json is no list")?;
    Ok(cases.iter().filter_map(|case| Some((text(case, "input")?, text(case, "base")))).collect())
}
