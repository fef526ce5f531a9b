//! The names and values of a query. Holds webspecs "URLSearchParams" and whatwg "URLSearchParams
//! class".

use std::{fmt, iter::FusedIterator};

use url_query::whatwg::{PairList, Pairs};

/// A list of name-value pairs in `application/x-www-form-urlencoded` format; always UTF-8.
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
/// params.sort();
/// assert!(params.has_pair("c d", "") && params.len() == 2);
/// assert_eq!(SearchParams::of_pairs([("a", "b")]).to_string(), "a=b");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchParams(PairList);

impl SearchParams {
    /// Parses `query`, which may start with a `?`.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-urlsearchparams
    #[inline]
    pub fn parse(query: &str) -> Self {
        // 1. A string that starts with "?": remove it.
        // 2. Initialize this with init.
        Self::of_query(query.strip_prefix('?').unwrap_or(query))
    }

    /// Parses the query of a URL: a `?` at its start is part of the first name.
    ///
    /// Spec: whatwg#urlsearchparams-initialize, whatwg#url-initialize
    pub fn of_query(query: &str) -> Self {
        // 3. Otherwise:
        // 3.1. Assert: init is a string.
        // 3.2. Set the list to the result of parsing init.
        Self(PairList::parse(query))
    }

    /// Creates a list of these pairs, in order.
    ///
    /// Spec: whatwg#urlsearchparams-initialize
    pub fn of_pairs<N: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (N, V)>) -> Self {
        // 1. A sequence: append each inner sequence.
        // 1.1. One that has not two items: throw a TypeError.
        // NOTE: the type of the pairs rules it out.
        // 1.2. Append its items to the list.
        // 2. Otherwise, a record: append each name and value.
        Self(pairs.into_iter().collect())
    }

    /// The number of pairs.
    ///
    /// Spec: whatwg#dom-urlsearchparams-size
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no pairs.
    ///
    /// Spec: whatwg#dom-urlsearchparams-size
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a pair.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-append
    pub fn append(&mut self, name: &str, value: &str) {
        // 1. Append name and value to the list.
        // 2. Update this.
        // NOTE: the URL object does, once for all edits. The same holds for every operation.
        self.0.push(name, value);
    }

    /// Removes every pair with this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-delete
    pub fn delete(&mut self, name: &str) {
        // 2. Otherwise, remove all tuples of this name.
        // 3. Update this.
        self.0.retain(|other, _| other != name);
    }

    /// Removes every pair with this name and value.
    ///
    /// Spec: whatwg#dom-urlsearchparams-delete
    pub fn delete_pair(&mut self, name: &str, value: &str) {
        // 1. Value given: remove all tuples of this name and value.
        self.0.retain(|other, of_other| other != name || of_other != value);
    }

    /// The value of the first pair with this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-get
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// The values of every pair with this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-getall
    pub fn get_all<'s>(&'s self, name: &'s str) -> GetAll<'s> {
        GetAll { pairs: self.iter(), name }
    }

    /// Whether a pair has this name.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-has
    pub fn has(&self, name: &str) -> bool {
        // 2. Value not given, and a tuple of this name: return true.
        // 3. Return false.
        self.get(name).is_some()
    }

    /// Whether a pair has this name and value.
    ///
    /// Spec: whatwg#dom-urlsearchparams-has
    pub fn has_pair(&self, name: &str, value: &str) -> bool {
        // 1. Value given, and a tuple of this name and value: return true.
        self.iter().any(|pair| pair == (name, value))
    }

    /// Sets the value of the first pair with this name, and removes the others; appends a pair if there is none.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-set
    pub fn set(&mut self, name: &str, value: &str) {
        // 1. Set the first tuple of this name, remove the others.
        // 2. Otherwise, append name and value.
        // 3. Update this.
        let Some(first) = self.iter().position(|pair| pair.0 == name) else {
            return self.append(name, value);
        };
        self.0.set_value(first, value);
        let mut is_first = true;
        self.0.retain(|other, _| other != name || std::mem::take(&mut is_first));
    }

    /// Sorts by the UTF-16 code units of the names; pairs of one name keep their order.
    ///
    /// Spec: whatwg#dom-urlsearchparams-sort
    pub fn sort(&mut self) {
        // 1. Sort in ascending order, names by code units.
        // 2. Update this.
        self.0.sort_by_name(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    }

    /// Every name with its value, in order.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    pub fn iter(&self) -> Pairs<'_> {
        self.0.iter()
    }

    /// Serializes the pairs as a query, without a question mark; usually in one allocation. [`fmt::Display`] writes the same.
    ///
    /// Spec: whatwg#urlsearchparams-stringification-behavior
    pub fn serialize(&self) -> String {
        self.0.serialize()
    }
}

/// The values of every pair with one name, in order; from [`SearchParams::get_all`].
#[derive(Clone, Debug)]
pub struct GetAll<'s> {
    pairs: Pairs<'s>,
    name: &'s str,
}

impl<'s> Iterator for GetAll<'s> {
    type Item = &'s str;

    fn next(&mut self) -> Option<&'s str> {
        self.pairs.find(|pair| pair.0 == self.name).map(|pair| pair.1)
    }
}

impl FusedIterator for GetAll<'_> {}

impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.serialize())
    }
}

impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for SearchParams {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self::of_pairs(pairs)
    }
}

impl<N: AsRef<str>, V: AsRef<str>> Extend<(N, V)> for SearchParams {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, pairs: I) {
        for (name, value) in pairs {
            self.append(name.as_ref(), value.as_ref());
        }
    }
}

impl<'a> IntoIterator for &'a SearchParams {
    type Item = (&'a str, &'a str);
    type IntoIter = Pairs<'a>;

    fn into_iter(self) -> Pairs<'a> {
        self.iter()
    }
}
