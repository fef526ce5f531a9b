//! Changing the query of a URL pair by pair.

use url_query::whatwg::QueryEditor;

use super::{SetError, Url};
use crate::Change;

impl Url {
    /// Lets `edit` change pairs of the query, and leaves every other byte of the URL alone. Where no pair is left, there is
    /// no query.
    ///
    /// # Errors
    /// When the URL would be too long ([`SetError::Refused`]), or the profile that made it has no setters.
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
    pub fn edit_query(&mut self, edit: impl FnOnce(&mut QueryEditor<'_>)) -> Result<Change, SetError> {
        let mut editor = QueryEditor::new(self.query().unwrap_or_default());
        edit(&mut editor);
        let edited = self.with_params(editor.as_str()).ok_or(SetError::NoApi(self.profile()))?;
        if editor.as_str() == self.query().unwrap_or_default() {
            // Also an empty query, which the parameters would make none.
            return Ok(Change::Unchanged);
        }
        *self = edited.map_err(SetError::Refused)?;
        Ok(Change::Changed)
    }
}
