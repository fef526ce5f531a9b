//! The Standard's own test cases, as the sources of the registry crate `ada-url` bring them: nothing is copied. Decides
//! when an implementation passes one.

use anyhow::Result;
use serde_json::Value;
use url_facade::api::Attribute;
use url_testdata::{Record, public_cases, text};

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
        let attribute = |case: Record| Some((text(&case, "attribute")?.parse().ok()?, case));
        let setting =
            public_cases("ada-url", "setters_tests.json")?.into_iter().filter_map(attribute).collect();
        Ok(Self { parsing: public_cases("ada-url", "urltestdata.json")?, setting })
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
