//! Looks up the objects of `blob:` URLs in a store of the caller, for the two specs that define such URLs.

use url_specs::ApiSpec as _;

use crate::{Origin, ParseError, Parser, Url, profile::with_api};

/// A blob URL entry of the URL Standard: an object, and the origin of the environment that created its URL.
/// See [`crate::Parser::parse_with_blobs`] for an example.
#[derive(Clone, Debug)]
pub struct BlobEntry<O> {
    /// The object.
    pub object: O,
    /// The origin of the environment that created the URL.
    pub origin: Origin,
}

/// Returns the origin of `url`. If it is a `blob:` URL with the blob URL entry `entry`, returns the origin of
/// the entry, and otherwise [`Url::origin`]. See [`crate::Parser::parse_with_blobs`] for an example.
pub fn origin_of<O>(url: &Url, entry: Option<&BlobEntry<O>>) -> Origin {
    match entry {
        Some(entry) if url.scheme() == "blob" => entry.origin.clone(),
        _ => url.origin(),
    }
}

impl Parser<'_> {
    /// Parses `input` as [`Parser::parse`] does, and looks up the object of a `blob:` URL in the caller's
    /// blob URL store with `get`. The argument of `get` is the name of the object: the URL without its
    /// fragment under the URL Standard, the URL's scheme data under webspecs. Use this to fetch a `blob:`
    /// URL. Under profiles without `blob:` URLs the object is always `None`.
    ///
    /// # Errors
    /// If `input` is not a URL; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use std::collections::HashMap;
    /// use url_facade::{Parser, Url, whatwg::{BlobEntry, origin_of}};
    ///
    /// let origin = Url::parse("https://a.test/")?.origin();
    /// let store = HashMap::from([("blob:null/1", BlobEntry { object: "the object", origin: origin.clone() })]);
    /// let (url, entry) = Parser::default().parse_with_blobs("blob:null/1#x", |name| store.get(name).cloned())?;
    /// assert_eq!(entry.as_ref().map(|entry| entry.object), Some("the object"));
    /// assert_eq!(origin_of(&url, entry.as_ref()), origin);
    ///
    /// let (url, entry) = Parser::default().parse_with_blobs("blob:null/2", |name| store.get(name).cloned())?;
    /// assert!(entry.is_none() && !url.origin().is_tuple());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse_with_blobs<O>(
        &self,
        input: &str,
        get: impl FnOnce(&str) -> Option<O>,
    ) -> Result<(Url, Option<O>), ParseError> {
        // 1. Let url be the result of running the basic URL parser.
        // 2. If url is failure, return failure.
        let url = self.parse(input)?;
        // 3. If url's scheme is not "blob", return url.
        // 4. and what follows: as the spec names the entry.
        let name = |url| with_api!(self.profile(), spec => spec.blob_name(url));
        let object = Some(url.0.view()).filter(|_| url.scheme() == "blob").and_then(name).and_then(get);
        Ok((url, object))
    }
}
