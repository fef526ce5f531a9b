//! Changing one pair of a query and leaving the other bytes alone. The Standard's `URLSearchParams` writes the whole query
//! anew at every change: `~` becomes `%7E`, `%20` becomes `+`, and empty pieces go. An editor works on the pieces between
//! the ampersands, and touches those that it is asked to.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use super::form::{QueryPairs, append_encoded, decode, parse_form, split_pair};

/// A query whose pairs are changed one at a time; no byte of another pair changes.
///
/// Names and values are read as [`parse_form`] does, and compared and given as they are when decoded; what is written
/// is written as a form in UTF-8 and fits into any URL's query. An operation that has nothing to do changes nothing,
/// not even the spelling of a value that is the wanted one already.
///
/// The query is what stands behind the `?` of a URL: a `?` at its start would be part of the first name.
///
/// # Examples
/// ```
/// use url_query::whatwg::QueryEditor;
/// let mut query = QueryEditor::new("q=a%20b~&&page=1&utm_source=x&flag");
/// query.set("page", "2").delete("utm_source").append("ü", "=");
/// assert_eq!(query.as_str(), "q=a%20b~&&page=2&flag&%C3%BC=%3D");
/// assert_eq!(query.get("q").as_deref(), Some("a b~"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct QueryEditor<'q> {
    query: Cow<'q, str>,
}

/// What becomes of a piece of the query.
enum Fate<'p> {
    Keep,
    Drop,
    /// The name as it is written, and the value that it shall have.
    SetValue(&'p str),
}

impl<'q> QueryEditor<'q> {
    /// An editor of `query`, which copies it when it is first changed.
    pub fn new(query: impl Into<Cow<'q, str>>) -> Self {
        Self { query: query.into() }
    }

    /// The query as it stands.
    pub fn as_str(&self) -> &str {
        &self.query
    }

    /// The query as it stands: borrowed, if nothing was changed.
    pub fn into_query(self) -> Cow<'q, str> {
        self.query
    }

    /// Every name with its value, decoded, in order.
    pub fn pairs(&self) -> QueryPairs<'_> {
        parse_form(&self.query)
    }

    /// The value of the first pair with this name, decoded.
    pub fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.pairs().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Gives the first pair with this name the value, and removes the others; adds one where there is none. How the
    /// name is written stays.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("%61=1&~=%7e&a").set("a", "2 3").as_str(), "%61=2+3&~=%7e");
    /// assert_eq!(QueryEditor::new("~=%7e").set("~", "~").as_str(), "~=%7e");
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        let mut is_first = true;
        self.rewrite(value, |written, old| {
            if decode(written) != name {
                Fate::Keep
            } else if !core::mem::take(&mut is_first) {
                Fate::Drop
            } else if decode(old) == value {
                Fate::Keep
            } else {
                Fate::SetValue(written)
            }
        });
        if is_first { self.append(name, value) } else { self }
    }

    /// Adds a pair at the end.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("").append("a", "1").as_str(), "a=1");
    /// assert_eq!(QueryEditor::new("~&").append("a", "").as_str(), "~&a=");
    /// ```
    pub fn append(&mut self, name: &str, value: &str) -> &mut Self {
        let query = self.query.to_mut();
        if !query.is_empty() && !query.ends_with('&') {
            query.push('&');
        }
        append_encoded(name, query);
        query.push('=');
        append_encoded(value, query);
        self
    }

    /// Removes every pair with this name, each with one ampersand.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("a=1&&b=~&%61").delete("a").as_str(), "&b=~");
    /// ```
    pub fn delete(&mut self, name: &str) -> &mut Self {
        self.retain(|other, _| other != name)
    }

    /// Removes every pair with this name and value, each with one ampersand.
    pub fn delete_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.retain(|other, of_other| other != name || of_other != value)
    }

    /// Removes every pair for which `keep` does not hold, each with one ampersand; it is given names and values decoded.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// let mut query = QueryEditor::new("utm_source=x&q=a%20b&utm_medium=y");
    /// assert_eq!(query.retain(|name, _| !name.starts_with("utm_")).as_str(), "q=a%20b");
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &str) -> bool) -> &mut Self {
        self.rewrite(
            "",
            |name, value| {
                if keep(&decode(name), &decode(value)) { Fate::Keep } else { Fate::Drop }
            },
        );
        self
    }

    /// Does to each pair what `fate` says of its name and value as they are written. Pieces that are empty stay.
    fn rewrite(&mut self, new_value: &str, mut fate: impl for<'p> FnMut(&'p str, &'p str) -> Fate<'p>) {
        let mut edited = String::with_capacity(self.query.len() + new_value.len());
        let mut is_first = true;
        for piece in self.query.split('&') {
            let fate = split_pair(piece).map_or(Fate::Keep, |(name, value)| fate(name, value));
            if matches!(fate, Fate::Drop) {
                continue;
            }
            if !core::mem::take(&mut is_first) {
                edited.push('&');
            }
            if let Fate::SetValue(name) = fate {
                edited.extend([name, "="]);
                append_encoded(new_value, &mut edited);
            } else {
                edited.push_str(piece);
            }
        }
        if edited != *self.query {
            self.query = Cow::Owned(edited);
        }
    }
}

impl fmt::Display for QueryEditor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.query)
    }
}
