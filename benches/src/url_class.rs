//! A trait for the class `URL` of the URL Standard, implemented for urlspec and other libraries. Also loads
//! the Standard's test cases, from the sources of the crate `ada-url`.

use anyhow::Result;
use serde_json::Value;
use url::{form_urlencoded, quirks};
use url_facade::{
    Profile, WebUrl,
    api::{Attribute, Failure},
};
use url_testdata::{Record, public_cases, text};

pub trait UrlClass: Sized {
    fn construct(input: &str, base: Option<&str>) -> Option<Self>;

    fn get(&self, attribute: Attribute) -> String;

    /// Sets `attribute` to `value`, or leaves it unchanged if `value` is not valid.
    fn set(&mut self, attribute: Attribute, value: &str);

    fn origin(&self) -> String;

    fn search_params(&self) -> String;

    /// Returns the names of the errors that the library reports for `input`. They include the error if
    /// `construct` fails.
    fn breaches(input: &str, base: Option<&str>) -> Vec<String>;
}

impl UrlClass for WebUrl {
    fn construct(input: &str, base: Option<&str>) -> Option<Self> {
        Self::new(Profile::Whatwg, input, base).ok()
    }

    fn get(&self, attribute: Attribute) -> String {
        self.get(attribute).to_owned()
    }

    fn set(&mut self, attribute: Attribute, value: &str) {
        let _ = self.set(attribute, value);
    }

    fn origin(&self) -> String {
        self.origin().map(|origin| origin.to_string()).unwrap_or_default()
    }

    fn search_params(&self) -> String {
        self.search_params().to_string()
    }

    fn breaches(input: &str, base: Option<&str>) -> Vec<String> {
        let violations = match Self::new(Profile::Whatwg, input, base) {
            Ok(url) => url.violations().copied().collect(),
            Err(Failure { violations, .. }) => violations,
        };
        violations.iter().map(|violation| violation.name.to_owned()).collect()
    }
}

/// Implements `get` and `set` by a getter and a setter for each attribute. Ignores errors of the setters.
macro_rules! attributes {
    ($($attribute:ident: $get:expr, $set:expr;)*) => {
        fn get(&self, attribute: Attribute) -> String {
            match attribute { $(Attribute::$attribute => $get(self).to_owned(),)* }
        }

        fn set(&mut self, attribute: Attribute, value: &str) {
            match attribute { $(Attribute::$attribute => _ = $set(self, value),)* }
        }
    };
}

impl UrlClass for url::Url {
    fn construct(input: &str, base: Option<&str>) -> Option<Self> {
        match base {
            None => Self::parse(input).ok(),
            Some(base) => Self::parse(base).ok()?.join(input).ok(),
        }
    }

    attributes! {
        Href: quirks::href, quirks::set_href;
        Protocol: quirks::protocol, quirks::set_protocol;
        Username: quirks::username, quirks::set_username;
        Password: quirks::password, quirks::set_password;
        Host: quirks::host, quirks::set_host;
        Hostname: quirks::hostname, quirks::set_hostname;
        Port: quirks::port, quirks::set_port;
        Pathname: quirks::pathname, quirks::set_pathname;
        Search: quirks::search, quirks::set_search;
        Hash: quirks::hash, quirks::set_hash;
    }

    fn origin(&self) -> String {
        quirks::origin(self)
    }

    fn search_params(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(self.query_pairs()).finish()
    }

    fn breaches(input: &str, base: Option<&str>) -> Vec<String> {
        let found = std::cell::RefCell::new(Vec::new());
        let take = |violation| found.borrow_mut().push(format!("{violation:?}"));
        let base = base.and_then(|base| Self::parse(base).ok());
        let options = Self::options().base_url(base.as_ref()).syntax_violation_callback(Some(&take));
        let error = options.parse(input).err().map(|error| format!("{error:?}"));
        let mut found = found.into_inner();
        found.extend(error);
        found
    }
}

impl UrlClass for ada_url::Url {
    fn construct(input: &str, base: Option<&str>) -> Option<Self> {
        Self::parse(input, base).ok()
    }

    attributes! {
        Href: Self::href, |url: &mut Self, value| url.set_href(value);
        Protocol: Self::protocol, |url: &mut Self, value| url.set_protocol(value);
        Username: Self::username, |url: &mut Self, value| url.set_username(Some(value));
        Password: Self::password, |url: &mut Self, value| url.set_password(Some(value));
        Host: Self::host, |url: &mut Self, value| url.set_host(Some(value));
        Hostname: Self::hostname, |url: &mut Self, value| url.set_hostname(Some(value));
        Port: Self::port, |url: &mut Self, value| url.set_port(Some(value));
        Pathname: Self::pathname, |url: &mut Self, value| url.set_pathname(Some(value));
        Search: Self::search, |url: &mut Self, value| url.set_search(Some(value));
        Hash: Self::hash, |url: &mut Self, value| url.set_hash(Some(value));
    }

    fn origin(&self) -> String {
        self.origin()
    }

    fn search_params(&self) -> String {
        ada_url::UrlSearchParams::parse(self.search()).map(|params| params.to_string()).unwrap_or_default()
    }

    fn breaches(input: &str, base: Option<&str>) -> Vec<String> {
        // The library has only one error, without kinds.
        Self::parse(input, base).err().map(|_| "ParseUrlError".to_owned()).into_iter().collect()
    }
}

/// The test cases of `urltestdata.json` and of `setters_tests.json`.
pub struct PublicData {
    pub parsing: Vec<Record>,
    /// The test cases of setters, each with the attribute to set.
    pub setting: Vec<(Attribute, Record)>,
}

impl PublicData {
    pub fn load() -> Result<Self> {
        let attribute = |case: Record| Some((text(&case, "attribute")?.parse().ok()?, case));
        let setting =
            public_cases("ada-url", "setters_tests.json")?.into_iter().filter_map(attribute).collect();
        Ok(Self { parsing: public_cases("ada-url", "urltestdata.json")?, setting })
    }

    /// Returns the input and the base of each test case for parsing, even if the case requires that parsing
    /// fails.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.parsing.iter().filter_map(|case| Some((text(case, "input")?, text(case, "base"))))
    }

    /// Returns the number of parsing cases that `U` fails, and the number of setter cases that `U` fails.
    pub fn failed<U: UrlClass>(&self) -> [usize; 2] {
        [
            self.parsing.iter().filter(|case| !parses::<U>(case)).count(),
            self.setting.iter().filter(|(attribute, case)| !sets::<U>(*attribute, case)).count(),
        ]
    }
}

fn parses<U: UrlClass>(case: &Record) -> bool {
    let url = text(case, "input").and_then(|input| U::construct(input, text(case, "base")));
    match url {
        None => case.contains_key("failure"),
        Some(url) => !case.contains_key("failure") && has(&url, case),
    }
}

fn sets<U: UrlClass>(attribute: Attribute, case: &Record) -> bool {
    let url = text(case, "href").and_then(|href| U::construct(href, None));
    let (Some(mut url), Some(value)) = (url, text(case, "new_value")) else { return false };
    url.set(attribute, value);
    case.get("expected").and_then(Value::as_object).is_some_and(|expected| has(&url, expected))
}

fn has(url: &impl UrlClass, expected: &Record) -> bool {
    expected.iter().all(|(name, value)| {
        let got = match name.as_str() {
            "origin" => url.origin(),
            "searchParams" => url.search_params(),
            name => match name.parse() {
                Ok(attribute) => url.get(attribute),
                // A case also has members that are not attributes: its input, its base, and comments.
                Err(_) => return true,
            },
        };
        value.as_str() == Some(got.as_str())
    })
}
