//! Editing of single pairs of a query without changing the other bytes. The Standard's `URLSearchParams`
//! serializes the whole query at every change: `~` becomes `%7E`, `%20` becomes `+`, and empty pieces are
//! lost. An editor changes only the pieces between the ampersands that the caller names.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{borrow::Borrow, fmt};

use super::{append_encoded, decode_from, parse_form_from, split_pair};
use crate::Encoding;

/// An editor for the pairs of a query; an operation on one pair changes no byte of another.
///
/// Names and values are parsed as by [`parse_form`](super::parse_form), and are compared and returned
/// decoded. New text is form-encoded in UTF-8, which is valid in any URL's query, or in the encoding set by
/// [`QueryEditor::set_encoding`]. An operation without effect leaves the query as it is, including the
/// spelling of a value that already equals the new one.
///
/// The query is the text after the `?` of a URL: a leading `?` would be part of the first name.
///
/// # Examples
/// ```
/// let mut query = url_query::whatwg::QueryEditor::new("q=a%20b~&&page=1&utm_source=x&flag");
/// query.set("page", "2").delete("utm_source").append("ü", "=");
/// assert_eq!(query.as_str(), "q=a%20b~&&page=2&flag&%C3%BC=%3D");
/// assert_eq!(query.get("q").as_deref(), Some("a b~"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct QueryEditor<'q> {
    query: Cow<'q, str>,
    encoding: Encoding,
}

enum Action<'p> {
    Keep,
    Drop,
    /// Replaces the value, and keeps this name as it is written.
    SetValue(&'p str),
}

impl<'q> QueryEditor<'q> {
    /// Creates an editor of `query`, which is copied at the first change.
    pub fn new(query: impl Into<Cow<'q, str>>) -> Self {
        Self { query: query.into(), encoding: Encoding::UTF_8 }
    }

    /// Sets the encoding of names and values. The query itself does not change.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "encoding")] {
    /// use url_query::{Encoding, whatwg::QueryEditor};
    /// let mut query = QueryEditor::new("q=%BA%E9");
    /// query.set_encoding(Encoding::for_label("gb18030")?).append("r", "洪");
    /// assert_eq!((query.get("q").as_deref(), query.as_str()), (Some("洪"), "q=%BA%E9&r=%BA%E9"));
    /// # }
    /// # Ok::<(), url_query::UnknownEncoding>(())
    /// ```
    pub fn set_encoding(&mut self, encoding: Encoding) -> &mut Self {
        self.encoding = encoding;
        self
    }

    /// Returns the current query.
    pub fn as_str(&self) -> &str {
        &self.query
    }

