//! Edits of single pairs of a query, which do not change the rest of the query. Every change of a
//! `URLSearchParams` of the Standard serializes the whole query: `~` becomes `%7E`, `%20` becomes `+`, and
//! empty pieces between ampersands are removed. A [`QueryEditor`] changes only the named pairs.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{borrow::Borrow, fmt};

use super::{append_encoded, decode_from, parse_form_from, split_pair};
use crate::Encoding;

/// An editor for the name-value pairs of a query. A change of one pair keeps every byte of the other pairs.
///
/// The methods parse names and values like [`parse_form`](super::parse_form), and compare and return them in
/// decoded form. They encode new text like a form, in UTF-8 or in the encoding that
/// [`QueryEditor::set_encoding`] sets.
///
/// The query excludes the `?` of the URL: a `?` at its start belongs to the first name.
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
    /// Replaces the value of the pair, whose encoded name in the query is the string.
    SetValue(&'p str),
}

impl<'q> QueryEditor<'q> {
    /// Creates a `QueryEditor` for `query`. A borrowed query is copied at the first change.
    pub fn new(query: impl Into<Cow<'q, str>>) -> Self {
        Self { query: query.into(), encoding: Encoding::UTF_8 }
    }

    /// Sets the encoding in which other methods decode names and values, and encode new ones. Does not change
    /// the query.
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

    /// Returns the query with all changes.
    pub fn as_str(&self) -> &str {
        &self.query
    }

    /// Returns the query with all changes, borrowed if nothing has changed.
    pub fn into_query(self) -> Cow<'q, str> {
        self.query
    }

    /// Returns all names with their values, decoded, in the order of the query.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
        parse_form_from(self.encoding, &self.query)
    }

    /// Returns the decoded value of the first pair named `name`, if there is one.
    pub fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.pairs().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Sets the value of the first pair named `name`, and removes all other pairs with this name. Appends a
    /// pair if no pair has the name. Does not encode the name again, nor a value that is already `value`.
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

    /// Calls `which` with the decoded name and value of each pair. If the result is true, sets the value of
    /// the pair to `value`. Does not encode names again.
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

    /// Appends a pair to the query.
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

    /// Appends `name` without `=`, which is parsed as a pair with an empty value. If `name` is empty, appends
    /// `=`.
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

    /// Appends all `pairs`, which are tuples of a name and a value, or references to such tuples.
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

    /// Sorts the pairs by the UTF-16 code units of their decoded names, like `URLSearchParams`. Pairs with
    /// equal names keep their order. If the order changes, empty pieces between ampersands are removed.
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

    /// Removes every pair named `name`, and with each pair one ampersand next to it.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(url_query::whatwg::QueryEditor::new("a=1&&b=~&%61").delete("a").as_str(), "&b=~");
    /// ```
    pub fn delete(&mut self, name: &str) -> &mut Self {
        self.retain(|other, _| other != name)
    }

    /// Removes every pair with the name `name` and the value `value`, like [`QueryEditor::delete`].
    pub fn delete_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.retain(|other, of_other| other != name || of_other != value)
    }

    /// Calls `keep` with the decoded name and value of each pair. If the result is false, removes the pair
    /// like [`QueryEditor::delete`].
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

    /// Calls `action` with the encoded name and value of each pair, and performs the action that it returns.
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
