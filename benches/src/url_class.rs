//! The Standard's class `URL`, as urlspec and its peers have it.

use url::{form_urlencoded, quirks};
use url_facade::{
    Profile, WebUrl,
    api::{Attribute, Failure},
};

/// An implementation of the class.
pub trait UrlClass: Sized {
    /// The object for `input`, against `base` where there is one.
    fn construct(input: &str, base: Option<&str>) -> Option<Self>;

    /// What `attribute` is.
    fn get(&self, attribute: Attribute) -> String;

    /// Sets `attribute`, or leaves it where `value` will not do.
    fn set(&mut self, attribute: Attribute, value: &str);

    /// The origin, written.
    fn origin(&self) -> String;

    /// The search parameters, written.
    fn search_params(&self) -> String;

    /// What is reported as wrong with `input`: a name for each kind. With all that is written in it where `construct`
    /// fails.
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

impl UrlClass for url::Url {
    fn construct(input: &str, base: Option<&str>) -> Option<Self> {
        match base {
            None => Self::parse(input).ok(),
            Some(base) => Self::parse(base).ok()?.join(input).ok(),
        }
    }

    fn get(&self, attribute: Attribute) -> String {
        let get = match attribute {
            Attribute::Href => quirks::href,
            Attribute::Protocol => quirks::protocol,
            Attribute::Username => quirks::username,
            Attribute::Password => quirks::password,
            Attribute::Host => quirks::host,
            Attribute::Hostname => quirks::hostname,
            Attribute::Port => quirks::port,
            Attribute::Pathname => quirks::pathname,
            Attribute::Search => quirks::search,
            Attribute::Hash => quirks::hash,
        };
        get(self).to_owned()
    }

    fn set(&mut self, attribute: Attribute, value: &str) {
        match attribute {
            Attribute::Href => drop(quirks::set_href(self, value)),
            Attribute::Protocol => drop(quirks::set_protocol(self, value)),
            Attribute::Username => drop(quirks::set_username(self, value)),
            Attribute::Password => drop(quirks::set_password(self, value)),
            Attribute::Host => drop(quirks::set_host(self, value)),
            Attribute::Hostname => drop(quirks::set_hostname(self, value)),
            Attribute::Port => drop(quirks::set_port(self, value)),
            Attribute::Pathname => quirks::set_pathname(self, value),
            Attribute::Search => quirks::set_search(self, value),
            Attribute::Hash => quirks::set_hash(self, value),
        }
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

    fn get(&self, attribute: Attribute) -> String {
        let get = match attribute {
            Attribute::Href => Self::href,
            Attribute::Protocol => Self::protocol,
            Attribute::Username => Self::username,
            Attribute::Password => Self::password,
            Attribute::Host => Self::host,
            Attribute::Hostname => Self::hostname,
            Attribute::Port => Self::port,
            Attribute::Pathname => Self::pathname,
            Attribute::Search => Self::search,
            Attribute::Hash => Self::hash,
        };
        get(self).to_owned()
    }

    fn set(&mut self, attribute: Attribute, value: &str) {
        match attribute {
            Attribute::Href => drop(self.set_href(value)),
            Attribute::Protocol => drop(self.set_protocol(value)),
            Attribute::Username => drop(self.set_username(Some(value))),
            Attribute::Password => drop(self.set_password(Some(value))),
            Attribute::Host => drop(self.set_host(Some(value))),
            Attribute::Hostname => drop(self.set_hostname(Some(value))),
            Attribute::Port => drop(self.set_port(Some(value))),
            Attribute::Pathname => drop(self.set_pathname(Some(value))),
            Attribute::Search => self.set_search(Some(value)),
            Attribute::Hash => self.set_hash(Some(value)),
        }
    }

    fn origin(&self) -> String {
        self.origin()
    }

    fn search_params(&self) -> String {
        ada_url::UrlSearchParams::parse(self.search()).map(|params| params.to_string()).unwrap_or_default()
    }

    fn breaches(input: &str, base: Option<&str>) -> Vec<String> {
        // Its one error has no kinds.
        Self::parse(input, base).err().map(|_| "ParseUrlError".to_owned()).into_iter().collect()
    }
}