    /// Returns the current query: borrowed if nothing changed.
    pub fn into_query(self) -> Cow<'q, str> {
        self.query
    }

    /// Returns every name with its value, decoded, in order.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
        parse_form_from(self.encoding, &self.query)
    }

    /// Returns the decoded value of the first pair with this name.
    pub fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.pairs().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Sets the value of the first pair with this name, and removes the others; appends a pair if there is
    /// none. The spelling of the name is kept.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("%61=1&~=%7e&a").set("a", "2 3").as_str(), "%61=2+3&~=%7e");
    /// assert_eq!(QueryEditor::new("~=%7e").set("~", "~").as_str(), "~=%7e");
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        let (mut is_first, decode) = (true, self.decoder());
        self.rewrite(value, |written, old| {
            if decode(written) != name {
                Action::Keep
            } else if !core::mem::take(&mut is_first) {
                Action::Drop
            } else if decode(old) == value {
                Action::Keep
            } else {
                Action::SetValue(written)
            }
        });
        if is_first { self.append(name, value) } else { self }
    }

    /// Sets the value of every pair for which `which`, called with the decoded name and value, returns true.
    /// The spelling of the names is kept.
    ///
    /// # Examples
    /// ```
    /// let mut query = url_query::whatwg::QueryEditor::new("a=1&k%65y=2&key");
    /// assert_eq!(query.set_values("*", |name, _| name == "key").as_str(), "a=1&k%65y=*&key=*");
    /// ```
    pub fn set_values(&mut self, value: &str, mut which: impl FnMut(&str, &str) -> bool) -> &mut Self {
        let decode = self.decoder();
        self.rewrite(value, |name, old| {
            if which(&decode(name), &decode(old)) { Action::SetValue(name) } else { Action::Keep }
        });
        self
    }

    /// Appends a pair.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("").append("a", "1").as_str(), "a=1");
    /// assert_eq!(QueryEditor::new("~&").append("a", "").as_str(), "~&a=");
    /// ```
    pub fn append(&mut self, name: &str, value: &str) -> &mut Self {
        let encoding = self.encoding;
        let query = self.append_encoded_name(name);
        query.push('=');
        append_encoded(encoding, value, query);
        self
    }

    /// Appends a name without `=`, which is a pair with an empty value. An empty name gets its `=`.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(url_query::whatwg::QueryEditor::new("a=1").append_name("b c").as_str(), "a=1&b+c");
    /// ```
    pub fn append_name(&mut self, name: &str) -> &mut Self {
        let query = self.append_encoded_name(name);
        if name.is_empty() {
            query.push('=');
        }
        self
    }

    fn append_encoded_name(&mut self, name: &str) -> &mut String {
        let query = self.query.to_mut();
        if !query.is_empty() && !query.ends_with('&') {
            query.push('&');
        }
        append_encoded(self.encoding, name, query);
        query
    }

    /// Appends each of `pairs`: tuples, or references to tuples.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("a=1").extend([("b", "2"), ("c", "é")]).as_str(), "a=1&b=2&c=%C3%A9");
    /// ```
    pub fn extend<I, N, V>(&mut self, pairs: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<(N, V)>,
        N: AsRef<str>,
        V: AsRef<str>,
    {
        for pair in pairs {
            let (name, value) = pair.borrow();
            self.append(name.as_ref(), value.as_ref());
        }
        self
    }

    /// Sorts the pairs by the UTF-16 code units of their decoded names, as `URLSearchParams` does; pairs of
    /// one name keep their order. If that changes the order, empty pieces between ampersands are removed.
    ///
    /// # Examples
    /// ```
    /// use url_query::whatwg::QueryEditor;
    /// assert_eq!(QueryEditor::new("c=~&&a&%62=%20&a=1").sort().as_str(), "a&a=1&%62=%20&c=~");
    /// assert_eq!(QueryEditor::new("a&&b").sort().as_str(), "a&&b");
    /// ```
    pub fn sort(&mut self) -> &mut Self {
        let decode = self.decoder();
        let named = |piece| split_pair(piece).map(|(name, _)| (decode(name), piece));
        let mut pieces: Vec<_> = self.query.split('&').filter_map(named).collect();
        if !pieces.is_sorted_by(|a, b| a.0.encode_utf16().le(b.0.encode_utf16())) {
            pieces.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
            let sorted: Vec<_> = pieces.iter().map(|piece| piece.1).collect();
            self.query = Cow::Owned(sorted.join("&"));
        }
        self
    }

    /// Removes every pair with this name, each with one ampersand.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(url_query::whatwg::QueryEditor::new("a=1&&b=~&%61").delete("a").as_str(), "&b=~");
    /// ```
    pub fn delete(&mut self, name: &str) -> &mut Self {
        self.retain(|other, _| other != name)
    }

    /// Removes every pair with this name and value, each with one ampersand.
    pub fn delete_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.retain(|other, of_other| other != name || of_other != value)
    }

    /// Keeps only the pairs for which `keep`, called with the decoded name and value, returns true. One
    /// ampersand is removed with each pair.
    ///
    /// # Examples
    /// ```
    /// let mut query = url_query::whatwg::QueryEditor::new("utm_source=x&q=a%20b&utm_medium=y");
    /// assert_eq!(query.retain(|name, _| !name.starts_with("utm_")).as_str(), "q=a%20b");
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &str) -> bool) -> &mut Self {
        let decode = self.decoder();
        self.rewrite(
            "",
            |name, value| {
                if keep(&decode(name), &decode(value)) { Action::Keep } else { Action::Drop }
            },
        );
        self
    }

    /// Keeps empty pieces.
    fn rewrite(&mut self, new_value: &str, mut action: impl for<'p> FnMut(&'p str, &'p str) -> Action<'p>) {
        let mut edited = String::with_capacity(self.query.len() + new_value.len());
        let mut is_first = true;
        for piece in self.query.split('&') {
            let action = split_pair(piece).map_or(Action::Keep, |(name, value)| action(name, value));
            if matches!(action, Action::Drop) {
                continue;
            }
            if !core::mem::take(&mut is_first) {
                edited.push('&');
            }
            if let Action::SetValue(name) = action {
                edited.extend([name, "="]);
                append_encoded(self.encoding, new_value, &mut edited);
            } else {
                edited.push_str(piece);
            }
        }
        if edited != *self.query {
            self.query = Cow::Owned(edited);
        }
    }

    fn decoder(&self) -> impl Fn(&str) -> Cow<'_, str> + use<> {
        let encoding = self.encoding;
        move |half| decode_from(encoding, half)
    }
}

impl fmt::Display for QueryEditor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.query)
    }
}
