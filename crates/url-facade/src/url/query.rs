//! Edits the query of a URL pair by pair.

use url_query::whatwg::QueryEditor;

use super::Url;
use crate::{Change, ParseError};

impl Url {
    /// Edits pairs of the query with `edit`, and leaves every other byte of the URL unchanged. If no pair is left, the query
    /// is removed.
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
            // Also an empty query, which the parameters would remove.
            return Ok(Change::Unchanged);
        }
        *self = edited;
        Ok(Change::Changed)
    }
}
