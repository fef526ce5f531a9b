//! A URL pair by pair: edits the query, and hides secrets from logs.

use std::ops::Range;

use url_core::Component;
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

/// What stands for a secret.
const HIDDEN: &str = "***";

impl<S: AsRef<str>> Url<S> {
    /// The URL with `***` for the password, if it has one, and for the value of each parameter that has one of the names
    /// `secrets`, in the query and in the fragment. Names are compared decoded, without regard to ASCII case. Everything else
    /// is unchanged, the user name too.
    ///
    /// [`Debug`](std::fmt::Debug) hides the password in the same way.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://me:pw@a.test/?q=a%20b&Token=abc&tok%65n=def#id_token=ghi")?;
    /// assert_eq!(url.redacted(&["token", "id_token"]), "https://me:***@a.test/?q=a%20b&Token=***&tok%65n=***#id_token=***");
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn redacted(&self, secrets: &[&str]) -> String {
        let is_secret = |name: &str| secrets.iter().any(|secret| secret.eq_ignore_ascii_case(name));
        let (mut redacted, mut copied) = (String::with_capacity(self.as_str().len()), 0);
        for component in [Component::Password, Component::Query, Component::Fragment] {
            let Some(place) = self.0.components.get(component) else { continue };
            let Range { start, end } = place.into();
            redacted.push_str(&self.as_str()[copied..start]);
            copied = end;
            if component == Component::Password {
                redacted.push_str(HIDDEN);
            } else {
                let mut pairs = QueryEditor::new(&self.as_str()[start..end]);
                redacted.push_str(pairs.set_values(HIDDEN, |name, _| is_secret(name)).as_str());
            }
        }
        redacted + &self.as_str()[copied..]
    }
}
