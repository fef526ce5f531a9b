//! The Standard's own test cases, as the sources of the registry crate `ada-url` bring them: nothing is copied. Decides
//! when an implementation passes one.

use anyhow::{Context as _, Result};
use serde_json::Value;
use url_facade::api::Attribute;
use url_testdata::{Record, read_json, registry_crate};

use crate::url_class::UrlClass;

/// The cases of `urltestdata.json` and of `setters_tests.json`.
pub struct PublicData {
    /// What is parsed.
    pub parsing: Vec<Record>,
    /// What is set, and of which attribute it is a case.
    pub setting: Vec<(Attribute, Record)>,
}

impl PublicData {
    /// Reads both.
    ///
    /// # Errors
    /// When a file cannot be found or read.
    pub fn load() -> Result<Self> {
        let folder = registry_crate("ada-url")?.join("tests/wpt");
        let parsing = records(&read_json(&folder.join("urltestdata.json"))?);
        let data = read_json(&folder.join("setters_tests.json"))?;
        let attributes = data.as_object().context("setters_tests.json is no object")?;
        let setting =
            attributes.iter().filter_map(|(name, cases)| Some((name.parse().ok()?, records(cases))));
        let setting =
            setting.flat_map(|(attribute, cases)| cases.into_iter().map(move |case| (attribute, case)));
        Ok(Self { parsing, setting: setting.collect() })
    }

    /// Every input that is parsed, with the base that its case has; those that fail too.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.parsing.iter().filter_map(|case| Some((text(case, "input")?, text(case, "base"))))
    }

    /// How many cases of parsing and of setting `U` fails.
    pub fn failed<U: UrlClass>(&self) -> [usize; 2] {
        [
            self.parsing.iter().filter(|case| !parses::<U>(case)).count(),
            self.setting.iter().filter(|(attribute, case)| !sets::<U>(*attribute, case)).count(),
        ]
    }
}

fn records(cases: &Value) -> Vec<Record> {
    cases.as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect()
}

fn text<'r>(case: &'r Record, key: &str) -> Option<&'r str> {
    case.get(key).and_then(Value::as_str)
}

/// Whether `U` fails where `case` says so, and else makes a URL with the attributes that it lists.
fn parses<U: UrlClass>(case: &Record) -> bool {
    let url = text(case, "input").and_then(|input| U::construct(input, text(case, "base")));
    match url {
        None => case.contains_key("failure"),
        Some(url) => !case.contains_key("failure") && has(&url, case),
    }
}

/// Whether the setter of `attribute` leaves the attributes that `case` expects.
fn sets<U: UrlClass>(attribute: Attribute, case: &Record) -> bool {
    let url = text(case, "href").and_then(|href| U::construct(href, None));
    let (Some(mut url), Some(value)) = (url, text(case, "new_value")) else { return false };
    url.set(attribute, value);
    case.get("expected").and_then(Value::as_object).is_some_and(|expected| has(&url, expected))
}

/// Whether `url` has every attribute that `expected` lists.
fn has(url: &impl UrlClass, expected: &Record) -> bool {
    expected.iter().all(|(name, value)| {
        let got = match name.as_str() {
            "origin" => url.origin(),
            "searchParams" => url.search_params(),
            name => match name.parse() {
                Ok(attribute) => url.get(attribute),
                // What the case is about: its input, its base, a comment.
                Err(_) => return true,
            },
        };
        value.as_str() == Some(got.as_str())
    })
}
