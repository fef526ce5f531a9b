//! A URL as logs may show it.

use std::ops::Range;

use url_core::Component;
use url_query::whatwg::QueryEditor;

use super::Url;

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
            let Some(place) = self.shape.components.get(component) else { continue };
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
