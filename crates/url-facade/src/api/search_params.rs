//! The names and values of a query. Holds webspecs "URLSearchParams".

use std::fmt;

use url_query::{
    Encoding,
    form_urlencoded::{Pair, parse_string, serialize},
};

/// A list of names and values, as `application/x-www-form-urlencoded` writes it; always UTF-8.
///
/// # Examples
/// ```
/// use url_facade::api::SearchParams;
/// let mut params = SearchParams::parse("?a=1&b=2&a=3");
/// assert_eq!((params.get("a"), params.has("c")), (Some("1"), false));
/// assert_eq!(params.get_all("a").collect::<Vec<_>>(), ["1", "3"]);
/// params.set("a", "é");
/// params.delete("b");
/// params.append("c d", "");
/// assert_eq!(params.to_string(), "a=%C3%A9&c+d=");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchParams(Vec<Pair>);

impl SearchParams {
    /// The names and values of `query`, which may have a `?` before it.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn parse(query: &str) -> Self {
        Self(parse_string(query.strip_prefix('?').unwrap_or(query)))
    }

    /// Adds a pair at the end.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn append(&mut self, name: &str, value: &str) {
        self.0.push((name.into(), value.into()));
    }

    /// Removes every pair with this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn delete(&mut self, name: &str) {
        self.0.retain(|pair| pair.0 != name);
    }

    /// The value of the first pair with this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// The values of every pair with this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn get_all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        self.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Whether a pair has this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Gives the first pair with this name the value, and removes the others; adds one where there is none.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn set(&mut self, name: &str, value: &str) {
        let mut is_first = true;
        self.0.retain_mut(|pair| {
            if pair.0 != name {
                return true;
            }
            if is_first {
                value.clone_into(&mut pair.1);
            }
            std::mem::take(&mut is_first)
        });
        if is_first {
            self.append(name, value);
        }
    }

    /// Every name with its value, in order.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }
}

impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&serialize(self.iter(), Encoding::UTF_8))
    }
}
