//! Operations of "Web addresses in HTML 5" other than parsing and resolving.

pub use url_specs::connolly::{WebAddressParts, document_base, is_absolute, is_valid};

use crate::Reference;

/// Returns the components of `reference`, or `None` if parsing failed. The reference must come from
/// `parse_reference` under [`Profile::Connolly`](crate::Profile::Connolly).
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, connolly::web_address_parts};
/// let reference = Parser::new(Profile::Connolly).parse_reference("http://u@h:8080/x?y#z")?;
/// let parts = web_address_parts(&reference).unwrap();
/// assert_eq!((parts.host, parts.hostport), (Some("h"), Some("h:8080")));
/// assert_eq!(parts.host_specific, Some("/x?y#z"));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub fn web_address_parts(reference: &Reference) -> Option<WebAddressParts<'_>> {
    let parts =
        || url_specs::connolly::web_address_parts(&reference.text, &reference.original_parts.components());
    reference.invalid.is_none().then(parts)
}
