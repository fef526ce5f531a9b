//! The Standard's own test cases, which are read from the sources of the crate `ada-url` instead of being
//! copied, and functions that check an implementation with them.

use anyhow::Result;
use serde_json::Value;
use url_facade::api::Attribute;
use url_testdata::{Record, public_cases, text};

use crate::url_class::UrlClass;

/// The cases of `urltestdata.json` and of `setters_tests.json`.
pub struct PublicData {
    /// The cases of parsing.
    pub parsing: Vec<Record>,
    /// The cases of setters, each with its attribute.
    pub setting: Vec<(Attribute, Record)>,
}

impl PublicData {
    /// Reads both files.
    ///
    /// # Errors
    /// If a file cannot be found or read.
    pub fn load() -> Result<Self> {
        let attribute = |case: Record| Some((text(&case, "attribute")?.parse().ok()?, case));
        let setting =
            public_cases("ada-url", "setters_tests.json")?.into_iter().filter_map(attribute).collect();
        Ok(Self { parsing: public_cases("ada-url", "urltestdata.json")?, setting })
    }

    /// Returns the input and the base of each parsing case, including cases that must fail.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.parsing.iter().filter_map(|case| Some((text(case, "input")?, text(case, "base"))))
    }

    /// Returns the numbers of parsing cases and of setter cases that `U` fails.
    pub fn failed<U: UrlClass>(&self) -> [usize; 2] {
        [
            self.parsing.iter().filter(|case| !parses::<U>(case)).count(),
            self.setting.iter().filter(|(attribute, case)| !sets::<U>(*attribute, case)).count(),
        ]
    }
}

/// True if `U` passes the parsing case `case`: it rejects an input that must fail, and otherwise returns a
/// URL with the attributes that the case lists.
fn parses<U: UrlClass>(case: &Record) -> bool {
    let url = text(case, "input").and_then(|input| U::construct(input, text(case, "base")));
    match url {
        None => case.contains_key("failure"),
        Some(url) => !case.contains_key("failure") && has(&url, case),
    }
}

/// True if a URL has the attributes that `case` expects after the setter of `attribute` was called.
fn sets<U: UrlClass>(attribute: Attribute, case: &Record) -> bool {
    let url = text(case, "href").and_then(|href| U::construct(href, None));
    let (Some(mut url), Some(value)) = (url, text(case, "new_value")) else { return false };
    url.set(attribute, value);
    case.get("expected").and_then(Value::as_object).is_some_and(|expected| has(&url, expected))
}

/// True if `url` has every attribute that `expected` lists.
fn has(url: &impl UrlClass, expected: &Record) -> bool {
    expected.iter().all(|(name, value)| {
        let got = match name.as_str() {
            "origin" => url.origin(),
            "searchParams" => url.search_params(),
            name => match name.parse() {
                Ok(attribute) => url.get(attribute),
                // Other members of the case are not attributes: its input, its base, a comment.
                Err(_) => return true,
            },
        };
        value.as_str() == Some(got.as_str())
    })
}
