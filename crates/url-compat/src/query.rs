//! The target that the editor of query pairs writes to.

use crate::{Url, form_urlencoded::Target};

/// The query that [`Url::query_pairs_mut`] edits. The URL gets the new query when the editor is finished or
/// dropped.
///
/// # Examples
/// ```
/// use url_compat::Url;
/// let mut url = Url::parse("https://a.test/?b")?;
/// assert_eq!(url.query_pairs_mut().append_pair("c", "d").finish().as_str(), "https://a.test/?b&c=d");
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Debug)]
pub struct UrlQuery<'a> {
    /// `None` once the query was written.
    url: Option<&'a mut Url>,
    query: String,
}

impl<'a> UrlQuery<'a> {
    pub(crate) fn new(url: &'a mut Url) -> Self {
        let query = url.query().unwrap_or_default().to_owned();
        Self { url: Some(url), query }
    }

    /// Sets the query of the URL on the first call, if it changed. Later calls return `None`.
    fn write(&mut self) -> Option<&'a mut Url> {
        let url = self.url.take()?;
        if url.query() != Some(&self.query) {
            url.set_query(Some(&self.query));
        }
        Some(url)
    }
}

impl<'a> Target for UrlQuery<'a> {
    type Finished = &'a mut Url;

    fn as_mut_string(&mut self) -> &mut String {
        &mut self.query
    }

    fn finish(mut self) -> &'a mut Url {
        match self.write() {
            Some(url) => url,
            None => unreachable!("only this function and the end of this value write it"),
        }
    }
}

impl Drop for UrlQuery<'_> {
    fn drop(&mut self) {
        self.write();
    }
}
