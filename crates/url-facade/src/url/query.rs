//! Edits the query of a URL pair by pair, and hides secrets from logs.

use url_query::whatwg::QueryEditor;

use super::Url;
use crate::{Change, ParseError, Rules};

impl Url {
    /// Edits pairs of the query with `edit`, and leaves every other byte of the URL unchanged. If no pair is
    /// left, the query is removed.
    ///
    /// # Errors
    /// If the URL would be too long, or its profile has no setters.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/?q=a%20b~&page=1&utm_source=x#top")?;
    /// url.edit_query(|query| {
    ///     query.set("page", "2").retain(|name, _| !name.starts_with("utm_"));
    /// })?;
    /// assert_eq!(url.as_str(), "https://a.test/?q=a%20b~&page=2#top");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit_query(&mut self, edit: impl FnOnce(&mut QueryEditor<'_>)) -> Result<Change, ParseError> {
        let mut editor = QueryEditor::new(self.query().unwrap_or_default());
        edit(&mut editor);
        let edited = self.with_params(editor.as_str())?;
        if editor.as_str() == self.query().unwrap_or_default() {
            // An empty query is kept too; the parameters would remove it.
            return Ok(Change::Unchanged);
        }
        *self = edited;
        Ok(Change::Changed)
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Returns the URL with `***` in place of the credentials, and of the value of each parameter that has
    /// one of the names `secrets`, in the query and in the fragment, and in URLs inside them. Names are
    /// compared decoded, ignoring ASCII case, `-` and `_`. A user name next to a password is kept, unless it
    /// looks like a token. Everything else is unchanged. [`redacted_by`](Self::redacted_by) knows the names
    /// that often contain secrets.
    ///
    /// [`Debug`](std::fmt::Debug) hides the credentials in the same way.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://me:pw@a.test/?q=a%20b&Token=abc&tok%65n=def#id_token=ghi")?;
    /// assert_eq!(
    ///     url.redacted(&["token", "id_token"]),
    ///     "https://me:***@a.test/?q=a%20b&Token=***&tok%65n=***#id_token=***"
    /// );
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn redacted(&self, secrets: &[&str]) -> String {
        secrets.iter().fold(Rules::empty(), |rules, name| rules.add(name)).redact_url(self.as_str())
    }

    /// Returns the URL with `***` in place of the secrets that `rules` define.
    pub fn redacted_by(&self, rules: &Rules) -> String {
        rules.redact_url(self.as_str())
    }
}
