//! URLs of objects that a caller keeps. Holds whatwg "URL parser" and the first step of "Origin".

use crate::Profile;
use url_query::Encoding;

use crate::{BlobStore, Origin, ParseError, Parser, Url};

/// A blob URL entry: an object, and the environment that made its URL, of which its origin counts here.
///
/// # Examples
/// See [`parse_url`].
#[derive(Clone, Debug)]
pub struct BlobEntry<O> {
    /// The object.
    pub object: O,
    /// The origin of its environment.
    pub origin: Origin,
}

/// The URL parser: `input` against `base`, with queries in `encoding`, and the entry in `store` of a `blob:` URL. It is
/// for those who fetch; everybody else needs [`Url::parse`].
///
/// # Errors
/// When `input` is not a URL; see [`ParseError`].
///
/// Spec: whatwg#concept-url-parser
///
/// # Examples
/// ```
/// use std::collections::HashMap;
/// use url_facade::{Encoding, Url, whatwg::{BlobEntry, origin_of, parse_url}};
///
/// let origin = Url::parse("https://a.test/")?.origin();
/// let store = HashMap::from([("blob:null/1", BlobEntry { object: "the object", origin: origin.clone() })]);
/// let (url, entry) = parse_url("blob:null/1#x", None, Encoding::UTF_8, &store)?;
/// assert_eq!(entry.as_ref().map(|entry| entry.object), Some("the object"));
/// assert!(origin_of(&url, entry.as_ref()).is_same_as(&origin));
///
/// let (url, entry) = parse_url("blob:null/2", None, Encoding::UTF_8, &store)?;
/// assert_eq!((entry.is_none(), url.origin().to_string()), (true, "null".into()));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub fn parse_url<S: BlobStore>(
    input: &str,
    base: Option<&Url>,
    encoding: Encoding,
    store: &S,
) -> Result<(Url, Option<S::Object>), ParseError> {
    // 1. Let url be the result of running the basic URL parser.
    // 2. If url is failure, return failure.
    let parser = Parser::new(Profile::Whatwg).with_encoding(encoding);
    let url = parser.with_base(base).parse(input)?;
    // 3. If url's scheme is not "blob", return url.
    if url.scheme() != "blob" {
        return Ok((url, None));
    }
    // 4. Set url's blob URL entry to the result of resolving the blob URL, or to null.
    let without_fragment = url.as_str().split('#').next().unwrap_or_default();
    let entry = store.get(without_fragment);
    // 5. Return url.
    Ok((url, entry))
}

/// The origin of `url`, whose blob URL entry is `entry`; without one it is [`Url::origin`].
///
/// Spec: whatwg#concept-url-origin
///
/// # Examples
/// See [`parse_url`].
pub fn origin_of<O>(url: &Url, entry: Option<&BlobEntry<O>>) -> Origin {
    match entry {
        // 1. "blob":
        // 1.1. If url's blob URL entry is non-null, return its environment's origin.
        Some(entry) if url.scheme() == "blob" => entry.origin.clone(),
        _ => url.origin(),
    }
}
