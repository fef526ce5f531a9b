//! URLs of objects that a caller keeps. Holds webspecs "URL parser".

use crate::Profile;
use url_query::Encoding;

use crate::{BlobStore, ParseError, Parser, Url};

/// The URL parser of the WebSpecs URL Standard: `input` against `base`, with queries in `encoding`, and the object in
/// `store` that a `blob:` URL names.
///
/// # Errors
/// The parse exception, when there is one.
///
/// Spec: webspecs#concept-url-parser
///
/// # Examples
/// ```
/// use url_facade::{Encoding, BlobStore, webspecs::parse_url};
/// struct One;
/// impl BlobStore for One {
///     type Object = &'static str;
///     fn get(&self, scheme_data: &str) -> Option<&'static str> {
///         (scheme_data == "https://a.test/1").then_some("the object")
///     }
/// }
/// let (url, object) = parse_url("blob:https://a.test/1#x", None, Encoding::UTF_8, &One)?;
/// assert_eq!((url.as_str(), object), ("blob:https://a.test/1#x", Some("the object")));
/// assert_eq!(parse_url("blob:x", None, Encoding::UTF_8, &One)?.1, None);
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub fn parse_url<S: BlobStore>(
    input: &str,
    base: Option<&Url>,
    encoding: Encoding,
    store: &S,
) -> Result<(Url, Option<S::Object>), ParseError> {
    // 1. Let url be the result of running the basic URL parser on input with base, and encoding override as provided.
    let parser = Parser::new(Profile::Webspecs).with_encoding(encoding);
    // 2. If url is failure, return failure.
    let url = parser.with_base(base).parse(input)?;
    // 3. If url's scheme is not "blob", return url.
    if url.scheme() != "blob" {
        return Ok((url, None));
    }
    // 4. If url's scheme data is not in the blob URL store, return url.
    // 5. Set url's object to a structured clone of the entry corresponding to url's scheme data.
    let object = store.get(url.path());
    // 6. Return url.
    Ok((url, object))
}
