//! Writing the components of a URI into one string. Holds rfc3986 "Component Recomposition".

use alloc::string::String;

use url_core::{Components, NoTrace, Parsed, Rejection, Span, Trace, sections::rfc3986};

use crate::write_components;

/// Recomposes `uri` into one buffer of the final size and says where each component lies in it.
///
/// "We are careful to preserve the distinction between a component that is undefined [...] and a component that is empty":
/// so is [`Parsed`], whose user and password are what stands before and after the first colon of the user information.
///
/// # Errors
/// What made `uri` invalid; [`url_core::Reason::TooLong`] when the result would be longer than [`Span::LIMIT`] bytes.
///
/// Spec: rfc3986#component-recomposition
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let uri = Parsed { scheme: Some("urn".into()), path: Some("a".into()), query: Some("".into()), ..Parsed::default() };
/// assert_eq!(url_serialize::rfc3986::recompose(&uri, &mut NoTrace)?.0, "urn:a?");
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn recompose<T: Trace>(uri: &Parsed<'_>, trace: &mut T) -> Result<(String, Components), Rejection> {
    if let Some(rejection) = uri.invalid {
        return Err(rejection);
    }
    let recomposed = write_components(uri, &mut NoTrace)?;
    trace.step(rfc3986::COMPONENT_RECOMPOSITION, Span::default(), "", Some(&recomposed.0));
    Ok(recomposed)
}
